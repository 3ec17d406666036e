import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createFile, replaceFile, replaceFileSync } from '../../src/foundation/replace-file.ts';
import { makeFolder } from '../support/site.ts';
import { type CrashScript, compileCrashScript } from './crash-process.ts';

const read = (path: string) => readFileSync(path, 'utf8');

describe.each([
  ['replaceFile', replaceFile],
  ['replaceFileSync', async (...args: Parameters<typeof replaceFileSync>) => replaceFileSync(...args)],
])('%s', (_name, replace) => {
  it.each([false, true])('writes the new content and leaves nothing else, durable: %s', async (durable) => {
    const folder = makeFolder();
    const path = join(folder, 'a.txt');
    await replace(path, 'one', { durable });
    await replace(path, Buffer.from('two'), { durable });
    expect(read(path)).toBe('two');
    expect(readdirSync(folder)).toEqual(['a.txt']);
  });

  it('takes names as long as the file system does, in any script', async () => {
    for (const name of [`${'a'.repeat(251)}.txt`, 'й'.repeat(127), '한'.repeat(85), '🎲'.repeat(63)]) {
      const path = join(makeFolder(), name);
      await replace(path, 'x');
      expect(read(path)).toBe('x');
    }
  });

  it.each([0o664, 0o600, 0o755])(
    'keeps the permissions and the other names of a file of people: %o',
    async (mode) => {
      const folder = makeFolder();
      const path = join(folder, 'a.txt');
      writeFileSync(path, 'old and longer');
      chmodSync(path, mode);
      await replace(path, 'x', { keeps: true });
      expect([read(path), statSync(path).mode & 0o777]).toEqual(['x', mode]);
      linkSync(path, join(folder, 'b.txt'));
      await replace(path, 'yes', { keeps: true, durable: true });
      expect([read(path), read(join(folder, 'b.txt')), statSync(path).mode & 0o777]).toEqual([
        'yes',
        'yes',
        mode,
      ]);
      expect(readdirSync(folder)).toEqual(['a.txt', 'b.txt']);
    },
  );

  test.runIf(process.getuid?.() === 0)('keeps the owner of a file of people', async () => {
    const path = join(makeFolder(), 'a.txt');
    writeFileSync(path, 'old');
    chownSync(path, 1234, 5678);
    await replace(path, 'x', { keeps: true });
    expect(statSync(path)).toMatchObject({ uid: 1234, gid: 5678 });
  });

  it('refuses a read-only file of people', async () => {
    const folder = makeFolder();
    const path = join(folder, 'a.txt');
    writeFileSync(path, 'old');
    chmodSync(path, 0o444);
    const error = await replace(path, 'new', { keeps: true }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'EACCES', path });
    expect([read(path), readdirSync(folder)]).toEqual(['old', ['a.txt']]);
  });

  it('names the file, not the temporary one, when a folder is in the way', async () => {
    const folder = makeFolder();
    const path = join(folder, 'a.txt');
    mkdirSync(join(path, 'full'), { recursive: true });
    const error = await replace(path, 'x').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ path, message: expect.stringContaining(path) });
    expect(String(error)).not.toContain('.tmp');
    expect(readdirSync(folder)).toEqual(['a.txt']);
  });

  it('names the file when its folder does not exist', async () => {
    const path = join(makeFolder(), 'none', 'a.txt');
    const error = await replace(path, 'x').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'ENOENT', path });
    expect(String(error)).not.toContain('.tmp');
  });

  test.runIf(process.getuid?.() !== 0)('leaves the old file where the folder is read-only', async () => {
    const folder = makeFolder();
    const path = join(folder, 'a.txt');
    writeFileSync(path, 'old');
    chmodSync(folder, 0o555);
    const error = await replace(path, 'new').catch((reason: unknown) => reason);
    chmodSync(folder, 0o755);
    expect(error).toMatchObject({ code: 'EACCES', path });
    expect(read(path)).toBe('old');
  });
});

it('lets a function write in places, and cleans up when it throws', () => {
  const folder = makeFolder();
  const path = join(folder, 'a.txt');
  replaceFileSync(path, (file) => {
    writeSync(file, '____body');
    writeSync(file, 'head', 0);
  });
  expect(read(path)).toBe('headbody');
  const fail = () => {
    throw new Error('no');
  };
  expect(() => replaceFileSync(path, fail)).toThrow('no');
  expect([read(path), readdirSync(folder)]).toEqual(['headbody', ['a.txt']]);
});

it('replaces only when the caller confirms', async () => {
  const folder = makeFolder();
  const path = join(folder, 'a.txt');
  writeFileSync(path, 'theirs');
  expect(await replaceFile(path, 'ours', { confirm: () => read(path) === 'before' })).toBe(false);
  expect([read(path), readdirSync(folder)]).toEqual(['theirs', ['a.txt']]);
  expect(await replaceFile(path, 'ours', { confirm: async () => read(path) === 'theirs' })).toBe(true);
  expect(read(path)).toBe('ours');
});

describe('createFile', () => {
  it('never replaces a file', async () => {
    const folder = makeFolder();
    const path = join(folder, 'a.txt');
    expect(await createFile(path, 'one', { durable: true })).toBe(true);
    expect(await createFile(path, 'two')).toBe(false);
    expect([read(path), readdirSync(folder)]).toEqual(['one', ['a.txt']]);
  });

  it('lets one of many succeed, with its whole content', async () => {
    const path = join(makeFolder(), 'a.txt');
    const contents = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000));
    const made = await Promise.all(contents.map((content) => createFile(path, content)));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(read(path)).toBe(contents[made.indexOf(true)]);
  });
});

describe('kill -9 while files are replaced', () => {
  let script: CrashScript;
  beforeAll(async () => {
    script = await compileCrashScript(`
      import { replaceFile, replaceFileSync } from './replace-file.ts';
      const [, , path, durable] = process.argv;
      for (let round = 0; ; round++) {
        const content = String(round % 10).repeat(2_000_000);
        if (round % 2) await replaceFile(path, content, { durable: durable === 'true' });
        else replaceFileSync(path, content, { durable: durable === 'true' });
        if (round === 1) console.log('writing');
      }`);
  });
  afterAll(() => script.remove());

  it.each(['true', 'false'])('the file is whole, durable: %s', async (durable) => {
    const path = join(makeFolder(), 'a.txt');
    for (let round = 0; round < 8; round++) {
      await script.runAndKill([path, durable], 60);
      const text = read(path);
      expect(text).toHaveLength(2_000_000);
      expect(text).toBe(text.charAt(0).repeat(2_000_000));
    }
  });
});
