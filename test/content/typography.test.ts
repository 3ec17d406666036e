/** Quotes, dashes and spaces by language: what is certain is set, what is not stays, and no word changes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NEUTRAL_OPTIONS } from '../../src/content/markdown/markdown-options.ts';
import { createMarkdownRenderer } from '../../src/content/markdown/render-markdown.ts';
import { setType } from '../../src/content/markdown/typography.ts';
import { runArticles } from '../support/program.ts';
import { article, makeSite, readTree, smallSite } from '../support/site.ts';

const render = createMarkdownRenderer();
const textOf = (markdown: string, typography: string) =>
  render(markdown, { ...NEUTRAL_OPTIONS, typography })
    .html.replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replace(/&#(?:39|x27);/g, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();

test.each([
  ['ru', 'ООО "Компания "Ромашка"" (Москва)', 'ООО «Компания „Ромашка“» (Москва)'],
  ['ru', '"Газета "Ведомости" пишет"', '«Газета „Ведомости“ пишет»'],
  ['ru', '«Роман "Война и мир"» Толстого', '«Роман „Война и\u00a0мир“» Толстого'],
  ['en', 'He said "She said "hi" to me" twice', 'He said “She said ‘hi’ to me” twice'],
  ['ko', '그는 "그녀가 "안녕"이라고 했다"고 말했다', '그는 “그녀가 ‘안녕’이라고 했다”고 말했다'],
  ['ko', '"말"이라고, **"말"**을', '“말”이라고, “말”을'],
  ['ko', "'기능'을 나눠 '말'이라고 \"'예'라고\" 했다", '‘기능’을 나눠 ‘말’이라고 “‘예’라고” 했다'],
  [
    'ko',
    '이 "-"를 누르고 "보고서"<sup>Report</sup>와 "노트"[^1]를\n\n[^1]: x',
    '이 “-”를 누르고 “보고서”Report와 “노트”를',
  ],
  [
    'fr',
    '"»?" «a»? «b»)! («c»)',
    '"»\u202f?" «\u00a0a\u00a0»\u202f? «\u00a0b\u00a0»)\u202f! («\u00a0c\u00a0»)',
  ],
  ['en', 'An "open one and Ann\'s "pair" here', 'An "open one and Ann’s "pair" here'],
  ['tr', "1$'a, %5'i, 20°'ye, (ABD)'nin 'adı'", '1$’a, %5’i, 20°’ye, (ABD)’nin ‘adı’'],
  ['tr', '"Ankara"\'da Türkiye\'nin "adı"', '“Ankara”’da Türkiye’nin “adı”'],
  // Turkish puts endings behind the closing quote, as its Language Association writes: "Bit Palas"ını.
  [
    'tr',
    'Bu yüzden "güvensiz"dir, "Argon2"yi ("flow"lardan) ve "A "b"ye" der',
    'Bu yüzden “güvensiz”dir, “Argon2”yi (“flow”lardan) ve “A ‘b’ye” der',
  ],
  ['en', 'a "word"s and "b"c', 'a "word"s and "b"c'],
  ['ko', "마지막 'num' 줄과 'n' 초마다", '마지막 ‘num’ 줄과 ‘n’ 초마다'],
  ['en', '"A \'b "c" d\' e"', '“A ‘b “c” d’ e”'],
  ['en', '("x") ["y"], "z"; "\'a\' b" "a \'b\'"', '(“x”) [“y”], “z”; “‘a’ b” “a ‘b’”'],
  ['en', '"But I--" he said, "no."', '“But I--” he said, “no.”'],
  ['en', '*"A"* "*b*" "a `c` b" "`c`"', '“A” “b” “a c b” “c”'],
  ['en', '"The quote goes on in the next paragraph.', '“The quote goes on in the next paragraph.'],
  ['de', "Hans' Auto, \"Er rief 'Halt'\"", 'Hans’ Auto, „Er rief ‚Halt‘“'],
  [
    'en',
    "rock 'n' roll, Rock 'N' Roll, 'tis, 'Twas, the dogs' bones",
    'rock ’n’ roll, Rock ’N’ Roll, ’tis, ’Twas, the dogs’ bones',
  ],
  ['en', "the '90s, '68 and '5 apples' and 'n' more", 'the ’90s, ’68 and ‘5 apples’ and ’n’ more'],
  [
    'en',
    'the price--which rose--is 1990--1995, a -- b --- c',
    'the price–which rose–is 1990–1995, a – b — c',
  ],
  ['en', 'Well... "What...?" (and so on...)', 'Well… “What…?” (and so on…)'],
  ['ja', '"東京"と"大阪"', '「東京」と「大阪」'],
  ['zh', '他说："你好。"然后走了', '他说：“你好。”然后走了'],
  [
    'fr',
    'Un «mot», un « autre », **«un»**',
    'Un «\u00a0mot\u00a0», un «\u00a0autre\u00a0», «\u00a0un\u00a0»',
  ],
  ['fr-CH', 'Un «mot»', 'Un «mot»'],
  ['fr', 'Caf&eacute;, "Oui" ! std::a a!=b', 'Caf&eacute;, «\u00a0Oui\u00a0»\u202f! std::a a!=b'],
])('%s: %s', (language, markdown, expected) => {
  expect(textOf(markdown, language).replace(/1를\n[\s\S]*$/, '를')).toBe(expected);
});

/** Options, names, code and readings that are not certain. */
const KEPT = [
  'Run it with --dry-run',
  'git commit --amend --no-edit',
  '--force',
  'a (--force) and [--yes]',
  'i-- and --i; i--; i--',
  'foo--bar.example.com',
  'xn--e1afmkfd.xn--p1ai',
  'https://x.example/a--b',
  'a/b--c/d and a_b--c',
  '<!-- a --> x --> y ---- z',
  'main...next ...args ../a .../b a....b',
  '5\'10"',
  'He is 5\'10" tall',
  'a 5" disk',
  'say ""',
  '"""x"""',
  'a "b',
  'b" a',
  '"a"b" c',
];

