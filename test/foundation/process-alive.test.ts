import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { identifyProcess, processStateOf } from '../../src/foundation/process-alive.ts';

const ON_LINUX = process.platform === 'linux';
const [, , MACHINE] = identifyProcess().split(' ');

/** proc_pid_stat(5), field 22. */
function startOf(pid: number): string {
  if (!ON_LINUX) return '-';
  return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[19] ?? '-';
}

test('a process is alive until it has ended', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(child, 'spawn');
  const identity = [child.pid, startOf(child.pid ?? 0), MACHINE].join(' ');
  expect([processStateOf(identifyProcess()), processStateOf(identity)]).toEqual(
    Array(2).fill(ON_LINUX ? 'alive' : 'unknown'),
  );
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(processStateOf(identity)).toBe('dead');
});

test('what is no process id is not alive: signals to 0 and below reach groups', () => {
  const states = [0, -1, 1.5, Number.NaN].map((pid) => processStateOf([pid, '-', MACHINE].join(' ')));
  expect(states).toEqual(Array(4).fill('dead'));
});
