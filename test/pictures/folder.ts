/** Makes a temporary folder for one test file, and shows what others can see in it. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Absolute path; removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'articles-pictures-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Inode and time of change of every file: a file that was written again differs in both. */
export function stampsOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => {
        const { ino, mtimeMs, size } = statSync(join(folder, name));
        return [name, `${ino} ${mtimeMs} ${size}`];
      }),
  );
}
