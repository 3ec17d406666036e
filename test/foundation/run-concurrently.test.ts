import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { forEachConcurrently, mapAhead, runBoth } from '../../src/foundation/run-concurrently.ts';

it('works on every item once, never on more than the limit at a time', async () => {
  const done: number[] = [];
  let running = 0;
  let most = 0;
  const items = Array.from({ length: 50 }, (_, index) => index);
  await forEachConcurrently(items, 7, async (item) => {
    most = Math.max(most, ++running);
    await sleep(item % 5);
    running--;
    done.push(item);
  });
  expect(most).toBe(7);
  expect(done.sort((a, b) => a - b)).toEqual(items);
});

it('throws the first error, after what is running has ended, and starts nothing new', async () => {
  const started: number[] = [];
  const ended: number[] = [];
  const work = async (item: number) => {
    started.push(item);
    await sleep(item === 1 ? 5 : 40);
    if (item < 2) throw new Error(`item ${item}`);
    ended.push(item);
  };
  await expect(forEachConcurrently([0, 1, 2, 3, 4, 5], 3, work)).rejects.toThrow('item 1');
  expect([started, ended]).toEqual([[0, 1, 2], [2]]);
});

it('takes falsy items, none, and items that come late', async () => {
  const seen: unknown[] = [];
  const see = async (item: unknown) => void seen.push(item);
  await forEachConcurrently([undefined, 0, ''], 2, see);
  await forEachConcurrently([], 2, see);
  const queue = ['first'];
  function* late() {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) yield next;
  }
  await forEachConcurrently(late(), 1, async (item) => {
    await see(item);
    if (item === 'first') queue.push('second');
  });
  expect(seen).toEqual([undefined, 0, '', 'first', 'second']);
});

it('yields results in the order of the items, whichever is ready first', async () => {
  const items = Array.from({ length: 20 }, (_, index) => index);
  let running = 0;
  let most = 0;
  const doubled: number[] = [];
  const work = async (item: number) => {
    most = Math.max(most, ++running);
    await sleep((20 - item) % 4);
    running--;
    return item * 2;
  };
  for await (const result of mapAhead(items, 3, work)) doubled.push(result);
  expect(doubled).toEqual(items.map((item) => item * 2));
  expect(most).toBe(3);
});

it('throws a failure in its turn, and leaves nothing running', async () => {
  const results: number[] = [];
  let running = 0;
  const work = async (item: number) => {
    running++;
    await sleep(item === 1 ? 0 : 10);
    running--;
    if (item === 1) throw new Error('item 1');
    return item;
  };
  const read = async () => {
    for await (const result of mapAhead([0, 1, 2, 3], 3, work)) results.push(result);
  };
  await expect(read()).rejects.toThrow('item 1');
  expect([results, running]).toEqual([[0], 0]);
});

it('waits for the other of two, and throws the failure', async () => {
  let ended = false;
  const slow = async () => {
    await sleep(10);
    ended = true;
    return 'slow';
  };
  const failing = () => Promise.reject(new Error('fast'));
  await expect(runBoth(slow, failing)).rejects.toThrow('fast');
  expect(ended).toBe(true);
  expect(await runBoth(slow, async () => 1)).toEqual(['slow', 1]);
});
