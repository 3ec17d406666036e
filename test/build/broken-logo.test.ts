/** Tests that a logo which cannot be drawn changes no file: icons are drawn while a build goes on. */
import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../../src/foundation/errors.ts';
import { buildSite } from '../support/build.ts';
import { compareTrees, makeFolder, makeSite, readTree, writeFiles } from '../support/site.ts';

/** It begins as a drawing does, so only drawing it shows what is wrong. */
const BROKEN = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0';
const LOGO = 'content/images/logo.svg';

async function failToBuild(root: string): Promise<(string | undefined)[]> {
  const error = await buildSite(root).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof UserError)) throw error ?? new Error('the build did not fail');
  return error.problems.map(({ file }) => file?.replaceAll('\\', '/').slice(-LOGO.length));
}

test('a first build writes no output folder', async () => {
  const root = makeSite();
  useLogo(root, BROKEN);
  expect(await failToBuild(root)).toEqual([LOGO]);
  expect(readdirSync(root).filter((name) => name.includes('dist'))).toEqual([]);
});

test.each([
  ['path', false],
  ['symbolic link', true],
])('a %s out of the site folder is refused', async (_, isLink) => {
  const root = makeSite();
  const outside = join(makeFolder(), 'logo.svg');
  writeFileSync(outside, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>');
  useLogo(root, '');
  rmSync(join(root, LOGO));
  const config = JSON.parse(String(readTree(root).get('site-config.json') ?? '{}'));
  if (isLink) symlinkSync(outside, join(root, LOGO));
  else writeFiles(root, { 'site-config.json': JSON.stringify({ ...config, logo: relative(root, outside) }) });
  await expect(buildSite(root)).rejects.toThrow('the logo is not in the folder of the site');
});

test('a build over an earlier one changes none of its files, and a repaired logo is built', async () => {
  const root = makeSite();
  await buildSite(root);
  const before = readTree(join(root, 'dist'));
  useLogo(root, BROKEN);
  expect(await failToBuild(root)).toEqual([LOGO]);
  expect(compareTrees(readTree(join(root, 'dist')), before)).toEqual([]);
  useLogo(
    root,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="9" fill="#c03020"/></svg>',
  );
  await buildSite(root);
  expect(compareTrees(readTree(join(root, 'dist')), before)).toContain('different: icons/icon-192.png');
});

function useLogo(root: string, logo: string): void {
  const config = JSON.parse(String(readTree(root).get('site-config.json') ?? '{}'));
  writeFiles(root, { [LOGO]: logo, 'site-config.json': JSON.stringify({ ...config, logo: LOGO }) });
}
