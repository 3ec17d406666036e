/** Copies the program as a checkout has it, so that a test may change and compile the copy. */
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PROGRAM = [
  'src',
  'packages',
  'scripts',
  'bin',
  'lib',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
export function copyCheckout(folder: string): void {
  // Tests of the workspace need those of the program.
  const filter = (path: string) => !/packages[\\/]import[\\/]test/.test(path);
  for (const name of PROGRAM) cpSync(resolve(name), join(folder, name), { recursive: true, filter });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync('node_modules')) {
    // The workspace is compiled with the sources of the copy.
    const target =
      name === 'articles-import' ? join(folder, 'packages/import') : resolve('node_modules', name);
    symlinkSync(target, join(folder, 'node_modules', name));
  }
}
