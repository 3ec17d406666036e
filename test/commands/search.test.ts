import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runArticles, runJson } from '../support/program.ts';
import { article, makeSite, smallSite } from '../support/site.ts';

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
    expect(await runJson(['search', 'be', '--out', out])).toMatchObject({ groups: [] });
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

describe('articles search, of a site whose readers search texts', () => {
  const odds = { category: 'betting', subcategory: 'odds' };
  const build = async (config: object, texts: Record<string, string>) => {
    const site = smallSite({ ...config, search: { fullText: true } });
    const locale = 'locales' in config ? String(config.locales) : 'en_US';
    const files = Object.entries(site).flatMap(([path, content]): [string, typeof content][] =>
      path.startsWith('content/en_US/')
        ? [[path.replace('en_US', locale), content]]
        : path.startsWith('content/')
          ? []
          : [[path, content]],
    );
    const root = makeSite({
      ...Object.fromEntries(files),
      ...Object.fromEntries(
        Object.entries(texts).map(([title, text], index) => [
          `content/${locale}/articles/text-${index}.md`,
          `${article({ title, slug: `text-${index}`, ...odds })}\n${text}\n`,
        ]),
      ),
    });
    if (locale !== 'en_US') await runArticles(['locale', locale, '--root', root]);
    await runArticles(['build', '--root', root]);
    return root;
  };

  test('shows titles, then articles with a passage, and with --explain the words and their weights', async () => {
    const root = await build({ locales: ['en_US'] }, { Stakes: 'The Kelly criterion tells the share.' });
    const { groups, articles, explanation } = await runJson([
      'search',
      'kelly critereon',
      '--full',
      '--explain',
      '--root',
      root,
    ]);
    expect(groups).toEqual([]);
    expect(articles).toEqual([
      expect.objectContaining({
        title: 'Stakes',
        url: '/articles/text-0',
        passage: expect.stringContaining('Kelly criterion'),
      }),
    ]);
    expect(explanation.terms).toHaveLength(2);
    expect(explanation.pairs.map(({ words }: { words: string }) => words)).toEqual([
      // The stems, and the words as they are written, which come first.
      'kelli critereon',
      'kelly critereon',
    ]);
    // Readers get these by default, so --full changes nothing.
    expect((await runJson(['search', 'kelly critereon', '--root', root])).articles).toEqual(articles);
    const { stdout, stderr } = await runArticles(['search', 'first price', '--root', root]);
    expect(stdout).toContain('The first price');
    expect(stderr).not.toContain('No title');
    expect((await runArticles(['search', 'zeppelin', '--root', root])).stderr).toContain(
      'No title and no text has these words.',
    );
  });

  test('finds words within Chinese texts, and within titles from one character', async () => {
    const root = await build(
      { locales: ['zh_Hans'] },
      { 今天的天气: '北京的茶馆在河边，茶很香。', 赔率: '数学与概率。' },
    );
    const titlesOf = async (query: string) => {
      const { groups, articles } = await runJson(['search', query, '--full', '--root', root]);
      const listed: { results: { title: string }[] }[] = groups;
      const texts: { title: string }[] = articles;
      return [
        listed.flatMap(({ results }) => results.map(({ title }) => title)),
        texts.map(({ title }) => title),
      ];
    };
    expect((await titlesOf('天'))[0]).toEqual(['今天的天气']);
    expect((await titlesOf('天气今天'))[0]).toEqual(['今天的天气']);
    expect(await titlesOf('茶馆')).toEqual([[], ['今天的天气']]);
    expect(await titlesOf('概率')).toEqual([[], ['赔率']]);
  });
});
