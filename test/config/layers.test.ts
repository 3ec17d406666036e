/** Layers of a site: which are found, what they may decide, what `articles layers` says of them, and what never leaves them. */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { isShared } from '../../src/foundation/layers.ts';
import { HOST_NAMES, loadHost } from '../../src/hosts/host-table.ts';
import { buildSite } from '../support/build.ts';
import { runArticles } from '../support/program.ts';
import { type Files, json, makeFolder, readTree, smallSite, writeFiles } from '../support/site.ts';

/** A site beside its house. @returns the folder of the site */
function makeHouse(house: Files, layers: unknown = ['../house'], site: Files = {}): string {
  const folder = makeFolder();
  writeFiles(join(folder, 'house'), { 'README.md': 'The house.', ...house });
  writeFiles(join(folder, 'site'), { ...smallSite({ layers }), ...site });
  return join(folder, 'site');
}

const check = async (root: string) => {
  const { stdout } = await runArticles(['check', '--root', root, '--json']);
  const { errors = [], warnings = [], error } = JSON.parse(stdout);
  return [...errors, ...warnings, ...(error?.problems ?? [])] as {
    code: string;
    file?: string;
    line?: number;
    message: string;
  }[];
};

const problemsOf = async (root: string) => {
  const found = await loadConfig(root).then(
    () => [],
    (error: { problems: { message: string; file: string; line: number }[] }) => error.problems,
  );
  return found.map(({ file, line, message }) => `${file}:${line} ${message}`);
};

test('a layer that cannot be used is named with its place, and all of them together', async () => {
  const line = readFileSync(join(makeHouse({}), 'site-config.json'), 'utf8')
    .split('\n')
    .findIndex((text) => text.includes('"layers"'));
  const root = makeHouse({}, ['../house', '../hose', 'look', '../house', '.'], {
    'package.json': json({ dependencies: { other: '1.0.0' } }),
    'node_modules/look/theme/style.css': '',
  });
  expect(await problemsOf(root)).toEqual([
    `site-config.json:${line + 3} there is no layer "../hose"`,
    `site-config.json:${line + 4} the package "look" is not in the package.json of the site`,
    `site-config.json:${line + 5} the layer "../house" stands here twice`,
    `site-config.json:${line + 6} the site is a layer of itself`,
  ]);
  for (const wrong of ['/etc', '../a//b', 'https://a.example/house', '..\\house'])
    expect(await problemsOf(makeHouse({}, [wrong]))).toHaveLength(1);
});

test('a wrong setting of a layer is an error of the file of the layer', async () => {
  const house = json({ look: { masthead: 'huge' }, colour: 1 });
  expect(await problemsOf(makeHouse({ 'site-config.json': house }))).toEqual([
    '../house/site-config.json:5 unknown field "colour"',
  ]);
  const [wrong] = await problemsOf(makeHouse({ 'site-config.json': json({ look: { masthead: 'huge' } }) }));
  expect(wrong).toMatch(/^\.\.\/house\/site-config\.json:3 "look\.masthead"/);
  // The site's own value hides the wrong one.
  const mended = smallSite({ layers: ['../house'], look: { masthead: 'journal' } });
  expect(
    await problemsOf(makeHouse({ 'site-config.json': house.replace(/,\s*"colour": 1/, '') }, [], mended)),
  ).toEqual([]);
});

