/** Compiles the program before the tests, so that the binary, its threads and the client are those of the sources. */
import { execFileSync } from 'node:child_process';

export default function compile(): void {
  // Each project of vitest.config.ts calls this.
  if (process.env.ARTICLES_COMPILED) return;
  execFileSync(process.execPath, ['scripts/compile.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
  process.env.ARTICLES_COMPILED = '1';
}
