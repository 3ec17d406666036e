import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type Holder, tryLock, waitForLock } from '../../src/foundation/file-lock.ts';
import { makeFolder } from '../support/site.ts';

const makeLock = () => join(makeFolder(), 'lock');

test('one holder at a time; the next one waits and learns whom for', async () => {
  const path = makeLock();
  const before = Date.now();
  const held = await tryLock(path);
  const holders: Holder[] = [];
  expect(await tryLock(path, { onHeld: (holder) => holders.push(holder) })).toBeNull();
  expect(holders).toEqual([{ pid: process.pid, since: expect.any(Number) }]);
  expect(holders[0]?.since).toBeGreaterThanOrEqual(before);
  const waiting = waitForLock(path);
  await held?.release();
  const next = await waiting;
  expect(next?.isOurs()).toBe(true);
  // A lock that is released twice does not end the next one.
  await held?.release();
  expect(next?.isOurs()).toBe(true);
});

test('a lock that is released while another one looks at it goes to one holder', async () => {
  const path = makeLock();
  let inside = 0;
  let most = 0;
  const work = async () => {
    for (let turn = 0; turn < 100; turn++) {
      const lock = await tryLock(path);
      if (!lock) continue;
      most = Math.max(most, ++inside);
      await null;
      expect(lock.isOurs()).toBe(true);
      inside--;
      await lock.release();
    }
  };
  await Promise.all(Array.from({ length: 12 }, work));
  expect(most).toBe(1);
  expect(existsSync(path)).toBe(false);
});

test('waiting ends with its signal, and `onHeld` may refuse to wait', async () => {
  const path = makeLock();
  await tryLock(path);
  expect(await waitForLock(path, { signal: AbortSignal.timeout(100) })).toBeNull();
  const refuse = () => {
    throw new Error('no wait');
  };
  await expect(waitForLock(path, { onHeld: refuse })).rejects.toThrow('no wait');
});

test('the lock of a process that is gone is taken, also where another one has its number', async () => {
  const path = makeLock();
  await tryLock(path);
  const [, start = '', ...rest] = readFileSync(path, 'utf8').split(' ');
  for (const gone of [`999999999 ${start}`, `${process.pid} 1`, `${process.ppid} 1`]) {
    writeFileSync(path, `${gone} ${rest.join(' ')}`);
    const taken = await tryLock(path);
    expect([gone, taken?.isOurs()]).toEqual([gone, true]);
  }
});

test('of a process in another container only its signs of life tell', async () => {
  const path = makeLock();
  writeFileSync(path, `${process.pid} 1 elsewhere token`);
  const beat = setInterval(() => utimesSync(path, new Date(), new Date()), 10);
  expect(await tryLock(path, { beat: 200 })).toBeNull();
  clearInterval(beat);
  const taken = await tryLock(path, { beat: 20 });
  expect(taken?.isOurs()).toBe(true);
  // The other one was asleep, and this one sleeps now.
  writeFileSync(path, 'another token');
  await vi.waitFor(() => expect(taken?.isOurs()).toBe(false));
});