test('a layer decides neither who the site is, nor what leaves it, costs money or loosens its policy', async () => {
  const root = makeHouse({
    'site-config.json': json({
      ...{ title: 'House', shortName: 'house', url: 'https://house.example', themeColor: '#7a1f5c' },
      redirects: [{ from: '/a', to: 'https://b.example/' }],
      headers: [{ path: '/*', set: { 'X-Frame-Options': 'ALLOWALL' } }],
      security: { contentSecurityPolicy: { 'script-src': ['https://b.example'] } },
      formerWorkers: ['/worker.js'],
      integrations: { analytics: { plausible: { domain: 'b.example' } } },
      generate: { budget: 1000 },
      markdown: { rawHtml: true },
      deploy: { production: 's3://b' },
      paidLinks: { links: ['b.example'] },
    }),
    'public/_headers': '/*\n  X-Layer: yes\n',
    'public/.well-known/security.txt': 'Contact: mailto:a@b.example',
    'content/paid-links.json': json({ everyPage: '<a href="https://b.example/">b</a>' }),
    'content/en_US/articles/theirs.md': '---\ntitle: Theirs\n---\nText.\n',
    'content/schema.ts': 'throw new Error("never");',
  });
  const config = await loadConfig(root);
  const alone = await loadConfig(makeHouse({}, []));
  const { root: _a, layers: _b, themeColor, ...taken } = config;
  const { root: _c, layers: _d, themeColor: _e, ...expected } = alone;
  expect(themeColor).toBe('#7a1f5c');
  expect(taken).toEqual(expected);
  await buildSite(root);
  const files = [...readTree(join(root, 'dist')).keys()];
  expect(files.filter((file) => /_headers|well-known|theirs/.test(file))).toEqual([]);
  const said = (await check(root)).filter(({ code }) => code === 'without-effect');
  expect(said.map(({ file, message }) => `${file}: ${message}`)).toEqual([
    expect.stringContaining('../house/public/.well-known/security.txt: no site takes'),
    expect.stringContaining('../house/public/_headers: no site takes'),
    ...[
      'formerWorkers',
      'generate',
      'headers',
      'integrations',
      'markdown',
      'paidLinks',
      'redirects',
      'security',
    ].map((name) => `../house/site-config.json: no site takes "${name}" from a layer`),
  ]);
});

test('no host reads a file of a layer as a rule', async () => {
  for (const name of HOST_NAMES)
    for (const path of (await loadHost(name)).paths)
      expect([name, path, isShared(`public/${path}`)]).toEqual([name, path, false]);
});

test('no file comes through a link that leads out of the layer', async () => {
  const secret = makeFolder();
  writeFiles(secret, { 'secret.md': '---\ntitle: S\n---\nSECRET\n', 'deep/authors.json': '[]' });
  const links: [string, string][] = [
    ['content/en_US/info/terms.md', 'secret.md'],
    ['content/en_US/pages', '.'],
    ['content/data', '.'],
    ['public', '.'],
    ['theme', '.'],
    ['content/en_US/authors.json', 'deep/authors.json'],
    ['site-config.json', 'secret.md'],
  ];
  for (const [path, target] of links) {
    const site = smallSite({ layers: ['../house'] });
    const root = makeHouse({}, [], {
      ...site,
      'content/en_US/info/terms.md': null,
      'content/en_US/authors.json': null,
    });
    const link = join(root, '../house', path);
    mkdirSync(join(link, '..'), { recursive: true });
    symlinkSync(join(secret, target), link);
    const found = await check(root);
    expect([path, found.filter(({ code }) => code === 'symbolic-link').map(({ file }) => file)]).toEqual([
      path,
      [`../house/${path}`],
    ]);
  }
});

test('a path of a layer is switched off, and an error names the real file', async () => {
  const house = { 'theme/style.css': 'h1 { margin: 0', 'content/data/list.csv': 'a\n1\n' };
  const on = makeHouse(house);
  expect(await check(on)).toEqual([
    expect.objectContaining({ code: 'style-error', file: '../house/theme/style.css', line: 1 }),
  ]);
  writeFiles(join(on, '../house'), { 'theme/style.css': 'h1 { margin: 0 }' });
  // The command line may name the site by a relative path.
  expect((await buildSite(relative(process.cwd(), on))).warnings).toEqual([]);
  const off = makeHouse(house, [{ from: '../house', without: ['theme', 'content/data/list.csv'] }]);
  expect(await check(off)).toEqual([]);
  expect((await runArticles(['layers', '--root', off, '--json'])).stdout).toContain('"files":[]');
});

