/** Tests when a plan is refused, how it is described, and which names objects may have. */
import { describe, expect, test } from 'vitest';
import type { Manifest, ManifestEntry } from '../../src/build/write/manifest.ts';
import type { ChangeSet, DesiredObject, ObjectChange } from '../../src/deploy/plan/change-set.ts';
import { describePlan, summarizePlan } from '../../src/deploy/plan/describe-plan.ts';
import { createDesiredSite } from '../../src/deploy/plan/desired-objects.ts';
import { checkChanges, type GuardOptions } from '../../src/deploy/plan/guards.ts';
import { findNameProblem } from '../../src/deploy/plan/object-headers.ts';
import type { StoredObject } from '../../src/deploy/targets/target.ts';
import { formatCount } from '../../src/foundation/report.ts';

const change = (action: ObjectChange['action'], name: string, kind = 'page', bytes = 0) =>
  ({ action, name, kind, bytes }) as ObjectChange;
const named = (...names: string[]) => names.map((name) => ({ name }) as DesiredObject);
const stored = (...names: string[]) => names.map((name) => ({ name }) as StoredObject);
const many = (count: number, action: ObjectChange['action'], kind = 'page') =>
  Array.from({ length: count }, (_, index) => change(action, `${index}`.padStart(3, '0'), kind));
const setOf = (set: Partial<ChangeSet> = {}): ChangeSet => ({
  changes: [],
  unchanged: 0,
  present: 0,
  foreign: [],
  otherSites: new Set(),
  ...set,
});

describe('a plan is refused', () => {
  const check = (set: Partial<ChangeSet>, desired = named('a', 'b'), options: Partial<GuardOptions> = {}) =>
    checkChanges(setOf(set), desired, {
      maxDelete: 20,
      allowMissing: true,
      allowShrink: false,
      adopt: false,
      ...options,
    });

  test('without the pages that every site has, unless that is allowed', () => {
    const missing = (desired: DesiredObject[]) =>
      check({}, desired, { allowMissing: false }).map(({ message }) => message);
    expect(missing(named('a'))).toEqual(['the build has no index.html and no 404.html']);
    expect(missing(named('index.html'))).toEqual(['the build has no 404.html']);
    expect(missing([])).toEqual(['the build has no files at all']);
    expect(missing(named('index.html', '404.html'))).toEqual([]);
    expect(check({}, [], { allowMissing: false })[0]?.hint).toContain('--allow-missing');
    expect(check({}, named('a'), { allowMissing: true })).toEqual([]);
  });

  test('with an address that readers would lose, unless it moved to another file or was withdrawn', () => {
    const changes = ['lost', 'folder/index.html', 'withdrawn', 'list/page/2'].map((name) =>
      change('delete', name),
    );
    const options = { maxDelete: 100, isRedirected: (path: string) => path === '/withdrawn' };
    expect(check({ changes, present: 9 }, named('folder', 'b', 'c', 'd', 'e'), options)).toMatchObject([
      { code: 'lost-address', message: expect.stringContaining('a page at /lost, and') },
    ]);
    expect(check({ changes, present: 9 }, named('folder', 'b', 'c', 'd', 'e'), { maxDelete: 100 })).toEqual(
      [],
    );
  });

  test('with less than half of the deployed files, unless that is allowed', () => {
    expect(check({ present: 4 })).toEqual([]);
    expect(check({ present: 5 })).toMatchObject([
      {
        message: 'the build shrank to less than half: 2 files, 5 are deployed',
        hint: expect.stringContaining('--allow-shrink'),
      },
    ]);
    expect(check({ present: 5 }, named('a', 'b'), { allowShrink: true })).toEqual([]);
  });

  test.each([
    [2, 10, []],
    [3, 10, ['the deploy would delete 3 of 10 files (30%; the limit is 20%)']],
    [0, 0, []],
  ])('for %d deletions of %d files', (deletions, present, expected) => {
    const set = { changes: [...many(deletions, 'delete'), ...many(50, 'delete', 'asset')], present };
    const desired = named(...Array.from({ length: 10 }, (_, index) => `${index}`));
    expect(check(set, desired).map(({ message }) => message)).toEqual(expected);
    expect(check({ changes: many(50, 'retire'), present }, desired)).toEqual([]);
  });

  test('with the smallest limit that would allow it', () => {
    const of = (deleted: number, present: number) => {
      const desired = named(...Array.from({ length: present }, (_, index) => `${index}`));
      return check({ changes: many(deleted, 'delete'), present }, desired, { maxDelete: 1 })[0];
    };
    expect(of(1, 64)).toMatchObject({ message: expect.stringContaining('(1.6%;') });
    expect(of(1, 64)?.hint).toContain('--max-delete 2%');
    expect(of(1, 10)).toMatchObject({ message: expect.stringContaining('(10%;') });
    expect(of(1, 10)?.hint).toContain('--max-delete 10%');
  });

  test('for objects of another site', () => {
    expect(check({ otherSites: new Set(['paper/next']) })).toMatchObject([
      {
        message: expect.stringContaining('another site, "paper" ('),
        hint: expect.stringContaining('shortName'),
      },
    ]);
  });

  test.each([
    [['a'], '"a"; this site'],
    [['a', 'b', 'c'], '"a", "b", "c"; this site'],
    [['a', 'b', 'c', 'd', 'e'], '"a", "b", "c" and 2 more; this site'],
  ])('for objects of another program: %j', (names, expected) => {
    expect(check({ foreign: stored(...names) })).toMatchObject([
      {
        message: expect.stringContaining(`another program wrote ${expected}`),
        hint: expect.stringContaining('--adopt'),
      },
    ]);
    expect(check({ foreign: stored(...names) }, undefined, { adopt: true })).toEqual([]);
  });
});

