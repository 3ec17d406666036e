import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import { runArticles } from '../support/program.ts';
import { compareTrees, makeSite, readTree, smallSite, writeFiles } from '../support/site.ts';

const clean = async () => {
  const root = makeSite();
  await buildSite(root);
  return readTree(join(root, 'dist'));
};

test('an output folder that is a link stays one, and what it leads to is built', async () => {
  const root = makeSite();
  mkdirSync(join(root, 'www'));
  symlinkSync(join(root, 'www'), join(root, 'dist'));
  const expected = await clean();
  for (const options of [{}, { clean: true }, {}]) {
    await buildSite(root, options);
    expect(lstatSync(join(root, 'dist')).isSymbolicLink()).toBe(true);
    expect(compareTrees(readTree(join(root, 'www')), expected)).toEqual([]);
  }
});

test('a link to a folder within the output is written through and kept', async () => {
  const root = makeSite();
  await buildSite(root);
  renameSync(join(root, 'dist/ru'), join(root, 'elsewhere'));
  symlinkSync(join(root, 'elsewhere'), join(root, 'dist/ru'));
  rmSync(join(root, '.articles'), { recursive: true });
  rmSync(join(root, 'content/en_US/articles/second.md'));
  await buildSite(root);
  expect(existsSync(join(root, 'dist/ru/articles/pervaya-tsena.html'))).toBe(true);
  expect(existsSync(join(root, 'dist/articles/second-look.html'))).toBe(false);
});

test('what a build has left that was killed goes with the next one, of whatever sort', async () => {
  const root = makeSite();
  await buildSite(root);
  const left = join(root, '.dist.new');
  mkdirSync(join(left, 'articles'), { recursive: true });
  rmSync(join(root, 'dist/authors.html'));
  await buildSite(root);
  expect(existsSync(left)).toBe(false);
});

test('a folder in the place of a file is named, and nothing is left beside it', async () => {
  const root = makeSite();
  await buildSite(root);
  rmSync(join(root, 'dist/authors.html'));
  mkdirSync(join(root, 'dist/authors.html/x'), { recursive: true });
  const run = await runArticles(['build', '--root', root]);
  expect([run.code, run.stderr]).toEqual([
    1,
    expect.stringMatching(/dist\/authors\.html: there is a folder in place of a file\n {2}→/),
  ]);
  expect([...readTree(root).keys()].filter((path) => path.endsWith('.tmp'))).toEqual([]);
  rmSync(join(root, 'dist/authors.html'), { recursive: true });
  await buildSite(root);
  expect(compareTrees(readTree(join(root, 'dist')), await clean())).toEqual([]);
});

test.each(['the root of another site', 'a folder above a site'])(
  '%s is no output folder, though pages of ours stand in it',
  async (name) => {
    const root = makeSite();
    const other = makeSite(smallSite({ locales: ['en_US'] }));
    const built = name === 'a folder above a site' ? join(other, 'blog') : join(other, 'dist');
    await runArticles(['build', '--root', other, '--out', built]);
    if (name === 'a folder above a site') {
      for (const path of ['content', 'site-config.json', '.articles'])
        rmSync(join(other, path), { recursive: true });
      writeFiles(other, { 'notes.txt': 'mine' });
    }
    const before = readTree(other);
    const { code, stderr } = await runArticles(['build', '--root', root, '--out', other]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('has files that no build of this site wrote'),
    ]);
    expect(compareTrees(readTree(other), before)).toEqual([]);
  },
);

test('what another site was built into, or a deploy keeps, is no output folder', async () => {
  const [root, other] = [makeSite(), makeSite(smallSite({ url: 'https://other.example' }))];
  const built = join(other, 'dist');
  await runArticles(['build', '--root', other]);
  const target = join(other, 'www');
  expect((await runArticles(['deploy', '--root', other, '--target', `file://${target}`])).code).toBe(0);
  for (const [out, told] of [
    [built, 'has files that no build of this site wrote'],
    [target, 'is the target of a deploy'],
  ] as const) {
    const before = readTree(out);
    const { code, stderr } = await runArticles(['build', '--root', root, '--out', out]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(told)]);
    expect(compareTrees(readTree(out), before)).toEqual([]);
  }
  // Its own, without the cache that knows of it, is known by its pages.
  rmSync(join(other, '.articles'), { recursive: true });
  expect((await runArticles(['build', '--root', other])).code).toBe(0);
});

test('a deploy goes to no folder that the site is made of', async () => {
  const root = makeSite();
  await runArticles(['build', '--root', root]);
  const before = readTree(root);
  for (const folder of ['', 'content', 'public/x', 'dist', 'dist/www', '.articles', '..']) {
    const target = `file://${join(root, folder)}`;
    const { code, stderr } = await runArticles(['deploy', '--root', root, '--target', target]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("overlaps the site's source files")]);
  }
  expect(compareTrees(readTree(root), before)).toEqual([]);
});
