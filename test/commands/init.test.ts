/** Tests `articles init`: a site that builds and has no problem, in every language. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { parse } from 'yaml';
import type { Problem } from '../../src/foundation/errors.ts';
import { LOCALE_CODES } from '../../src/locales/codes.ts';
import { type NewSite, refuseFilled, writeScaffold } from '../../src/scaffold/scaffold.ts';
import type { TEMPLATES } from '../../src/scaffold/template-names.ts';
import { runArticles, runJson } from '../support/cli.ts';
import { makeFolder, readTree, writeFiles } from '../support/site.ts';

const EVERY_LOCALE = LOCALE_CODES.flatMap((locale) => ['--locale', locale]);

it('makes a site that builds, in one language', async () => {
  const root = join(makeFolder(), 'my-first-site');
  const { code, stderr } = await runArticles(['init', root]);
  expect(code).toBe(0);
  expect(stderr).toContain('npx articles-press serve --watch');
  const config = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
  expect(config).toMatchObject({ title: 'My First Site', shortName: 'my-first-site', locales: ['en_US'] });
  expect(readFileSync(join(root, config.$schema), 'utf8')).toContain('"properties"');
  expect(readFileSync(join(root, '.gitignore'), 'utf8')).toContain('.articles/');
  const built = await runJson(['build', '--root', root]);
  expect(built.articles).toBe(3);
  expect(built.warnings).toEqual([]);
  // Feed readers know the entries by these.
  const readIds = () => readFileSync(join(root, 'dist/feed.xml'), 'utf8').match(/<id>[^<]*/g);
  const ids = readIds();
  writeFiles(root, { 'site-config.json': JSON.stringify({ ...config, url: 'https://other.example' }) });
  await runJson(['build', '--root', root]);
  expect(readIds()).toEqual(ids);
});

it('is neutral: no betting, no emoji, no drawn covers', async () => {
  const root = join(makeFolder(), 'x');
  await runArticles(['init', root, ...EVERY_LOCALE]);
  const texts = [...readTree(root)].filter(([path]) => path.startsWith('content/'));
  expect(texts.length).toBeGreaterThan(30);
  for (const [path, bytes] of texts) {
    const text = bytes.toString('utf8');
    expect([path, /\p{Extended_Pictographic}/u.exec(text)?.[0]]).toEqual([path, undefined]);
    expect([path, /\b(bet|betting|poker|bahis|odds)\b|став[ко]|베팅/i.exec(text)?.[0]]).toEqual([
      path,
      undefined,
    ]);
  }
  const { covers } = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
  expect(covers).toBe('none');
  expect(readTree(root).has('content/en_US/articles/organise-your-site.md')).toBe(true);
});

