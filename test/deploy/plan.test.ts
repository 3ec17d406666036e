import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Manifest, ManifestEntry } from '../../src/build/write/manifest.ts';
import { createChangeSet, groupChanges, type ObjectChange } from '../../src/deploy/plan/change-set.ts';
import { createDesiredSite } from '../../src/deploy/plan/desired-objects.ts';
import type { StoredObject } from '../../src/deploy/targets/target.ts';

const SCOPE = 'example/';
const DAY = 86_400_000;
const PLACE = { naming: 'extensionless', encodes: true, prefix: '' } as const;

/** A build in which every page names the assets that it refers to, in its hash. */
interface Build {
  assets: number[];
  pages: { name: string; article: boolean; refs: number[]; text: number }[];
}

const buildArbitrary: fc.Arbitrary<Build> = fc
  .record({
    assets: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 5 }),
    pages: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        article: fc.boolean(),
        picks: fc.array(fc.nat(9), { maxLength: 3 }),
        text: fc.nat(2),
      }),
      { selector: ({ name }) => name, maxLength: 5 },
    ),
  })
  .map(({ assets, pages }) => ({
    assets,
    pages: pages.map(({ picks, ...page }) => ({
      ...page,
      refs: picks.map((pick) => assets[pick % assets.length] ?? 0),
    })),
  }));

function createManifest({ assets, pages }: Build): Manifest {
  const outputs: ManifestEntry[] = [
    ...assets.map(
      (id): ManifestEntry => ({ path: `assets/${id}.js`, kind: 'asset', hash: `asset ${id}`, size: 5000 }),
    ),
    ...pages.map(
      ({ name, article, refs, text }): ManifestEntry => ({
        path: `${name}.html`,
        kind: article ? 'article' : 'page',
        hash: JSON.stringify({ refs, text }),
        size: 5000,
      }),
    ),
  ];
  return {
    version: 1,
    site: 'example',
    basePath: '',
    layout: 'file',
    shard: { index: 1, total: 1 },
    include: { drafts: false, future: false },
    time: 0,
    early: [],
    times: { changes: [], ended: [] },
    offers: [],
    outputs,
  };
}

type Bucket = Map<string, StoredObject>;

function apply(bucket: Bucket, change: ObjectChange): void {
  if (change.action === 'delete') return void bucket.delete(change.name);
  bucket.set(change.name, { ...change.spec, generation: '1', size: 1, updated: 0 });
}

function dangling(bucket: Bucket): string[] {
  return [...bucket.values()].flatMap((object) => {
    if (object.metadata.kind !== 'page' && object.metadata.kind !== 'article') return [];
    const { refs } = JSON.parse(object.metadata.hash ?? '{}');
    return refs.map((id: number) => `assets/${id}.js`).filter((name: string) => !bucket.has(name));
  });
}

function planFor(bucket: Bucket, build: Build, sequence: number, now: number, keepReleases: number) {
  const { desired } = createDesiredSite(createManifest(build), PLACE, { noindex: false });
  const retention = { keepReleases, keepDays: 7, sequence, now };
  const plan = createChangeSet({
    desired,
    stored: [...bucket.values()],
    scope: SCOPE,
    retention,
  });
  return { desired, plan };
}

/** An order of all changes that the groups allow. */
function shuffle(groups: ObjectChange[][], keys: readonly number[]): ObjectChange[] {
  let next = 0;
  return groups.flatMap((group) =>
    group
      .map((change) => ({ change, key: keys[next++ % Math.max(keys.length, 1)] ?? 0 }))
      .sort((a, b) => a.key - b.key)
      .map(({ change }) => change),
  );
}

