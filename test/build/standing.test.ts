import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { BuildOptions } from '../../src/build/build.ts';
import { createShard } from '../../src/build/shard.ts';
import { buildSite, NOW } from '../support/build.ts';
import {
  article,
  CONFIG,
  compareTrees,
  type Files,
  json,
  makeSite,
  readTree,
  smallSite,
  writeFiles,
} from '../support/site.ts';

const SOON = '2026-06-15T13:00:00Z';
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="3"/></svg>';
/** Of the last locale, behind all others in its folder. */
const LAST = 'content/ru_RU/articles/zz.md';
const SITE: Files = {
  ...smallSite({ logo: 'logo.svg' }),
  'logo.svg': LOGO,
  'public/check.txt': 'one',
  'content/images/drawing.svg': LOGO,
  'content/ads.json': json({ sapeNewUrl: '', sapeLinks: {} }),
  'content/en_US/articles/drawn.md': article({
    title: 'Drawn',
    slug: 'drawn',
    body: '![A](drawing.svg) [gone](/articles/gone)',
  }),
  [LAST]: article({ title: 'Last', slug: 'last' }),
  'content/en_US/articles/soon.md': article({ title: 'Soon', slug: 'soon', date: SOON }),
  'content/en_US/articles/draft.md': article({ title: 'Draft', slug: 'draft', more: 'draft: true' }),
};

let root: string;

/** Two builds with time between: then every file is old enough to be known by its stat. */
async function settle(options: Partial<BuildOptions> = {}): Promise<void> {
  await setTimeout(60);
  await buildSite(root, options);
}

beforeEach(async () => {
  root = makeSite(SITE);
  await settle();
});

/** Whether the build saw that there was nothing to do, without looking at the articles. */
async function isShort(options: Partial<BuildOptions> = {}): Promise<boolean> {
  return !('site' in (await buildSite(root, options)).phases);
}

function stateFiles(): string[] {
  const folder = join(root, '.articles/cache');
  const names = readdirSync(folder).filter((name) => name.startsWith('build-'));
  return names.map((name) => join(folder, name));
}

test('a build with nothing to do says the same, and writes neither files nor state', async () => {
  const whole = await buildSite(root, { out: join(root, 'other') });
  const stamps = stateFiles().map((file) => statSync(file).mtimeMs);
  const tree = readTree(join(root, 'dist'));
  const { ms: _, phases, ...again } = await buildSite(root);
  expect(Object.keys(phases)).toEqual(['scan', 'compare']);
  const { ms: _ms, phases: _phases, ...expected } = whole;
  expect(again).toEqual({ ...expected, written: 0, unchanged: expected.outputs });
  expect(again.warnings).toHaveLength(1);
  expect(stateFiles().map((file) => statSync(file).mtimeMs)).toEqual(stamps);
  expect(compareTrees(readTree(join(root, 'dist')), tree)).toEqual([]);
});

test.each<[string, Partial<BuildOptions>]>([
  ['until an article is due', { now: Date.parse(SOON) - 1 }],
  ['later on the day', { now: NOW + 60_000 }],
])('%s there is nothing to do', async (_name, options) => {
  expect(await isShort(options)).toBe(true);
});

test.each<[string, Partial<BuildOptions>]>([
  ['an article is due', { now: Date.parse(SOON) }],
  ['the clock was set back', { now: NOW - 1 }],
  ['drafts are asked for', { drafts: true }],
  ['what lies ahead is asked for', { future: true }],
  ['another base path', { basePath: '/paper' }],
  ['a part is asked for', { shard: createShard(1, 2) }],
  ['another part is asked for', { shard: createShard(2, 2) }],
])('when %s there is work to do', async (_name, options) => {
  expect(await isShort()).toBe(true);
  expect(await isShort(options)).toBe(false);
  const clean = join(root, '.clean');
  await buildSite(root, { ...options, clean: true, out: clean });
  expect(compareTrees(readTree(join(root, 'dist')), readTree(clean))).toEqual([]);
});

test('on the next day there is work to do, though no time has passed that an article names', async () => {
  const now = Date.parse(SOON);
  await buildSite(root, { now });
  expect(await isShort({ now })).toBe(true);
  expect(await isShort({ now: now + 12 * 3_600_000 })).toBe(false);
});

const sameSize = (path: string) => String(SITE[path]).replace(/\w(?=\W*$)/, 'x');