it('writes titles as they are, into JSON, YAML and Markdown', async () => {
  const root = join(makeFolder(), 'x');
  const title = 'Odds "& Ends" <i>\\ $& {{date}}';
  await runArticles(['init', root, ...EVERY_LOCALE, '--title', title]);
  const { errors, warnings } = await runJson(['check', '--root', root]);
  const others = warnings.filter(({ code }: Problem) => code !== 'placeholder');
  expect([...errors, ...others]).toEqual([]);
  expect(JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8')).title).toBe(title);
});

it('links to the path of each language, whichever is the first', async () => {
  const root = join(makeFolder(), 'x');
  await runArticles(['init', root, '--locale', 'tr', '--locale', 'en']);
  const read = (path: string) => readFileSync(join(root, 'content', path), 'utf8');
  expect(read('tr_TR/articles/write-an-article.md')).toContain('(/articles/site-nasil-duzenlenir)');
  expect(read('en_US/articles/write-an-article.md')).toContain('(/en/articles/organise-your-site)');
});

it('writes a project whose commands and workflow exist, and lists every file', async () => {
  const root = join(makeFolder(), 'Café Notes');
  const { files, kept } = await runJson(['init', root]);
  expect([files.sort(), kept]).toEqual([[...readTree(root).keys()].sort(), []]);
  const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(project.name).toBe('cafe-notes');
  // Tests run from a checkout, which no registry has.
  const [[name, source = '']] = Object.entries<string>(project.dependencies) as [[string, string]];
  expect(name).toBe('articles');
  expect(realpathSync(join(root, source.replace(/^file:/, '')))).toBe(realpathSync('.'));
  const workflow = parse(readFileSync(join(root, '.github/workflows/site.yml'), 'utf8'));
  const runs = workflow.jobs.check.steps.flatMap(({ run }: { run?: string }) => run ?? []);
  expect([Object.keys(workflow.jobs), runs]).toEqual([
    ['check'],
    ['npm ci', 'npx articles-press check', 'npx articles-press build --strict'],
  ]);
  expect(Object.keys(project.scripts)).toEqual(['dev', 'check', 'build', 'deploy']);
  const lines = Object.values<string>(project.scripts).flatMap((script) => script.split(' && '));
  for (const line of [...lines, ...runs.slice(1)]) {
    const args: string[] = line.replace(/^(?:npx articles-press|articles) /, '').split(' ');
    const { code, stdout } = await runArticles([...args, '--help']);
    expect([
      line,
      code,
      args.slice(1).every((arg: string) => !arg.startsWith('--') || stdout.includes(arg)),
    ]).toEqual([line, 0, true]);
  }
});

test('npm run check, build and deploy work in a new site', async () => {
  const root = join(makeFolder(), 'x');
  await runArticles(['init', root]);
  // As `npm install` links it.
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  symlinkSync(resolve('bin/articles.js'), join(root, 'node_modules/.bin/articles'));
  const npm = (...args: string[]) =>
    spawnSync('npm', ['run', ...args], { cwd: root, encoding: 'utf8', env: { ...process.env, CI: '' } });
  expect(npm('check').status).toBe(0);
  const target = join(root, '..', 'bucket');
  const { status, stderr } = npm('deploy', '--', '--target', pathToFileURL(target).href, '--yes');
  expect([status, stderr]).toEqual([1, expect.stringContaining('the address is a placeholder')]);
  expect(existsSync(join(target, 'index.html'))).toBe(false);
  for (const [path, bytes] of readTree(root))
    if (/^(?:content\/.*\.(?:json|md)|site-config\.json)$/.test(path)) {
      const text = String(bytes).replaceAll('TODO: ', '').replace('//example.com', '//notes.example');
      writeFiles(root, { [path]: text });
    }
  expect(npm('deploy', '--', '--target', pathToFileURL(target).href, '--yes').stderr).toContain('uploaded');
  expect(readTree(target).has('index.html')).toBe(true);
});

it('leaves a folder that holds something as it is', async () => {
  const root = makeFolder();
  writeFiles(root, { 'notes.txt': 'mine' });
  const { code, stderr } = await runArticles(['init', root]);
  expect(code).toBe(1);
  expect(stderr).toContain('not empty: it contains notes.txt');
  expect([...readTree(root).keys()]).toEqual(['notes.txt']);
});

it('takes a new repository and a folder of npm, and leaves their files as they are', async () => {
  const root = makeFolder();
  mkdirSync(join(root, '.git'));
  const mine = { 'README.md': '# Mine', 'package.json': '{"name":"mine"}', '.gitignore': 'x' };
  writeFiles(root, { ...mine, 'node_modules/a/index.js': '1' });
  const { code, stderr } = await runArticles(['init', root]);
  expect(code).toBe(0);
  expect(stderr).toContain('kept as they were: .gitignore, README.md, node_modules, package.json');
  expect(stderr).toMatch(/files written to \S+: site-config.json, content\//);
  for (const [path, text] of Object.entries(mine)) expect(readFileSync(join(root, path), 'utf8')).toBe(text);
  // The command that it prints makes it the package of a new site.
  const [command = ''] = /npm pkg set .*/.exec(stderr) ?? [];
  expect(spawnSync('sh', ['-c', command], { cwd: root }).status).toBe(0);
  const other = join(makeFolder(), 'site');
  await runArticles(['init', other]);
  const read = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(read(root).scripts).toEqual(read(other).scripts);
  expect(Object.keys(read(root).dependencies)).toEqual(Object.keys(read(other).dependencies));
});

it('never changes a file, whatever the folder holds', async () => {
  const names = fc.constantFrom(
    ...[
      'README.md',
      'package.json',
      '.gitignore',
      '.editorconfig',
      'LICENSE',
      'site-config.json',
      'notes.txt',
    ],
    ...['content/en_US/authors.json', '.github/workflows/site.yml', 'package-lock.json', 'node_modules/x.js'],
  );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(names, fc.string(), { maxKeys: 4 }), async (files) => {
      const root = makeFolder();
      writeFiles(root, files);
      const before = readTree(root);
      const site: NewSite = { title: 'X', locales: ['en_US'], template: 'blog', isDaily: false };
      const done = await refuseFilled(root).then(
        (kept) => writeScaffold(root, site, kept),
        () => [],
      );
      const after = readTree(root);
      for (const [path, bytes] of before) expect(after.get(path)).toEqual(bytes);
      expect(after.size).toBe(before.size + done.length);
    }),
    { numRuns: 40 },
  );
});

it('asks on a terminal, and asks again after an answer that is not valid', async () => {
  const root = join(makeFolder(), 'garden');
  const { stdout, status } = converse(
    `node bin/articles.js init ${root}`,
    'Mein Garten\nxx\ntr, en\n\ndaily\n',
  );
  expect(status).toBe(0);
  expect(stdout).toContain('Title [Garden]');
  expect(stdout).toContain('there is no locale "xx"');
  const config = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
  expect(config).toMatchObject({ title: 'Mein Garten', locales: ['tr_TR', 'en_US'] });
  expect(readTree(root).has('content/tr_TR/categories.json')).toBe(true);
});

it('asks for nothing that is given, and writes nothing where the answers end', async () => {
  const root = join(makeFolder(), 'garden');
  const given = '--title A --locale en --template docs --schedule daily';
  expect(converse(`node bin/articles.js init ${root} ${given}`, '').stdout).not.toContain('[');
  const other = join(makeFolder(), 'other');
  const { stdout, status } = converse(`node bin/articles.js init ${other}`, 'Title\n\u0004');
  expect([status, stdout]).toEqual([
    1,
    expect.stringContaining('the input ended before all questions were answered'),
  ]);
  expect(existsSync(other)).toBe(false);
});

