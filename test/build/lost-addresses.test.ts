/** Addresses that readers know: check, build --strict and deploy agree which of them are lost, and the hint keeps them. */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runArticles } from '../support/program.ts';
import {
  article,
  type Files,
  json,
  makeFolder,
  makeSite,
  smallSite,
  TREE,
  writeFiles,
} from '../support/site.ts';

const FILE = 'content/en_US/articles/second-look.md';
const odds = { category: 'betting', subcategory: 'odds' };
const second = (fields: object = {}) =>
  article({
    title: 'A second look',
    author: 'Bo Lind',
    date: '2026-02-01',
    slug: 'second-look',
    ...odds,
    ...fields,
  });
const site = (): Files => ({
  ...smallSite({ locales: ['en_US'] }),
  'content/en_US/articles/second.md': null,
  [FILE]: second(),
});
const LOST = '/articles/second-look is published, and nothing answers there now';

const run = (root: string, ...args: string[]) => runArticles([...args, '--root', root]);
/** A site, and a folder for its readers. */
const start = () => ({ root: makeSite(site()), target: `file://${makeFolder()}/www` });
const deploy = (root: string, target: string, ...args: string[]) =>
  run(root, 'deploy', '--target', target, '--env', 'production', '--yes', '--max-delete', '100%', ...args);
const publish = async (root: string, target: string) => {
  expect(await run(root, 'build')).toMatchObject({ code: 0 });
  expect(await deploy(root, target)).toMatchObject({ code: 0 });
};
/** Problems with addresses: of check, of a strict build, and of a build and a deploy after it. */
const ask = async (root: string, target: string) => {
  const lines = (text: string) => text.split('\n').filter((line) => line.includes(LOST));
  const checked = await run(root, 'check');
  const strict = await run(root, 'build', '--strict');
  const built = await run(root, 'build', '--no-strict');
  const deployed = await deploy(root, target, '--dry-run');
  expect(built.code).toBe(0);
  return {
    check: lines(checked.stderr).length,
    strict: lines(strict.stderr).length,
    build: lines(built.stderr).length,
    deploy: deployed.stderr.includes('a page at /articles/second-look, and') ? 1 : 0,
  };
};
const nobody = { check: 0, strict: 0, build: 0, deploy: 0 };
const everybody = { check: 1, strict: 1, build: 1, deploy: 1 };

/** What an author does to an article. */
const EDITS: Readonly<Record<string, Files>> = {
  deleted: { [FILE]: null },
  'made a draft': { [FILE]: second({ more: 'draft: true' }) },
  'given another slug': { [FILE]: second({ slug: 'third-look' }) },
  'in a renamed file': { [FILE]: null, 'content/en_US/articles/third.md': second({ slug: 'third-look' }) },
};

describe.each(Object.entries(EDITS))('an article that was %s', (_name, files) => {
  test('loses nothing before the first deploy to production', async () => {
    const { root, target } = start();
    expect(await run(root, 'build')).toMatchObject({ code: 0 });
    // A preview of the site is not a publication.
    expect(await run(root, 'deploy', '--target', target)).toMatchObject({ code: 0 });
    writeFiles(root, files);
    expect(await ask(root, `file://${makeFolder()}/other`)).toEqual(nobody);
    expect(existsSync(join(root, '.articles/published.json'))).toBe(false);
  });

  test('loses its address afterwards, also without the cache, and in a second clone once its deploy has asked', async () => {
    const { root, target } = start();
    await publish(root, target);
    writeFiles(root, files);
    expect(await ask(root, target)).toEqual(everybody);
    rmSync(join(root, '.articles/cache'), { recursive: true });
    rmSync(join(root, 'dist'), { recursive: true });
    expect(await ask(root, target)).toEqual(everybody);
    const clone = makeFolder();
    cpSync(root, clone, {
      recursive: true,
      filter: (path) => !/\.articles|dist/.test(path.slice(root.length)),
    });
    expect(await ask(clone, target)).toEqual({ ...nobody, deploy: 1 });
    expect(await ask(clone, target)).toEqual(everybody);
  });
});

