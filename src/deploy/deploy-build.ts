/** Deploys a build: a whole one, or a part of a sharded build, whose parts from several machines make one release. */
import { DAY_MS } from '../foundation/clock.ts';
import { createProblems, UserError } from '../foundation/errors.ts';
import { forEachConcurrently } from '../foundation/run-concurrently.ts';
import { createUnreadable, NewerFormatError } from '../foundation/stored-version.ts';
import type { DeployResult } from '../results/deploy-results.ts';
import type { BuildDeploy, DeployOptions } from './deploy-options.ts';
import type { LoadSource } from './deploy-plan.ts';
import { loadBody } from './execute/read-output.ts';
import { type DesiredObject, hasContent } from './plan/change-set.ts';
import { createDesiredSite } from './plan/desired-objects.ts';
import { isHidden } from './plan/hidden-site.ts';
import { shownOffers } from './releases/offer-records.ts';
import { decodeObjects, digestState, readReleases } from './releases/release-records.ts';
import { timesOf } from './releases/release-times.ts';
import { createNotConfirmedError, runDeploy } from './run-deploy.ts';
import { packObjects } from './targets/object-lines.ts';
import {
  type ObjectSpec,
  PARTS_PREFIX,
  RECORD_HEADERS,
  STATE_PREFIX,
  type StoredObject,
} from './targets/target.ts';

/** Milliseconds that a part waits for the lock, because the parts of a release may finish at the same time. */
const PATIENCE = 120_000;

type Site = ReturnType<typeof createDesiredSite>;

export function deployBuild(options: BuildDeploy): Promise<DeployResult> {
  const { target, manifest, guards, label } = options;
  const site = createDesiredSite(manifest, target, options);
  if (manifest.shard.total > 1) return deployPart(site, options);
  return runDeploy(
    async (stored) => ({
      desired: site.desired,
      originOf: ({ name }) => site.sources.get(name),
      guards,
      restores: null,
      label,
      times: timesOf(manifest),
      offers: options.noindex ? null : shownOffers(manifest.offers),
      obsoleteParts: findAbandonedParts(stored, options),
    }),
    options,
  );
}

/** Finds old parts of releases that were never completed. */
function findAbandonedParts(
  stored: readonly StoredObject[],
  { keepDays, now }: DeployOptions,
): StoredObject[] {
  const oldest = now() - Math.max(keepDays, 1) * DAY_MS;
  return stored.filter(({ name, updated }) => name.startsWith(PARTS_PREFIX) && updated < oldest);
}

/**
 * Stages what this part adds under a prefix that no reader requests. The deploy that finds all parts makes the release,
 * and copies within the target what other machines have staged.
 */
async function deployPart(site: Site, options: BuildDeploy): Promise<DeployResult> {
  const { target, manifest, label, dryRun, reporter } = options;
  const { index, total } = manifest.shard;
  if (label === null) {
    throw new UserError({
      code: 'missing-release-name',
      message: `this build is part ${index} of ${total}; its parts need a common name`,
      hint: 'use the same --release NAME on every machine, such as the number of the CI run',
    });
  }
  const started = performance.now();
  const prefix = `${PARTS_PREFIX}${label}/`;
  const partName = `${prefix}${index}-of-${total}.json`;
  const question = `${target.url}: add part ${index} of ${total} of release ${label}. Continue?`;
  if (!dryRun && !(await options.confirm(question))) throw createNotConfirmedError();
  const staged = dryRun ? { uploaded: 0, bytes: 0 } : await stagePart(site, prefix, partName, options);
  const source = createPartsSource(site, prefix, options);
  const result = await runDeploy(source, { ...options, confirm: async () => true }, PATIENCE);
  const stored = await target.list(STATE_PREFIX);
  const releases = readReleases(stored);
  const missing = findMissingParts(stored, prefix, options);
  const own = stored.find(({ name }) => name === partName);
  // The deploy that made the release may still be removing parts.
  const isReleased = releases.some(
    (release) => release.label === label && release.stored.updated >= (own?.updated ?? 0),
  );
  const isWaiting = own !== undefined && missing.length > 0 && !isReleased;
  if (isWaiting) {
    reporter.info(`part ${index} of ${total} is staged; the release waits for part ${missing.join(', ')}`);
  }
  return {
    ...result,
    uploaded: Math.max(result.uploaded, staged.uploaded),
    bytes: result.bytes + staged.bytes,
    ...(isWaiting ? { release: null, missingParts: missing } : { release: releases[0]?.id ?? null }),
    calls: target.calls(),
    seconds: (performance.now() - started) / 1000,
  };
}

async function stagePart({ desired, sources }: Site, prefix: string, partName: string, options: BuildDeploy) {
  const { target, folder } = options;
  const stored = new Map((await target.list('')).map((object) => [object.name, object]));
  findMissingParts(stored.values(), prefix, options);
  const names = new Set(stored.keys());
  const tally = { uploaded: 0, bytes: 0 };
  await forEachConcurrently(desired, options.concurrency, async (object) => {
    const source = sources.get(object.name);
    const spec = createStagedSpec(object, prefix);
    if (!source || names.has(spec.name) || hasContent(stored.get(object.name), object)) return;
    names.add(spec.name);
    const body = await loadBody(folder, source);
    await target.write(spec, body, '0');
    tally.uploaded++;
    tally.bytes += body.size;
  });
  const former = stored.get(partName);
  const metadata = { state: digestState(desired) };
  if (former?.metadata.state !== metadata.state) {
    const spec = { ...RECORD_HEADERS, name: partName, metadata };
    await target.write(spec, await packObjects(desired), former?.generation ?? '0');
  }
  return tally;
}

