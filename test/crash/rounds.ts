/** Programs that are killed at random moments, and what every round of the crash harness shares. */
import { setTimeout } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { startArticles } from '../support/cli.ts';
import { createRandom } from '../support/random.ts';

/** `CRASH_ROUNDS=100 npm run test:crash` is the run before a release. */
export const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 5);

// A hundred rounds take hours, and leave many files to remove.
vi.setConfig({ testTimeout: 7_200_000, hookTimeout: 600_000 });

/** Moments repeat for one seed as far as the machine's pace does. */
export const random = createRandom(process.env.CRASH_SEED ?? 'crash');

type Environment = Readonly<Record<string, string>>;

export function start(args: readonly string[], variables: Environment = {}) {
  const child = startArticles(args, { environment: { CI: '', ...variables } });
  return {
    pid: child.pid ?? 0,
    kill: () => void child.kill('SIGKILL'),
    ended: child.ended.then(({ code, stdout, stderr }) => ({ code, output: stdout + stderr })),
  };
}

/** Runs to the end. @returns milliseconds @throws where the program fails */
export async function run(args: readonly string[], variables: Environment = {}): Promise<number> {
  const begun = performance.now();
  const { code, output } = await start(args, variables).ended;
  if (code !== 0) throw new Error(`articles ${args.join(' ')} ended with ${code}\n${output}`);
  return performance.now() - begun;
}

/** Kills the program at a random moment of the time that it usually takes. @returns whether it was still running */
export async function runKilled(
  args: readonly string[],
  usual: number,
  variables: Environment = {},
): Promise<boolean> {
  const started = start(args, variables);
  const isOver = started.ended.then(() => true);
  const isFirst = await Promise.race([isOver, setTimeout(usual * random()).then(() => false)]);
  if (!isFirst) started.kill();
  return (await started.ended).code === null;
}

/** Prints how many programs were killed while they worked; with few of them the rounds would prove little. */
export function checkKilled(name: string, killed: number): void {
  process.stdout.write(`${name}: ${killed} of ${ROUNDS} were killed at work\n`);
  expect(killed).toBeGreaterThan(ROUNDS / 3);
}
