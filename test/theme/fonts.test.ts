/** Tests fonts of a site: subsets, their style sheet, preloads, problems, and that every build gives the same bytes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { create } from 'fontkitten';
import { expect, test, vi } from 'vitest';
import type { Problem } from '../../src/foundation/errors.ts';
import { buildSite, expectCleanBuild } from '../support/build.ts';
import {
  article,
  compareTrees,
  type Files,
  makeSite,
  readTree,
  smallSite,
  writeFiles,
} from '../support/site.ts';

vi.setConfig({ testTimeout: 60_000 });

const FONTS = 'node_modules/@fontsource/source-serif-4';
const font = (name: string) => readFileSync(`${FONTS}/files/source-serif-4-${name}.woff2`);
const withFonts = (more: Files = {}): Files => ({
  ...smallSite(),
  'theme/fonts/serif.woff2': font('latin-400-normal'),
  'theme/fonts/serif-cyrillic.woff2': font('cyrillic-400-normal'),
  'theme/fonts/OFL.txt': readFileSync(`${FONTS}/LICENSE`),
  ...more,
});
const ODDS = { category: 'betting', subcategory: 'odds' };
const first = (body: string) => article({ title: 'The first price', slug: 'first-price', ...ODDS, body });

const ALONE = 'content/en_US/articles/alone.md';
const alone = (body: string) => article({ title: 'Alone', slug: 'alone', body });

interface Shipped {
  css: string;
  /** File name → the characters that it has. */
  fonts: Map<string, string>;
  tree: Map<string, Buffer>;
}

function shipped(root: string): Shipped {
  const tree = readTree(join(root, 'dist'));
  const [, css] = [...tree].find(([path]) => /^assets\/styles-/.test(path)) ?? [];
  const fonts = [...tree].flatMap(([path, bytes]): [string, string][] => {
    if (!path.endsWith('.woff2')) return [];
    const read = create(bytes);
    return read.isCollection
      ? []
      : [[path.slice('assets/'.length), String.fromCodePoint(...read.characterSet)]];
  });
  return { css: css?.toString('utf8') ?? '', fonts: new Map(fonts), tree };
}

/** In the lists of all languages, and of Korean. */
const LIST = '"site-serif","site-serif-fallback","site-serif-fallback-2",';
const matchAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found);

