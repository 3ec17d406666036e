/** Adds a page kind and an output to a copy of the program, each by one file and one line, and finds them everywhere. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyCheckout } from '../support/checkout.ts';
import { type RunOptions, runArticles } from '../support/cli.ts';
import { article, type Files, json, makeSite, smallSite, TREE } from '../support/site.ts';

const run = promisify(execFile);

const PAGE_KIND = `
import type { Page } from '../site/page.ts';
import { fixedEntry } from '../site/page-index.ts';
import type { Edition, Site } from '../site/site.ts';
import { createGroup, type PageKind } from './page-kind.ts';
import { planBelowHome } from './page-parts.ts';

interface GlossaryPage extends Page {
  kind: 'glossary';
  title: string;
}

const TEXTS = { title: 'Glossary', description: 'All words.' };

const entryOf = (site: Site, edition: Edition) =>
  fixedEntry(site, edition, 'glossary', (locale) => site.routes.below(locale, 'glossary'));

export const glossaryPage: PageKind<GlossaryPage> = {
  kinds: ['glossary'],
  view: ({ page }) => <h1>The {page.title}</h1>,
  list: (site, edition) => [entryOf(site, edition)],
  groups: ({ view, keys }) => [
    createGroup('glossary', keys.single, [entryOf(view.site, view.edition)], (entry) => ({
      kind: 'glossary',
      ...planBelowHome(view, entry, { title: TEXTS.title, seo: TEXTS }),
    })),
  ],
};
`;

const OUTPUT = `
import { outputPath } from '../../site/routes.ts';
import type { OutputGenerator } from './output-generator.ts';

const PATH = outputPath('humans.txt');

export const humans: OutputGenerator = {
  owns: () => [PATH],
  groups: ({ baseKey }) => [
    { name: 'humans', key: baseKey, files: () => [{ path: PATH, kind: 'file', content: 'Ann' }] },
  ],
};
`;

let program = '';
beforeAll(async () => {
  program = mkdtempSync(join(tmpdir(), 'articles-program-'));
  copyCheckout(program);
  writeFileSync(join(program, 'src/pages/glossary-page.tsx'), PAGE_KIND);
  addLine('src/pages/page-registry.ts', './glossary-page.tsx', 'glossaryPage');
  writeFileSync(join(program, 'src/build/outputs/humans.ts'), OUTPUT);
  addLine('src/build/outputs/output-registry.ts', './humans.ts', 'humans');
  await run(process.execPath, ['scripts/compile.mjs'], { cwd: program });
});
afterAll(() => rmSync(program, { recursive: true, force: true }));

/** Adds a value, with its import, to the one list of a registry. */
function addLine(path: string, module: string, name: string): void {
  const file = join(program, path);
  const text = readFileSync(file, 'utf8');
  const start = /^(?:export )?const [A-Z_]+: .*\[$/m;
  expect(text).toMatch(start);
  writeFileSync(file, `import { ${name} } from '${module}';\n${text.replace(start, `$&\n  ${name},`)}`);
}

const articles = (command: string, files: Files, options: RunOptions = {}) => {
  const root = makeSite({ ...smallSite(), ...files });
  const binary = join(program, 'bin/articles.js');
  return { root, done: runArticles([command, '--root', root], { ...options, binary }) };
};

const FILE = 'content/en_US/articles/first.md';
const first = (more: object): Files => ({
  [FILE]: article({ title: 'First', slug: 'first', category: 'betting', ...more }),
});

test('the types fit', async () => {
  const compiler = resolve('node_modules/typescript/bin/tsc');
  const found = await run(process.execPath, [compiler, '--noEmit', '-p', program], { cwd: program }).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  );
  expect(found.stdout).toBe('');
});

test('the page is built in each edition, in sitemap.xml with its translations; the output is written', async () => {
  const { root, done } = articles('build', {});
  expect(await done).toMatchObject({ code: 0 });
  const read = (path: string) => readFileSync(join(root, 'dist', path), 'utf8');
  for (const path of ['glossary.html', 'ru/glossary.html'])
    expect(read(path)).toContain('<h1>The Glossary</h1>');
  expect(read('page-data/glossary/page-data.json')).toContain('"componentChunkName":"glossary"');
  expect(read('sitemap.xml')).toContain(
    '<loc>https://small.example/glossary</loc><xhtml:link rel="alternate" hreflang="en"',
  );
  expect(read('sitemap.xml')).toContain('<loc>https://small.example/ru/glossary</loc>');
  expect(read('humans.txt')).toBe('Ann');
});

test('the check accepts links to both, and reports a misspelt one', async () => {
  const body = '[a](/glossary) [b](/ru/glossary) [c](/humans.txt) [d](/glosary)';
  const { code, stderr } = await articles('check', first({ body })).done;
  expect(code).toBe(1);
  expect(stderr.match(/^error .*/gm)).toEqual([
    expect.stringContaining('"/glosary" is neither a page nor a file of the site'),
  ]);
});

test.each<[string, Files, string]>([
  ['an alias', first({ aliases: ['/glossary'] }), 'alias "/glossary" is taken by a route of the site'],
  [
    'an alias in another edition',
    first({ aliases: ['/ru/Glossary.html'] }),
    'alias "/ru/Glossary.html" is taken by a route of the site',
  ],
  [
    'a category',
    {
      'content/en_US/categories.json': json({
        ...TREE,
        poker: { ...TREE.poker, slug: 'glossary' },
      }),
    },
    'slug "glossary" gives the path /glossary, which the site itself uses',
  ],
  ['a file of public/', { 'public/glossary.html': 'x' }, 'glossary.html is made by the build'],
  [
    'an alias at the path of the output',
    first({ aliases: ['/humans.txt'] }),
    'alias "/humans.txt" is taken by a route of the site',
  ],
  [
    'a file of public/ at the path of the output',
    { 'public/humans.txt': 'x' },
    'humans.txt is made by the build',
  ],
])('%s that takes the path is refused', async (_name, files, message) => {
  const { code, stderr } = await articles('build', files).done;
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
});
