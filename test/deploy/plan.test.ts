import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Manifest, ManifestEntry } from '../../src/build/write/manifest.ts';
import {
  createChangeSet,
  type DesiredObject,
  groupChanges,
  type ObjectChange,
} from '../../src/deploy/plan/change-set.ts';
import { createDesiredSite } from '../../src/deploy/plan/desired-objects.ts';
import { formatRetired } from '../../src/deploy/plan/retention.ts';
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

test('keeps the assets of every page at every instant, in any order, through crashes and expiry', () => {
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

/** An object of the build; a name with a dot is a hashed asset. */
const built = (name: string, hash: string): DesiredObject => ({
  ...{ name, hash, kind: name.includes('.') ? 'asset' : 'page', size: 1 },
  ...{ contentType: 'text/html', cacheControl: 'no-cache', contentEncoding: 'gzip' },
});

/** The object as a deploy of this site has left it, with what is otherwise. */
function stored(name: string, hash: string, otherwise: Partial<StoredObject> = {}): StoredObject {
  const { size, kind, hash: _, ...headers } = built(name, hash);
  return {
    ...{ ...headers, size, generation: '1', updated: 0 },
    ...otherwise,
    metadata: otherwise.metadata ?? { hash, kind, scope: SCOPE },
  };
}

/** An asset that release 2, on day 1, was the first to do without. */
const unused = (name: string) =>
  stored(name, '1', { metadata: { ...stored(name, '1').metadata, retired: formatRetired(2, DAY) } });

const foreign = (name: string) => stored(name, '1', { metadata: {} });
const neighbour = (name: string) =>
  stored(name, '1', { metadata: { hash: '1', kind: 'page', scope: 'example/_preview/x/' } });

interface Case {
  there: StoredObject[];
  wanted: DesiredObject[];
  changes: string[];
  /** Number and day of the release that is made; three releases and seven days are kept. */
  at?: [sequence: number, day: number];
}

test.each<[what: string, of: Case]>([
  ['a first deploy', { there: [], wanted: [built('a', '1')], changes: ['create a'] }],
  ['the same build', { there: [stored('a', '1')], wanted: [built('a', '1')], changes: [] }],
  ['another text', { there: [stored('a', '1')], wanted: [built('a', '2')], changes: ['replace a'] }],
  ['a page that is gone', { there: [stored('a', '1')], wanted: [], changes: ['delete a'] }],
  ['an asset without pages', { there: [stored('a.js', '1')], wanted: [], changes: ['retire a.js'] }],
  [
    'an unused asset in use',
    { there: [unused('a.js')], wanted: [built('a.js', '1')], changes: ['headers a.js'] },
  ],
  ['day 7 of an unused asset', { there: [unused('a.js')], wanted: [], changes: [], at: [5, 7] }],
  ['release 2 after it', { there: [unused('a.js')], wanted: [], changes: [], at: [4, 30] }],
  ['day 8 and release 3', { there: [unused('a.js')], wanted: [], changes: ['delete a.js'], at: [5, 8] }],
  [
    'another program at the name',
    { there: [foreign('a')], wanted: [built('a', '1')], changes: ['replace a'] },
  ],
  ['another program elsewhere', { there: [foreign('z.zip')], wanted: [], changes: [] }],
  ['a preview beside it', { there: [neighbour('_preview/x/a')], wanted: [], changes: [] }],
  [
    'another site at the name',
    { there: [neighbour('a')], wanted: [built('a', '1')], changes: ['headers a'] },
  ],
  [
    'other times, sizes and generations',
    {
      there: [stored('a', '1', { size: 9, updated: 9, generation: '9' })],
      wanted: [built('a', '1')],
      changes: [],
    },
  ],
  [
    'other headers',
    {
      there: [stored('a', '1', { cacheControl: 'no-store' })],
      wanted: [built('a', '1')],
      changes: ['headers a'],
    },
  ],
  [
    'bytes in another encoding',
    { there: [stored('a', '1', { contentEncoding: '' })], wanted: [built('a', '1')], changes: ['replace a'] },
  ],
])('%s', (_what, { there, wanted, changes, at: [sequence, day] = [3, 2] }) => {
  const retention = { keepReleases: 3, keepDays: 7, sequence, now: day * DAY };
  const plan = createChangeSet({ desired: wanted, stored: there, scope: SCOPE, retention });
  expect(plan.changes.map(({ action, name }) => `${action} ${name}`)).toEqual(changes);
});

test('objects of others that stand in the way are named, and are not counted as this site', () => {
  const retention = { keepReleases: 3, keepDays: 7, sequence: 1, now: 0 };
  const there = [foreign('a'), foreign('z.zip'), neighbour('b'), neighbour('_preview/x/a')];
  const desired = [built('a', '1'), built('b', '1')];
  const plan = createChangeSet({ desired, stored: there, scope: SCOPE, retention });
  expect(plan.foreign.map(({ name }) => name)).toEqual(['a']);
  expect([...plan.otherSites]).toEqual(['example/_preview/x/']);
  expect(plan.present).toBe(0);
});
