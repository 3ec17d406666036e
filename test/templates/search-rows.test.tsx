/** The rows of the search: an article once, with its sections, and rows of one kind whatever found them (B39). */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Groups } from '../../src/templates/islands/search-box.tsx';

const result = (name: string) => ({ title: name, url: `/articles/${name}`, score: 1 });
const answer = {
  groups: [
    { label: 'A → One', results: [result('both'), result('first')] },
    { label: 'A → Two', results: [result('both')] },
    { label: 'B → Three', results: [result('second'), result('both')] },
  ],
  ...{ shown: 5, articles: 3, complete: true, words: [], compared: 5 },
};
const passage = {
  parts: [
    { text: 'A ', isMatch: false },
    { text: 'second', isMatch: true },
  ],
  heading: null,
};
const texts = {
  articles: [{ ...result('second'), about: 'May 1, 2026', key: 'second', passage }],
  ...{ found: 1, lost: false, filters: null },
};
const labels = { newTab: 'new tab' } as never;

test('an article of several groups is in the first, with all of them; a group of its own matches stays', () => {
  const html = renderToStaticMarkup(<Groups answer={answer} labels={labels} texts={null} />);
  expect(html.match(/<h2[^>]*>(.*?)<\/h2>/g)?.map((heading) => heading.replace(/<[^>]+>/g, ''))).toEqual([
    'A → One',
    'B → Three',
  ]);
  expect(html.match(/href="[^"]+"/g)).toEqual([
    'href="/articles/both"',
    'href="/articles/first"',
    'href="/articles/second"',
  ]);
  expect(html).toContain('<p class="search-about">A → One · A → Two · B → Three</p>');
});

test('a title whose text was found too has the line and the passage of its text', () => {
  const html = renderToStaticMarkup(<Groups answer={answer} labels={labels} texts={texts} />);
  expect(html).toContain(
    '</a><p class="search-about">May 1, 2026</p><p class="search-passage">A <mark>second</mark></p>',
  );
});