/** A command on a terminal of its own, and what a person types. */
function converse(command: string, input: string) {
  const { CI: _ci, ...environment } = process.env;
  return spawnSync('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    input,
    encoding: 'utf8',
    env: { ...environment, NO_COLOR: '1' },
  });
}

test.each([
  [['--locale', 'german'], 'there is no locale "german"'],
  [['--locale', 'fr,de'], 'name one language at a time: --locale fr --locale de'],
  [['--title', 'x'.repeat(121)], '--title'],
])('%j is a clear error', async (args, message) => {
  const root = join(makeFolder(), 'x');
  const { code, stderr } = await runArticles(['init', root, ...args]);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});

test('what is wrong with an example is told together with the way to be rid of it', async () => {
  const root = join(makeFolder(), 'x');
  await runArticles(['init', root]);
  writeFileSync(join(root, 'content/en_US/categories.json'), '{ "river": { "title": "River" } }');
  const { errors } = JSON.parse((await runArticles(['check', '--json', '--root', root])).stdout);
  expect(errors.length).toBeGreaterThan(2);
  for (const { file, hint } of errors)
    expect([file, hint]).toEqual([
      expect.stringContaining('content/en_US/articles/'),
      expect.stringMatching(/; or delete this article, an example of `articles init`$/),
    ]);
});

it('makes the folder below the root that is named', async () => {
  const folder = makeFolder();
  expect((await runArticles(['init', 'inner', '--root', folder])).code).toBe(0);
  expect(readFileSync(join(folder, 'inner/site-config.json'), 'utf8')).toContain('"Inner"');
});

test.each(['blog', 'docs', 'crypto'] satisfies (typeof TEMPLATES)[number][])(
  '%s in a language without texts of its own begins in English, and `check` names each text',
  async (template) => {
    const root = join(makeFolder(), 'site');
    await runArticles(['init', root, '--template', template, '--locale', 'fr', '--title', 'Le "Guide": A']);
    const built = await runJson(['build', '--root', root]);
    expect(built.articles).toBe(3);
    const { errors, warnings } = await runJson(['check', '--root', root]);
    expect(errors).toEqual([]);
    const named = new Set(warnings.map(({ file }: { file: string }) => file));
    const texts = [...readTree(join(root, 'content/fr')).keys()];
    expect([...named].sort()).toEqual(
      [...texts.map((path) => `content/fr/${path}`), 'site-config.json'].sort(),
    );
  },
);

test('--look begins with a look of the program, an installed package or a folder, and names what there is', async () => {
  const folder = makeFolder();
  const settingsOf = (root: string) => {
    const read = (name: string) => JSON.parse(readFileSync(join(folder, root, name), 'utf8'));
    return { layers: read('site-config.json').layers, needs: Object.keys(read('package.json').dependencies) };
  };
  writeFiles(folder, {
    'house/theme/style.css': 'main { color: inherit }',
    'node_modules/acme-look/package.json': '{ "name": "acme-look", "version": "1.2.3" }',
    'node_modules/acme-look/theme/style.css': 'main { color: inherit }',
  });
  const init = (root: string, look: string) => runArticles(['init', root, '--look', look], { cwd: folder });
  for (const look of ['quiet', 'articles-look-quiet'])
    expect([(await init(look, look)).code, settingsOf(look)]).toEqual([
      0,
      { layers: ['articles-look-quiet'], needs: ['articles'] },
    ]);
  await init('a', 'acme-look');
  expect(settingsOf('a')).toEqual({ layers: ['acme-look'], needs: ['articles', 'acme-look'] });
  expect(readFileSync(join(folder, 'a/package.json'), 'utf8')).toContain('"acme-look": "^1.2.3"');
  await init('b', './house');
  expect(settingsOf('b')).toEqual({ layers: ['../house'], needs: ['articles'] });
  for (const root of ['quiet', 'a', 'b']) {
    const { layers } = await runJson(['layers', 'theme/style.css', '--root', join(folder, root)]);
    expect(layers).toHaveLength(1);
  }
  // Nothing is installed in the folder of the new site.
  const { warnings } = await runJson(['build', '--strict', '--root', join(folder, 'quiet')]);
  expect(warnings).toEqual([]);
  const sheet = [...readTree(join(folder, 'quiet/dist/assets'))].find(([path]) => path.endsWith('.css'));
  expect(String(sheet?.[1])).toMatch(/--measure: ?37rem/);

  for (const unknown of ['quite', 'loud', './none', './c']) {
    const { code, stderr } = await init('c', unknown);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`there is no look "${unknown}"`)]);
    expect(stderr).toMatch(unknown === 'quite' ? /did you mean "quiet"\?/ : /use quiet, a folder such as /);
  }
  expect(existsSync(join(folder, 'c'))).toBe(false);
});
