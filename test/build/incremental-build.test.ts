import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BuildOptions } from '../../src/build/build-result.ts';
import { createShard } from '../../src/build/plan/shard.ts';
import { stateFile } from '../../src/build/state/build-state.ts';
import { startOutputCheck } from '../../src/build/state/output-check.ts';
import { openState } from '../../src/build/state/state-file.ts';
import { loadManifest } from '../../src/build/write/load-manifest.ts';
import type { BuildResult } from '../../src/results/site-results.ts';
import { buildSite, expectCleanBuild, NOW } from '../support/build.ts';
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
/** An article of the last locale, after all others in its folder. */
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

async function scopeOf(options: Partial<BuildOptions> = {}): Promise<BuildResult['scope']> {
  return (await buildSite(root, options)).scope;
}

async function isShort(options: Partial<BuildOptions> = {}): Promise<boolean> {
  return (await scopeOf(options)) === 'nothing';
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
  const nothing = { scope: 'nothing', reason: null, parsed: 0, rendered: 0, written: 0 };
  expect(again).toEqual({ ...expected, ...nothing, unchanged: expected.outputs });
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
  await expectCleanBuild(root, options);
});

test('on the next day there is work to do only where a time has passed, and in a new year', async () => {
  const now = Date.parse(SOON);
  await buildSite(root, { now });
  expect(await isShort({ now })).toBe(true);
  expect(await isShort({ now: now + 12 * 3_600_000 })).toBe(true);
  expect(await isShort({ now: now + 366 * 86_400_000 })).toBe(false);
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
  ['a new article', { 'content/ru_RU/articles/new.md': article({ title: 'New', slug: 'new' }) }],
  ['an article gone', { 'content/en_US/articles/drawn.md': null }],
  ['the last article gone', { [LAST]: null }],
  ['a file of the output', { 'dist/articles/drawn.html': 'x' }],
  ['a file of the output gone', { 'dist/sitemap.xml': null }],
])('%s: there is work to do, and then none', async (_name, files) => {
  expect(await isShort()).toBe(true);
  writeFiles(root, files);
  expect(await isShort()).toBe(false);
  await expectCleanBuild(root);
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

describe('where only the text of an article has changed', () => {
  const DRAWN = 'content/en_US/articles/drawn.md';
  /** Enough articles of one place that none needs others of its category beside it. */
  const ARTICLES: Files = Object.fromEntries(
    Array.from({ length: 9 }, (_, number) => [
      `content/en_US/articles/other-${number}.md`,
      article({ title: `Other ${number}`, slug: `other-${number}`, date: `2026-02-1${number}` }),
    ]),
  );
  ARTICLES[DRAWN] = article({
    title: 'Drawn',
    slug: 'drawn',
    body: 'A drawing.\n\n![A](drawing.svg) [gone](/articles/gone)',
  });
  const write = (path: string, change: (text: string) => string) =>
    writeFiles(root, { [path]: change(readFileSync(join(root, path), 'utf8')) });

  beforeEach(async () => {
    writeFiles(root, ARTICLES);
    await settle();
  });

  test('its page is written, the rest is let be, and what follows knows of it', async () => {
    write(DRAWN, (text) => `${text}\nMore.\n`);
    const tree = readTree(join(root, 'dist'));
    const before = readFileSync(stateFiles()[0] ?? '');
    await setTimeout(60);
    const result = await buildSite(root);
    expect(result).toMatchObject({ scope: 'bodies', parsed: 1, rendered: 1 });
    expect(result.written).toBeGreaterThan(0);
    expect(compareTrees(readTree(join(root, 'dist')), tree)).toHaveLength(result.written);
    expect(readFileSync(join(root, 'dist/articles/drawn.html'), 'utf8')).toContain('<p>More.</p>');
    expect(result.warnings).toHaveLength(1);
    // The state got a line more.
    expect(readFileSync(stateFiles()[0] ?? '').subarray(0, before.length)).toEqual(before);
    await expectCleanBuild(root);
    expect(await isShort()).toBe(true);
    write('content/en_US/articles/other-3.md', (text) => text.replace('"Other 3"', '"Another"'));
    expect(await scopeOf()).toBe('everything');
    await expectCleanBuild(root);
  });

  test('several times, in several articles, and back again', async () => {
    const original = readFileSync(join(root, DRAWN), 'utf8');
    for (const text of ['One.', 'Two.', 'Three.']) {
      write(DRAWN, (before) => before + text);
      write('content/en_US/articles/other-2.md', (before) => before + text);
      expect(await scopeOf()).toBe('bodies');
    }
    writeFiles(root, { [DRAWN]: original });
    expect(await scopeOf()).toBe('bodies');
    await expectCleanBuild(root);
    await settle();
    expect(await isShort()).toBe(true);
  });

  test('a file that was only touched is noted, and nothing is written', async () => {
    const now = new Date();
    utimesSync(join(root, DRAWN), now, now);
    await setTimeout(60);
    expect(await buildSite(root)).toMatchObject({ scope: 'bodies', parsed: 1, rendered: 0, written: 0 });
    expect(await isShort()).toBe(true);
  });

  test.each<[string, (text: string) => string]>([
    ['title', (text) => text.replace('"Drawn"', '"Painted"')],
    ['links', (text) => `${text}\n[there](/articles/nowhere)\n`],
    ['pictures', (text) => `${text}\n![B](other.svg)\n`],
    ['reading time', (text) => text + 'word '.repeat(2000)],
    ['raw HTML', (text) => `${text}\n<b>bold</b>\n`],
    ['status', (text) => text.replace('title:', 'draft: true\ntitle:')],
    ['place', (text) => text.replace('title:', 'entities: [{category: poker}]\ntitle:')],
    ['health', (text) => text.replace('slug: drawn', 'slug: "Not A Slug"')],
  ])('with its %s as well, the whole site is looked at', async (_name, change) => {
    write(DRAWN, change);
    const way = scopeOf().catch(() => 'fault');
    expect(['everything', 'fault']).toContain(await way);
  });

  test('a file of the output that somebody else has changed is mended', async () => {
    write(DRAWN, (text) => `${text}\nMore.\n`);
    writeFiles(root, { 'dist/articles/other-1.html': 'x' });
    expect(await scopeOf()).toBe('everything');
    await expectCleanBuild(root);
  });

  test.each<[string, (state: Buffer) => Buffer]>([
    ['the line was cut short', (state) => state.subarray(0, state.length - 7)],
    ['the line is no JSON', (state) => Buffer.concat([state.subarray(0, -9), Buffer.from('########\n')])],
  ])('and %s, the next build is as good as a clean one', async (_name, damage) => {
    write(DRAWN, (text) => `${text}\nMore.\n`);
    expect(await scopeOf()).toBe('bodies');
    const [file = ''] = stateFiles();
    writeFileSync(file, damage(readFileSync(file)));
    await buildSite(root);
    await expectCleanBuild(root);
  });

  test('the lines do not become ever more', async () => {
    const [file = ''] = stateFiles();
    const size = statSync(file).size;
    const ways = new Set<string>();
    for (let number = 0; number <= 101; number++) {
      write(DRAWN, (text) => text.replace(/(?:\n\d+)?\n$/, `\n${number}\n`));
      ways.add(await scopeOf());
    }
    expect(ways).toEqual(new Set(['bodies', 'everything']));
    expect(statSync(file).size).toBeLessThan(size * 3);
  });
});

describe('a thread that looks at the outputs', () => {
  /** The state as of a site large enough for it. */
  const look = ({ damaged = false } = {}) => {
    const [file = ''] = stateFiles();
    const stored = openState(file);
    if (!stored) throw new Error('no state');
    stored.head.summary.outputs = 100_000;
    if (damaged) writeFileSync(file, '{}');
    return startOutputCheck(stored, join(root, 'dist'), file);
  };

  test('says that they stand, or that one does not', async () => {
    expect(await look().result()).toBe(true);
    writeFiles(root, { 'dist/articles/drawn.html': 'x' });
    expect(await look().result()).toBe(false);
  });

  test('says that they do not stand where the state is damaged, and ends unheard', async () => {
    look().cancel();
    expect(await look({ damaged: true }).result()).toBe(false);
  });
});

test('a build with a damaged list counts as missing: nothing of it is deployed or served', () => {
  const out = join(root, 'dist');
  expect(loadManifest(root, out)?.outputs.length).toBeGreaterThan(20);
  const file = stateFile(root, out);
  writeFileSync(file, readFileSync(file).subarray(0, -40));
  expect(loadManifest(root, out)).toBe(null);
});

test.each<[string, Files, string]>([
  ['a style', { 'theme/tokens.css': ':root { --accent: #123 }' }, 'theme/tokens.css'],
  [
    'a page',
    { 'content/en_US/info/terms.md': '---\ntitle: Terms\n---\nMore.\n' },
    'content/en_US/info/terms.md',
  ],
  ['a title', { [LAST]: article({ title: 'Other', slug: 'last' }) }, LAST],
  ['a new article', { 'content/en_US/articles/new.md': article({ title: 'New' }) }, 'added'],
])('a build says that it compares all pages for %s', async (_name, files, named) => {
  writeFiles(root, files);
  const { reason, scope } = await buildSite(root);
  expect({ reason, scope }).toEqual({ reason: expect.stringContaining(named), scope: 'everything' });
});

test('a string of one language renders the pages of that language only', async () => {
  writeFiles(root, { 'content/ru_RU/strings.json': json({ sections: { related: 'Ещё' } }) });
  const { rendered, pages } = await buildSite(root);
  const html = [...readTree(join(root, 'dist')).keys()].filter((path) => path.endsWith('.html'));
  const russian = html.filter((path) => path.startsWith('ru/') || path === 'ru.html');
  expect(rendered).toBe(russian.length);
  expect(rendered).toBeLessThan(pages);
  await expectCleanBuild(root);
});