describe('the hint', () => {
  const hintOf = async (root: string) => {
    const { code, stdout } = await run(root, 'check', '--json');
    const { errors } = JSON.parse(stdout);
    expect([code, errors.map(({ message }: { message: string }) => message)]).toEqual([1, [LOST]]);
    return errors[0] as { hint: string; file?: string };
  };

  test.each([true, false])(
    'for a changed slug is one command that keeps the address (cache: %s)',
    async (hasCache) => {
      const { root, target } = start();
      await publish(root, target);
      writeFiles(root, { [FILE]: second({ slug: 'third-look' }) });
      if (!hasCache) rmSync(join(root, '.articles/cache'), { recursive: true });
      const { hint, file } = await hintOf(root);
      expect(file).toBe(FILE);
      const [, command = ''] = /`articles ([^`]+)`/.exec(hint) ?? [];
      expect(command).toBe('move /articles/second-look /articles/third-look');
      expect(hint).toContain('aliases: [/articles/second-look]');
      expect(await run(root, ...command.split(' '))).toMatchObject({ code: 0 });
      await publish(root, target);
      expect(readFileSync(join(root, 'dist/articles/second-look.html'), 'utf8')).toContain(
        '/articles/third-look',
      );
      // An old address is one already, and a slip of the pen never becomes one.
      expect((await run(root, ...command.split(' '))).code).toBe(1);
      expect((await run(root, 'move', '/articles/never', '/articles/third-look')).code).toBe(1);
    },
  );

  test('for a deleted article offers what replaces it, or a redirect that says that it is gone', async () => {
    const { root, target } = start();
    await publish(root, target);
    writeFiles(root, { [FILE]: null });
    const { hint } = await hintOf(root);
    expect(hint).toMatch(/articles move .*, or with "aliases: .*; if it is gone for good, add /);
    const kept = await run(root, 'move', '/articles/second-look', '/articles/first-price');
    expect(kept.code).toBe(0);
    expect((await run(root, 'check')).code).toBe(0);
    writeFiles(root, {
      'content/en_US/articles/first.md': site()['content/en_US/articles/first.md'] ?? null,
    });
    const [redirect = ''] = /\{.*?\}/.exec(hint) ?? [];
    const config = JSON.parse(String(site()['site-config.json']));
    writeFiles(root, { 'site-config.json': json({ ...config, redirects: [JSON.parse(redirect)] }) });
    await publish(root, target);
  });

  test('for a renamed category names its entry', async () => {
    const { root, target } = start();
    await publish(root, target);
    writeFiles(root, {
      'content/en_US/categories.json': json({ ...TREE, poker: { ...TREE.poker, slug: 'cards' } }),
    });
    const { errors } = JSON.parse((await run(root, 'check', '--json')).stdout);
    const poker = errors.find(({ message }: { message: string }) =>
      message.startsWith('/poker is published'),
    );
    expect(poker?.file).toBe('content/en_US/categories.json');
    expect(poker?.hint).toContain('"aliases": ["/poker"] in poker of content/en_US/categories.json');
    expect(errors.map(({ message }: { message: string }) => message.split(' ')[0])).toContain('/poker/hands');
  });
});

test('a deploy with --no-strict gives an address up, and a rollback brings it back', async () => {
  const { root, target } = start();
  await publish(root, target);
  writeFiles(root, { [FILE]: null });
  expect(await run(root, 'build')).toMatchObject({ code: 0 });
  expect(await deploy(root, target)).toMatchObject({ code: 1 });
  expect(await deploy(root, target, '--no-strict')).toMatchObject({ code: 0 });
  expect(await ask(root, target)).toEqual(nobody);
  expect(await deploy(root, target, '--rollback')).toMatchObject({ code: 0 });
  expect(await ask(root, target)).toEqual(everybody);
});

test('many addresses are counted, and later pages of a listing are none of them', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `content/en_US/articles/n${index}.md`,
      article({ title: `N ${index}`, slug: `n-${index}`, ...odds }),
    ]),
  );
  const root = makeSite({ ...site(), ...many });
  await publish(root, `file://${makeFolder()}/www`);
  expect(existsSync(join(root, 'dist/betting/page/2.html'))).toBe(true);
  writeFiles(root, Object.fromEntries(Object.keys(many).map((file) => [file, null])));
  const { warnings } = JSON.parse((await run(root, 'build', '--json')).stdout);
  expect(warnings).toHaveLength(51);
  expect(warnings.at(-1)?.message).toBe('10 more published addresses have no page now');
});

test('a tag whose address has got its signs or vowel signs is named, with the redirect that keeps the old one', async () => {
  const tagged = (...tags: string[]) => ({ [FILE]: second({ more: `tags: ${JSON.stringify(tags)}` }) });
  const config = (redirects: object[] = []) => ({
    'site-config.json': smallSite({ locales: ['en_US'], redirects })['site-config.json'] ?? null,
  });
  const root = makeSite({ ...site(), ...tagged('C', 'द न') });
  await publish(root, `file://${makeFolder()}/www`);
  // As the tags were, their words have the addresses of the earlier rule.
  writeFiles(root, { ...tagged('C++', 'दिन'), ...config() });
  const { stderr } = await run(root, 'build', '--no-strict');
  const found = Array.from(stderr.matchAll(/keep it with (\{.*?\}) in "redirects"/g), ([, rule = '']) =>
    JSON.parse(rule),
  );
  expect(found).toEqual([
    { from: '/tags/c', to: '/tags/c-plus-plus' },
    { from: '/tags/द-न', to: '/tags/दिन' },
  ]);
  writeFiles(root, config(found));
  expect(await run(root, 'build', '--strict')).toMatchObject({ code: 0 });
  expect(readFileSync(join(root, 'dist/tags/c.html'), 'utf8')).toContain('/tags/c-plus-plus');
});
