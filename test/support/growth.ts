/**
 * Finds texts that a reader takes more and more time for. A text is made of the signs of its grammar at random, in every shape
 * that makes parsers slow, and read at 64 kB, 256 kB and 1 MB. Processor time is compared with itself in one process, so a busy
 * machine changes little; a growth that is too large is measured again, and the least time of each size counts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { createDraw } from './random.ts';

export interface GrowthReader {
  name: string;
  /** Texts of the same grammar are the same for all that read it. */
  grammar: string;
  signs: readonly string[];
  /** Throws for a text only where the program is wrong. */
  read(text: string): unknown;
}

const COUNT = Number(process.env.GROWTH_TEXTS ?? 8);
const SEED = process.env.GROWTH_SEED ?? 'growth';

/**
 * Tests each reader, and prints the rows of docs/limits.md.
 * @param module exports READERS, from the project's root
 */
export async function testGrowth(module: string): Promise<void> {
  // Below node_modules, so that packages that stay outside of the bundle are found.
  const folder = mkdtempSync(resolve('node_modules/.growth-'));
  const readers = await bundleReaders(module, folder);
  const rows: string[] = [];
  afterAll(() => {
    rmSync(folder, { recursive: true });
    process.stdout.write(`${rows.join('\n')}\nGROWTH_SEED=${SEED}\n`);
  });
  test.each(readers)(
    '$name',
    async ({ name, grammar, signs, read }) => {
      const found = await growthsOf(read, signs, COUNT, `${SEED} ${grammar}`);
      rows.push(slowestRow(name, found));
      expect(tooFast(found)).toEqual([]);
    },
    1_800_000,
  );
}

/** Readers as the program has them: Vitest's modules ask for each import again wherever it is used. */
async function bundleReaders(module: string, folder: string): Promise<readonly GrowthReader[]> {
  await build({
    entryPoints: { readers: module },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    define: { ARTICLES_VERSION: '"0.0.0"' },
    logLevel: 'warning',
  });
  const { READERS }: { READERS: readonly GrowthReader[] } = await import(
    pathToFileURL(join(folder, 'readers.mjs')).href
  );
  return READERS;
}

/** Characters. */
const SIZES = [65_536, 262_144, 1_048_576] as const;
/** Growth of the time where a text is twice as long; in proportion it is 2, and with the square 4. */
const MAX_GROWTH = 2.3;
/** Milliseconds that are no evidence: a text of a megabyte may take them. */
const FLOOR = 1_500;
/** Milliseconds after which no longer text is tried: that is a growth too. */
const TOO_LONG = 8_000;
const ROUNDS = 4;

interface Shape {
  name: string;
  /** @param size characters, about */
  make(size: number): string;
}

const fill = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

/** @param signs of the grammar. @param first precedes each text */
function shapesOf(signs: readonly string[], count: number, seed: string): Shape[] {
  return Array.from({ length: count }, (_, number) => {
    const draw = createDraw(`${seed} ${number}`);
    const pick = () => signs[draw(signs.length)] ?? '';
    const unit = () => Array.from({ length: 1 + draw(3) }, pick).join('');
    const [a, b, c] = [unit(), unit(), unit()];
    const kinds: Shape[] = [
      { name: `${JSON.stringify(a)} again and again`, make: (size) => fill(a, size) },
      { name: `lines of ${JSON.stringify(a)}`, make: (size) => fill(`${a}\n`, size) },
      { name: `paragraphs of ${JSON.stringify(a)}`, make: (size) => fill(`${a}\n\n`, size) },
      {
        name: `${JSON.stringify(a)}, then ${JSON.stringify(b)}`,
        make: (size) => fill(a, size / 2) + fill(b, size / 2),
      },
      {
        name: `${JSON.stringify(a)} around ${JSON.stringify(c)}, closed by ${JSON.stringify(b)}`,
        make: (size) => {
          const levels = Math.floor(size / (a.length + b.length));
          return a.repeat(levels) + c + b.repeat(levels);
        },
      },
      {
        name: `${JSON.stringify(a)}, many ${JSON.stringify(b)}, ${JSON.stringify(c)}`,
        make: (size) => a + fill(b, size) + c,
      },
      {
        name: `${JSON.stringify(a)} with numbers, ${JSON.stringify(b)}`,
        make: (size) => {
          let text = '';
          for (let at = 0; text.length < size; at++) text += `${a}${at}${b}`;
          return text;
        },
      },
      {
        name: `longer and longer ${JSON.stringify(a)}, each with ${JSON.stringify(b)}`,
        make: (size) => {
          let text = '';
          for (let at = 1; text.length < size; at++) text += `${a.repeat(at)}${b}`;
          return text;
        },
      },
    ];
    return kinds[number % kinds.length] ?? { name: '', make: () => '' };
  });
}

