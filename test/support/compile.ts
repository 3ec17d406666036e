/** Owns the compile step before the tests: the binary, its threads and the client are those of the sources. */
import { execFileSync } from 'node:child_process';

export default function compile(): void {
  execFileSync(process.execPath, ['scripts/compile.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
