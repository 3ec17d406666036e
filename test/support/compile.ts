/** Compiles the program before the tests, so that they run the binary, the threads and the client of these sources. */
import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';

/** Each project of vitest.config.ts calls this; the environment keeps what is done. */
export default function compile({ name }: TestProject): void {
  runOnce('compile.mjs');
  // Unit tests check no types of a site.
  if (name !== 'unit') runOnce('emit-types.mjs');
}

function runOnce(script: string): void {
  const done = (process.env.ARTICLES_SCRIPTS_RUN ?? '').split(' ');
  if (done.includes(script)) return;
  execFileSync(process.execPath, [`scripts/${script}`], { stdio: ['ignore', 'ignore', 'inherit'] });
  process.env.ARTICLES_SCRIPTS_RUN = [...done, script].join(' ').trim();
}
