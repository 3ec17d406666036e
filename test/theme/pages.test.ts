/** Tests pages of theme/pages and layouts of Markdown pages: where they are listed, what they show, what is wrong in them. */
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

const EVENTS = `import { each, PageHeading, type SiteIndex, type ThemePage } from 'articles/theme';

type Data = ReturnType<typeof load>;

export const title = { en_US: 'Events', ru_RU: 'События' };
export const description = 'What happens and when.';
export const navigation = 'menu';

export function load(site: SiteIndex) {
  return { latest: site.articles(2), odds: site.category('betting/odds')?.title ?? '', home: site.href('authors') };
}

export default function Events({ page }: { page: ThemePage<Data> }) {
  return (
    <>
      <PageHeading page={page} />
      <p>{page.data.odds} <a href={page.data.home}>Who writes</a></p>
      <ol>{each(page.data.latest, ({ url, title }) => <li><a href={url}>{title}</a></li>)}</ol>
    </>
  );
}
`;
const site = (files: Files = {}): Files => ({
  ...smallSite(),
  'theme/pages/events/index.tsx': EVENTS,
  ...files,
});
const read = (root: string, name: string) => readFileSync(join(root, 'dist', name), 'utf8');

test('a page of the theme is a page of each edition that it has a title for', async () => {
  const root = makeSite(site({ 'theme/pages/one.tsx': EVENTS.replace(/\{ en_US.*\}/, "{ en_US: 'One' }") }));
  expect((await buildSite(root)).warnings).toEqual([]);
  const html = read(root, 'events.html');
  expect(html).toContain('<h1>Events</h1>');
  expect(html).toContain('<a href="/authors">Who writes</a>');
  expect(html).toContain(
    '<ol><li><a href="/articles/third-street">Third street</a></li><li><a href="/articles/second-look">',
  );
  expect(html).toContain(
    '<link data-page-head="" rel="alternate" hrefLang="ru" href="https://small.example/ru/events"/>',
  );
  expect(read(root, 'ru/events.html')).toContain('<h1>События</h1>');
  expect(existsSync(join(root, 'dist/ru/one.html'))).toBe(false);
  expect(read(root, 'sitemap.xml')).toContain('<loc>https://small.example/events</loc>');
  expect(read(root, 'sitemap.html')).toContain('<a href="/one">One</a>');
  expect(read(root, 'index.html')).toMatch(/menu-list.*<a href="\/events">Events<\/a>/);
  const check = await runArticles(['check', '--root', root, '--json']);
  expect(JSON.parse(check.stdout).errors).toEqual([]);
});

test('what a page shows follows the articles, and an incremental build is a clean one', async () => {
  const root = makeSite(site());
  await buildSite(root);
  writeFiles(root, {
    'content/en_US/articles/new.md': article({ title: 'Brand new', slug: 'brand-new', date: '2026-05-05' }),
  });
  await buildSite(root);
  expect(read(root, 'events.html')).toContain('<ol><li><a href="/articles/brand-new">Brand new</a>');
  const incremental = readTree(join(root, 'dist'));
  await buildSite(root, { clean: true, jobs: 2 });
  expect(compareTrees(readTree(join(root, 'dist')), incremental)).toEqual([]);
});

test('a Markdown page is shown by the layout that it names', async () => {
  const markdown = '---\ntitle: Wide\nlayout: wide\n---\nThe *text*.\n';
  const layout = `import { BodyText, type Body, type InfoPage } from 'articles/theme';
export default ({ page, body }: { page: InfoPage; body: Body | null }) => (
  <div className="wide"><h1>{page.title}</h1><BodyText body={body} label="Contents" /></div>
);`;
  const files = { ...smallSite(), 'content/en_US/pages/wide.md': markdown };
  const root = makeSite({ ...files, 'theme/layouts/wide.tsx': layout });
  expect((await buildSite(root)).warnings).toEqual([]);
  expect(read(root, 'wide.html')).toContain(
    '<div class="wide"><h1>Wide</h1><div class="prose"><p>The <em>text</em>.',
  );
  expect(read(root, 'terms.html')).not.toContain('class="wide"');
  const without = makeSite({ ...files, 'theme/layouts/wise.tsx': layout });
  const error = await buildSite(without).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(UserError);
  expect(String(error)).toContain(
    'content/en_US/pages/wide.md:1:1: there is no layout "wide"\n  → did you mean wise?',
  );
});

test.each([
  ['no title', EVENTS.replace('export const title', 'const title'), /exports no title/],
  ['no view', EVENTS.replace('export default function', 'function'), /no page as its default export/],
  ['a wrong place', EVENTS.replace("'menu'", "'top'"), /export navigation is wrong/],
  [
    'a crash of load',
    EVENTS.replace('site.articles(2)', 'site.artcles(2)'),
    /load\(\) of en_US cannot be rendered: site\.artcles/,
  ],
  ['a missing description', EVENTS.replace(/'What happens.*'/, "{ ru_RU: 'X' }"), /no description for en_US/],
])('%s in a page is an error with its place', async (_name, code, message) => {
  const root = makeSite(site({ 'theme/pages/events/index.tsx': code }));
  const error = await buildSite(root).catch((error: unknown) => error);
  if (!(error instanceof UserError)) throw error;
  const [problem] = error.problems;
  expect(problem?.message).toMatch(message);
  expect(problem && formatPlace(problem)).toMatch(/^theme\/pages\/events\/index\.tsx:\d+:\d+$/);
});

test('addresses of pages do not collide with others, and a misspelt export is a warning', async () => {
  const markdown = '---\ntitle: Events\n---\nText.\n';
  const double = await buildSite(makeSite(site({ 'content/en_US/pages/events.md': markdown }))).catch(String);
  expect(double).toMatch(/events/);
  expect(double).toMatch(/theme\/pages\/events\/index\.tsx|content\/en_US\/pages\/events\.md/);
  const reserved = await buildSite(makeSite({ ...smallSite(), 'theme/pages/articles/x.tsx': EVENTS })).catch(
    String,
  );
  expect(reserved).toContain('begins as a route of the site');
  const misspelt = EVENTS.replace('export const navigation', 'export const navigaton');
  const { warnings } = await buildSite(makeSite(site({ 'theme/pages/events/index.tsx': misspelt })));
  expect(warnings.map(({ message, hint }) => [message, hint])).toEqual([
    ['nothing reads the export "navigaton"', 'did you mean "navigation"?'],
  ]);
});
