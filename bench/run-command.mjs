/** Runs short commands of the bench. */
import { execFileSync } from 'node:child_process';

/** @returns what the command prints */
export function run(file, args) {
  return execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

export function canRun(file, args) {
  try {
    run(file, args);
    return true;
  } catch {
    return false;
  }
}
