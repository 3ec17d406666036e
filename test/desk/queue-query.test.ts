/** Pages of the queue beside a search by hand, for random lists and queries. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Listing, QueueRow } from '../../packages/desk/src/server/queue.ts';
import { createFinder } from '../../packages/desk/src/server/queue-query.ts';

const NOTHING = {
  type: 'article',
  reach: null,
  path: '',
  author: '',
  writer: '',
  category: '',
  isGenerated: false,
} as const;
const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-0${1 + (number % 3)}-${10 + number}`);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const word = fc.constantFrom('odds', 'Été', 'price', 'A', 'ßig');
const rows = fc
  .array(
    fc.record({
      title: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
      locale: fc.constantFrom('en_US', 'ru_RU'),
      key: fc.constantFrom('a', 'b', 'c'),
      state: fc.constantFrom('published', 'draft', 'withheld', 'changed', 'scheduled', 'unreadable'),
      stops: orNull(fc.constant('wrong')),
      waits: orNull(fc.constant('changed')),
      date: day,
      changed: day,
      isStale: fc.boolean(),
      isMine: fc.boolean(),
      expires: orNull(day),
      reviewBy: orNull(day),
    }),
    { maxLength: 40 },
  )
  .map((list) =>
    list.map((row, index): QueueRow => {
      const file = `content/${row.locale}/articles/${(index * 7) % 40}.md`;
      return { ...row, ...NOTHING, file };
    }),
  );
const query = fc.record({
  words: fc.constantFrom('', 'ODDS', 'ete', 'price a', 'SSIG', '7.md'),
  kind: fc.constantFrom('all', 'mine', 'draft', 'review', 'stale', 'due', 'stops'),
  locale: fc.constantFrom('', 'ru_RU'),
  month: fc.constantFrom('', '2026-02'),
  sort: fc.constantFrom('changed', 'date', 'title', 'file'),
});

const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
const isOf: Record<string, (row: QueueRow) => boolean> = {
  all: () => true,
  mine: (row) => row.isMine,
  draft: (row) => row.state === 'draft',
  review: (row) => row.state === 'withheld' || row.state === 'changed' || row.waits !== null,
  stale: (row) => row.isStale,
  due: (row) => row.state === 'published' && row.reviewBy !== null && row.reviewBy <= '2026-02-20',
  stops: (row) => row.stops !== null,
};

test('pages one after the other are the whole list, in its order', () => {
  fc.assert(
    fc.property(rows, query, fc.integer({ min: 1, max: 7 }), (all, asked, size) => {
      const listing: Listing = { today: '2026-02-20', locales: ['en_US', 'ru_RU'], rows: all, choices: {} };
      const finder = createFinder();
      const expected = all.filter(
        (row) =>
          isOf[asked.kind]?.(row) &&
          (asked.locale === '' || row.locale === asked.locale) &&
          `${row.date} ${row.expires} ${row.reviewBy}`.includes(asked.month) &&
          asked.words.split(' ').every((part) => plain(`${row.title} ${row.file}`).includes(plain(part))),
      );
      const found: QueueRow[] = [];
      for (let from = 0; ; from += size) {
        const params = new URLSearchParams({ ...asked, from: String(from), count: String(size) });
        const page = finder.page(listing, params);
        expect(page.total).toBe(expected.length);
        expect(page.counts.stops).toBe(all.filter(({ stops }) => stops !== null).length);
        found.push(...page.rows);
        if (page.rows.length === 0) break;
      }
      const files = (list: readonly QueueRow[]) => list.map(({ file }) => file);
      expect(files(found).sort()).toEqual(files(expected).sort());
      expect(finder.files(listing, new URLSearchParams(asked)).files).toEqual(files(found));
      const keys = found.map((row) => {
        if (asked.sort === 'title') return plain(row.title);
        return asked.sort === 'file' ? row.file : asked.sort === 'date' ? row.date : row.changed;
      });
      const sorted = [...keys].sort();
      expect(keys).toEqual(asked.sort === 'changed' ? sorted.reverse() : sorted);
    }),
  );
});

test('a list that has changed is searched again', () => {
  const finder = createFinder();
  const listing: Listing = { today: '2026-02-20', locales: [], rows: [], choices: {} };
  expect(finder.page(listing, new URLSearchParams()).total).toBe(0);
  fc.assert(
    fc.property(rows, (all) => {
      expect(finder.page({ ...listing, rows: all }, new URLSearchParams()).total).toBe(all.length);
    }),
    { numRuns: 5 },
  );
});
