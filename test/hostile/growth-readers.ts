/** What reads content, and the signs of what each reads. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { mergeTexts } from '../../packages/desk/src/server/merge-text.ts';
import { prepareForReaders } from '../../src/build/outputs/feeds.ts';
import { findConflict } from '../../src/config/conflict-marks.ts';
import { parseCsv } from '../../src/config/read-csv.ts';
import { createLocator, parseJsonFile } from '../../src/config/read-json.ts';
import { readYamlFile } from '../../src/config/read-yaml.ts';
import { headerRule, newAddress, oldAddress } from '../../src/config/redirect-rules.ts';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import { findCutValues } from '../../src/content/front-matter/cut-values.ts';
import {
  createFieldLocator,
  isError,
  parseFrontMatter,
} from '../../src/content/front-matter/front-matter.ts';
import { guessAnchors, listAnchors } from '../../src/content/markdown/anchors.ts';
import { findLeftovers } from '../../src/content/markdown/leftovers.ts';
import { NEUTRAL_OPTIONS } from '../../src/content/markdown/markdown-options.ts';
import { findOffers } from '../../src/content/markdown/measure-text.ts';
import { TextRefusedError } from '../../src/content/markdown/page-size.ts';
import { createMarkdownRenderer } from '../../src/content/markdown/render-markdown.ts';
import { searchText } from '../../src/content/markdown/search-text.ts';
import { findPlaces } from '../../src/content/markdown/source-places.ts';
import { toMarkdown } from '../../src/content/markdown/to-markdown.ts';
import { DIRECTIVES } from '../../src/directives/directive-registry.ts';
import { evaluate } from '../../src/figures/expression.ts';
import { findWrongSums } from '../../src/figures/wrong-sums.ts';
import { UserError } from '../../src/foundation/errors.ts';
import { slugifyName } from '../../src/foundation/slug.ts';
import { stringsOf } from '../../src/locales/locale-registry.ts';
import { mergeStrings } from '../../src/locales/merge-strings.ts';
import { cleanSvg } from '../../src/pictures/clean-svg.ts';
import { findPassage, readArticle } from '../../src/search/passage.ts';
import { createWords } from '../../src/search/words.ts';
import { markPaidLinks } from '../../src/site/mark-paid-links.ts';
import { createLinkMarker } from '../../src/site/paid-links.ts';
import { compileStyles } from '../../src/theme/compile-styles.ts';
import { lowerLightDark } from '../../src/theme/light-dark.ts';
import type { GrowthReader } from '../support/growth.ts';

export const words = (text: string) => text.split(' ');
export const END = ['\n', '\n\n', ' ', 'a', 'word'];

/** The signs of each part of Markdown. */
export const MARKDOWN: Readonly<Record<string, readonly string[]>> = {
  blocks: [
    ...words('# ## > - * + 1. 2) --- === *** ``` ~~~ <div> </div> <!-- --> [a]: /b | :::'),
    '    ',
    '\t',
    '- ',
    '> ',
    '1. ',
    '  ',
    ...END,
  ],
  spans: [
    ...words(
      '* ** _ __ ~ ~~ ` `` [ ] ( ) ![ ]( [a](b) [a][b] [a] < > <a <http://a> https://a.b a@b.c & &amp; &# \\ ! " \' www.',
    ),
    ...END,
  ],
  'definition lists': ['a\n: b\n', ': b\n', ': ', 'a\n', '    ', '**', ...END],
  'code and its ranges': [
    ...words('```js ``` ~~~ {1-9} {1-999999} {1,2, ins={3} del={4-6} title=" " lineNumbers mark={'),
    '```js {',
    '1-9,',
    '}\n',
    ...END,
  ],
  footnotes: [...words('[^ ] [^a] [^a]: [^b]: [^ : b'), '[^a]: b\n', '    ', '  ', ...END],
  formulas: [
    ...words(
      '$` `$ ```math ``` { } \\left( \\right) \\frac ^ _ & \\\\ \\text{ \\begin{matrix} \\end{matrix} x',
    ),
    ...END,
  ],
  directives: [
    ...words('::: :::: ::odds{values="2 3"} :::callout :::tabs ::data{ { } title=" " =" \\" #a .b a=b :'),
    ':::\n',
    ':::callout\n',
    ...END,
  ],
  tables: [...words('| |a |- |- :- -: \\| ` ** [a](b)'), '|a|b|\n', '|-|-|\n', 'a|b\n', '-|-\n', ...END],
  'raw HTML': [
    ...words(
      '<a <b> </b> <kbd> <sub> </sub> <br> <!-- --> <script> </script> <a href=" "> <? <![CDATA[ ]]> <div> </div> &lt; <!A > ="',
    ),
    ...END,
  ],
  'other scripts': [
    '한',
    '국',
    '。',
    'あ',
    '漢字',
    'İ',
    'ß',
    '\u0301',
    '\u200d',
    '😀',
    '👨‍👩‍👧',
    '\u202e',
    '**',
    ' ',
    '\n',
    '.',
    '”',
    '—',
  ],
};

