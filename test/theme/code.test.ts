/** Tests a site's own code: views and components in place of the built-in ones, and the places of what is wrong in it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatPlace, UserError } from '../../src/foundation/errors.ts';
import { buildSite } from '../support/build.ts';
import { runArticles } from '../support/program.ts';
import {
  article,
  compareTrees,
  type Files,
  makeSite,
  readTree,
  smallSite,
  writeFiles,
} from '../support/site.ts';

const VIEW = `import { ArticleView, type ArticlePage, type Body } from 'articles/theme';
import { Mark } from '../parts/mark.tsx';

export default function Article(props: { page: ArticlePage; body: Body | null }) {
  return (
    <div className="own">
      <Mark />
      <ArticleView {...props} />
    </div>
  );
}
`;
const MARK = `import { useMemo } from 'react';

export function Mark() {
  return <p>{useMemo(() => 'A mark of the site', [])}</p>;
}
`;
const CARD = `import { ArticleCard, type ArticleSummary } from 'articles/theme';

export default function Card(props: { article: ArticleSummary; plain?: boolean }) {
  return (
    <section className="own-card" title={props.article.author}>
      <ArticleCard.BuiltIn {...props} />
    </section>
  );
}
`;
const themed = (files: Files = {}): Files => ({
  ...smallSite(),
  'theme/views/article.tsx': VIEW,
  'theme/parts/mark.tsx': MARK,
  'theme/components/ArticleCard.tsx': CARD,
  ...files,
});
const page = (root: string, name: string) => readFileSync(join(root, 'dist', name), 'utf8');

/** \`place: message\` of each error. */
async function errorsOf(root: string): Promise<string[]> {
  const error = await buildSite(root).catch((error: unknown) => error);
  if (!(error instanceof UserError)) throw error;
  return error.problems.map((problem) => `${formatPlace(problem)}: ${problem.message}`);
}

test('a view replaces that of its kind, and a component is replaced in every view', async () => {
  const root = makeSite(themed());
  expect((await buildSite(root)).warnings).toEqual([]);
  expect(page(root, 'articles/first-price.html')).toContain('<div class="own"><p>A mark of the site</p>');
  expect(page(root, 'ru/articles/pervaya-tsena.html')).toContain('<div class="own">');
  expect(page(root, 'authors/ann-reed.html')).not.toContain('class="own"');
  for (const name of ['index', 'betting', 'authors/ann-reed', 'articles/first-price'])
    expect(page(root, `${name}.html`), name).toMatch(
      /<section class="own-card" title="[^"]+"><article class="card">/,
    );
});

test('threads, incremental and clean builds write the same bytes with a theme', async () => {
  const root = makeSite(themed());
  await buildSite(root);
  const before = readTree(join(root, 'dist'));
  await buildSite(root, { jobs: 3, clean: true });
  expect(compareTrees(readTree(join(root, 'dist')), before)).toEqual([]);
  writeFiles(root, { 'theme/parts/mark.tsx': MARK.replace('A mark', 'Another mark') });
  const changed = await buildSite(root);
  expect(changed.parsed).toBe(0);
  const incremental = readTree(join(root, 'dist'));
  await buildSite(root, { clean: true });
  expect(compareTrees(readTree(join(root, 'dist')), incremental)).toEqual([]);
  expect(page(root, 'articles/first-price.html')).toContain('Another mark of the site');
  writeFiles(root, {
    'theme/views/article.tsx': null,
    'theme/parts/mark.tsx': null,
    'theme/components/ArticleCard.tsx': null,
  });
  await buildSite(root);
  const plain = makeSite(smallSite());
  await buildSite(plain);
  expect(compareTrees(readTree(join(root, 'dist')), readTree(join(plain, 'dist')))).toEqual([]);
});

test('a first view of several kinds is for the others too, unless they have one', async () => {
  const root = makeSite({
    ...smallSite(),
    'theme/views/category.tsx': 'export default ({ page }) => <h1>{page.title} of mine</h1>;',
    'theme/views/offline.tsx': 'export default () => <h1>No net</h1>;',
  });
  await buildSite(root);
  expect(page(root, 'betting.html')).toContain('of mine</h1>');
  expect(page(root, 'betting/odds.html')).toContain('of mine</h1>');
  expect(page(root, 'offline.html')).toContain('<h1>No net</h1>');
  expect(page(root, '404.html')).toContain('search-form');
});

