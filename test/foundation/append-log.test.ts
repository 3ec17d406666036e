import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAppendLog, readLines } from '../../src/foundation/append-log.ts';
import { makeFolder } from '../support/site.ts';
import { type CrashScript, compileCrashScript } from './crash-process.ts';

const OWN = { shared: false, durable: true };
const SHARED = { shared: true, durable: false };

async function linesOf(path: string): Promise<string[]> {
  const lines: string[] = [];
  await readLines(path, (line) => lines.push(line));
  return lines;
}
const open = async (path: string, options: typeof OWN) => {
  const lines: string[] = [];
  return { lines, log: await openAppendLog(path, (line) => lines.push(line), options) };
};

it('makes no file before the first line', async () => {
  const path = join(makeFolder(), 'a.jsonl');
  const { log, lines } = await open(path, OWN);
  expect([lines, log.torn, existsSync(path)]).toEqual([[], false, false]);
  await log.append('one');
  expect(await linesOf(path)).toEqual(['one']);
});

it.each([OWN, SHARED])('keeps lines that are written at once, in order: %j', async (options) => {
  const path = join(makeFolder(), 'a.jsonl');
  const lines = Array.from({ length: 200 }, (_, index) => `${index} ${'ж'.repeat(index * 7)}`);
  const { log } = await open(path, options);
  await Promise.all(lines.map(log.append));
  expect((await open(path, options)).lines).toEqual(lines);
});

it('reads lines that span chunks, and numbers them', async () => {
  const path = join(makeFolder(), 'a.jsonl');
  const lines = ['a'.repeat(70_000), 'б'.repeat(70_000), '', 'c'];
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  const found: [string, number][] = [];
  const { end, torn } = await readLines(path, (line, number) => found.push([line, number]));
  expect(found).toEqual(lines.map((line, index) => [line, index + 1]));
  expect([end, torn]).toEqual([readFileSync(path).length, null]);
});

it('stops at an error of the caller', async () => {
  const path = join(makeFolder(), 'a.jsonl');
  writeFileSync(path, 'one\ntwo\n');
  const refuse = (line: string) => {
    if (line === 'two') throw new Error('line two');
  };
  await expect(openAppendLog(path, refuse, OWN)).rejects.toThrow('line two');
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
});

describe('a torn last line', () => {
  it('of a log that one process writes is saved beside it and cut off', async () => {
    const path = join(makeFolder(), 'a.jsonl');
    writeFileSync(path, 'one\ntor');
    const { log, lines } = await open(path, OWN);
    expect([lines, log.torn]).toEqual([['one'], true]);
    await log.append('two');
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
    expect(readFileSync(`${path}.torn`, 'utf8')).toBe('tor');
  });

  it('of a shared log stays, and swallows no line after it', async () => {
    const path = join(makeFolder(), 'a.jsonl');
    writeFileSync(path, 'one\ntor');
    const { log, lines } = await open(path, SHARED);
    expect([lines, log.torn]).toEqual([['one'], true]);
    await Promise.all(['two', 'three'].map(log.append));
    await log.append('four');
    expect(readFileSync(path, 'utf8')).toBe('one\ntor\ntwo\nthree\nfour\n');
    expect(existsSync(`${path}.torn`)).toBe(false);
  });
});

it('fails every further call after a failure, so that nothing follows a gap', async () => {
  const folder = join(makeFolder(), 'runs');
  mkdirSync(folder);
  const path = join(folder, 'a.jsonl');
  const { log } = await open(path, OWN);
  await log.append('one');
  rmSync(folder, { recursive: true });
  await expect(log.append('two')).rejects.toMatchObject({ code: 'ENOENT' });
  mkdirSync(folder);
  await expect(log.append('three')).rejects.toMatchObject({ code: 'ENOENT' });
});

describe('kill -9 while lines are appended', () => {
  let script: CrashScript;
  beforeAll(async () => {
    script = await compileCrashScript(`
      import { openAppendLog } from './append-log.ts';
      const [, , path, shared] = process.argv;
      let last = -1;
      const log = await openAppendLog(path, (line) => {
        const number = Number(line.split(' ')[0]);
        if (Number.isInteger(number) && line.endsWith(' end')) last = Math.max(last, number);
      }, { shared: shared === 'true', durable: false });
      console.log('writing');
      for (;;) await Promise.all([1, 2, 3].map(() => log.append(++last + ' ' + 'x'.repeat(300_000) + ' end')));
    `);
  });
  afterAll(() => script.remove());

  it.each(['true', 'false'])('whole lines are kept and the next run goes on, shared: %s', async (shared) => {
    const path = join(makeFolder(), 'a.jsonl');
    for (let round = 0; round < 6; round++) await script.runAndKill([path, shared], 80);
    const numbers = (await linesOf(path))
      .filter((line) => line.endsWith(' end') && line.length > 300_000)
      .map((line) => Number(line.split(' ')[0]));
    expect(numbers.length).toBeGreaterThan(6);
    expect(numbers).toEqual(numbers.map((_, index) => index));
  });
});