export const YAML = [
  ...words('a: - [ ] { } , " \' | > & * &a *a ! !! # --- ... ? : \\ % @'),
  'a: b\n',
  '- ',
  ': ',
  '  ',
  '\n',
  '"a" ',
  ', ',
];
const JSON_SIGNS = [
  ...words('{ } [ ] , : " "a" "a": 1 1e9 true null \\ \\u0041 \\" // /*'),
  ' ',
  '\n',
  '{"a":',
  '[1,',
];
export const HTML = [
  ...words(
    '<a <b> </b> <a href="/x"> </a> <div> </div> <p> <ul> <li> </ul> <table> <tr> <td> <pre> <code> </code> </pre> <h2 id="a"> </h2> <blockquote> <br> <img src="a"> <!-- --> <script> </script> <style> <sup><a> &amp; &# " = > <svg> </svg>',
  ),
  ...END,
];
const SVG = [
  ...words(
    '<g> </g> <path d="M0 0"/> <style> </style> a{ } url(#a) /* */ <!-- --> <![CDATA[ ]]> <? ?> &#97; &amp; <defs> <a href="#"> xmlns:a="b" style=" fill="url( " <svg> </svg> <text> @import',
  ),
  ...END,
];
const CSV = [...words('a , ; " "" \t | a,b'), '\n', '\r\n', '"a"', ' '];
const CSS = [
  ...words(
    'a { } b:c; : ; , ( ) light-dark( light-dark(a,b) var(--a) calc( url( @media @layer @import " \' /* */ & > * # . ! \\',
  ),
  'a{b:c}',
  '\n',
];
const MESSAGES = [...words("{count} {title} { } {{ }} # ' plural, other {count"), ' ', 'a'];
const SUMS = [
  ...words('1 2 3.5 1,000 1 000 + - × * / = % ( ) sqrt( ^ 1e9 x about'),
  ' ',
  '\n',
  '. ',
  '1 + 1 = 3. ',
];
const ADDRESSES = [...words('/ // a b- %20 %2F ? = & * : # . .. ~ https:// @ é'), '/a', '/*'];

const render = createMarkdownRenderer();
const OPTIONS = { ...NEUTRAL_OPTIONS, typography: 'en' };
const BASE = 'https://site.example/a';
const FRONT = '---\ntitle: A\nauthor: Ann Reed\ndate: 2026-01-10\n---\n';
const SOURCE = { file: 'a.md', locale: 'en_US', key: 'a' } as const;

/** A text that cannot be shown is refused. */
function orRefused<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof TextRefusedError) return null;
    throw error;
  }
}
const htmlOf = (text: string) => orRefused(() => render(text, OPTIONS).html);

const ENGLISH = createWords('en');
const { ads } = await stringsOf('en_US');
const LEFTOVERS = [
  ...words(
    '\\( \\) \\[ \\] \\n \\frac{ “ ” « » ‘ ’ „ 「 」 ( ) [ ]( " * _ < > # @ / <!-- --> Sure! User: Words: 1',
  ),
  ...words(
    '[oai_citation:1 【1† turn0search1 <grok-card ({"attribution":{"attributableIndex":" <| |> 한국 слово',
  ),
  ...END,
];
const OFFERS = ['::offer{', '::offers', 'offer:', 'id=', 'class=', '"', 'a-1', ' ', '}', '\n', ...END];
const MARKS = ['<<<<<<< a\n', '=======\n', '>>>>>>> b\n', '<<<<<<<\n', '```\n', ' ', '<', ...END];
const mark = await createLinkMarker();
export const quietly = async (work: Promise<unknown>) => {
  await work.catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
  });
};

/** What reads a text in Markdown. */
const MARKDOWN_READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'the page': htmlOf,
  'the article, its excerpt and its directives': (text) =>
    parseArticle(SOURCE, FRONT + text, 'hash', { directives: DIRECTIVES }),
  'the places of links': (text) => findPlaces(FRONT + text),
  'the ids': (text) => [
    listAnchors(text, { language: 'en', rawHtml: true }),
    guessAnchors(text, { language: 'en', rawHtml: true }),
  ],
  'the words for the search': (text) => {
    const { headings, body } = searchText(text);
    return [ENGLISH.read(headings), ENGLISH.read(body)];
  },
  'the twin': (text) => toMarkdown(htmlOf(text) ?? '', BASE),
  'the sums': (text) => findWrongSums(text, { decimal: '.', thousands: ',' }),
};