/** A staged object is named by its content, so equal files are staged once. */
function createStagedSpec(desired: DesiredObject, prefix: string): ObjectSpec {
  const { hash, contentType, contentEncoding } = desired;
  const name = `${prefix}files/${hash}${contentEncoding === 'gzip' ? '.gz' : ''}`;
  return {
    name,
    contentType: 'application/octet-stream',
    cacheControl: 'no-store',
    contentEncoding,
    metadata: { hash, type: contentType },
  };
}

/** @returns the numbers of the missing parts @throws UserError when parts of another division are staged */
function findMissingParts(
  stored: Iterable<StoredObject>,
  prefix: string,
  { manifest, label }: BuildDeploy,
): number[] {
  const { index, total } = manifest.shard;
  const missing = new Set(Array.from({ length: total }, (_, at) => at + 1));
  for (const { name } of stored) {
    const [, other, otherTotal] = /^(\d+)-of-(\d+)\.json$/.exec(name.slice(prefix.length)) ?? [];
    if (!name.startsWith(prefix) || otherTotal === undefined) continue;
    missing.delete(Number(other));
    if (Number(otherTotal) === total) continue;
    throw new UserError({
      code: 'mismatched-parts',
      message: `release ${label} already has part ${other} of ${otherTotal}, and this build is part ${index} of ${total}`,
      hint: 'deploy every part of this build with a new --release NAME; unused parts expire',
    });
  }
  return [...missing];
}

function createPartsSource(site: Site, prefix: string, options: BuildDeploy): LoadSource {
  const { label, guards } = options;
  return async (stored) => {
    if (findMissingParts(stored, prefix, options).length > 0) return null;
    const staged = new Map(
      stored.filter(({ name }) => name.startsWith(prefix)).map((object) => [object.name, object]),
    );
    const parts = [...staged.keys()].filter((name) => name.endsWith('.json'));
    const ownHashes = new Map(site.desired.map(({ name, hash }) => [name, hash]));
    const read = await Promise.all(parts.map((name) => readPart(name, options)));
    const desired = read.filter((part) => part !== null);
    if (desired.length < parts.length) return null;
    const merged = mergeParts(desired);
    if (!options.noindex) refuseHiddenParts(merged);
    return {
      desired: merged,
      originOf(object) {
        const copy = staged.get(createStagedSpec(object, prefix).name);
        return (
          copy ?? (ownHashes.get(object.name) === object.hash ? site.sources.get(object.name) : undefined)
        );
      },
      guards,
      restores: null,
      label,
      times: timesOf(options.manifest),
      offers: options.noindex ? null : shownOffers(options.manifest.offers),
      obsoleteParts: [...new Set([...staged.values(), ...findAbandonedParts(stored, options)])],
      explainMissing: ([name]) =>
        new UserError({
          code: 'mismatched-parts',
          message: `"${name}" changed in the target after its part was staged`,
          hint: 'deploy every part again, with a new --release NAME',
        }),
    };
  };
}

/** @returns null where the part is gone, because another deploy has just made the release of it */
async function readPart(name: string, { target }: BuildDeploy): Promise<DesiredObject[] | null> {
  const bytes = await target.read(name).catch(async (error: unknown) => {
    if ((await target.stat(name)) === null) return null;
    throw error;
  });
  if (bytes === null) return null;
  return decodeObjects(bytes).catch((error: unknown) => {
    const cure = 'deploy every part again, with a new --release NAME';
    throw new UserError(createUnreadable(error instanceof NewerFormatError, `the part ${name}`, cure));
  });
}

/** A part for other eyes may have drafts. @throws UserError where a part was deployed without --env production */
function refuseHiddenParts(desired: readonly DesiredObject[]): void {
  const hidden = desired.find(({ hash }) => isHidden(hash));
  if (!hidden) return;
  throw new UserError({
    code: 'mismatched-parts',
    message: `the part with "${hidden.name}" was deployed without --env production, so it cannot become production`,
    hint: 'deploy every part with --env production and a new --release NAME; unused parts expire',
  });
}

/** @throws UserError when parts differ in an object that they share */
function mergeParts(parts: readonly DesiredObject[][]): DesiredObject[] {
  const merged = new Map<string, DesiredObject>();
  const problems = createProblems();
  for (const object of parts.flat()) {
    const other = merged.get(object.name);
    if (other && other.hash !== object.hash) {
      problems.error({
        code: 'mismatched-parts',
        message: `two parts of the build have different contents for "${object.name}"`,
        hint: 'build all parts from the same content with the same version',
      });
    }
    merged.set(object.name, object);
  }
  problems.throwIfAny();
  return [...merged.values()];
}
