/** Deploys the parts of a sharded build from several machines as one release. */
import { setTimeout } from 'node:timers/promises';
import { createProblems, UserError } from '../foundation/errors.ts';
import { forEachConcurrently } from '../foundation/run-concurrently.ts';
import type { BuildOptions, DeployOptions } from './deploy-options.ts';
import type { DeploySource, LoadSource } from './deploy-plan.ts';
import type { DeployResult } from './deploy-result.ts';
import { loadBody } from './execute/read-output.ts';
import { LockHeldError } from './lock/deploy-lock.ts';
import { createChangeSet, type DesiredObject } from './plan/change-set.ts';
import { createDesiredSite, type DesiredSite, originIn } from './plan/desired-objects.ts';
import {
  decodeObjects,
  digestState,
  encodeObjects,
  RECORD_HEADERS,
  readReleases,
} from './releases/release-records.ts';
import { createNotConfirmedError, runDeploy } from './run-deploy.ts';
import { type ObjectSpec, STATE_PREFIX, type StoredObject } from './targets/target.ts';

const PARTS_PREFIX = `${STATE_PREFIX}parts/`;

/** Seconds that a part waits for the lock, as the parts of one release may finish together. */
const MAX_WAIT = 120;

/** Old parts of releases that were never completed. */
export function findAbandonedParts(
  stored: readonly StoredObject[],
  { keepDays, now }: DeployOptions,
): StoredObject[] {
  const oldest = now() - Math.max(keepDays, 1) * 86_400_000;
  return stored.filter(({ name, updated }) => name.startsWith(PARTS_PREFIX) && updated < oldest);
}

/**
 * Stages what this part adds under a prefix that no reader requests. The deploy that finds all parts makes the release,
 * and copies within the target what other machines have staged.
 */
export async function deployPart(options: BuildOptions): Promise<DeployResult> {
  const { target, manifest, label, reporter } = options;
  const { index, total } = manifest.shard;
  if (label === null) {
    throw new UserError({
      message: `this build is part ${index} of ${total}; its parts need a common name`,
      hint: 'use the same --release NAME on every machine, such as the number of the CI run',
    });
  }
  const started = performance.now();
  const prefix = `${PARTS_PREFIX}${label}/`;
  const site = createDesiredSite(manifest, target, options);
  const question = `${target.url}: add part ${index} of ${total} of release ${label}. Continue?`;
  if (!options.dryRun && !(await options.confirm(question))) throw createNotConfirmedError();
  const staged = options.dryRun ? { uploaded: 0, bytes: 0 } : await stagePart(site, prefix, options);
  const result = await deployWhenUnlocked(createPartsSource(site, prefix, options), {
    ...options,
    confirm: async () => true,
  });
  const stored = await target.list(STATE_PREFIX);
  const releases = readReleases(stored);
  const missing = findMissingParts(stored, prefix, total);
  const own = stored.find(({ name }) => name === partName(prefix, index, total));
  // The deploy that has made the release may not have removed all parts yet.
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

async function deployWhenUnlocked(loadSource: LoadSource, options: DeployOptions): Promise<DeployResult> {
  for (let waited = 0; ; waited++) {
    try {
      return await runDeploy(loadSource, options);
    } catch (error) {
      if (!(error instanceof LockHeldError) || waited === MAX_WAIT) throw error;
      await setTimeout(1000);
    }
  }
}

async function stagePart(
  { desired, sources }: DesiredSite,
  prefix: string,
  options: BuildOptions,
): Promise<{ uploaded: number; bytes: number }> {
  const { target, manifest, scope, folder } = options;
  const stored = await target.list('');
  refuseOtherTotals(stored, options);
  const names = new Set(stored.map(({ name }) => name));
  const retention = { keepReleases: 1, keepDays: 0, sequence: 0, now: 0 };
  const { changes } = createChangeSet({ desired, stored, scope, retention, adopt: true });
  const tally = { uploaded: 0, bytes: 0 };
  await forEachConcurrently(changes, options.concurrency, async (change) => {
    if (change.action !== 'create' && change.action !== 'replace') return;
    const source = sources.get(change.name);
    const spec = createStagedSpec(change.spec, prefix);
    if (!source || names.has(spec.name)) return;
    names.add(spec.name);
    const body = await loadBody(folder, source);
    await target.write(spec, body, { generation: '0' });
    tally.uploaded++;
    tally.bytes += body.size;
  });
  const name = partName(prefix, manifest.shard.index, manifest.shard.total);
  const former = stored.find((object) => object.name === name);
  const metadata = { state: digestState(desired) };
  if (former?.metadata.state !== metadata.state) {
    const generation = former?.generation ?? '0';
    await target.write({ ...RECORD_HEADERS, name, metadata }, await encodeObjects(desired), { generation });
  }
  return tally;
}

/** Named by content: two equal files are staged once. */
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

function partName(prefix: string, index: number, total: number): string {
  return `${prefix}${index}-of-${total}.json`;
}

function findMissingParts(stored: readonly StoredObject[], prefix: string, total: number): number[] {
  const names = new Set(stored.map(({ name }) => name));
  const numbers = Array.from({ length: total }, (_, at) => at + 1);
  return numbers.filter((index) => !names.has(partName(prefix, index, total)));
}

/** Parts of a build with another number of parts do not belong to this release. */
function refuseOtherTotals(stored: readonly StoredObject[], { manifest, label }: BuildOptions): void {
  const { index, total } = manifest.shard;
  const prefix = `${PARTS_PREFIX}${label}/`;
  for (const { name } of stored) {
    const [, other, otherTotal] = /^(\d+)-of-(\d+)\.json$/.exec(name.slice(prefix.length)) ?? [];
    if (!name.startsWith(prefix) || otherTotal === undefined || Number(otherTotal) === total) continue;
    throw new UserError({
      message: `release ${label} already has part ${other} of ${otherTotal}, and this build is part ${index} of ${total}`,
      hint: 'deploy every part of this build with a new --release NAME; unused parts expire',
    });
  }
}

function createPartsSource(site: DesiredSite, prefix: string, options: BuildOptions): LoadSource {
  const { target, scope, manifest, label, guards } = options;
  return async (stored): Promise<DeploySource | null> => {
    refuseOtherTotals(stored, options);
    if (findMissingParts(stored, prefix, manifest.shard.total).length > 0) return null;
    const staged = new Map(
      stored.filter(({ name }) => name.startsWith(prefix)).map((object) => [object.name, object]),
    );
    const parts = [...staged.keys()].filter((name) => name.endsWith('.json'));
    const desired = mergeParts(
      await Promise.all(parts.map(async (name) => decodeObjects(await target.read(name), scope))),
    );
    const byName = new Map(desired.map((object) => [object.name, object]));
    const ownHashes = new Map(site.desired.map(({ name, hash }) => [name, hash]));
    return {
      desired,
      originOf: (name) => {
        const object = byName.get(name);
        const copy = object && staged.get(createStagedSpec(object, prefix).name);
        if (copy) return { from: 'target', object: copy };
        return object && ownHashes.get(name) === object.hash ? originIn(site, name) : undefined;
      },
      guards,
      restores: null,
      label,
      obsolete: [...new Set([...staged.values(), ...findAbandonedParts(stored, options)])],
      explainMissing: ([name]) =>
        new UserError({
          message: `"${name}" changed in the target after its part was staged`,
          hint: 'deploy every part again, with a new --release NAME',
        }),
    };
  };
}

/** @throws UserError when parts differ in an object that they share */
function mergeParts(parts: readonly DesiredObject[][]): DesiredObject[] {
  const merged = new Map<string, DesiredObject>();
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