describe('a plan is described', () => {
  const changes = [
    change('create', 'b', 'page', 2048),
    change('create', 'a', 'article', 1024),
    change('create', 'c', 'page'),
    change('replace', 'd'),
    change('headers', 'e'),
    change('delete', 'g'),
    change('retire', 'f', 'asset'),
  ];

  test('by counts and bytes, then names in order', () => {
    expect(describePlan(setOf({ changes, unchanged: 1 }), 'gs://b')).toBe(
      [
        'Plan for gs://b',
        '  new: 3 files, 3.1 kB',
        '    page: 2 files, 2.0 kB',
        '    article: 1 file, 1.0 kB',
        '  changed: 1 file',
        '    page: 1 file',
        '  headers only: 1 file',
        '    page: 1 file',
        '  to delete: 1 file',
        '    page: 1 file',
        '  unused, kept for now: 1 file',
        '    asset: 1 file',
        '  unchanged: 1 file',
        '+ a',
        '+ b',
        '+ c',
        '~ d',
        'h e',
        '- g',
        '. f',
      ].join('\n'),
    );
  });

  test('with at most 200 names of a kind', () => {
    const lines = (count: number) => describePlan(setOf({ changes: many(count, 'create') }), 'x').split('\n');
    expect(lines(200).filter((line) => line.startsWith('+ '))).toHaveLength(200);
    expect(lines(200).at(-1)).toBe('+ 199');
    expect(lines(203).filter((line) => line.startsWith('+ '))).toHaveLength(201);
    expect(lines(203).at(-1)).toBe('+ … and 3 more (see --json)');
  });

  test('in one line', () => {
    expect(summarizePlan(setOf({ changes, unchanged: 4 }))).toBe(
      '3 new, 1 changed, 1 headers only, 1 to delete, 1 unused, kept for now, 4 unchanged',
    );
    expect(summarizePlan(setOf())).toBe('0 unchanged');
    expect([0, 1, 2].map((count) => formatCount(count, 'file'))).toEqual(['0 files', '1 file', '2 files']);
  });
});

describe('desired objects', () => {
  const create = (paths: string[], noindex = false, prefix = '') => {
    const outputs = paths.map(
      (path): ManifestEntry => ({
        path,
        kind: path.endsWith('.html') ? 'page' : 'file',
        hash: path,
        size: 10,
      }),
    );
    const manifest: Manifest = {
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
    const target = { naming: 'extensionless', encodes: true, prefix } as const;
    return createDesiredSite(manifest, target, { noindex });
  };

  test('have the hash of their bytes, and of the noindex that hidden deployments add to HTML', () => {
    const hashes = (noindex: boolean) => create(['a.html', 'b.txt'], noindex).desired.map(({ hash }) => hash);
    expect(hashes(false)).toEqual(['a.html', 'b.txt']);
    expect(hashes(true)).toEqual(['a.html+noindex', 'b.txt']);
  });

  test('come from the files of the build', () => {
    const site = create(['a.html']);
    expect(site.sources.get('a')).toMatchObject({ path: 'a.html', digest: 'a.html' });
    expect(site.sources.get('b')).toBeUndefined();
  });

  test('with one name are reported together with invalid ones', () => {
    const long = `${'x'.repeat(80)}/../a`;
    expect(() => create(['a.html', 'a', long])).toThrow(
      expect.objectContaining({
        problems: [
          {
            code: 'invalid-object-name',
            message: '"a.html" and "a" have the same object name, "a"',
            hint: 'rename one of them and build again',
          },
          {
            code: 'invalid-object-name',
            message: `cannot deploy "${'x'.repeat(80)}…": its path has an empty, "." or ".." part`,
            hint: 'rename the page or file and build again',
          },
        ],
      }),
    );
    const exact = `../${'x'.repeat(77)}`;
    expect(() => create([exact])).toThrow(`cannot deploy "${exact}":`);
  });

  test.each([
    ['a/b', '', null],
    ['x'.repeat(1024), '', null],
    ['x'.repeat(1025), '', 'its name has 1025 bytes; the maximum is 1024'],
    ['x'.repeat(1020), 'p/abc', 'its name has 1025 bytes; the maximum is 1024'],
    ['a\nb', '', 'its name has a line break or NUL'],
    ['a\0b', '', 'its name has a line break or NUL'],
    ['a//b', '', 'its path has an empty, "." or ".." part'],
    ['a/./b', '', 'its path has an empty, "." or ".." part'],
    ['..', '', 'its path has an empty, "." or ".." part'],
    ['a\ud800', '', 'its name is not well-formed Unicode'],
    ['.well-known/acme-challenge/x', '', 'Google Cloud Storage reserves this name'],
    ['.well-known/acme-challenge/x', 'p/', null],
    ['.articles/x', '', 'deploys reserve names below ".articles/"'],
  ])('%j after %j', (name, prefix, problem) => {
    expect(findNameProblem(name, prefix)).toBe(problem);
  });
});