interface Growth {
  shape: string;
  /** Milliseconds of processor time for each size that was read. */
  times: number[];
  /** The largest growth for a doubling, of times above the floor. */
  growth: number;
}

async function timeOf(read: (text: string) => unknown, text: string): Promise<number> {
  const before = process.cpuUsage();
  await read(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function growthOf(times: readonly number[]): number {
  const factors = times
    .slice(1)
    .map((time, index) => (time <= FLOOR ? 0 : time / Math.max(1, times[index] ?? 0)));
  // Each size is four times the one before.
  return Math.sqrt(Math.max(0, ...factors));
}

/** Reads the text of each size, up to one that takes too long, or so little that the next one cannot reach the floor. */
async function measureOnce(read: (text: string) => unknown, { make }: Shape): Promise<number[]> {
  const times: number[] = [];
  for (const size of SIZES) {
    const time = await timeOf(read, make(size));
    times.push(time);
    // With the square of its length, a text four times as long takes sixteen times as long.
    if (time > TOO_LONG || time * 16 < FLOOR) break;
  }
  return times;
}

/** @param read throws for a text only where the program is wrong */
async function measureGrowth(read: (text: string) => unknown, shape: Shape): Promise<Growth> {
  // Code that runs for the first time is slow.
  await read(shape.make(2_000));
  let times = await measureOnce(read, shape);
  for (
    let round = 0;
    round < ROUNDS && growthOf(times) > MAX_GROWTH && (times.at(-1) ?? 0) < TOO_LONG;
    round++
  ) {
    const again = await measureOnce(read, shape);
    times = times.map((time, index) => Math.min(time, again[index] ?? time));
  }
  return { shape: shape.name, times, growth: growthOf(times) };
}

/** @param signs of the grammar that the reader reads */
async function growthsOf(
  read: (text: string) => unknown,
  signs: readonly string[],
  count: number,
  seed: string,
): Promise<Growth[]> {
  const found: Growth[] = [];
  for (const shape of shapesOf(signs, count, seed)) {
    try {
      found.push(await measureGrowth(read, shape));
    } catch (error) {
      throw new Error(`a text of ${shape.name}`, { cause: error });
    }
  }
  return found;
}

/** What grows too fast, in words. */
function tooFast(found: readonly Growth[]): string[] {
  return found
    .filter(
      ({ growth, times }) =>
        growth > MAX_GROWTH || (times.length < SIZES.length && (times.at(-1) ?? 0) > TOO_LONG),
    )
    .map(
      ({ shape, times, growth }) =>
        `${shape}: ${times.map(Math.round).join(', ')} ms, ${growth.toFixed(1)} per doubling`,
    );
}

/** The slowest text of a megabyte, as a row of docs/limits.md. */
function slowestRow(name: string, found: readonly Growth[]): string {
  const [slowest] = found.toSorted((a, b) => (b.times.at(-1) ?? 0) - (a.times.at(-1) ?? 0));
  const times = slowest?.times.map((time) => `${(time / 1000).toFixed(2)} s`) ?? [];
  return `| ${name} | ${found.length} | ${times.join(' | ')} | ${shownShape(slowest?.shape ?? '')} |`;
}

const shownShape = (shape: string) => `\`${shape.replaceAll('|', '\\|').replaceAll('`', "'").slice(0, 70)}\``;
