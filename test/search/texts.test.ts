import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openPrevious, planTextFiles, weighTerms } from '../../src/build/outputs/text-index.ts';
import { searchText } from '../../src/content/markdown/search-text.ts';
import { findPassage } from '../../src/search/passage.ts';
import { FILTERS, PAGE_ROWS, type SearchRow } from '../../src/search/text-format.ts';
import { openTextSearcher } from '../../src/search/text-searcher.ts';
import { createWords } from '../../src/search/words.ts';

type Texts = Record<string, string>;

function planOf(texts: Texts, language: string, before: Map<string, string> | null = null) {
  const words = createWords(language);
  const rows = Object.entries(texts).map(
    ([url, body]): SearchRow => ({ url, title: `Title ${url}`, about: '', key: body }),
  );
  const termsOf = ({ key }: SearchRow) =>
    weighTerms(words, { title: '', tags: '', description: '', ...searchText(key) });
  return planTextFiles(rows, before && openPrevious((path) => before.get(path) ?? ''), termsOf);
}

async function find(files: Map<string, string>, language: string, query: string, filter = {}) {
  const searcher = await openTextSearcher(async (path) => {
    const text = files.get(path);
    if (text === undefined) throw new Error(`no ${path}`);
    return text;
  }, language);
  const { results, lost } = await searcher.search(query, 10, filter);
  return { urls: results.map(({ url }) => url), lost };
}

/** So many articles that they have several files of each kind. */
const MANY: Texts = Object.fromEntries(
  Array.from({ length: PAGE_ROWS * 4 }, (_, row) => [
    `/${row}`,
    `## Part ${row}\n\nThe common text of article number${row} and neighbour${row % 7}.`,
  ]),
);

describe('what is found', () => {
  test.each([
    [
      'en',
      'The Kelly criterion tells the share.',
      ['kelly criterion', 'KELLY', 'kelly critereon', 'kell', 'criterino'],
    ],
    ['en', 'Use `toString` and constructor, see [the guide](/secret).', ['constructor', 'tostring']],
    ['ru', 'Ёлки и ставки на спорт.', ['елка', 'ставками', 'спортом', 'стявки']],
    ['tr', 'İstanbul’da ışıklı bahis şirketleri.', ['ISTANBUL', 'istanbul', 'şirket', 'bahisler']],
    ['ko', '초보자를 위한 베팅확률을 배웁니다.', ['확률', '베팅', '초보자']],
    // Words of one character, also before a particle and within longer runs.
    ['ko', '물과 산을 지나 한강으로.', ['물', '산', '강', '한강']],
    ['zh', '山水之间有一座桥。', ['水', '桥', '山水']],
    ['ja', '日本語の検索を試す。', ['検索', '本']],
    ['th', 'การค้นหาข้อความ', ['ค้นหา']],
  ])('%s: %s', async (language, text, queries) => {
    const files = planOf({ '/other': 'One two three.', '/it': text }, language);
    for (const query of queries)
      expect([query, (await find(files, language, query)).urls]).toEqual([query, ['/it']]);
  });

  test('the words of the query before other words with their stems', async () => {
    const texts = {
      '/exact': 'We are announcing winners in spring.',
      '/stem': 'We are announced winner in spring.',
      '/third': 'They announce a winner in spring.',
    };
    const files = planOf(texts, 'en');
    expect((await find(files, 'en', 'announcing winners')).urls[0]).toBe('/exact');
    expect((await find(files, 'en', 'announced winner')).urls[0]).toBe('/stem');
  });

  test('the index of an earlier version, until the site is built again', async () => {
    const files = planOf(MANY, 'en');
    const head = JSON.parse(files.get('texts/index.json') ?? '');
    const older = new Map(files).set('texts/index.json', JSON.stringify({ ...head, format: 3 }));
    expect((await find(older, 'en', 'neighbour3')).urls).toEqual(
      (await find(files, 'en', 'neighbour3')).urls,
    );
    expect(planOf(MANY, 'en', older)).toEqual(files);
  });

  test('neither addresses of links nor names of directives', async () => {
    const files = planOf({ '/it': 'See [the guide](/secret).\n\n:::callout\nText\n:::' }, 'en');
    expect((await find(files, 'en', 'secret')).urls).toEqual([]);
    expect((await find(files, 'en', 'callout')).urls).toEqual([]);
  });

  test.each([
    ['a tag in code', 'Write `<script setup>` here.\n\n```html\n<style>\n```\n\nAfterwards otters.\n'],
    ['an address in angle brackets', 'See <https://example.org/a>. Afterwards otters; 3 > 2.'],
    ['a link in HTML', 'See <a href="https://example.org/a">Afterwards otters</a>.'],
    ['a sign for less', 'Where 1 < 2, afterwards otters, and 3 > 2.'],
  ])('the words after %s', async (_, text) => {
    const files = planOf({ '/it': text }, 'en');
    for (const query of ['afterwards', 'otters'])
      expect((await find(files, 'en', query)).urls).toEqual(['/it']);
  });

  test.each([
    ['en', 'on it the', ['is it on the way', 'on it the way is', 'the way on is it']],
    ['en', 'market prices', ['prices on the market', 'the market prices move', 'market of prices']],
    ['ru', 'цены рынка', ['рынка нет, цены есть', 'здесь цены рынка растут', 'цены и рынка части']],
    ['ko', '시장 가격을', ['가격을 시장 밖에서', '오늘 시장 가격을 본다', '시장 밖 가격을']],
  ])('%s: words in the order of the query first: %s', async (language, query, [a = '', b = '', c = '']) => {
    const files = planOf({ '/a': a, '/b': b, '/c': c }, language);
    expect((await find(files, language, query)).urls[0]).toBe('/b');
  });
});