/** Fields are looked for where the front matter has been read. */
function readFront(file: string): unknown {
  const front = parseFrontMatter(file);
  return isError(front) ? front : [createFieldLocator(file)(['x', 0]), findCutValues(file)];
}
/** A block of paid links with more tags is refused. */
const MAX_TAGS = 2_000;

const page = (body: string) => `<html lang="en"><h1>A</h1><article class="prose">${body}</article></html>`;
/** Readers of other texts, and the signs of what they read. */
const OTHERS: readonly (readonly [string, readonly string[], GrowthReader['read']])[] = [
  [
    'front matter',
    YAML,
    (text) => {
      const file = `---\nx: ${text}\n---\nText.\n`;
      return readFront(file);
    },
  ],
  [
    'front matter below its limit',
    YAML,
    (text) => {
      const part = text.slice(0, Math.floor(text.length / 6));
      const file = `---\nx: ${part}\n---\nText.\n`;
      return readFront(file);
    },
  ],
  ['YAML of data and topics', YAML, (text) => readYamlFile(text)],
  [
    'JSON',
    JSON_SIGNS,
    async (text) => {
      await parseJsonFile('a.json', Buffer.from(text), z.strictObject({ a: z.string() }));
      return (await createLocator(text))(['a']);
    },
  ],
  ['CSV', CSV, (text) => quietly(parseCsv('a.csv', text, 'invalid-value'))],
  ['drawings (SVG)', SVG, (text) => cleanSvg(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`)],
  ['drawings without an end', SVG, (text) => cleanSvg(`<svg xmlns="http://www.w3.org/2000/svg">${text}`)],
  [
    'what machines leave in a text',
    LEFTOVERS,
    (text) => [findLeftovers(text, 'en'), findLeftovers(text, 'ru'), findLeftovers(text, 'ko')],
  ],
  ['marks of a merge', MARKS, (text) => findConflict(`<<<<<<<\n${text}`)],
  ['offers of a text', OFFERS, findOffers],
  [
    'paid links of a text',
    HTML,
    (text) => markPaidLinks(text, { isPaid: () => true, rel: 'sponsored', offers: null, ads }),
  ],
  ['HTML of paid links', HTML, (text) => mark(text.split('<', MAX_TAGS).join('<'))],
  [
    'styles of a theme',
    CSS,
    async (text) => {
      const root = mkdtempSync(join(tmpdir(), 'articles-growth-'));
      mkdirSync(join(root, 'theme'));
      // esbuild repeats the line of each mistake, so a line with thousands of them is slow (docs/limits.md).
      writeFileSync(join(root, 'theme/style.css'), text.replaceAll('}', '}\n'));
      await compileStyles(root, { paths: ['style.css'], key: '', refused: [] });
      rmSync(root, { recursive: true });
    },
  ],
  ['colours of a theme', CSS, (text) => lowerLightDark(`a{b:${text}}`)],
  [
    'texts of the interface',
    MESSAGES,
    async (text) =>
      mergeStrings(
        await stringsOf('en_US'),
        { search: { none: text, results: { one: text, other: text } } },
        'en_US',
      ),
  ],
  ['feeds', [...HTML, '<button>', '</button>', '<button a="'], (text) => prepareForReaders(text, BASE)],
  [
    'pages for search',
    HTML,
    (text) => {
      const html = page(text);
      return [
        readArticle(html, 'en'),
        findPassage(html, [{ term: 'word', instead: [], weight: 1 }], ENGLISH),
      ];
    },
  ],
  [
    'redirects and headers',
    ADDRESSES,
    (text) => [
      oldAddress.safeParse(`/${text}`),
      newAddress.safeParse(`/${text}`),
      newAddress.safeParse(`https://${text}`),
      headerRule.safeParse({ path: `/${text}`, set: { [text]: text } }),
    ],
  ],
  ['expressions', SUMS, (text) => evaluate(text)],
  ['slugs', MARKDOWN['other scripts'] ?? [], (text) => slugifyName(text, 'en')],
  [
    'merges',
    ['a', 'b', 'c', ' ', '\n', '. ', 'word '],
    (text) => mergeTexts(text, text.replaceAll('a', 'x'), `${text}b`),
  ],
];

/** Every reader of content. */
export const READERS: readonly GrowthReader[] = [
  ...Object.entries(MARKDOWN).flatMap(([part, signs]) =>
    Object.entries(MARKDOWN_READERS).map(([reader, read]) => ({
      name: `${part}: ${reader}`,
      grammar: part,
      signs,
      read,
    })),
  ),
  ...OTHERS.map(([name, signs, read]) => ({ name, grammar: name, signs, read })),
];
