import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { forEachConcurrently } from '../../src/foundation/run-concurrently.ts';

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