test.each<[string, Files]>([
  ['a public file', { 'public/check.txt': 'two' }],
  ['a new public file', { 'public/deep/new.txt': '' }],
  ['a public file gone', { 'public/check.txt': null }],
  ['a picture', { 'content/images/drawing.svg': LOGO.replace('r="3"', 'r="4"') }],
  ['a picture gone', { 'content/images/drawing.svg': null }],
  ['the logo', { 'logo.svg': LOGO.replace('r="3"', 'r="4"') }],
  ['the ads', { 'content/ads.json': json({ sapeNewUrl: '<a href="/">x</a>' }) }],
  ['the ads gone', { 'content/ads.json': null }],
  [
    'the SEO texts',
    { 'content/ru_RU/seo.json': String(SITE['content/ru_RU/seo.json']).replace('Title', 'Head') },
  ],
  [
    'the authors',
    { 'content/en_US/authors.json': String(SITE['content/en_US/authors.json']).replace('writes', 'knows') },
  ],
  [
    'the categories',
    {
      'content/en_US/categories.json': String(SITE['content/en_US/categories.json']).replace(
        'Betting',
        'Bets',
      ),
    },
  ],
  ['an info page', { 'content/ru_RU/info/terms.md': sameSize('content/ru_RU/info/terms.md') }],
  ['the configuration', { 'site-config.json': json({ ...CONFIG, logo: 'logo.svg', feedItems: 1 }) }],
  ['an article', { 'content/en_US/articles/drawn.md': sameSize('content/en_US/articles/drawn.md') }],
  ['a new article', { 'content/ru_RU/articles/new.md': article({ title: 'New', slug: 'new' }) }],
  ['an article gone', { 'content/en_US/articles/drawn.md': null }],
  ['the last article gone', { [LAST]: null }],
  ['a file of the output', { 'dist/articles/drawn.html': 'x' }],
  ['a file of the output gone', { 'dist/sitemap.xml': null }],
])('%s: there is work to do, and then none', async (_name, files) => {
  expect(await isShort()).toBe(true);
  writeFiles(root, files);
  expect(await isShort()).toBe(false);
  const clean = join(root, '.clean');
  await buildSite(root, { clean: true, out: clean });
  expect(compareTrees(readTree(join(root, 'dist')), readTree(clean))).toEqual([]);
  await settle();
  expect(await isShort()).toBe(true);
});

test('folders that change places are noticed, though their files are as old as before', async () => {
  const box = join(root, 'content/en_US/articles/box');
  const hidden = join(root, 'content/en_US/articles/.box');
  writeFiles(root, { 'content/en_US/articles/box/x.md': article({ title: 'One', slug: 'x' }) });
  await setTimeout(20);
  writeFiles(root, { 'content/en_US/articles/.box/x.md': article({ title: 'Two', slug: 'x' }) });
  await settle();
  await buildSite(root);
  expect(await isShort()).toBe(true);
  renameSync(box, `${hidden}.old`);
  renameSync(hidden, box);
  expect(await isShort()).toBe(false);
});

test('a file of the output that only its time of change tells is noticed', async () => {
  const file = join(root, 'dist/articles/drawn.html');
  // Node sets times to the microsecond only.
  const copy = join(root, 'copy');
  execFileSync('cp', ['-p', file, copy]);
  writeFileSync(file, 'x'.repeat(statSync(file).size));
  execFileSync('touch', ['-r', copy, file]);
  expect(statSync(file).mtimeMs).toBe(statSync(copy).mtimeMs);
  expect(await isShort()).toBe(false);
});

test.each(['public/check.txt', 'content/en_US/articles/drawn.md'])(
  '%s, changed within the grain of the clock, is not known by its stat',
  async (name) => {
    const path = join(root, name);
    writeFileSync(path, sameSize(name));
    await buildSite(root);
    expect(await isShort()).toBe(false);
    const ahead = new Date(Date.now() + 3_600_000);
    utimesSync(path, ahead, ahead);
    await settle();
    expect(await isShort()).toBe(false);
  },
);

test('a build that was killed, and one of another program, leave work to do', async () => {
  const [file = ''] = stateFiles();
  writeFileSync(`${file}.open`, '');
  expect(await isShort()).toBe(false);
  expect(await isShort()).toBe(true);
  rmSync(file);
  expect(await isShort()).toBe(false);
});
