/** Owns sharded deploys: the parts of one build, from several machines, meet in one release. */
import type { Manifest } from '../../build/write/manifest.ts';
import { createProblems, UserError } from '../../foundation/errors.ts';
import { forEachConcurrently } from '../../foundation/run-concurrently.ts';
import { sizeOf } from '../execute/execute-plan.ts';
import { loadBody } from '../execute/read-output.ts';
import { createPlan, STATE_PREFIX, type Wanted } from '../plan/deploy-plan.ts';
import { createWanted, originIn, type WantedSite } from '../plan/desired-objects.ts';
import type { CreateJob, Job } from '../plan/draft-deploy.ts';
import { type DeployOptions, type DeployResult, runDeploy, runPatiently } from '../run-deploy.ts';
import type { ObjectSpec, StoredObject } from '../targets/target.ts';
import {
  decodeObjects,
  digestState,
  encodeObjects,
  RECORD_HEADERS,
  readReleases,
} from './release-records.ts';

const PARTS_PREFIX = `${STATE_PREFIX}parts/`;

export interface BuildOptions extends DeployOptions {
  manifest: Manifest;
  /** Make pages that search engines leave alone. */
  noindex: boolean;
  /** Name that the parts of one sharded release share; null for a whole build. */
  label: string | null;
}

/** Parts of releases that were never completed. */
export function findAbandoned(
  stored: readonly StoredObject[],
  { keepDays, now }: DeployOptions,
): StoredObject[] {
  const oldest = now() - Math.max(keepDays, 1) * 86_400_000;
  return stored.filter(({ name, updated }) => name.startsWith(PARTS_PREFIX) && updated < oldest);
}

/**
 * Stages what this part brings, below a prefix that no reader asks for. The deploy that finds all parts there makes the
 * release of them, and copies within the target what other machines have staged.
 */
export async function deployPart(options: BuildOptions): Promise<DeployResult> {
  const { target, manifest, label, reporter } = options;
  if (label === null) {
    throw new UserError({
      message: `this build is part ${manifest.shard.index} of ${manifest.shard.total}; its parts need a name in common`,
      hint: 'give the same --release NAME on every machine, such as the number of the CI run',
    });
  }
  const started = performance.now();
  const { index, total } = manifest.shard;
  const prefix = `${PARTS_PREFIX}${label}/`;
  const site = createWanted(manifest, target, options);
  if (!options.dryRun) {
    const question = `${target.url}: add part ${index} of ${total} of release ${label}. Go on?`;
    if (!(await options.confirm(question))) {
      throw new UserError({ message: 'not confirmed; nothing was written', hint: 'answer y' });
    }
  }
  const staged = options.dryRun ? null : await stage(site, prefix, options);
  const result = await runPatiently(
    () =>
      runDeploy(createPartsJob(site, prefix, options), {
        ...options,
        confirm: async () => true,
      }),
    120,
  );
  const stored = await target.list(STATE_PREFIX);
  const missing = missingParts(stored, prefix, total);
  const own = stored.find(({ name }) => name === partName(prefix, index, total));
  // The deploy that has made the release may still be removing the parts.
  const isReleased = readReleases(stored).some(
    (release) => release.label === label && release.stored.updated >= (own?.updated ?? 0),
  );
  const isWaiting = own !== undefined && missing.length > 0 && !isReleased;
  if (isWaiting) {
    reporter.info(`part ${index} of ${total} is staged; the release waits for part ${missing.join(', ')}`);
  }
  return {
    ...result,
    ...(staged && {
      uploaded: Math.max(result.uploaded, staged.uploaded),
      bytes: result.bytes + staged.bytes,
    }),
    ...(isWaiting ? { release: null, missingParts: missing } : {}),
    calls: target.calls(),
    seconds: (performance.now() - started) / 1000,
  };
}

async function stage(
  site: WantedSite,
  prefix: string,
  options: BuildOptions,
): Promise<{ uploaded: number; bytes: number }> {
  const { target, manifest, scope, folder } = options;
  const stored = await target.list('');
  refuseOtherTotals(stored, options);
  const names = new Set(stored.map(({ name }) => name));
  const retention = { keepReleases: 1, keepDays: 0, sequence: 0, now: 0 };
  const plan = createPlan({ wanted: site.wanted, stored, scope, retention, adopt: true });
  const tally = { uploaded: 0, bytes: 0 };
  await forEachConcurrently(plan.changes, options.concurrency, async (change) => {
    if (change.action !== 'create' && change.action !== 'replace') return;
    const source = site.sources.get(change.name);
    const spec = createStagedSpec(change.wanted, prefix);
    if (!source || names.has(spec.name)) return;
    names.add(spec.name);
    const body = await loadBody(folder, source);
    await target.write(spec, body, { generation: '0' });
    tally.uploaded++;
    tally.bytes += sizeOf(body);
  });
  const name = partName(prefix, manifest.shard.index, manifest.shard.total);
  const standing = stored.find((object) => object.name === name);
  const marks = { state: digestState(site.wanted) };
  if (standing?.marks.state !== marks.state) {
    const generation = standing?.generation ?? '0';
    await target.write({ ...RECORD_HEADERS, name, marks }, await encodeObjects(site.wanted), { generation });
  }
  return tally;
}

