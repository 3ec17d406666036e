/** `articles deploy` says that files have changed since the build, and says nothing of what readers would not see. */
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { runJson } from '../support/program.ts';
import { article, json, leanSite, makeFolder, makeSite, writeFiles } from '../support/site.ts';

const EN = 'content/en_US/articles';
const odds = { category: 'betting', subcategory: 'odds' };
const draft = (body: string) => article({ title: 'Soon', slug: 'soon', more: 'draft: true', body, ...odds });

let root: string;
let target: string;
beforeEach(async () => {
  root = makeSite({
    ...leanSite(),
    [`${EN}/soon.md`]: draft('One.'),
    'content/images/board.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>',
    'public/proof.txt': 'One.',
    'content/en_US/pages/contact.md': '---\ntitle: Contact\n---\nWrite to us.\n',
    'content/data/prices.csv': 'name,price\nTote,2\n',
  });
  target = makeFolder();
  await runJson(['build', '--root', root]);
});

/** What a deploy says of the content. */
async function deploy(...options: string[]): Promise<string[]> {
  const args = ['deploy', '--root', root, '--target', `file://${target}`, '--yes', ...options];
  const { warnings } = await runJson(args);
  return warnings.flatMap(({ code, message, hint }: Record<string, string>) =>
    code === 'stale-build' ? [`${message} → ${hint}`] : [],
  );
}

const HINT = 'run `articles build` first: a deploy takes the build as it is';

test.each<[string, (root: string) => void, string]>([
  ['an article', (root) => appendFileSync(join(root, `${EN}/first.md`), 'More.\n'), `${EN}/first.md has`],
  [
    'a new one and a removed one',
    (root) =>
      writeFiles(root, {
        [`${EN}/new.md`]: article({ title: 'New', slug: 'new', ...odds }),
        [`${EN}/second.md`]: null,
      }),
    `${EN}/new.md and 1 more file have`,
  ],
  [
    'an article that became a draft',
    (root) => writeFiles(root, { [`${EN}/first.md`]: article({ title: 'F', more: 'draft: true' }) }),
    `${EN}/first.md has`,
  ],
  [
    'a draft that is one no more',
    (root) => writeFiles(root, { [`${EN}/soon.md`]: draft('One.').replace('draft: true\n', '') }),
    `${EN}/soon.md has`,
  ],
  [
    'an author',
    (root) => appendFileSync(join(root, 'content/en_US/authors.json'), '\n'),
    'content/en_US/authors.json has',
  ],
  [
    'a fixed page',
    (root) => appendFileSync(join(root, 'content/en_US/info/terms.md'), 'M\n'),
    'content/en_US/info/terms.md has',
  ],
  [
    'a removed page',
    (root) => writeFiles(root, { 'content/en_US/pages/contact.md': null }),
    'content/en_US/pages/contact.md has',
  ],
  [
    'a removed data file',
    (root) => writeFiles(root, { 'content/data/prices.csv': null }),
    'content/data/prices.csv has',
  ],
  ['a file of public', (root) => appendFileSync(join(root, 'public/proof.txt'), 'Two.'), 'public/ has'],
  [
    'a picture',
    (root) => appendFileSync(join(root, 'content/images/board.svg'), '\n'),
    'content/images/ has',
  ],
  ['the theme', (root) => writeFiles(root, { 'theme/site.css': 'h1 { color: red; }' }), 'theme/site.css has'],
  [
    'the title of the site',
    (root) => {
      const file = join(root, 'site-config.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace('Small Paper', 'Small Times'));
    },
    'site-config.json has',
  ],
])('%s that changed after the build is named', async (_name, change, what) => {
  change(root);
  expect(await deploy('--dry-run')).toEqual([`${what} changed since this build → ${HINT}`]);
});

test('a build of now is silent, and so is what readers do not see', async () => {
  expect(await deploy()).toEqual([]);
  // A production deploy keeps a record of what it published.
  expect(await deploy('--env', 'production', '--no-strict')).toEqual([]);
  expect(await deploy()).toEqual([]);
  writeFiles(root, {
    [`${EN}/soon.md`]: draft('Two.'),
    [`${EN}/later.md`]: article({ title: 'Later', slug: 'later', date: '2999-01-01', ...odds }),
    'notes.txt': 'To do.',
    'content/en_US/notes.txt': 'To do.',
  });
  const file = join(root, 'site-config.json');
  const config = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, json({ ...config, deploy: { development: `file://${target}` } }));
  utimesSync(join(root, `${EN}/first.md`), new Date(), new Date());
  expect(await deploy()).toEqual([]);
});

test('a machine that got the build without its sources, or both as a copy, is silent', async () => {
  writeFiles(root, { 'theme/site.css': 'h1 { color: red; }' });
  await runJson(['build', '--root', root]);
  const copy = join(makeFolder(), 'copy');
  mkdirSync(copy);
  cpSync(root, copy, { recursive: true });
  root = copy;
  expect(await deploy()).toEqual([]);
  appendFileSync(join(root, `${EN}/first.md`), 'More.\n');
  expect(await deploy()).toEqual([`${EN}/first.md has changed since this build → ${HINT}`]);
  rmSync(join(root, 'content'), { recursive: true });
  expect(await deploy()).toEqual([]);
});

test('a build of another folder, for another base path, is compared with its own record', async () => {
  await runJson(['build', '--root', root, '--out', join(root, 'dist-preview'), '--base-path', '/_preview/a']);
  const preview = ['--out', join(root, 'dist-preview'), '--preview', 'a'];
  expect(await deploy(...preview)).toEqual([]);
  appendFileSync(join(root, `${EN}/first.md`), 'More.\n');
  expect(await deploy(...preview)).toEqual([
    expect.stringContaining('run `articles build --out dist-preview`'),
  ]);
});
