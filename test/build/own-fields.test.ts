/** Front matter that a site types in content/schema.ts: checked with place and hint, in views and in JSON-LD. */
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { check as checkSite } from '../../src/check/run-check.ts';
import { formatPlace, type Problem, UserError } from '../../src/foundation/errors.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { buildSite } from '../support/build.ts';
import { article, type Files, makeSite, readTree, smallSite, writeFiles } from '../support/site.ts';

const FIRST = 'content/en_US/articles/first.md';
const SCHEMA = `
import { z } from 'zod';
export const article = z.object({
  team: z.string().min(2).optional().describe('Name of the team, such as "Ajax".'),
  rating: z.number().min(0).max(10).optional(),
  live: z.boolean().default(false),
  level: z.enum(['easy', 'hard']).optional(),
  scores: z.array(z.object({ home: z.int(), away: z.int() })).optional(),
});
export const jsonLd = ({ team, rating }: z.infer<typeof article>) => ({
  about: team && { '@type': 'SportsTeam', name: team },
  contentRating: rating,
});
`;
const VIEW = `
import { ArticleView, type ArticlePage, type Body } from 'articles/theme';
import type { z } from 'zod';
import type { article } from '../../content/schema';
export default function Own(props: { page: ArticlePage<z.infer<typeof article>>; body: Body | null }) {
  const { fields } = props.page;
  return <><ArticleView {...props} />{fields?.team && <p id="team">{fields.team}: {fields.rating}</p>}{fields?.live && <b>live</b>}</>;
}
`;
const FIELDS = 'team: "Ajax & <b>"\nrating: 7.5\nlive: true\nlevel:\nscores: [{home: 2, away: 1}]';

const firstWith = (more: string) => article({ title: 'First', slug: 'first-price', more });
const siteWith = (more: string, files: Files = {}): Files => ({
  ...smallSite({ locales: ['en_US'] }),
  'content/schema.ts': SCHEMA,
  [FIRST]: firstWith(more),
  ...files,
});

async function check(files: Files): Promise<{ errors: string[]; warnings: string[] }> {
  const options = { root: makeSite(files), drafts: false, future: false, reporter: createSilentReporter() };
  const show = (problem: Problem) => `${formatPlace(problem)}: ${problem.message} → ${problem.hint}`;
  const { errors, warnings } = await checkSite(options);
  return { errors: errors.map(show), warnings: warnings.map(show) };
}

describe('a field that the schema refuses', () => {
  test.each([
    ['team: A', '6:7: team: must have at least 2 characters → team: Name of the team, such as "Ajax".'],
    ['rating: good', '6:9: rating: must be a number → correct the value'],
    ['rating: 11', '6:9: rating: must be at most 10 → correct the value'],
    ['live: yes', '6:7: live: must be true or false → correct the value'],
    ['level: medium', '6:8: level: must be one of "easy", "hard" → correct the value'],
    ['scores: [{home: 2, away: x}]', '6:26: scores.0.away: must be a number → correct the value'],
  ])('%s', async (more, expected) => {
    expect((await check(siteWith(more))).errors).toEqual([`${FIRST}:${expected}`]);
    const root = makeSite(siteWith(more));
    await expect(buildSite(root)).rejects.toThrow(UserError);
    expect(readTree(root).has('dist/index.html')).toBe(false);
  });

  it('may be missing', async () => {
    const schema = SCHEMA.replace('.min(2).optional()', '');
    const { errors } = await check(siteWith('', { 'content/schema.ts': schema }));
    expect(errors).toHaveLength(4);
    expect(errors[0]).toMatch(
      /^content\/en_US\/articles\/first.md:1:1: the front matter has no team → team: Name of the team/,
    );
  });
});

describe('an unknown field is a warning', () => {
  test.each([
    ['categories: [a, b]', 'unknown field "categories" → write category, or define it in content/schema.ts'],
    ['cover: a.png', 'unknown field "cover" → write image, or define it in content/schema.ts'],
    [
      'ratng: 5',
      'unknown field "ratng" → write "rating" if you mean that, or define it in content/schema.ts',
    ],
    ['Titel: x', 'unknown field "Titel" → remove it, or define it in content/schema.ts'],
    ['constructor: x', 'unknown field "constructor" → remove it, or define it in content/schema.ts'],
  ])('%s', async (more, expected) => {
    const { errors, warnings } = await check(siteWith(more));
    expect(errors).toEqual([]);
    expect(warnings).toEqual([`${FIRST}:6:${more.indexOf(':') + 3}: ${expected}`]);
  });

  it('also without a schema, and once where many articles have it', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [
        `content/en_US/articles/t${index}.md`,
        article({ title: `T ${index}`, slug: `t${index}`, more: 'mood: [a]' }),
      ]),
    );
    const { warnings } = await check({ ...smallSite({ locales: ['en_US'] }), ...files });
    expect(warnings).toEqual([
      expect.stringMatching(/^content\/en_US\/articles\/t0.md:6:7: unknown field "mood" in 5 articles → /),
    ]);
  });
});