test('a font for link previews draws them, and no page loads it', async () => {
  const arabic = readFileSync('node_modules/@fontsource/amiri/files/amiri-arabic-400-normal.woff2');
  const root = makeSite({
    ...smallSite({ features: { socialImages: 'article' } }),
    [ALONE]: article({ title: 'الواحة', slug: 'alone' }),
  });
  const codes = async () => (await buildSite(root)).warnings.map(({ code }) => code);
  expect(await codes()).toContain('undrawn-title');
  const before = shipped(root);
  writeFiles(root, { 'theme/fonts/previews.woff2': arabic, 'theme/fonts/OFL.txt': 'The licence' });
  const after = await codes();
  expect(after).not.toContain('undrawn-title');
  expect(after).not.toContain('unused-font');
  const { css, fonts, tree } = shipped(root);
  expect([css, [...fonts.keys()]]).toEqual([before.css, [...before.fonts.keys()]]);
  expect([...tree.keys()].filter((path) => path.includes('licence'))).toEqual([]);
  // The page of the article has a picture of its own now.
  const picture = (files: Shipped['tree']) =>
    /og:image" content="([^"]+)/.exec(String(files.get('articles/alone.html')))?.[1];
  expect(picture(tree)).toMatch(/assets/);
  expect(picture(tree)).not.toBe(picture(before.tree));
});

test('ships subsets, with the licence, and asks early for the one that an edition needs', async () => {
  const root = makeSite(withFonts());
  expect((await buildSite(root)).warnings).toEqual([]);
  const { css, fonts, tree } = shipped(root);
  const [latin, cyrillic] = [...fonts.keys()].sort(
    (a, b) => Number(fonts.get(b)?.includes('A')) - Number(fonts.get(a)?.includes('A')),
  );
  expect(fonts.size).toBe(2);
  expect(fonts.get(latin ?? '')).not.toMatch(/[Ѐ-ӿ]/);
  // A letter that both files have comes from the first alone.
  expect(fonts.get(cyrillic ?? '')).not.toContain('A');
  expect(fonts.get(cyrillic ?? '')).toContain('Щ');
  for (const [name] of fonts) {
    expect(tree.get(`assets/${name}`)?.length).toBeLessThan(font('latin-400-normal').length);
    expect(tree.get('sw.js')?.toString('utf8')).toContain(name);
  }
  expect(matchAll(css, /--serif:("site-[^ ]*)/g)).toEqual([LIST, LIST]);
  expect(matchAll(css, /(unicode-range:[^}]*U\+410-44F)/g)).toHaveLength(1);
  expect(matchAll(css, /local\("Times New Roman"\)[^}]*;(size-adjust:[^}]*);line/g)).toEqual([
    'size-adjust:119.37%;ascent-override:86.79%;descent-override:28.06%',
  ]);
  const preloads = (path: string) =>
    [...(tree.get(path)?.toString('utf8') ?? '').matchAll(/rel="preload"[^>]*href="\/assets\/([^"]*)"/g)].map(
      ([, name]) => name,
    );
  expect(preloads('index.html')).toEqual([latin]);
  expect(preloads('ru.html')).toEqual([cyrillic]);
  expect([...tree.keys()].filter((path) => path.startsWith('assets/licence-OFL-'))).toHaveLength(1);
});

test('has the characters of articles, data, pages and references, in both cases', async () => {
  const root = makeSite(
    withFonts({
      'content/en_US/articles/first.md': first('A na&iuml;ve caf\u00e9, &#167; 5.'),
      'content/en_US/info/terms.md': '---\ntitle: Terms\n---\nAt 20 \u00b0C.\n',
      'content/en_US/pages/contact.md': '---\ntitle: \u00c5rhus\n---\nText.\n',
      'theme/style.css': '.x::before{content:"\u00b6"}',
    }),
  );
  await buildSite(root);
  const all = [...shipped(root).fonts.values()].join('');
  for (const character of '\u00ef\u00cf\u00e9\u00c9\u00a7\u00b0\u00c5\u00e5\u00b6')
    expect(all).toContain(character);
  expect(all).not.toContain('\u00f1');
});

/** So many articles of one place that a build can make the page of one alone. */
function quietSite(more: Files): Files {
  const files = { ...smallSite(), ...more };
  for (let index = 0; index < 9; index++)
    files[`content/en_US/articles/other-${index}.md`] = article({ title: `Other ${index}` });
  return files;
}

/** The times of younger files prove nothing. */
const settle = () => setTimeout(60);

test('an edit gives the files of a clean build; one without a new character renders one page', async () => {
  const start = 'One text.\n\n## Part';
  const root = makeSite(withFonts(quietSite({ [ALONE]: alone(start) })));
  await settle();
  await buildSite(root);
  const names = () => [...shipped(root).fonts.keys()].sort().join();
  const before = names();
  const edits: [body: string, scope: string, isSame: boolean][] = [
    ['Another part.', 'bodies', true],
    ['A pi\u00f1ata.', 'everything', false],
    ['Two pi\u00f1atas.', 'bodies', false],
    ['None.', 'everything', true],
  ];
  for (const [body, scope, isSame] of edits) {
    await settle();
    writeFiles(root, { [ALONE]: alone(`${start}\n\n${body}`) });
    await settle();
    const result = await buildSite(root);
    expect([body, result.scope, names() === before]).toEqual([body, scope, isSame]);
    if (scope === 'bodies') expect(result.rendered).toBe(1);
    await expectCleanBuild(root);
  }
});

test('fonts that appear, change and leave give the files of a clean build, though no article has changed', async () => {
  const root = makeSite({ ...smallSite(), [ALONE]: alone('A pi\u00f1ata.') });
  await settle();
  await buildSite(root);
  const without = readTree(join(root, 'dist'));
  for (const files of [
    { 'theme/fonts/serif.woff2': font('latin-400-normal') },
    { 'theme/fonts/serif.woff2': font('latin-700-normal') },
    { 'theme/fonts': null },
  ]) {
    writeFiles(root, files);
    await settle();
    await buildSite(root);
    const all = [...shipped(root).fonts.values()].join('');
    if (all !== '') expect(all).toContain('\u00f1');
    await expectCleanBuild(root);
  }
  expect(compareTrees(readTree(join(root, 'dist')), without)).toEqual([]);
});

test('several threads give the same fonts', async () => {
  const files = withFonts();
  for (let index = 0; index < 600; index++) {
    const title = `Number ${index}`;
    files[`content/en_US/articles/many/a${index}.md`] = article({ title, slug: `a${index}`, ...ODDS });
  }
  files['content/en_US/articles/many/a599.md'] = article({
    title: 'One',
    slug: 'one',
    body: 'A pi\u00f1ata.',
  });
  const root = makeSite(files);
  await buildSite(root, { jobs: 2 });
  expect([...shipped(root).fonts.values()].join('')).toContain('\u00f1');
  await expectCleanBuild(root);
});

test('says which file cannot be used or is not used', async () => {
  const root = makeSite(withFonts({ 'theme/fonts/sans.woff2': 'nothing', 'theme/fonts/x.eot': 'x' }));
  const failed = await buildSite(root).then(
    () => [],
    (error: { problems: Problem[] }) => error.problems,
  );
  expect(failed).toEqual([
    expect.objectContaining({
      file: 'theme/fonts/sans.woff2',
      message: expect.stringContaining('not a font'),
    }),
  ]);
  writeFiles(root, {
    'theme/fonts/sans.woff2': null,
    'theme/fonts/display.woff2': font('latin-700-normal'),
    'theme/fonts/serif-greek.woff2': font('greek-400-normal'),
  });
  const { warnings } = await buildSite(root);
  expect(warnings.map(({ file, message }) => `${file}: ${message}`).sort()).toEqual([
    'theme/fonts/display.woff2: nothing uses the family "site-display"',
    'theme/fonts/serif-greek.woff2: other files have all characters of this font that the site uses',
    'theme/fonts/x.eot: nothing uses this file',
  ]);
  writeFiles(root, {
    'theme/fonts/x.eot': null,
    'theme/fonts/serif-greek.woff2': null,
    'theme/style.css': 'h1{font-family:"site-display"}',
  });
  expect((await buildSite(root)).warnings).toEqual([]);
});

test('a style sheet that sets the family of one language has the built-in one where it names it', async () => {
  const faces = async (list: string) => {
    const root = makeSite(smallSite());
    writeFiles(root, { 'theme/tokens.css': `:root:lang(ru) { --serif: ${list} }` });
    await buildSite(root);
    const { css } = shipped(root);
    return [/@font-face\{font-family:"Source Serif"/.test(css), css.includes(list)];
  };
  expect(await faces('"Own", "Source Serif", serif')).toEqual([true, true]);
  expect(await faces('"Own", serif')).toEqual([false, true]);
});

test('a style sheet that sets a family keeps it, and one that names a file keeps that file whole', async () => {
  const root = makeSite(
    withFonts({
      'theme/tokens.css': ':root{--serif:Georgia,serif}',
      'theme/style.css': '@font-face{font-family:Own;src:url("./fonts/own.woff2")}',
      'theme/fonts/own.woff2': font('latin-700-normal'),
    }),
  );
  const { warnings } = await buildSite(root);
  expect(warnings.map(({ message }) => message)).toContain('nothing uses the family "site-serif"');
  const { css, tree } = shipped(root);
  expect(matchAll(css, /--serif:("site[^ ]*)/g)).toEqual([]);
  expect(tree.get('index.html')?.toString('utf8')).not.toContain('rel="preload"');
  expect([...tree.values()].some((bytes) => bytes.equals(font('latin-700-normal')))).toBe(true);
});