test('what a view throws is an error at its line, with the page', async () => {
  const crash = VIEW.replace('<Mark />', '<p>{props.page.updated.text}</p>');
  const root = makeSite(themed({ 'theme/views/article.tsx': crash }));
  const run = await runArticles(['build', '--root', root, '--quiet']);
  expect(run.code).toBe(1);
  expect(run.stderr).toMatch(
    /theme\/views\/article\.tsx:7:\d+: the page \/articles\/\S+ cannot be rendered: Cannot read properties of null/,
  );
  expect(existsSync(join(root, 'dist'))).toBe(false);
  // In a thread too.
  const error = await buildSite(root, { jobs: 2 }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(UserError);
});

test('a crash of a built-in component that a view gives nothing is the fault of the view', async () => {
  const view =
    "import { CardTitle } from 'articles/theme';\nexport default () => <CardTitle article={undefined} />;";
  const root = makeSite({ ...smallSite(), 'theme/views/article.tsx': view });
  expect((await errorsOf(root)).join()).toMatch(
    /^theme\/views\/article\.tsx:2:\d+: the page \S+ cannot be rendered: CardTitle: Cannot read/,
  );
});

test('a crash of one of several built-in components names its element, and one within another its file', async () => {
  const view = (shown: string) =>
    `import { CardGrid } from 'articles/theme';\nexport default () => (\n<>\n${shown}\n</>);`;
  const grids = '<CardGrid articles={[]} />\n<CardGrid articles={{}} />\n<CardGrid articles={[]} />';
  const several = makeSite({ ...smallSite(), 'theme/views/home.tsx': view(grids) });
  expect((await errorsOf(several)).join()).toMatch(
    /^theme\/views\/home\.tsx:5:\d+: the page \S+ cannot be rendered: CardGrid: /,
  );
  const inner = makeSite({ ...smallSite(), 'theme/views/home.tsx': view('<CardGrid articles={[{}]} />') });
  expect((await errorsOf(inner)).join()).toMatch(
    /^theme\/views\/home\.tsx: the page \S+ cannot be rendered: Card\w+: /,
  );
});

test('a component that shows itself ends with an error that says how it is done', async () => {
  const card =
    "import { ArticleCard } from 'articles/theme';\nexport default (props) => <ArticleCard {...props} />;";
  const root = makeSite({ ...smallSite(), 'theme/components/ArticleCard.tsx': card });
  expect((await errorsOf(root)).join()).toContain('<ArticleCard.BuiltIn');
});

test.each([
  ['views/article.tsx', 'export default () => <p', '1:24', /Expected|Unexpected/],
  ['views/article.tsx', 'export const x = 1;', '1:1', /no view as its default export/],
  ['views/artcle.tsx', 'export default () => null;', '', /no built-in view "artcle"/],
  ['components/Card.tsx', 'export default () => null;', '', /no built-in component "Card"/],
  [
    'views/home.tsx',
    "import { Card } from 'articles/theme';\nexport default () => <Card />;",
    '1:10',
    /No matching export in "articles\/theme"/,
  ],
  ['views/home.tsx', "import fs from 'node:fs';\nexport default () => fs;", '1:16', /"node:fs" is not there/],
  [
    'views/home.tsx',
    "import x from '../../content/ads.json';\nexport default () => x;",
    '1:15',
    /outside of theme/,
  ],
  [
    'views/home.tsx',
    'const n = null;\nn.x;\nexport default () => null;',
    '2:3',
    /Cannot read properties of null/,
  ],
])('%s with %j is an error at %s', async (file, code, place, message) => {
  const root = makeSite({ ...smallSite(), 'content/ads.json': '{}', [`theme/${file}`]: code });
  const [first = ''] = await errorsOf(root);
  expect(first).toMatch(message);
  expect(first.startsWith(`theme/${file}:${place === '' ? '' : `${place}:`} `)).toBe(true);
});

test('an unchanged theme is not compiled again, and a damaged cache is', async () => {
  const root = makeSite(themed({ 'theme/style.css': 'h1 { color: #123456 }' }));
  await buildSite(root);
  const cache = join(root, '.articles/cache/theme-code.bin');
  const compiled = readFileSync(cache);
  const marked = Buffer.from(
    compiled.toString('latin1').replace('A mark of the site', 'A mark of the memo'),
    'latin1',
  );
  writeFiles(root, { '.articles/cache/theme-code.bin': marked });
  await buildSite(root, { clean: true });
  expect(page(root, 'articles/first-price.html')).toContain('A mark of the memo');
  writeFiles(root, { '.articles/cache/theme-code.bin': 'damaged' });
  await buildSite(root, { clean: true });
  expect(page(root, 'articles/first-price.html')).toContain('A mark of the site');
  expect(readFileSync(cache).equals(compiled)).toBe(true);
});

test('a view of the site may decide by the letters of a text', async () => {
  const title = (index: number) => (index === 30 ? 'News of today' : `Item ${index}`);
  const articles = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `content/en_US/articles/n${index}.md`,
      article({ title: title(index), slug: `n${index}`, category: 'betting', subcategory: 'odds' }),
    ]),
  );
  const view = (decision: string) =>
    `export default ({ page: { title } }) => <h1>{${decision} ? <b>{title}</b> : title}</h1>;`;
  // Most pages of the shape give no sign of these decisions.
  for (const decision of ["title.startsWith('News')", "title === 'News of today'", 'title.length > 10']) {
    const root = makeSite({ ...smallSite(), ...articles, 'theme/views/article.tsx': view(decision) });
    await buildSite(root);
    const isBold = (index: number) => page(root, `articles/n${index}.html`).includes('<h1><b>');
    expect(Array.from({ length: 40 }, (_, index) => index).filter(isBold), decision).toEqual([30]);
  }
});