test.each(['en', 'de', 'ru', 'tr', 'ko', 'es'])('%s leaves what is not certain', (language) => {
  for (const text of KEPT) {
    const kept = (set: string) => set.replace(/[\u00a0\u202f]/g, ' ');
    expect(kept(setType(text, language))).toBe(text);
    // In headings, lists and tables too. Markdown reads these as marks of its own.
    if (/[<>_`*]|https?:|^-/.test(text)) continue;
    for (const markdown of [`## ${text}`, `- ${text}`, `| ${text} |\n|---|\n| ${text} |`])
      expect(kept(textOf(markdown, language))).toContain(text);
  }
});

const LANGUAGES = [
  'en',
  'de',
  'fr',
  'ru',
  'uk',
  'pl',
  'es',
  'sv',
  'tr',
  'ko',
  'ja',
  'zh',
  'th',
  'he',
  'ar',
  'de-CH',
];
const PIECES = [
  ...[
    '"',
    '"',
    "'",
    '--',
    '---',
    '...',
    '-',
    '.',
    ',',
    '!',
    '?',
    ':',
    ';',
    '(',
    ')',
    '/',
    ' ',
    ' ',
    ' ',
    '\n',
  ],
  ...[
    'word',
    'слово',
    '단어',
    '言葉',
    'کلمه',
    'n',
    '5',
    '90s',
    'tis',
    'a.b',
    'км',
    'в',
    'km',
    '«',
    '»',
    '“',
    '”',
    '„',
    '’',
    '…',
    '–',
  ],
];
const anyText = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join(''));

/** Every mark back in its straight form; spaces are set too, so they do not count. */
const plain = (text: string) =>
  text
    .replace(/[“”„‟«»‹›‘’‚‛「」『』"']/g, "'")
    .replace(/---|--|[–—]/g, '-')
    .replace(/-+/g, '-')
    .replace(/…/g, '...')
    .replace(/\s/g, '');

describe('laws', () => {
  test('with the marks back in place, the text is its source', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LANGUAGES), anyText, (language, text) => {
        expect(plain(setType(text, language))).toBe(plain(text));
      }),
      { numRuns: 3000 },
    );
  });

  test('set text stays as it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LANGUAGES), anyText, (language, text) => {
        const once = setType(text, language);
        expect(setType(once, language).length - once.length).toBeLessThanOrEqual(0);
      }),
      { numRuns: 2000 },
    );
  });

  test('a closing quote stands before no letter, but before particles and endings of languages that join them', () => {
    fc.assert(
      fc.property(fc.constantFrom('en', 'ru', 'es', 'tr', 'pl', 'ko'), anyText, (language, source) => {
        const text = source.replace(/[«»“”„’]/g, '');
        const set = setType(text, language);
        const closing = language === 'ru' || language === 'es' ? '»' : '”';
        // Turkish endings are lower-case letters.
        const letters = language === 'tr' ? '\\p{Lu}' : '\\p{sc=Latn}\\p{sc=Cyrl}';
        expect(set).not.toMatch(new RegExp(`${closing}[${letters}\\p{N}]`, 'u'));
        // Opening and closing quotes are as many, but for a quote that goes on in the next paragraph.
        const opening = language === 'ru' || language === 'es' ? '«' : language === 'pl' ? '„' : '“';
        const [opened, closed] = [opening, closing].map((sign) => set.split(sign).length - 1);
        expect((opened ?? 0) - (closed ?? 0)).toBeLessThanOrEqual(set.startsWith(opening) ? 1 : 0);
        expect((opened ?? 0) - (closed ?? 0)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 3000 },
    );
  });

  test('a quote that runs over emphasis, code and links is set as one text', () => {
    const words = fc.array(fc.constantFrom('"', "'", 'word', ' ', ' ', '.', 'слово'), { maxLength: 14 });
    fc.assert(
      fc.property(words, fc.constantFrom('en', 'ru', 'ko'), (pieces, language) => {
        const text = pieces.join('').trim();
        const bold = pieces
          .map((piece) => (piece === 'word' ? '<b>word</b>' : piece))
          .join('')
          .trim();
        if (/^(?:$|\d|[.])/.test(text)) return;
        expect(textOf(bold.replaceAll('<b>word</b>', '**word**'), language).replaceAll('**', '')).toBe(
          setType(text, language),
        );
      }),
      { numRuns: 500 },
    );
  });
});

