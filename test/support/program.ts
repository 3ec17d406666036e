/** Runs the command line inside the test's own process: no start-up, the same words and exit code. */
import { runProgram } from '../../src/cli.ts';
import type { Run } from './cli.ts';
import { holdOutput } from './results.ts';

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
  holdOutput(args, written.stdout);
  return { code, ...written };
}

/** Runs with --json. @returns the one object on stdout. @throws with the program's words where it failed */
export async function runJson(args: readonly string[], run: typeof runArticles = runArticles) {
  const { code, stdout, stderr } = await run([...args, '--json']);
  if (code !== 0) throw new Error(`articles ${args.join(' ')} ended with ${code}\n${stderr}`);
  return JSON.parse(stdout);
}