describe('a schema that is wrong', () => {
  test.each([
    ['export const article = {};', 'content/schema.ts:1:1: the file does not export "article", a zod object'],
    [
      "import { z } from 'zod';\nexport const article = z.object({ title: z.string() });",
      'content/schema.ts: "title" is a field of the program',
    ],
    ['export const article = 1 +;', 'content/schema.ts:1:27: Unexpected ";"'],
    [
      "import { z } from 'zod';\nexport const article = z.object({});\nthrow new Error('no');",
      'content/schema.ts:3:7: no',
    ],
    [
      "import { readFileSync } from 'node:fs';\nexport const article = readFileSync;",
      'content/schema.ts:1:30: "node:fs" is not there',
    ],
    [
      "import { z } from 'zod';\nexport const article = z.object({});\nexport const jsonLd = () => { throw new Error('no') };",
      'content/schema.ts:3:37: the code ends with an error: no',
    ],
  ])('%j', async (schema, expected) => {
    const { errors } = await check(siteWith('', { 'content/schema.ts': schema }));
    expect(errors).toEqual([expect.stringContaining(expected)]);
  });
});

const page = (root: string, slug = 'first-price') =>
  String(readTree(join(root, 'dist')).get(`articles/${slug}.html`));
const articleOf = (html: string) => {
  const [, json = ''] = /<script[^>]*ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  const { '@graph': graph } = JSON.parse(json);
  return graph.find((node: { '@type': string }) => node['@type'] === 'Article');
};

it('gives the values to JSON-LD and to views, escaped, and nothing to other pages', async () => {
  const root = makeSite(siteWith(FIELDS, { 'theme/views/article.tsx': VIEW }));
  await buildSite(root);
  expect(articleOf(page(root))).toMatchObject({
    headline: 'First',
    about: { '@type': 'SportsTeam', name: 'Ajax & <b>' },
    contentRating: 7.5,
  });
  expect(page(root)).toContain('<p id="team">Ajax &amp; &lt;b&gt;: 7.5</p><b>live</b>');
  expect(page(root, 'second-look')).not.toMatch(/id="team"|<b>live|"about"/);
  for (const [path, bytes] of readTree(join(root, 'dist')))
    if (path.endsWith('.html') && !path.includes('first-price')) expect(String(bytes)).not.toContain('Ajax');
});

it('leaves the bytes of a site alone whose articles have none of the fields', async () => {
  const plain = makeSite(smallSite());
  const typed = makeSite({
    ...smallSite(),
    'content/schema.ts':
      "import { z } from 'zod';\nexport const article = z.object({ team: z.string().optional() });",
  });
  await buildSite(plain);
  await buildSite(typed);
  expect(readTree(join(typed, 'dist'))).toEqual(readTree(join(plain, 'dist')));
});

/** Uses the fields wherever a site may. */
const SETTINGS = {
  locales: ['en_US'],
  search: { fullText: true },
  taxonomies: { level: { title: 'Levels' } },
  feeds: { fields: ['rating', 'team'] },
  home: { sections: [{ kind: 'latest', sort: '-rating' }] },
  category: { sections: [{ kind: 'latest', sort: 'team' }] },
};
const everywhere = (more: string, files: Files = {}): Files => ({
  ...siteWith(more, files),
  'site-config.json': smallSite(SETTINGS)['site-config.json'] ?? null,
});
const second = (more: string) =>
  article({
    title: 'Second',
    slug: 'second-look',
    date: '2026-02-01',
    category: 'betting',
    subcategory: 'odds',
    more,
  });

