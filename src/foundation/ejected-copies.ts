/** Marks the copies that `articles eject` writes with the hash of their original, and finds copies whose original has changed. */
import { hash as digest } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finding, type Problem } from './errors.ts';
import { packageFile } from './package-files.ts';
import { readRegularFile } from './site-files.ts';
import { walkSite } from './site-folders.ts';

/** Folders of a site with copies: where their originals are in the package, and the form of a comment in them. */
export const ORIGINALS = {
  theme: { folder: 'lib/eject', comment: (text: string) => `// ${text}` },
  prompts: { folder: 'templates/prompts', comment: (text: string) => `<!-- ${text} -->` },
};

export type CopyFolder = keyof typeof ORIGINALS;

/** Copies that earlier versions wrote have no mark, and nothing is said of them. */
const MARK = /Copied by `articles eject` from (\S+) of version (\S+), hash ([0-9a-f]{12})\b/;

export function readOriginal(folder: CopyFolder, path: string): string {
  return readFileSync(packageFile(`${ORIGINALS[folder].folder}/${path}`), 'utf8').replace(/\r\n?/g, '\n');
}

/** The text of a copy: its mark, then the original. @param path below the folder */
export function createCopy(folder: CopyFolder, path: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
  const original = readOriginal(folder, path);
  const mark = `Copied by \`articles eject\` from ${path} of version ${version}, hash ${hashOriginal(original)}`;
  return `${ORIGINALS[folder].comment(mark)}\n${original}`;
}

function hashOriginal(text: string): string {
  return digest('sha256', text, 'hex').slice(0, 12);
}

/** One warning for each copy in theme/ and prompts/ whose original is another one than the mark names. */
export function findOutdatedCopies(root: string): Problem[] {
  const found: Problem[] = [];
  for (const folder of Object.keys(ORIGINALS).filter((name): name is CopyFolder => name in ORIGINALS))
    walkSite(root, folder, (entry, _path, file) => {
      if (!entry.isFile() || !/\.(tsx|md)$/.test(entry.name)) return;
      const problem = compareWithOriginal(folder, file, readRegularFile(join(root, file)).toString());
      if (problem) found.push(problem);
    });
  return found;
}

function compareWithOriginal(folder: CopyFolder, file: string, text: string): Problem | null {
  const mark = MARK.exec(text);
  const [, path = '', version, hash] = mark ?? [];
  const original = `${ORIGINALS[folder].folder}/${path}`;
  if (!mark || !existsSync(packageFile(original))) return null;
  const now = hashOriginal(readOriginal(folder, path));
  if (hash === now) return null;
  const line = text.slice(0, mark.index).split('\n').length;
  const message = `the original of this copy has changed since version ${version}`;
  const hint = `compare it with ${original} of the package, take over what you need, and write hash ${now} here`;
  return finding('outdated-copy', message, hint, { file, line, column: 1 }, 'warning');
}
