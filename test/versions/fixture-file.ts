/** The files of test/versions/fixtures: what an earlier version left, packed by Brotli, whose window holds all pages at once. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

const FOLDER = 'test/versions/fixtures';
const ENDING = '.tar.br';

/** Names of the versions. */
export const VERSIONS = readdirSync(FOLDER).map((file) => file.replace(ENDING, ''));

/** @returns the file */
export function packFixture(folder: string, name: string): string {
  const tar = execFileSync('tar', ['-cf', '-', '--sort=name', '-C', folder, '.'], { maxBuffer: 2 ** 28 });
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: tar.length };
  const file = join(FOLDER, `${name}${ENDING}`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, brotliCompressSync(tar, { params }));
  return file;
}

export function openFixture(name: string, folder: string): void {
  const tar = brotliDecompressSync(readFileSync(join(FOLDER, `${name}${ENDING}`)));
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: tar });
}
