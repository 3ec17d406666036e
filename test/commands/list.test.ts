/** `articles list`: what is chosen, and how it is printed. */
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { runArticles } from '../support/program.ts';
import { article, type Files, makeSite, smallSite } from '../support/site.ts';

const EN = 'content/en_US/articles';

/** One article in each state, and some that lack something. */
function manySite(): Files {
  return {
    ...smallSite(),
    [`${EN}/draft.md`]: article({ title: 'A draft', date: '2026-01-02', more: 'draft: true' }),
    [`${EN}/later.md`]: article({ title: 'Later', date: '2999-01-01', more: 'image: later.jpg' }),
    [`${EN}/held.md`]: article({ title: 'Held', more: 'origin:\n  status: needs-review' }),
    [`${EN}/removed.md`]: article({ title: 'Removed category', category: 'gone' }),
    [`${EN}/old.md`]: article({
      title: 'Old',
      date: '2020-05-05',
      more: 'description: An old one.\ntags: [odds, "=cmd"]\nexpires: 2021-01-01',
      category: 'betting',
      subcategory: 'odds',
      body: 'See [the first](/articles/first-price).',
    }),
    [`${EN}/broken.md`]: '---\ntitle: [\n---\n',
  };
}

interface Listed {
  file: string;
  state: string;
  title: string;
  linked: number;
}

async function list(...args: string[]) {
  const root = makeSite(manySite());
  const { code, stdout, stderr } = await runArticles(['list', '--root', root, '--json', ...args]);
  expect([code, stderr.match(/^error/m)], stderr).toEqual([0, null]);
  const result: { articles: Listed[]; total: number; unreadable: number; states: object } =
    JSON.parse(stdout);
  return result;
}
const titles = async (...args: string[]) => (await list(...args)).articles.map(({ title }) => title).sort();

test('every article is counted by its state, those with errors too', async () => {
  const { total, unreadable, states, articles } = await list();
  expect({ total, unreadable, states }).toEqual({
    total: 10,
    unreadable: 1,
    states: { published: 5, expired: 1, draft: 1, scheduled: 1, withheld: 1, error: 1 },
  });
  // Only an expired article links to it.
  expect(articles.find(({ title }) => title === 'The first price')?.linked).toBe(0);
});

test('a condition on a name that every JavaScript object has matches no article', async () => {
  expect(await titles('--where', 'constructor~x')).toEqual([]);
  expect(await titles('--where', 'toString=x')).toEqual([]);
});

describe('filters', () => {
  test.each([
    [['--drafts'], ['A draft']],
    [
      ['--drafts', '--scheduled'],
      ['A draft', 'Later'],
    ],
    [['--withheld'], ['Held']],
    [['--published', '--older', '2021-01-01'], []],
    [['--where', 'state=expired'], ['Old']],
    [['--older', '5y'], ['Old']],
    [['--older', '2020-05-05'], ['Old']],
    [['--older', '2020-05-04'], []],
    [['--expired'], ['Old']],
    [['--category', 'poker'], ['Third street']],
    [
      ['--category', 'betting/odds', '--locale', 'en'],
      ['A second look', 'Old', 'The first price'],
    ],
    [['--category', 'gone'], ['Removed category']],
    [['--author', 'bo-lind'], ['A second look']],
    [['--where', 'tags=odds'], ['Old']],
    [['--where', 'image~later'], ['Later']],
    [['--where', 'state=error'], ['Removed category']],
    [['--where', 'category=betting', '--where', 'author!=Ann Reed'], ['A second look']],
    [['--locale', 'ru_RU'], ['Первая цена']],
  ])('%j', async (args, expected) => {
    expect(await titles(...args)).toEqual(expected);
  });

  test('an article lacks what its front matter does not have', async () => {
    expect(await titles('--missing', 'description,image')).not.toContain('Old description');
    const { articles } = await list('--missing', 'description');
    expect(articles.map(({ title }) => title)).not.toContain('Old');
    expect(articles).toHaveLength(9);
  });

  test('an article that only a draft or an expired article links to is unlinked', async () => {
    expect(await titles('--unlinked', '--category', 'betting', '--locale', 'en')).toEqual([
      'A second look',
      'Old',
      'The first price',
    ]);
  });
});

test.each([
  [['--category', 'bettin'], 'did you mean "betting"?'],
  [['--author', 'Ann Red'], 'did you mean "Ann Reed"?'],
  [['--sort', 'titel'], 'did you mean "title"?'],
  [['--older', 'long'], '--older: "long" is not an age'],
  [['--where', 'draft'], '--where: "draft" is not a condition'],
  [['--csv', '--json'], '--csv and --json exclude each other'],
])('%j is refused: %s', async (args, words) => {
  const { code, stderr } = await runArticles(['list', '--root', makeSite(), ...args]);
  expect(code).toBe(1);
  expect(stderr).toContain(words);
});

test('the table is ordered by the column that --sort names', async () => {
  const root = makeSite(manySite());
  const { stdout, stderr } = await runArticles(['list', '--root', root, '--sort', 'changed']);
  const dates = [...stdout.matchAll(/ (\d{4}-\d{2}-\d{2}) /g)].map(([, date]) => date);
  expect(dates).toEqual(dates.toSorted());
  expect(dates).toHaveLength(10);
  expect(stderr).toContain(
    '10 articles: 5 published, 1 scheduled, 1 expired, 1 draft, 1 withheld, 1 with errors',
  );
  expect(stderr).toContain('1 file cannot be read as articles');
});

test('CSV has every column, for a spreadsheet', async () => {
  const root = makeSite({ ...smallSite(), [`${EN}/f.md`]: article({ title: '=1+1, "sum"' }) });
  const { stdout } = await runArticles(['list', '--root', root, '--csv', '--sort', '-title']);
  const rows: Record<string, string>[] = parse(stdout, { columns: true });
  expect(rows.map(({ title }) => title)).toContain(`'=1+1, "sum"`);
  expect(rows[0]).toMatchObject({ locale: 'ru_RU', path: '/ru/articles/pervaya-tsena', state: 'published' });
});
