/** Finds files of the installed package. Works for the compiled program and for its source. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of a file of the package, such as "lib/worker.js". */
export function packageFile(path: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return join(folder, path);
}

/** Hashes of the compiled program, made by scripts/compile.mjs. */
interface ProgramVersion {
  /** Hash of everything that affects the output: programs with equal `code` write equal files. */
  code: string;
  /** Hash of the client's scripts, styles and the templates. */
  client: string;
}

export function readProgramVersion(): ProgramVersion {
  return JSON.parse(readFileSync(packageFile('lib/version.json'), 'utf8'));
}
