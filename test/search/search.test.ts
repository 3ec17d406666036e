import fc from 'fast-check';
import lunr from 'lunr';
import { describe, expect, test } from 'vitest';
import { planSearchFiles, type SearchGroup } from '../../src/build/outputs/search-files.ts';
import { fold } from '../../src/foundation/fold.ts';
import { FOLDING, packRows, SEARCH_HEAD, unpackRows } from '../../src/search/index-format.ts';
import { NO_LIMITS, openSearcher, READER_LIMITS, type Searcher } from '../../src/search/searcher.ts';
import { makeTitles, WORDS } from '../support/titles.ts';

interface Opened {
  searcher: Searcher;
  /** Bytes of each file that was read, head included. */
  read: Map<string, number>;
}

async function openIndex(groups: readonly SearchGroup[]): Promise<Opened> {
  const files = new Map(planSearchFiles(groups).map((file) => [file.path, file.text]));
  const read = new Map<string, number>();
  const load = (path: string): unknown => {
    const text = files.get(path);
    if (text === undefined) throw new Error(`no ${path}`);
    read.set(path, Buffer.byteLength(text));
    return JSON.parse(text);
  };
  return { searcher: await openSearcher(async (path) => load(path)), read };
}

/** The rule of B37 itself, on whole titles. */
/** What stands around a word in a sentence. A word that is nothing else stays. */
function withoutPunctuation(word: string): string {
  let [start, end] = [0, word.length];
  while (start < end && `"'([{¿¡«「『（【`.includes(word.charAt(start))) start++;
  while (end > start && /[\p{Pe}\p{Pf}"'.,;:!?…。、！？]/u.test(word.charAt(end - 1))) end--;
  return word.slice(start, end) || word;
}

function scan(groups: readonly SearchGroup[], query: string): { label: string; titles: string[] }[] {
  const words = query
    .trim()
    .split(/\s+/u)
    .map((word) => withoutPunctuation(fold(word)));
  return groups
    .map((group) => ({
      label: group.label,
      titles: group.articles
        .map((article) => article.title)
        .filter((title) => words.every((word) => fold(title).includes(word)))
        .sort(),
    }))
    .filter((group) => group.titles.length > 0);
}

async function find({ searcher }: Opened, query: string): Promise<{ label: string; titles: string[] }[]> {
  const { groups } = await searcher.search(query, NO_LIMITS);
  return groups.map(({ label, results }) => ({
    label,
    titles: results.map((result) => result.title).sort(),
  }));
}

function groupTitles(titles: readonly string[], count: number): SearchGroup[] {
  return Array.from({ length: count }, (_, group) => ({
    label: `Category ${group >> 2} → Subcategory ${group}`,
    articles: titles
      .filter((_, row) => row % count === group)
      .map((title, row) => ({ title, url: `/articles/${group}-${row}` })),
  }));
}

const MIXED = [
  'How to Bet on Cricket: a Pre-Match Guide',
  'The Bet That Was Not',
  'ISTANBUL’da Canlı Bahis',
  'İstanbul ve ıstaka',
  'Ёлки и ставки: чай на двоих',
  'Как делать ставки на футбол',
  '한국어를 배우는 포커 독자',
  '초보자를 위한 베팅 확률',
  'A*B testing of C++ odds',
  'constructor __proto__ toString',
];

describe('the answer is the substring rule (B37, B38)', async () => {
  const small = await openIndex([
    { label: 'A → B', articles: MIXED.map((title, at) => ({ title, url: `/articles/${at}` })) },
  ]);

  test.each([
    ['how to bet', [0]],
    ['cricket:', [0]],
    ['pre-match', [0]],
    ['istanbul', [2, 3]],
    ['İSTANBUL', [2, 3]],
    ['ISTAKA', [3]],
    ['ставки', [4, 5]],
    ['елк', [4]],
    ['чаи', []],
    ['한국어', [6]],
    ['베팅', [7]],
    ['a*b', [8]],
    ['c++', [8]],
    ['***', []],
    ['__proto__', [9]],
    ['cket gui', [0]],
  ])('%s', async (query, rows) => {
    const found = (await find(small, query)).flatMap((group) => group.titles);
    expect(found).toEqual(rows.map((row) => MIXED[row]).sort());
  });

  const word = fc.oneof(
    fc.constantFrom(...Object.values(WORDS).flat()),
    fc.constantFrom(
      'İ',
      'ı',
      'ё',
      'Ё',
      'й',
      '*',
      'a*b',
      '-',
      'C++',
      '🎲',
      'constructor',
      '¨',
      'ﬁ',
      '한',
      'ğ',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
  );
  const title = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
  const query = fc.array(
    word.chain((text) =>
      fc
        .tuple(fc.nat(text.length), fc.nat(text.length))
        .map(([a, b]) => text.slice(Math.min(a, b), Math.max(a, b)) || text),
    ),
    { minLength: 1, maxLength: 3 },
  );

  test('for any titles and any query, in a small edition', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(title, { maxLength: 30 }),
        query,
        fc.boolean(),
        async (titles, parts, upper) => {
          const groups = groupTitles(titles, 3);
          const text = upper ? parts.join(' ').toUpperCase() : parts.join(' ');
          fc.pre(text.trim() !== '');
          expect(await find(await openIndex(groups), text)).toEqual(scan(groups, text));
        },
      ),
      { numRuns: 400 },
    );
  });

  const largeTitles = [...makeTitles(2400, 7), ...MIXED];
  const largeGroups = groupTitles(largeTitles, 12);
  const large = await openIndex(largeGroups);

  test('for any query, in an edition that is cut into blocks and grams', async () => {
    expect([...large.read.keys()]).toEqual([SEARCH_HEAD]);
    await fc.assert(
      fc.asyncProperty(query, async (parts) => {
        const text = parts.join(' ');
        fc.pre(text.trim() !== '');
        expect(await find(large, text)).toEqual(scan(largeGroups, text));
      }),
      { numRuns: 300 },
    );
  });

  test('a window of results is the beginning of the whole answer', async () => {
    const all = await large.searcher.search('bet', NO_LIMITS);
    const some = await large.searcher.search('bet', { results: 20, blocks: 64 });
    expect(all.shown).toBeGreaterThan(20);
    expect(some).toMatchObject({ shown: 20, complete: false });
    expect(all.complete).toBe(true);
    const labels = all.groups.map((group) => group.label);
    expect(labels.slice(0, some.groups.length)).toEqual(some.groups.map((group) => group.label));
  });
});

