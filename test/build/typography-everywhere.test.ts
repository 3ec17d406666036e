/** Each text of a site that readers see has the marks and spaces of its language, wherever it is written. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runArticles } from '../support/program.ts';
import { json, makeSite, readTree, smallSite } from '../support/site.ts';

/** Each place has a word of its own, so that a failure names it. */
const probe = (name: string) => `L'${name} «${name}» "${name}" : oui !`;
/** What a French reader expects: U+2019, and spaces that do not break inside the quotes and before the marks. */
const isSet = (name: string) => `L’${name} «\u00a0${name}\u00a0» «\u00a0${name}\u00a0»\u00a0: oui\u202f!`;

const PLACES = [
  ...['site', 'motto', 'menu', 'words', 'category', 'about', 'child', 'tag', 'series'],
  ...['bio', 'role', 'authortitle', 'authorsummary', 'home', 'homesummary', 'infotitle', 'infotext'],
  ...['pagetitle', 'pagetext', 'start', 'headline', 'summary', 'opening', 'part'],
];

function frenchSite() {
  const french = Object.entries(smallSite()).flatMap(([path, content]) =>
    path.startsWith('content/en_US/') && !path.includes('/articles/')
      ? [[path.replace('en_US', 'fr'), content]]
      : [],
  );
  const front = (fields: Record<string, unknown>, body: string) =>
    `---\n${Object.entries(fields)
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
      .join('\n')}\n---\n${body}\n`;
  const written = (title: string, more: object) => ({
    ...{ title, author: 'ann', date: '2026-01-10', category: 'notes/sea' },
    ...more,
  });
  return makeSite({
    ...Object.fromEntries(french),
    'site-config.json': json({
      ...{ title: probe('site'), description: probe('motto'), shortName: 'small', locales: ['fr'] },
      ...{ url: 'https://small.example', typography: true, features: { socialImages: false } },
      search: { fullText: true },
      agents: { markdown: true },
      navigation: { menu: [{ title: { fr: probe('menu') }, url: '/a-propos' }, { page: 'tags' }] },
    }),
    'content/fr/categories.json': json({
      notes: {
        title: probe('category'),
        description: probe('about'),
        children: { sea: { title: probe('child') } },
      },
    }),
    'content/fr/authors.json': json([
      {
        ...{ name: 'Ann', slug: 'ann', description: probe('bio'), role: probe('role') },
        ...{ meta_title: probe('authortitle'), meta_description: probe('authorsummary') },
      },
    ]),
    'content/fr/seo.json': json({
      ...JSON.parse(String(smallSite()['content/en_US/seo.json'])),
      home: { title: probe('home'), description: probe('homesummary') },
    }),
    'content/fr/info/terms.md': front({ title: probe('infotitle') }, probe('infotext')),
    'content/fr/pages/a-propos.md': front({ title: probe('pagetitle') }, probe('pagetext')),
    'content/fr/pages/index.md': front({ title: 'Bienvenue' }, probe('start')),
    'content/fr/strings.json': json({ article: { contents: probe('words') } }),
    'content/fr/articles/one.md': front(
      written(probe('headline'), {
        description: probe('summary'),
        tags: [probe('tag')],
        series: probe('series'),
      }),
      `Un.\n\n## ${probe('part')}\n\nDeux.\n\n## Fin\n\nTrois.`,
    ),
    'content/fr/articles/two.md': front(
      written('Deux', { series: probe('series') }),
      `${probe('opening')}\n\nSuite.`,
    ),
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&#39;': "'",
  '&#x27;': "'",
  '&quot;': '"',
  '&nbsp;': '\u00a0',
};
/** What a file says, in text, attributes and data. */
const wordsOf = (file: string) =>
  file.replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity).replaceAll('\\"', '"');

test('typography sets every text that readers see', async () => {
  const root = frenchSite();
  const { code, stderr } = await runArticles(['build', '--root', root]);
  expect(code, stderr).toBe(0);
  const files = [...readTree(join(root, 'dist'))].flatMap(([path, bytes]): [string, string][] =>
    /\.(?:html|xml|json|md|txt|webmanifest)$/.test(path) ? [[path, wordsOf(bytes.toString())]] : [],
  );
  for (const name of PLACES) {
    const unset = files.filter(([, text]) => text.includes(`L'${name}`) || text.includes(`«${name}`));
    expect(
      unset.map(([path]) => path),
      name,
    ).toEqual([]);
    expect(
      files.some(([, text]) => text.includes(isSet(name))),
      name,
    ).toBe(true);
  }
  const find = (path: string) => files.find(([name]) => name === path)?.[1];
  for (const name of ['site', 'opening', 'headline', 'summary'])
    for (const feed of ['feed.xml', 'rss.xml', 'feed.json']) expect(find(feed), feed).toContain(isSet(name));
});
