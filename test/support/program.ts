/** Runs the command line inside the test's own process: no start-up, the same words and exit code. */
import { runProgram } from '../../src/cli.ts';
import type { Run } from './cli.ts';

/** Runs `articles …` to its end. */
export async function runArticles(args: readonly string[]): Promise<Run> {
  const written = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({
    write(text: string) {
      written[name] += text;
    },
  });
  const code = await runProgram(['node', 'articles', ...args], {
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    env: { NO_COLOR: '1' },
  });
  return { code, ...written };
}
