/** Every page kind in every language of the program: nothing that a reader sees or hears is in English. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { directionOf, languageOf, segmentOf } from '../../src/locales/codes.ts';
import { INTERFACE_LOCALES } from '../../src/locales/locale-registry.ts';
import { buildSite } from '../support/build.ts';
import { runArticles } from '../support/program.ts';
import { article, CONFIG, type Files, json, readTree, writeFiles } from '../support/site.ts';
import { builtInStrings } from '../support/strings.ts';

const LOCALES = ['en_US', ...INTERFACE_LOCALES.filter((locale) => locale !== 'en_US')];
const TAGS = ['1', '2'];
const BODY = `7 [8](https://9.example) 10[^1]

> [!NOTE]
> 1

> [!TIP]
> 1

> [!IMPORTANT]
> 1

> [!WARNING]
> 1

> [!CAUTION]
> 1

## 2

\`\`\`js
1
\`\`\`

## 3

| 1 | 2 |
|---|---|
| 3 | 4 |

::video{youtube="dQw4w9WgXcQ" title="5"}

::embed{url="https://vimeo.com/76979871" title="6"}

::odds{values="1.91 6/4"}

::pot-odds{pot="900" bets="300"}

[^1]: 11
`;

/** What the site itself says is a number, so that every word is one of the program. */
function site(): Files {
  const files: Files = {
    'site-config.json': json({
      ...CONFIG,
      title: '0000',
      description: '00',
      locales: LOCALES,
      archives: 'month',
      typography: true,
      sections: { page: 2, best: 1, hot: 1, more: 1, related: 2 },
      search: { fullText: true },
      generate: { disclosure: true },
      contact: {
        email: 'a@b.example',
        video: 'https://c.example',
        social: 'https://d.example',
        photo: 'https://e.example',
      },
      integrations: {
        comments: { service: 'frame', url: 'https://talk.example/embed?page={url}' },
        analytics: [
          { service: 'script', script: 'https://count.example/a.js', integrity: false, consent: 'marketing' },
        ],
        newsletter: { action: 'https://list.example/subscribe', text: '0' },
      },
    }),
    'content/paid-links.json': json({
      everyPage: '',
      paidLinks: { '/': ['<a href="https://f.example">0</a>'] },
    }),
  };
  const leaf = (key: string, slug: string) => ({ key, title: '1', description: '2', slug, children: null });
  for (const locale of LOCALES) {
    const content = `content/${locale}`;
    files[`${content}/categories.json`] = json({
      one: {
        key: 'one',
        title: '3',
        description: '4',
        slug: 'one',
        children: { two: leaf('two', 'two'), other: leaf('other', 'other') },
      },
    });
    files[`${content}/authors.json`] = json([
      { name: '55', slug: 'five', description: '6', meta_title: '7', meta_description: '8' },
    ]);
    files[`${content}/seo.json`] = json(
      Object.fromEntries(
        ['home', 'authors', 'not-found', 'about-us', 'privacy-policy', 'terms', 'sitemap'].map((kind) => [
          kind,
          { title: '9', description: '9' },
        ]),
      ),
    );
    for (const kind of ['about-us', 'privacy-policy', 'terms']) files[`${content}/info/${kind}.md`] = '12\n';
    for (const number of [1, 2, 3, 4, 5])
      files[`${content}/articles/${number}.md`] = article({
        title: `${number}`,
        slug: `a${number}`,
        author: 'five',
        date: `2026-01-0${number}`,
        more: `updated: 2026-02-0${number}\ntags: [${TAGS.join(', ')}]\ndescription: "${number}"${number === 1 ? '\nfeatured: 1' : ''}`,
        category: 'one',
        subcategory: 'two',
        body: BODY,
      });
  }
  return files;
}

const ATTRIBUTES = /^(?:aria-label|alt|title|placeholder|value|data-copied|data-label|data-prompt)$/;

