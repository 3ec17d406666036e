/** Tells if a process is running, and tells it from a later process with the same id. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { attempt } from './attempt.ts';
import { hasCode } from './errors.ts';

/** True if some process has this id. Ids are reused, so it may be another process. */
function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    // Signal 0 only tests for existence, on Windows too.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs as another user.
    return !hasCode(error, 'ESRCH');
  }
}

/** Identifies this process for `processStateOf`: id, start time and machine, without spaces inside. */
export function identifyProcess(): string {
  return [process.pid, startOf(process.pid) ?? UNKNOWN, machineId()].join(' ');
}

/**
 * Tells if the process with this identity is running. 'unknown' if it is on another machine or in another container, or if
 * the system does not report start times; then only heartbeats can tell.
 */
export function processStateOf(identity: string): 'alive' | 'dead' | 'unknown' {
  const [id = '', start = '', machine = ''] = identity.split(' ');
  const pid = Number(id);
  if (machine !== machineId()) return 'unknown';
  if (!isProcessAlive(pid)) return 'dead';
  const now = startOf(pid);
  if (now === null || start === UNKNOWN) return 'unknown';
  return now === start ? 'alive' : 'dead';
}

const UNKNOWN = '-';

/** Start time of a process in clock ticks since boot (proc_pid_stat(5), field 22). */
function startOf(pid: number): string | null {
  const fields = attempt(() =>
    readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' '),
  );
  return fields?.[19] ?? null;
}

/** Identifies the scope of process ids: the boot of the machine and the container. */
function machineId(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return encodeURIComponent(hostname());
  }
}
