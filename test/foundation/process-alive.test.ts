import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isProcessAlive } from '../../src/foundation/process-alive.ts';

test('a process is alive until it has ended', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(child, 'spawn');
  expect([isProcessAlive(process.pid), isProcessAlive(child.pid ?? 0)]).toEqual([true, true]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isProcessAlive(child.pid ?? 0)).toBe(false);
});

test('what is no process id is not alive: signals to 0 and below reach groups', () => {
  expect([0, -1, 1.5, Number.NaN].map(isProcessAlive)).toEqual([false, false, false, false]);
});
