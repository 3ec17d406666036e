/** Tests which articles are related, article by article, on listings made by hand. */
import { describe, expect, test } from 'vitest';
import { createRelated, MAX_FILLERS } from '../../src/site/related.ts';
import type { Article } from '../../src/site/site.ts';

/** Only what the ranking reads. */
const article = (title: string, description = '', language = 'en', tags: readonly string[] = []) => {
  const terms = tags.map((path) => ({ term: { path } }));
  return { meta: { title, description }, edition: { language }, terms } as unknown as Article;
};
const numbered = (count: number) => Array.from({ length: count }, (_, index) => article(`n${index}`));
const titles = (articles: readonly Article[]) => articles.map(({ meta }) => meta.title);

describe('the rank', () => {
  test('counts the terms that titles and descriptions share', () => {
    const list = [
      article('Bankroll basics', 'staking plans'),
      article('nothing'),
      article('Bankroll rules'),
      article('More bankroll', 'other staking plans'),
    ];
    expect(titles(createRelated(list, [], 3)(0))).toEqual(['More bankroll', 'Bankroll rules', 'nothing']);
  });

  test('counts the tags that both have', () => {
    const list = [
      article('a', '', 'en', ['/tags/rain', '/tags/clay']),
      article('b'),
      article('c', '', 'en', ['/tags/clay']),
    ];
    expect(titles(createRelated(list, [], 1)(0))).toEqual(['c']);
  });

  test('knows a term by its first six letters, without case', () => {
    const list = [article('STRATEGY'), article('x'), article('strategies')];
    expect(titles(createRelated(list, [], 1)(0))).toEqual(['strategies']);
  });

  test('ignores words of three letters, but not in Korean', () => {
    expect(titles(createRelated([article('the odd'), article('x'), article('the odd')], [], 1)(0))).toEqual([
      'x',
    ]);
    const korean = [article('배당 률', '', 'ko'), article('x', '', 'ko'), article('배당', '', 'ko')];
    expect(titles(createRelated(korean, [], 1)(0))).toEqual(['배당']);
  });

  test('finds the words of Chinese, which has no spaces', () => {
    const list = ['上海的天气预报', '茶', '天气很好'].map((title) => article(title, '', 'zh-Hans'));
    expect(titles(createRelated(list, [], 1)(0))).toEqual(['天气很好']);
  });

  test('prefers the nearest of equals, and never the article itself', () => {
    const related = createRelated(numbered(8), [], 4);
    expect(titles(related(4))).toEqual(['n3', 'n5', 'n2', 'n6']);
    expect(titles(related(0))).toEqual(['n1', 'n2', 'n3', 'n4']);
  });
});

describe('candidates', () => {
  test('are the 24 nearest in the subcategory, also at both ends', () => {
    const list = numbered(60);
    const range = (from: number, to: number, self: number) =>
      list
        .slice(from, to + 1)
        .filter((_, index) => index + from !== self)
        .map(({ meta }) => meta.title)
        .sort();
    for (const [self, from, to] of [
      [0, 0, 24],
      [5, 0, 24],
      [30, 18, 42],
      [59, 35, 59],
    ] as const) {
      expect(titles(createRelated(list, [], 100)(self)).sort()).toEqual(range(from, to, self));
    }
  });

  test('are the same when a listing is visited in order', () => {
    const list = Array.from({ length: 60 }, (_, index) => article(`common ${index}`, `topic${index % 7}`));
    const inOrder = createRelated(list, [], 8);
    for (let index = 0; index < list.length; index++)
      expect(titles(inOrder(index))).toEqual(titles(createRelated(list, [], 8)(index)));
  });

  test('of a small subcategory also come from the category, after its own', () => {
    const list = numbered(2);
    const others = Array.from({ length: MAX_FILLERS + 5 }, (_, index) => article(`c${index}`));
    const related = titles(createRelated(list, [...list, ...others], 100)(0));
    expect(related[0]).toBe('n1');
    expect(related).toHaveLength(1 + MAX_FILLERS - 2);
    expect(related.at(-1)).toBe(`c${MAX_FILLERS - 3}`);
  });

  test('of a subcategory that is large enough do not', () => {
    expect(titles(createRelated(numbered(4), [article('c')], 3)(0))).toEqual(['n1', 'n2', 'n3']);
    expect(titles(createRelated(numbered(3), [article('c')], 3)(0))).toEqual(['n1', 'n2', 'c']);
  });

  test('are none for no place, or an index that does not exist', () => {
    expect(createRelated(numbered(3), [], 0)(0)).toEqual([]);
    expect(createRelated(numbered(3), [], 2)(9)).toEqual([]);
  });
});