describe('plan', () => {
  it('keeps the assets of every page at every instant, in any order, through crashes and expiry', () => {
    const step = fc.record({
      build: buildArbitrary,
      keys: fc.array(fc.nat(1000), { minLength: 1, maxLength: 30 }),
      /** After how many changes the deploy dies; beyond the last one it completes. */
      dies: fc.oneof(fc.constant(1000), fc.nat(12)),
      days: fc.nat(9),
    });
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 3 }),
        (steps, keep) => {
          const bucket: Bucket = new Map();
          let sequence = 0;
          let now = 0;
          for (const { build, keys, dies, days } of steps) {
            now += days * DAY;
            const { desired, plan } = planFor(bucket, build, sequence + 1, now, keep);
            const { writes, removals } = groupChanges(plan.changes);
            const order = [...shuffle(writes, keys), ...shuffle(removals, keys)];
            for (const change of order.slice(0, dies)) {
              apply(bucket, change);
              expect(dangling(bucket)).toEqual([]);
            }
            // The record stands between writes and removals.
            if (dies >= writes.flat().length) sequence++;
            if (dies < order.length) continue;
            for (const { name, hash, kind } of desired)
              expect(bucket.get(name)?.metadata).toEqual({ hash, kind, scope: SCOPE });
            const others = [...bucket.values()].filter(
              ({ name }) => !desired.some((object) => object.name === name),
            );
            expect(
              others.every(({ metadata }) => metadata.kind === 'asset' && metadata.retired !== undefined),
            ).toBe(true);
            const again = planFor(bucket, build, sequence, now, keep).plan;
            expect(again.changes).toEqual([]);
            expect(again.unchanged).toBe(desired.length);
          }
        },
      ),
      { numRuns: 1500 },
    );
  });

  const build: Build = { assets: [1], pages: [{ name: 'a', article: true, refs: [1], text: 0 }] };
  const other: Build = { assets: [2], pages: [{ name: 'b', article: true, refs: [2], text: 0 }] };
  const deployed = (bucket: Bucket, of: Build, sequence: number, now: number) => {
    const { plan } = planFor(bucket, of, sequence, now, 3);
    for (const change of plan.changes) apply(bucket, change);
    return plan;
  };

  it('keeps an old asset for three releases and seven days, both', () => {
    const bucket: Bucket = new Map();
    deployed(bucket, build, 1, 0);
    deployed(bucket, other, 2, DAY);
    const at = (sequence: number, day: number) =>
      planFor(bucket, other, sequence, day * DAY, 3).plan.changes.map(
        ({ action, name }) => `${action} ${name}`,
      );
    expect(at(5, 7)).toEqual([]);
    expect(at(4, 30)).toEqual([]);
    expect(at(5, 8)).toEqual(['delete assets/1.js']);
  });

  it('takes a retired asset back into use by its headers alone', () => {
    const bucket: Bucket = new Map();
    deployed(bucket, build, 1, 0);
    deployed(bucket, other, 2, 0);
    const { plan } = planFor(bucket, build, 3, 0, 3);
    expect(plan.changes.find(({ name }) => name === 'assets/1.js')?.action).toBe('headers');
  });

  it('leaves objects of others alone and names those that stand in the way', () => {
    const foreign = (name: string, scope?: string): StoredObject => ({
      name,
      contentType: 'text/html',
      cacheControl: '',
      contentEncoding: '',
      metadata: scope === undefined ? {} : { scope, kind: 'page', hash: 'x' },
      generation: '7',
      size: 3,
      updated: 0,
    });
    const bucket: Bucket = new Map(
      [foreign('upload.zip'), foreign('a'), foreign('_preview/x/a', 'example/_preview/x/')].map((object) => [
        object.name,
        object,
      ]),
    );
    const { plan } = planFor(bucket, build, 1, 0, 3);
    expect(plan.foreign.map(({ name }) => name)).toEqual(['a']);
    expect(plan.changes.map(({ name }) => name).sort()).toEqual(['a', 'assets/1.js']);
    expect(plan.present).toBe(0);
  });

  it('compares headers and hashes, never times or sizes', () => {
    const bucket: Bucket = new Map();
    deployed(bucket, build, 1, 0);
    const page = bucket.get('a');
    if (!page) throw new Error('no page');
    bucket.set('a', { ...page, size: 999_999, updated: 12345, generation: '99' });
    expect(planFor(bucket, build, 1, 0, 3).plan.changes).toEqual([]);
    bucket.set('a', { ...page, cacheControl: 'no-store' });
    expect(planFor(bucket, build, 1, 0, 3).plan.changes.map(({ action }) => action)).toEqual(['headers']);
    bucket.set('a', { ...page, contentEncoding: '' });
    expect(planFor(bucket, build, 1, 0, 3).plan.changes.map(({ action }) => action)).toEqual(['replace']);
  });
});