/** Two files with the same content are staged once. */
function createStagedSpec(wanted: Wanted, prefix: string): ObjectSpec {
  const { hash, contentType, contentEncoding } = wanted;
  const name = `${prefix}files/${hash}${contentEncoding === 'gzip' ? '.gz' : ''}`;
  return {
    name,
    contentType: 'application/octet-stream',
    cacheControl: 'no-store',
    contentEncoding,
    marks: { hash, type: contentType },
  };
}

function partName(prefix: string, index: number, total: number): string {
  return `${prefix}${index}-of-${total}.json`;
}

function missingParts(stored: readonly StoredObject[], prefix: string, total: number): number[] {
  const names = new Set(stored.map(({ name }) => name));
  return Array.from({ length: total }, (_, at) => at + 1).filter(
    (index) => !names.has(partName(prefix, index, total)),
  );
}

/** A release of two parts must not take in what a build in three parts has left under its name. */
function refuseOtherTotals(stored: readonly StoredObject[], { manifest, label }: BuildOptions): void {
  const { index, total } = manifest.shard;
  const prefix = `${PARTS_PREFIX}${label}/`;
  for (const { name } of stored) {
    const [, other, otherTotal] = /^(\d+)-of-(\d+)\.json$/.exec(name.slice(prefix.length)) ?? [];
    if (!name.startsWith(prefix) || otherTotal === undefined || Number(otherTotal) === total) continue;
    throw new UserError({
      message: `release ${label} has part ${other} of ${otherTotal} already, and this build is part ${index} of ${total}`,
      hint: 'deploy every part of this build with a new --release NAME; parts that are left over go by themselves',
    });
  }
}

function createPartsJob(site: WantedSite, prefix: string, options: BuildOptions): CreateJob {
  const { target, scope, manifest, label, guards } = options;
  const { total } = manifest.shard;
  return async (stored) => {
    refuseOtherTotals(stored, options);
    if (missingParts(stored, prefix, total).length > 0) return null;
    const below = stored.filter(({ name }) => name.startsWith(prefix));
    const staged = new Map(below.map((object) => [object.name, object]));
    const parts = below.filter(({ name }) => name.endsWith('.json'));
    const contents = await Promise.all(
      parts.map(async ({ name }) => decodeObjects(await target.read(name), scope)),
    );
    const wanted = mergeParts(contents);
    const byName = new Map(wanted.map((object) => [object.name, object]));
    const ownHashes = new Map(site.wanted.map(({ name, hash }) => [name, hash]));
    const originOf: Job['originOf'] = (name) => {
      const object = byName.get(name);
      const copy = object && staged.get(createStagedSpec(object, prefix).name);
      if (copy) return { from: 'target', object: copy };
      return object && ownHashes.get(name) === object.hash ? originIn(site, name) : undefined;
    };
    return {
      wanted,
      originOf,
      guards,
      restores: null,
      label,
      obsolete: [...below, ...findAbandoned(stored, options).filter((object) => !below.includes(object))],
      verify: ({ changes }) => {
        const gone = changes.find(
          ({ action, name }) => (action === 'create' || action === 'replace') && !originOf(name),
        );
        if (!gone) return;
        throw new UserError({
          message: `"${gone.name}" was changed in the target after its part was staged`,
          hint: 'deploy every part again, with a new --release NAME',
        });
      },
    };
  };
}

/** The objects of all parts; what several parts have must be the same. */
function mergeParts(parts: readonly Wanted[][]): Wanted[] {
  const merged = new Map<string, Wanted>();
  const problems = createProblems();
  for (const object of parts.flat()) {
    const other = merged.get(object.name);
    if (other && other.hash !== object.hash) {
      problems.error({
        message: `two parts of the build have different contents for "${object.name}"`,
        hint: 'build all parts from the same content with the same version',
      });
    }
    merged.set(object.name, object);
  }
  problems.throwIfAny();
  return [...merged.values()];
}
