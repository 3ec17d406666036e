/** Every reader of content takes time in proportion to its text: at 64 kB, 256 kB and 1 MB, for texts of random signs of its grammar. */
import { afterAll, expect, test } from 'vitest';
import { growthsOf, slowestRow, tooFast } from '../support/growth.ts';
import { READERS } from './growth-readers.ts';

const COUNT = Number(process.env.GROWTH_TEXTS ?? 4);
const SEED = process.env.GROWTH_SEED ?? 'growth';

const rows: string[] = [];
afterAll(() => void process.stdout.write(`${rows.join('\n')}\nGROWTH_SEED=${SEED}\n`));

test.each(READERS)(
  '$name',
  async ({ name, grammar, signs, read }) => {
    const found = await growthsOf(read, signs, COUNT, `${SEED} ${grammar}`);
    rows.push(slowestRow(name, found));
    expect(tooFast(found)).toEqual([]);
  },
  1_800_000,
);