it('shows the fields on cards, in feeds, in the order of lists, as terms and as filters of the search', async () => {
  const card = `import { ArticleCard, type ArticleSummary } from 'articles/theme';
import type { z } from 'zod';
import type { article } from '../../content/schema';
export default function Own(props: { article: ArticleSummary<z.infer<typeof article>> }) {
  const { fields } = props.article;
  return <><ArticleCard.BuiltIn {...props} />{fields?.rating && <b className="stars">{fields.rating} of 10</b>}</>;
}
`;
  const loader = `import { each, type SiteIndex, type ThemePage } from 'articles/theme';
export const title = 'Ratings';
export const description = 'All ratings.';
export const load = (site: SiteIndex) => site.articles().map(({ title, fields }) => \`\${title}: \${fields?.rating ?? '–'}\`);
export default ({ page }: { page: ThemePage<string[]> }) => <ul>{each(page.data, (text) => <li>{text}</li>)}</ul>;
`;
  const root = makeSite(
    everywhere(FIELDS.replace('level:', 'level: hard'), {
      'content/en_US/articles/second.md': second('rating: 9\nteam: Zeta\nlevel: easy'),
      'theme/components/ArticleCard.tsx': card,
      'theme/pages/ratings.tsx': loader,
    }),
  );
  expect((await buildSite(root)).warnings).toEqual([]);
  const files = readTree(join(root, 'dist'));
  const read = (path: string) => String(files.get(path));
  const orderOf = (path: string) =>
    [...read(path).matchAll(/<h3[^>]*><a href="([^"]*)"/g)].map(([, url = '']) => url.replace(/.*\//, ''));

  expect(read('index.html')).toContain('<b class="stars">7.5 of 10</b>');
  expect(orderOf('index.html').slice(0, 2)).toEqual(['second-look', 'first-price']);
  expect(read('betting/odds.html').indexOf('first-price')).toBeLessThan(
    read('betting/odds.html').indexOf('second-look'),
  );
  expect(read('ratings.html')).toMatch(/<li>Second: 9<\/li>.*<li>First: 7.5<\/li>/s);
  const { items } = JSON.parse(read('feed.json'));
  const fed = items.find(({ title }: { title: string }) => title === 'First');
  expect(fed._articles).toEqual({ fields: { rating: 7.5, team: 'Ajax & <b>' } });
  expect(files.has('level/hard.html')).toBe(true);
  const { kinds } = JSON.parse(read('search/en/texts/filters.json'));
  expect(kinds.level.title).toBe('Levels');
  expect(kinds.level.options.map(([label]: string[]) => label).sort()).toEqual(['easy', 'hard']);
});

it('writes a JSON schema of the fields for editors', async () => {
  const root = makeSite(siteWith(FIELDS));
  await buildSite(root);
  const { properties } = JSON.parse(
    String(readTree(join(root, '.articles')).get('cache/article.schema.json')),
  );
  expect(properties.rating).toMatchObject({ type: 'number', maximum: 10 });
  expect(properties.team.description).toBe('Name of the team, such as "Ajax".');
});

it('a setting that names a field which does not exist is an error', async () => {
  const home = {
    sections: [
      { kind: 'latest', sort: '-ratng' },
      { kind: 'latest', sort: '-title' },
    ],
  };
  const config =
    smallSite({ locales: ['en_US'], home, feeds: { fields: ['colour'] } })['site-config.json'] ?? null;
  const { errors } = await check(siteWith(FIELDS, { 'site-config.json': config }));
  expect(errors).toEqual([
    expect.stringMatching(
      /^site-config.json:\d+:\d+: articles have no field "ratng" → did you mean "rating"\?$/,
    ),
    expect.stringMatching(/articles have no field "colour" → define it in content\/schema.ts$/),
  ]);
});

it('an incremental build is a clean one after each change of a field, and of the schema', async () => {
  const root = makeSite(everywhere(FIELDS, { 'theme/views/article.tsx': VIEW }));
  await buildSite(root);
  const plainConfig = { 'site-config.json': smallSite({ locales: ['en_US'] })['site-config.json'] ?? null };
  const steps: Files[] = [
    { [FIRST]: firstWith(FIELDS.replace('7.5', '8')) },
    { [FIRST]: firstWith(FIELDS.replace('7.5', '8').replace('live: true', 'live: false')) },
    { [FIRST]: firstWith('rating: 3\nmood: [x]') },
    { 'content/schema.ts': SCHEMA.replace("'SportsTeam'", "'Organization'") },
    { [FIRST]: firstWith(FIELDS) },
    { 'content/schema.ts': null, 'theme/views/article.tsx': null, ...plainConfig },
  ];
  for (const step of steps) {
    writeFiles(root, step);
    const { warnings } = await buildSite(root);
    const after = readTree(join(root, 'dist'));
    const clean = await buildSite(root, { clean: true, out: join(root, 'clean') });
    expect(after).toEqual(readTree(join(root, 'clean')));
    expect(warnings).toEqual(clean.warnings);
  }
});

it('a changed field of one article renders one page', async () => {
  const root = makeSite(siteWith(FIELDS));
  await buildSite(root);
  writeFiles(root, { [FIRST]: firstWith(FIELDS.replace('7.5', '9')) });
  const { rendered } = await buildSite(root);
  expect(rendered).toBe(1);
  expect(articleOf(page(root)).contentRating).toBe(9);
});