describe('groups (B39)', () => {
  test('stand in the given order, and one without a match is left out', async () => {
    const groups = [
      { label: 'Z → First', articles: [{ title: 'A bet', url: '/base/articles/a%20b' }] },
      { label: 'M → None', articles: [{ title: 'Nothing', url: '/base/articles/n' }] },
      { label: 'E → Empty', articles: [] },
      { label: 'A → Last', articles: [{ title: 'Betting', url: '/base/articles/c' }] },
    ];
    const { groups: found } = await (await openIndex(groups)).searcher.search('bet', READER_LIMITS);
    expect(found.map((group) => [group.label, group.results.map((result) => result.url)])).toEqual([
      ['Z → First', ['/base/articles/a%20b']],
      ['A → Last', ['/base/articles/c']],
    ]);
  });

  test('whole words rank before beginnings before parts (B38)', async () => {
    const titles = ['An alphabet of odds', 'Better odds', 'The bet'];
    const groups = [{ label: 'A → B', articles: titles.map((title) => ({ title, url: `/${title}` })) }];
    const { groups: found } = await (await openIndex(groups)).searcher.search('bet', READER_LIMITS);
    expect(found[0]?.results.map((result) => result.title)).toEqual([
      'The bet',
      'Better odds',
      'An alphabet of odds',
    ]);
  });

  test('an article in two groups is found in both', async () => {
    const article = { title: 'A bet', url: '/articles/a-bet' };
    const groups = ['A → B', 'C → D'].map((label) => ({ label, articles: [article] }));
    expect((await (await openIndex(groups)).searcher.search('bet', READER_LIMITS)).groups).toHaveLength(2);
  });
});

test('row numbers survive packing', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(1_000_000)), (rows) => {
      const sorted = rows.sort((a, b) => a - b);
      const packed = packRows(sorted);
      expect(unpackRows(packed)).toEqual(sorted);
      expect(JSON.stringify(packed)).toHaveLength(packed.length + 2);
    }),
  );
});

test('a file that failed to load is asked for again', async () => {
  const files = new Map(
    planSearchFiles(groupTitles(makeTitles(2400, 7), 2)).map((file) => [file.path, file.text]),
  );
  let offline = false;
  const searcher = await openSearcher(async (path) => {
    if (offline) throw new Error('offline');
    return JSON.parse(files.get(path) ?? '');
  });
  offline = true;
  await expect(searcher.search('bet', NO_LIMITS)).rejects.toThrow('offline');
  offline = false;
  expect((await searcher.search('bet', NO_LIMITS)).shown).toBeGreaterThan(0);
});

test('a small edition has an index that lunr itself loads, of folded titles in one field', async () => {
  const groups = [{ label: 'A → B', articles: MIXED.map((title) => ({ title, url: `/${title}` })) }];
  const [head, file, ...others] = planSearchFiles(groups);
  expect([head?.path, head?.immutable, file?.immutable, others]).toEqual([SEARCH_HEAD, false, true, []]);
  const { version, rows } = JSON.parse(head?.text ?? '');
  expect(file?.path).toBe(`${version}/lunr.json`);
  const index = lunr.Index.load(JSON.parse(file?.text ?? ''));
  const [found] = index.query((query) => query.term("istanbul'da", {}));
  expect(rows.titles[Number(found?.ref)]).toBe('ISTANBUL’da Canlı Bahis');
  expect(JSON.parse(file?.text ?? '')).toMatchObject({ fields: ['title'], pipeline: [] });
});

test('an index of an earlier version finds titles by the present rules', async () => {
  const files = planSearchFiles([{ label: 'A → B', articles: [{ title: 'Don’t bet', url: '/a' }] }]);
  const [head, index] = files.map(({ text }) => JSON.parse(text));
  const { folding: _, ...earlier } = head;
  const searcher = await openSearcher(async (path) =>
    path === SEARCH_HEAD ? earlier : { ...index, invertedIndex: [] },
  );
  expect((await searcher.search("don't", NO_LIMITS)).shown).toBe(1);
});

test.each([{}, [], null, { format: 1, folding: FOLDING, groups: [], rows: { titles: [], urls: [] } }])(
  'a host that answers %j for a file gets one clear error',
  async (answer) => {
    await expect(openSearcher(async () => answer)).rejects.toThrow(SyntaxError);
  },
);
