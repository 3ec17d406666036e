/** Follows the recipes of CONTRIBUTING in a copy of the program, each by its file and one line, and finds what they add everywhere. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { TABLE } from '../hosting/host-table.ts';
import { describeReply, hostedSite, imitate } from '../hosting/support.ts';
import { copyCheckout } from '../support/checkout.ts';
import { runArticles } from '../support/cli.ts';
import { article, type Files, json, makeFolder, makeSite, smallSite, TREE } from '../support/site.ts';

const run = promisify(execFile);

/** The modules of CONTRIBUTING, by the path in their first line. */
const RECIPES = new Map(
  Array.from(
    readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^```tsx?\n\/\/ (src\/\S+)\n([\s\S]*?)^```$/gm),
    ([, path = '', code = '']) => [path, code],
  ),
);
const entryOf = (entry: RegExp) => entry.exec(readFileSync('CONTRIBUTING.md', 'utf8'))?.[0] ?? '';
const RATING = entryOf(/^rating: z\n[\s\S]*?^ {2}\.describe\(.*\),\n/m);
const TARGET = entryOf(/^home: \{.*\n/m);

let program = '';
beforeAll(async () => {
  program = mkdtempSync(join(tmpdir(), 'articles-program-'));
  copyCheckout(program);
  for (const name of ['templates', 'content', 'examples']) symlinkSync(resolve(name), join(program, name));
  for (const [path, code] of RECIPES) writeFileSync(join(program, path), code);
  addLine('src/pages/page-registry.ts', './contact-page.tsx', 'contactPage');
  addLine('src/build/outputs/output-registry.ts', './humans.ts', 'humans');
  addLine('src/directives/directive-registry.ts', './remark-directive.tsx', 'remark');
  edit('src/deploy/targets/target-registry.ts', /^const TARGETS: .* = \{$/m, `$&\n${TARGET}`);
  edit(
    'src/deploy/targets/target-registry.ts',
    /^import /m,
    `import { openHome } from './home-target.ts';\n$&`,
  );
  addLine('src/cli.ts', './commands/count.ts', 'countCommand');
  edit(
    'src/hosts/host-table.ts',
    /^const HOSTS = \[$/m,
    `$&\n  { name: 'render-com', load: () => import('./render-com.ts') },`,
  );
  edit(
    'src/content/article/article-fields.ts',
    /^export const editorialSchema = z\.object\(\{$/m,
    `$&\n${RATING}`,
  );
  edit('src/content/article/article-fields.ts', /\bfeatured, pinned, tags\b/g, '$&, rating');
  edit('src/content/article/article-fields.ts', /^ {2}title: 'write /m, `  rating: 'write rating: 4',\n$&`);
  writeFileSync(join(program, 'src/locales/da.ts'), readFileSync('src/locales/sv.ts'));
  edit('src/locales/locale-registry.ts', /^const INTERFACES = \{$/m, `$&\n  da: () => import('./da.ts'),`);
  await run(process.execPath, ['scripts/compile.mjs'], { cwd: program });
});
afterAll(() => rmSync(program, { recursive: true, force: true }));

function edit(path: string, place: RegExp, text: string): void {
  const file = join(program, path);
  const source = readFileSync(file, 'utf8');
  expect(source).toMatch(place);
  writeFileSync(file, source.replace(place, text));
}

/** Adds a value, with its import, to the one list of a registry. */
function addLine(path: string, module: string, name: string): void {
  edit(path, /^(?:export )?const [A-Z_]+(?:: .*)? = [[{]$/m, `$&\n  ${name},`);
  edit(path, /^import /m, `import { ${name} } from '${module}';\n$&`);
}

const articles = (command: string, files: Files, args: readonly string[] = []) => {
  const root = makeSite({ ...smallSite(), ...files });
  const binary = join(program, 'bin/articles.js');
  return { root, done: runArticles([command, '--root', root, ...args], { binary }) };
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
  for (const path of ['contact.html', 'ru/contact.html']) expect(read(path)).toContain('<h1>Contact</h1>');
  expect(read('page-data/contact/page-data.json')).toContain('"componentChunkName":"contact"');
  expect(read('sitemap.xml')).toContain(
    '<loc>https://small.example/contact</loc><xhtml:link rel="alternate" hreflang="en"',
  );
  expect(read('sitemap.xml')).toContain('<loc>https://small.example/ru/contact</loc>');
  expect(read('humans.txt')).toBe('Small Paper\n');
});

test('the check accepts links to both, and reports a misspelt one', async () => {
  const body = '[a](/contact) [b](/ru/contact) [c](/humans.txt) [d](/contat)';
  const { code, stderr } = await articles('check', first({ body })).done;
  expect(code).toBe(1);
  expect(stderr.match(/^error .*/gm)).toEqual([
    expect.stringContaining('"/contat" is neither a page nor a file of the site'),
  ]);
});

test('the directive and the field are read, and their mistakes are named', async () => {
  const found = await articles(
    'build',
    first({ body: ':::remark{title="Mind"}\nThe gap.\n:::', more: 'rating: 4' }),
  ).done;
  expect(found).toMatchObject({ code: 0 });
  const rating = await articles('check', first({ more: 'rating: 9' })).done;
  expect(rating.stderr).toMatch(/first\.md:\d+:\d+: rating must be a number from 1 to 5\n.*write rating: 4/);
  const attribute = await articles('check', first({ body: ':::remark{titel="Mind"}\nThe gap.\n:::' })).done;
  expect([rating.code, attribute.code]).toEqual([1, 1]);
  expect(attribute.stderr).toContain('titel');
});

test('the host has the answers of the table for hosts that read no rules', async () => {
  const { root, done } = articles('build', hostedSite({ hosting: 'render-com' }));
  expect(await done).toMatchObject({ code: 0 });
  const { ask, close } = await imitate(root, 'github-pages', join(root, 'dist'));
  onTestFinished(close);
  const rows = TABLE.flatMap((section) => section.rows);
  const expected = rows.map(([url, answer, except]) => [url, except?.['github-pages'] ?? answer]);
  const found = [];
  for (const [url] of rows) found.push([url, describeReply(await ask(url))]);
  expect(found).toEqual(expected);
});

test('the target gets a build, a second deploy finds nothing to do, and a wrong one is told its form', async () => {
  const { root, done } = articles('build', {});
  expect(await done).toMatchObject({ code: 0 });
  const home = makeFolder();
  const deploy = (target: string) =>
    runArticles(['deploy', '--root', root, '--target', target, '--yes', '--json'], {
      binary: join(program, 'bin/articles.js'),
      environment: { HOME: home },
    });
  const first = await deploy('home:///www');
  expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('www')]);
  expect(readFileSync(join(home, 'www/humans.txt'), 'utf8')).toBe('Small Paper\n');
  expect(JSON.parse((await deploy('home:///www')).stdout)).toMatchObject({ uploaded: 0, deleted: 0 });
  expect((await deploy('hone:///www')).stderr).toContain('use home:///FOLDER or gs://');
});

test('the command counts', async () => {
  expect((await articles('count', {}).done).stdout).toBe(`${Object.keys(TREE).length} categories\n`);
});

test('a language of the interface begins a site in it, and takes no address of others', async () => {
  const folder = makeFolder();
  const binary = join(program, 'bin/articles.js');
  const made = await runArticles(['init', 'neu', '--locale', 'da'], { cwd: folder, binary });
  expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('written to neu')]);
  expect(await runArticles(['build', '--root', 'neu'], { cwd: folder, binary })).toMatchObject({ code: 0 });
  const { done } = articles('build', first({ more: 'permalink: /da' }));
  expect(await done).toMatchObject({ code: 0 });
});

test.each<[string, Files, string]>([
  ['an alias', first({ aliases: ['/contact'] }), 'alias "/contact" is taken by a route of the site'],
  [
    'an alias in another edition',
    first({ aliases: ['/ru/Contact.html'] }),
    'alias "/ru/Contact.html" is taken by a route of the site',
  ],
  [
    'a category',
    {
      'content/en_US/categories.json': json({
        ...TREE,
        poker: { ...TREE.poker, slug: 'contact' },
      }),
    },
    'slug "contact" gives the path /contact, which the site itself uses',
  ],
  ['a file of public/', { 'public/contact.html': 'x' }, 'contact.html is made by the build'],
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
