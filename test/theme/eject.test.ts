/** Tests `articles eject`: the copies render what the built-in views and components do, and their types are right. */
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import * as publicTheme from '../../src/templates/public.ts';
import { listEjectable } from '../../src/theme/eject-files.ts';
import { buildSite } from '../support/build.ts';
import { runArticles } from '../support/program.ts';
import { compareTrees, makeSite, readTree, smallSite, writeFiles } from '../support/site.ts';

const known = listEjectable();
const all = known.map(({ name }) => name);

/** As installed: the package, and what npm puts beside it. */
function install(root: string): void {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  const link = (target: string, name: string) =>
    symlinkSync(resolve(target), join(root, 'node_modules', name));
  link('.', 'articles');
  link('node_modules/@types', '@types');
  link('node_modules/typescript', 'typescript');
  link('node_modules/zod', 'zod');
}

test('every replaceable component and every view can be ejected, and is public', () => {
  const replaceable = Object.entries(publicTheme).filter(([, value]) => 'BuiltIn' in value);
  const components = known.filter(({ path }) => path.startsWith('components/'));
  expect(components.map(({ name }) => name).sort()).toEqual(replaceable.map(([name]) => name).sort());
  expect(known.filter(({ path }) => path.startsWith('views/'))).toHaveLength(
    Object.keys(publicTheme).filter((name) => name.endsWith('View')).length,
  );
  expect(known.filter(({ summary }) => summary === '')).toEqual([]);
});

test('a site with everything ejected has the bytes of one without a theme', async () => {
  const plain = makeSite(smallSite());
  await buildSite(plain);
  const root = makeSite(smallSite());
  const run = await runArticles(['eject', ...all, '--root', root, '--json']);
  expect(run.code).toBe(0);
  expect(JSON.parse(run.stdout).written).toHaveLength(all.length + 1);
  const result = await buildSite(root);
  expect(result.warnings).toEqual([]);
  expect(compareTrees(readTree(join(root, 'dist')), readTree(join(plain, 'dist')))).toEqual([]);
  // The copies are in use.
  writeFiles(root, {
    'theme/components/Section.tsx': readFileSync(join(root, 'theme/components/Section.tsx'), 'utf8').replace(
      'section-title',
      'own-title',
    ),
  });
  await buildSite(root);
  expect(readFileSync(join(root, 'dist/index.html'), 'utf8')).toContain('class="own-title"');
});

test('check finds no error of types in what was ejected, and one that is planted', async () => {
  const root = makeSite(smallSite());
  install(root);
  await runArticles(['eject', ...all, '--root', root]);
  const right = await runArticles(['check', '--root', root, '--json']);
  expect(JSON.parse(right.stdout).errors).toEqual([]);
  const view = readFileSync(join(root, 'theme/views/article.tsx'), 'utf8');
  const line = view.split('\n').findIndex((text) => text.includes('{page.title}')) + 1;
  writeFiles(root, { 'theme/views/article.tsx': view.replace('{page.title}', '{page.titel}') });
  const wrong = await runArticles(['check', '--root', root, '--json']);
  expect(wrong.code).toBe(1);
  expect(JSON.parse(wrong.stdout).errors).toEqual([
    expect.objectContaining({
      file: 'theme/views/article.tsx',
      line,
      message: expect.stringContaining("Property 'titel' does not exist on type 'ArticlePage"),
    }),
  ]);
});

test('the theme of the example has right types', async () => {
  const root = makeSite({});
  cpSync('examples/own', root, { recursive: true });
  install(root);
  const run = await runArticles(['check', '--root', root, '--json']);
  expect(JSON.parse(run.stdout).errors).toEqual([]);
  writeFiles(root, { 'theme/views/home.tsx': 'export default () => <p>{1 as string}</p>;' });
  const wrong = await runArticles(['check', '--root', root, '--json']);
  expect(JSON.parse(wrong.stdout).errors).toHaveLength(1);
});

test('eject writes nothing where a file exists or a name is wrong, unless it is forced', async () => {
  const root = makeSite({ ...smallSite(), 'theme/views/home.tsx': 'mine' });
  const read = (file: string) => readFileSync(join(root, 'theme', file), 'utf8');
  const existing = await runArticles(['eject', 'article', 'home', '--root', root]);
  expect(existing.code).toBe(1);
  expect(existing.stderr).toContain('theme/views/home.tsx: the file exists already');
  const misspelt = await runArticles(['eject', 'article', 'ArticelCard', '--root', root]);
  expect(misspelt.code).toBe(1);
  expect(misspelt.stderr).toContain('did you mean "ArticleCard"?');
  expect(() => read('views/article.tsx')).toThrow();
  expect(read('views/home.tsx')).toBe('mine');
  expect((await runArticles(['eject', 'home', '--force', '--root', root])).code).toBe(0);
  expect(read('views/home.tsx')).toContain('export default function HomeView');
  const list = await runArticles(['eject', '--list', '--root', root]);
  expect(list.stdout).toContain('ArticleCard ');
});

test('check names copies whose original has changed, in theme/ and prompts/, and no others', async () => {
  const root = makeSite(smallSite());
  await runArticles(['eject', 'article', 'Section', 'prompts', '--root', root]);
  const outdated = async () => {
    const { stdout } = await runArticles(['check', '--root', root, '--json']);
    const { warnings } = JSON.parse(stdout) as { warnings: { code: string; file: string; line: number }[] };
    return warnings.flatMap(({ code, file, line }) => (code === 'outdated-copy' ? [`${file}:${line}`] : []));
  };
  expect(await outdated()).toEqual([]);
  const edit = (file: string, change: (text: string) => string) =>
    writeFiles(root, { [file]: change(readFileSync(join(root, file), 'utf8')) });
  const age = (text: string) => text.replace(/(hash )[0-9a-f]{12}/, '$10123456789ab');
  // What the owner changes is no change of the original.
  edit('theme/components/Section.tsx', (text) => text.replace('section-title', 'own-title'));
  edit('prompts/style.md', (text) => `${text}Short sentences.\n`);
  expect(await outdated()).toEqual([]);
  // A formatter may move the comment.
  edit('theme/components/Section.tsx', (text) => `import 'react';\n${age(text)}`);
  edit('prompts/style.md', age);
  expect(await outdated()).toEqual(['prompts/style.md:1', 'theme/components/Section.tsx:2']);
  edit('theme/components/Section.tsx', (text) => text.replace(/.*Copied by.*\n/, ''));
  await runArticles(['eject', 'prompts', '--force', '--root', root]);
  expect(await outdated()).toEqual([]);
});
