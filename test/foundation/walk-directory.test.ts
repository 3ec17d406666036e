import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listFiles, readFolder, walkDirectory } from '../../src/foundation/walk-directory.ts';
import { makeFolder, writeFiles } from '../support/site.ts';

function makeTree(): string {
  const folder = makeFolder();
  writeFiles(folder, { 'b/two.md': '', 'b/.hidden/x.md': '', 'a.md': '', 'c/deep/er/y': '' });
  mkdirSync(join(folder, 'empty'));
  const elsewhere = makeFolder();
  writeFileSync(join(elsewhere, 'secret'), '');
  symlinkSync(elsewhere, join(folder, 'link'));
  return folder;
}

it('lists regular files below a folder, in order, and follows no link', async () => {
  expect(await listFiles(makeTree())).toEqual(['a.md', 'b/.hidden/x.md', 'b/two.md', 'c/deep/er/y']);
});

it('visits files and links, folder by folder, and enters what it may', () => {
  const paths: string[] = [];
  walkDirectory(
    makeTree(),
    (entry, prefix) => paths.push(`${prefix}${entry.name}${entry.isSymbolicLink() ? ' →' : ''}`),
    (entry) => !entry.name.startsWith('.'),
  );
  expect(paths).toEqual(['a.md', 'b/two.md', 'c/deep/er/y', 'link →']);
});

it('finds a missing folder empty, and a file in its place an error', async () => {
  const folder = makeTree();
  const none = join(folder, 'none');
  expect([await listFiles(none), readFolder(none)]).toEqual([[], []]);
  walkDirectory(none, () => expect.unreachable());
  await expect(listFiles(join(folder, 'a.md'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  expect(() => readFolder(join(folder, 'a.md'))).toThrow(/ENOTDIR/);
});
