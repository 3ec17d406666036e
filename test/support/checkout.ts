/** Copies the program as a checkout has it, so that a test may change and compile the copy. */
import { cpSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PROGRAM = ['src', 'scripts', 'bin', 'lib', 'package.json', 'package-lock.json', 'tsconfig.json'];
/** The compiler compares what the gate of generated articles learned from. */
const LESSONS = ['training', 'content', 'examples', 'templates', 'test/generate/seeded/held-out'];

export function copyCheckout(folder: string): void {
  for (const name of [...PROGRAM, ...LESSONS])
    cpSync(resolve(name), join(folder, name), {
      recursive: true,
      filter: (path) => !/[\\/](?:dist|\.articles|(?:read-held-out|sum-cases)\.ts)$/.test(path),
    });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
}
