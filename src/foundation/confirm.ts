/** Asks before a command changes something. */
import { createInterface } from 'node:readline';
import { type Problem, UserError } from './errors.ts';
import type { Reporter } from './report.ts';

/**
 * @returns true when the user says yes
 * @throws UserError with `otherwise` where there is no terminal to ask on
 */
export async function confirm(
  question: string,
  reporter: Reporter,
  otherwise: Problem | readonly Problem[],
): Promise<boolean> {
  if (process.stdin.isTTY !== true || reporter.json) throw new UserError(otherwise);
  reporter.info(`${question} [y/N]`);
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return /^\s*y(es)?\s*$/i.test(line);
    return false;
  } finally {
    lines.close();
  }
}