/** The texts of the sample and of the templates in a language, by their paths. */
function readSamples(locale: string): Texts {
  const folders = ['.', ...readdirSync('templates').map((name) => join('templates', name))]
    .map((folder) => join(folder, 'content', locale, 'articles'))
    .filter((folder) => existsSync(folder));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  );
  return Object.fromEntries(
    files
      .filter((path) => path.endsWith('.md'))
      .map((path) => [`/${path}`, readFileSync(path, 'utf8').replace(/^---\n.*?\n---\n/s, '')]),
  );
}

/** Runs of words that one of the texts has and no other one, spread over all of them. */
function plantQueries(texts: Texts, length: number, count: number): { query: string; url: string }[] {
  const plain = Object.entries(texts).map(([url, text]) => ({ url, text: text.replace(/\s+/g, ' ') }));
  const runs = plain.map(({ url, text }) => {
    const sentences = text.match(/(?<=[.!?]\s|\n\n)[\p{L}\p{N} ,'’«»—-]{12,}(?=[.!?])/gu) ?? [];
    return sentences.flatMap((sentence) => {
      const words = sentence.replace(/,/g, '').split(' ');
      return words.flatMap((_, at) => {
        const query = words.slice(at, at + length).join(' ');
        const isWhole = at % length === 0 && at + length <= words.length;
        return isWhole && plain.filter((other) => other.text.includes(query)).length === 1
          ? [{ query, url }]
          : [];
      });
    });
  });
  const most = Math.max(...runs.map((own) => own.length));
  return Array.from({ length: most }, (_, turn) => runs.flatMap((own) => own[turn] ?? []))
    .flat()
    .slice(0, count);
}

test.each([
  ['en_US', 4],
  ['ru_RU', 4],
  ['tr_TR', 4],
  ['ko_KR', 3],
])(
  '%s: of 100 phrases that stand in one article, at least 98 are found among the first ten',
  async (locale, length) => {
    const texts = readSamples(locale);
    const language = locale.slice(0, 2);
    const files = planOf(texts, language);
    const queries = plantQueries(texts, length, 100);
    const missed: string[] = [];
    for (const { query, url } of queries)
      if (!(await find(files, language, query)).urls.includes(url)) missed.push(query);
    expect(queries).toHaveLength(100);
    expect(missed.length, missed.join('; ')).toBeLessThanOrEqual(2);
  },
);

test('an index after any change is the one of a clean build, and a changed word replaces few files', () => {
  const clean = planOf(MANY, 'en');
  const edited: Texts = { ...MANY, '/5': `${MANY['/5']} Zebra.` };
  const files = planOf(edited, 'en', clean);
  expect(files).toEqual(planOf(edited, 'en'));
  expect([...files].filter(([path, text]) => clean.get(path) !== text).length).toBeLessThan(6);
  const { '/7': _gone, ...fewer } = edited;
  const more = { '/new': 'A first article.', ...fewer, '/last': 'The common zebra.' };
  expect(planOf(fewer, 'en', files)).toEqual(planOf(fewer, 'en'));
  expect(planOf(more, 'en', files)).toEqual(planOf(more, 'en'));
  expect(planOf({ '/5': 'One.' }, 'en', files)).toEqual(planOf({ '/5': 'One.' }, 'en'));
});

test('an index of another version of the program is made again', () => {
  const clean = planOf(MANY, 'en');
  const older = new Map(clean).set(
    'texts/index.json',
    JSON.stringify({ format: 2, version: 'a', articles: 1 }),
  );
  expect(planOf(MANY, 'en', older)).toEqual(clean);
});

test('an article before all others moves those of a small index too', () => {
  const before = { '/b': 'One zebra here.', '/c': 'One dog here.' };
  const after = { '/a': 'One zebra here.', ...before };
  expect(planOf(after, 'en', planOf(before, 'en'))).toEqual(planOf(after, 'en'));
  expect(planOf(before, 'en', planOf(after, 'en'))).toEqual(planOf(before, 'en'));
});

describe('files that are not as they should be', () => {
  const files = planOf(MANY, 'en');

  test('a lost file is reported with what the others give', async () => {
    const pages = new Map([...files].filter(([path]) => path !== 'texts/articles-3.json'));
    const { urls, lost } = await find(pages, 'en', 'neighbour3');
    expect(lost).toBe(true);
    expect(urls.length).toBeGreaterThan(0);
  });

  test('a file of another build is refused, and so is a page in its place', async () => {
    const changed = planOf({ ...MANY, '/new': 'Text.' }, 'en');
    const mixed = new Map([...files, ['texts/index.json', changed.get('texts/index.json') ?? '']]);
    await expect(find(mixed, 'en', 'neighbour3')).rejects.toThrow(SyntaxError);
    await expect(find(new Map([['texts/index.json', '<!doctype html>']]), 'en', 'x')).rejects.toThrow(
      SyntaxError,
    );
  });

  test('filters keep the articles of a label', async () => {
    const { version } = JSON.parse(files.get('texts/index.json') ?? '');
    const kinds = { section: { title: 'Section', options: [['Odds', '$']] } };
    const all = new Map([...files, [FILTERS, JSON.stringify({ version, kinds })]]);
    expect((await find(all, 'en', 'common', { section: 'Odds' })).urls).toEqual(['/2']);
    expect((await find(all, 'en', 'common', { section: 'Other' })).urls).toEqual([]);
    const everything = (await find(files, 'en', 'common')).urls;
    expect((await find(all, 'en', 'common', { utm_source: 'x' })).urls).toEqual(everything);
  });
});

describe('passages', () => {
  const page = `<main><article><h1>T</h1><div class="prose"><p>Before.</p><h2 id="a&amp;b">Odds &amp; ends</h2>
<p>${'Long '.repeat(80)}the <em>Kelly</em> criterion<sup class="footnote"><a href="#fn-1">1</a></sup> &lt;b&gt; works.</p>
</div></article></main>`;
  const terms = ['kelli', 'criterion'].map((term) => ({ term, instead: [], weight: 1 }));

  test('are cut around the words, with the heading above them', () => {
    const passage = findPassage(page, terms, createWords('en'));
    expect(passage?.heading).toEqual({ id: 'a&b', title: 'Odds & ends' });
    expect(passage?.parts.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual([
      'Kelly',
      'criterion',
    ]);
    const text = passage?.parts.map((part) => part.text).join('');
    expect(text).toMatch(/^… Long .*the Kelly criterion <b> works\.$/);
  });

  test('are the beginning of the text where the words stand elsewhere, as in the title', () => {
    const other = [{ term: 't', instead: [], weight: 1 }];
    expect(findPassage(page, other, createWords('en'))).toEqual({
      heading: null,
      parts: [{ text: 'Before.', isMatch: false }],
    });
    expect(findPassage('<main></main>', other, createWords('en'))).toBeNull();
  });

  test('show the words side by side where a text has them so, and never those about the author', () => {
    const html = `<main><article><div class="prose"><p>A criterion of Kelly, with many words more.</p>
<p>The Kelly criterion works.</p></div><footer class="author-box"><p>${'He knows the Kelly criterion. '.repeat(4)}</p>
</footer></article></main>`;
    const pair = { term: 'kelli criterion', instead: [], weight: 1 };
    const passage = findPassage(html, [...terms, pair], createWords('en'));
    expect(passage?.parts.map(({ text }) => text).join('')).toBe('The Kelly criterion works.');
  });

  test('mark the whole of a Korean word that was found by its parts', () => {
    const words = createWords('ko');
    const korean = '<main><p>베팅확률을 배웁니다.</p></main>';
    const found = ['베팅', '팅확', '확률'].map((term) => ({ term, instead: [], weight: 1 }));
    expect(findPassage(korean, found, words)?.parts[0]).toEqual({ text: '베팅확률', isMatch: true });
    const one = [{ term: '률', instead: [], weight: 1 }];
    expect(findPassage(korean, one, words)?.parts.slice(0, 2)).toEqual([
      { text: '베팅확', isMatch: false },
      { text: '률', isMatch: true },
    ]);
  });
});