test('titles and descriptions have them wherever they are shown, and addresses stay', async () => {
  const files = smallSite({ typography: true, locales: ['en_US'], agents: { markdown: true } });
  for (const path of Object.keys(files)) if (/ru_RU/.test(path)) delete files[path];
  files['content/en_US/articles/set.md'] = article({
    title: 'He said "it\'s --dry-run" -- twice',
    slug: 'set',
    category: 'betting',
    more: 'description: "A \\"word\\" -- and more..."',
    body: 'The "first" `echo "x"` text.',
  });
  files['content/en_US/articles/cut.md'] = article({
    title: 'Cut',
    slug: 'cut',
    category: 'betting',
    body: 'The "first" `echo "x"` text -- here.',
  });
  const root = makeSite(files);
  const { code } = await runArticles(['build', '--root', root, '--out', `${root}/dist`, '--jobs', '1']);
  expect(code).toBe(0);
  const tree = readTree(`${root}/dist`);
  const read = (path: string) => String(tree.get(path) ?? '');
  const [title, description] = ['He said “it’s --dry-run” – twice', 'A “word” – and more…'];
  const page = read('articles/set.html');
  for (const text of [
    `${title} · Small Paper</title>`,
    `og:title" content="${title}`,
    `"headline":"${title}"`,
    `>${title}</h1>`,
  ])
    expect(page).toContain(text);
  for (const text of [`name="description" content="${description}"`, `"description":"${description}"`])
    expect(page).toContain(text);
  for (const path of ['feed.xml', 'rss.xml', 'feed.json', 'index.html', 'betting.html']) {
    expect(read(path)).toContain(title);
    if (!path.endsWith('.html')) expect(read(path)).toContain(description);
  }
  expect(read('articles/set.md')).toContain(title);
  // An excerpt has the quotes of its text, and its code as it is.
  expect(read('feed.xml')).toContain('The “first” echo "x" text – here.'.replaceAll('"', '&quot;'));
  const found = await runArticles(['search', 'said "it\'s', '--root', root]);
  expect(found.stdout).toContain('set');
});