test('`articles layers` says where each file comes from, and what hides nothing', async () => {
  const root = makeHouse(
    {
      'site-config.json': json({ covers: 'none' }),
      'theme/style.css': 'h1 { margin: 0 }',
      'theme/components/Byline.tsx': 'export default () => <p>House</p>;',
      'content/en_US/strings.json': json({ layout: { home: 'Start' } }),
    },
    ['../house', 'look'],
    {
      'package.json': json({ devDependencies: { look: '*' } }),
      'node_modules/look/theme/style.css': 'h2 { margin: 0 }',
      'node_modules/look/theme/tokens.css': ':root { --a: 0 }',
      'theme/components/Bylines.tsx': 'export default () => <p>Site</p>;',
      'theme/style.css': '',
    },
  );
  const run = await runArticles(['layers', '--root', root]);
  expect(run.code).toBe(0);
  expect(
    run.stdout
      .trim()
      .split('\n')
      .map((line) => line.replace(/ {2,}/, ': ')),
  ).toEqual([
    'site-config.json: the site, over ../house',
    'content/en_US/strings.json: ../house',
    'theme/components/Byline.tsx: ../house',
    'theme/style.css: the site, hides ../house and node_modules/look',
    'theme/tokens.css: node_modules/look',
  ]);
  expect(run.stderr).toContain('this looks like a replacement of ../house/theme/components/Byline.tsx');
  for (const name of ['theme/style.css', join(root, '../house/theme/style.css')]) {
    const { stdout } = await runArticles(['layers', name, '--root', root, '--json']);
    expect(JSON.parse(stdout).files).toEqual([
      {
        path: 'theme/style.css',
        files: ['theme/style.css', '../house/theme/style.css', 'node_modules/look/theme/style.css'],
        merged: false,
      },
    ]);
  }
  const unknown = await runArticles(['layers', 'theme/none.css', '--root', root]);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('no layer has theme/none.css')]);
});

test('pages say the name and the address of the site, as text', async () => {
  const terms =
    '---\ntitle: "Terms of {{site.title}}"\n---\n# {{ site.title }}\n\n[{{site.host}}]({{site.url}}) {{site.nome}}\n';
  const site = smallSite({ layers: ['../house'], title: 'A *b* <i>c</i> [d](x)', basePath: '/paper' });
  const root = makeHouse({ 'content/en_US/info/terms.md': terms }, [], {
    ...site,
    'content/en_US/info/terms.md': null,
  });
  const { warnings } = await buildSite(root);
  expect(warnings).toEqual([
    expect.objectContaining({ code: 'template-code', file: '../house/content/en_US/info/terms.md', line: 6 }),
  ]);
  const html = readFileSync(join(root, 'dist/terms.html'), 'utf8');
  expect(html).toContain('A *b* &lt;i&gt;c&lt;/i&gt; [d](x)</h');
  expect(html).toContain('Terms of A *b* &lt;i&gt;c&lt;/i&gt; [d](x)');
  expect(html).toContain('<a href="https://small.example/paper" rel="external noopener">small.example</a>');
  writeFiles(root, {
    'site-config.json': String(site['site-config.json']).replace('A *b* <i>c</i> [d](x)', 'Other'),
  });
  await buildSite(root);
  expect(readFileSync(join(root, 'dist/terms.html'), 'utf8')).toContain('>Other</h');
});

test('a site that is named by a relative path has its packages, and looks of the program', async () => {
  const folder = makeHouse({}, ['our-look', 'articles-look-quiet'], {
    'package.json': json({ dependencies: { 'our-look': '1.0.0' } }),
    'node_modules/our-look/theme/tokens.css': '',
  });
  const run = await runArticles(['layers', '--json', '--root', relative('.', folder)]);
  expect([run.code, run.stderr]).toEqual([0, '']);
  expect(run.stdout).toContain('"files":["node_modules/our-look/theme/tokens.css"');
  expect(run.stdout).toMatch(/"files":\["[^"]+\/packages\/look-quiet\/theme\/style\.css"\]/);
});