/** What a reader sees or hears: texts, labels, and the texts of islands and scripts. */
function wordsOf(html: string): string[] {
  const found: string[] = [];
  let silent = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      const isEmpty = VOID.test(name);
      const isOther = attributes.class === 'languages' || attributes.hreflang !== undefined;
      if (!isEmpty && (silent > 0 || isOther || /^(?:script|style)$/.test(name))) silent++;
      if (silent > 0) return;
      for (const [key, value] of Object.entries(attributes)) if (ATTRIBUTES.test(key)) found.push(value);
    },
    ontext(text) {
      if (silent === 0 && text.trim() !== '') found.push(text.trim());
    },
    onclosetag(name) {
      if (silent > 0 && !VOID.test(name)) silent--;
    },
  });
  parser.end(html);
  return found;
}
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** A pattern of an English text; null for one without words. */
function patternOf(text: string): RegExp | null {
  if (!/\p{L}{2}/u.test(text.replace(/\{\w+\}/g, ''))) return null;
  const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'u');
}

function flatten(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(flatten) : [];
}

const SPELT =
  /^(?:RSS|Atom|JSON|XML|JavaScript|Enter|Ctrl|C|YouTube|Vimeo|www|com|js|example|count|talk|list|youtube|nocookie|vimeo|player)$/i;

let root = '';
let tree: Map<string, Buffer>;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'articles-test-'));
  writeFiles(root, site());
  const { warnings } = await buildSite(root);
  expect(warnings.filter(({ code }) => /untranslated|dead/.test(code ?? ''))).toEqual([]);
  tree = readTree(join(root, 'dist'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const KINDS = [
  ['home', ''],
  ['category', 'one'],
  ['second page', 'one/page/2'],
  ['subcategory', 'one/two'],
  ['empty subcategory', 'one/other'],
  ['article', 'articles/a3'],
  ['authors', 'authors'],
  ['author', 'authors/five'],
  ['taxonomy', 'tags'],
  ['term', 'tags/1'],
  ['archive', 'archive'],
  ['year', 'archive/2026'],
  ['info', 'terms'],
  ['sitemap', 'sitemap'],
  ['search', 'search'],
  ['not found', '404'],
  ['server error', '500'],
  ['offline', 'offline'],
] as const;

test.each(LOCALES.slice(1))('no page of %s has a word of the English interface', (locale) => {
  const own = new Set(flatten(builtInStrings(locale)));
  const english = flatten(builtInStrings('en_US')).flatMap((text) =>
    own.has(text) ? [] : (patternOf(text) ?? []),
  );
  const isLatin = new Intl.Locale(languageOf(locale)).maximize().script === 'Latn';
  const left: string[] = [];
  for (const [kind, path] of KINDS) {
    const file = `${[segmentOf(locale), path].filter(Boolean).join('/')}.html`;
    const html = tree.get(file)?.toString() ?? '';
    expect(html, `${kind} is at ${file}`).not.toBe('');
    expect(html.includes(' dir="rtl"'), file).toBe(directionOf(locale) === 'rtl');
    const words = wordsOf(html);
    expect(words.length, file).toBeGreaterThan(10);
    for (const text of words) {
      const isEnglish = !own.has(text) && english.some((pattern) => pattern.test(text));
      const foreign = isLatin ? [] : (text.match(/\p{Script=Latn}{2,}/gu) ?? []);
      if (isEnglish || foreign.some((word) => !SPELT.test(word))) left.push(`${kind}: ${text}`);
    }
  }
  expect([...new Set(left)]).toEqual([]);
});

test.each([
  ['en_US', 'Tags:</a></span>'],
  ['fr', 'Étiquettes\u00a0:</a></span>'],
  ['ja', 'タグ：</a></span>'],
  ['ar', 'الوسوم:</a></span>'],
])('the tags of an article of %s have the colon of the language', (locale, label) => {
  const file = [...(locale === 'en_US' ? [] : [segmentOf(locale)]), 'articles/a3.html'].join('/');
  expect(tree.get(file)?.toString()).toContain(label);
});

test('check reads the pages of every language', async () => {
  const { code, stderr } = await runArticles(['check', '--root', root]);
  expect([code, stderr.match(/^error .*/gm) ?? []]).toEqual([0, []]);
});
