/** Says whether a process of this machine is running. */
import { hasCode } from './errors.ts';

/** Process ids are used again: a number alone does not prove that it is the same process. */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    // Signal 0 only asks; on Windows too.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return !hasCode(error, 'ESRCH');
  }
}
