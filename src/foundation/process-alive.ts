/** Says whether a process is running, and recognises a process after its id was used again. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
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

/** Identifies this process for `stateOf`: id, start time and machine, without spaces inside. */
export function identifyProcess(): string {
  return [process.pid, startOf(process.pid) ?? UNKNOWN, machineId()].join(' ');
}

/**
 * Whether the process of an identity is running. 'unknown' where only signs of life can tell: it belongs to another
 * machine or container, or this system does not say when a process has started.
 */
export function stateOf(identity: string): 'alive' | 'dead' | 'unknown' {
  const [id = '', start = '', machine = ''] = identity.split(' ');
  const pid = Number(id);
  if (machine !== machineId()) return 'unknown';
  if (!isProcessAlive(pid)) return 'dead';
  const now = startOf(pid);
  if (now === null || start === UNKNOWN) return 'unknown';
  return now === start ? 'alive' : 'dead';
}

const UNKNOWN = '-';

/** When a process started, in clock ticks of its machine (proc_pid_stat(5), field 22). */
function startOf(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
    return fields[19] ?? null;
  } catch {
    return null;
  }
}

/** Identifies where process ids mean the same: this boot of the machine, and the container. */
function machineId(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return encodeURIComponent(hostname());
  }
}
