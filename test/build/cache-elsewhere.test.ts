import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { problemsOf } from '../../src/foundation/errors.ts';
import { runArticles } from '../support/program.ts';
import { makeFolder, makeSite } from '../support/site.ts';

test('ARTICLES_CACHE keeps what builds need in another folder, for each site', async () => {
  const cache = makeFolder();
  vi.stubEnv('ARTICLES_CACHE', cache);
  onTestFinished(() => void vi.unstubAllEnvs());
  const roots = [makeSite(), makeSite()];
  for (const root of roots) {
    const build = () => runArticles(['build', '--root', root, '--json']);
    const { stdout, stderr, code } = await build();
    expect([code, stderr]).toEqual([0, expect.anything()]);
    expect(JSON.parse(stdout).written).toBeGreaterThan(0);
    expect(existsSync(join(root, '.articles'))).toBe(false);
    expect(JSON.parse((await build()).stdout).written).toBe(0);
  }
  expect(readdirSync(cache)).toHaveLength(2);
});

test('a file in place of the folder is a clear error', async () => {
  const root = makeSite();
  writeFileSync(join(root, 'cache'), '');
  vi.stubEnv('ARTICLES_CACHE', join(root, 'cache'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const { code, stderr } = await runArticles(['build', '--root', root]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('→ ')]);
});

test('a site whose folder cannot be written is told of the variable', () => {
  const refused = (path: string) =>
    problemsOf(Object.assign(new Error('EACCES'), { code: 'EACCES', path }), '/srv/site');
  expect(refused('/srv/site/.articles')).toMatchObject([
    { file: '.articles', code: 'permission-denied', hint: expect.stringContaining('ARTICLES_CACHE') },
  ]);
  expect(refused('/srv/site/content')).toMatchObject([
    { hint: expect.not.stringContaining('ARTICLES_CACHE') },
  ]);
});
