import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runArticles, runJson } from '../support/program.ts';

let out: string;

beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'articles-search-'));
  await runJson(['build', '--out', out]);
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

describe('articles search, over the sample publication', () => {
  test('groups what readers find, in tree order (B39)', async () => {
    const { groups } = await runJson(['search', 'BETTING exchange', '--out', out]);
    expect(groups).toEqual([
      {
        label: 'Betting Strategies → Other Betting Strategies',
        results: [
          { title: 'What a Betting Exchange Really Charges', url: '/articles/betting-exchange-commission' },
        ],
      },
    ]);
  });

  test('other editions by language or locale, with their own folding (B37)', async () => {
    const russian = await runJson(['search', 'дилер', '--locale', 'ru', '--out', out]);
    const shouted = await runJson(['search', 'ДИЛЕР', '--locale', 'ru_RU', '--out', out]);
    expect(russian.groups.length).toBeGreaterThan(0);
    expect(shouted).toEqual(russian);
  });

  test('nothing below three characters, and it says why (B36)', async () => {
    const run = await runArticles(['search', 'be', '--out', out]);
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(run.stderr).toContain('3 characters');
    expect(await runJson(['search', 'be', '--out', out])).toEqual({ groups: [] });
  });

  test('--explain tells words, candidates and scores (B38)', async () => {
    const { explanation } = await runJson(['search', 'İHow  TO', '--explain', '--out', out]);
    expect(explanation).toMatchObject({ words: ['ihow', 'to'], matched: 0 });
    const { stdout, stderr } = await runArticles(['search', 'how to', '--explain', '--out', out]);
    expect(stdout).toMatch(/^ {2,}\d+\.\d\d {2}How to /m);
    expect(stderr).toContain('words after folding: "how", "to"');
  });

  test('without an index it says what to do', async () => {
    const run = await runArticles(['search', 'bet', '--out', join(out, 'nowhere')]);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('articles build');
  });
});
