/**
 * Marks in the scripts of the world: script × mark × what the mark holds × what stands beside it × where the text is shown.
 * Each cell has a reference that shares no code with the program: markdown-it with markdown-it-cjk-friendly, or a reason.
 */
import MarkdownIt from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { summarizeBody } from '../../src/content/article/body-summary.ts';
import { NEUTRAL_OPTIONS } from '../../src/content/markdown/markdown-options.ts';
import { createMarkdownRenderer } from '../../src/content/markdown/render-markdown.ts';
import { toMarkdown } from '../../src/content/markdown/to-markdown.ts';
import { runArticles } from '../support/program.ts';
import { article, makeSite, readTree, smallSite } from '../support/site.ts';

/** A script: two words, and a full stop. */
const SCRIPTS: Readonly<Record<string, readonly [string, string, string]>> = {
  latin: ['word', 'élan', '.'],
  turkish: ['ışık', 'çağ', '.'],
  cyrillic: ['слово', 'ёлка', '.'],
  greek: ['λόγος', 'ώρα', '·'],
  arabic: ['كلمة', 'يوم', '؟'],
  hebrew: ['מילה', 'יום', '״'],
  hindi: ['दिन', 'शब्द', '।'],
  korean: ['강조', '나라', '.'],
  japanese: ['強調', 'です', '。'],
  katakana: ['カナ', 'ｶﾅ', '、'],
  chinese: ['中文', '注意', '，'],
  thai: ['คำ', 'ประเทศ', 'ฯ'],
  lao: ['ຄຳ', 'ປະເທດ', 'ຯ'],
  khmer: ['ពាក្យ', 'ប្រទេស', '។'],
  burmese: ['စကား', 'နိုင်ငံ', '။'],
};
/**
 * markdown-it-cjk-friendly does not know these scripts, whose words have no spaces between them either: their letters stand for
 * Korean ones there.
 */
const UNKNOWN_TO_REFERENCE = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/gu;

const MARKS = ['*', '**', '***', '~~', '_', '__'];

const contentsOf = ([word, other, stop]: readonly [string, string, string]) => [
  word,
  `${word} ${other}`,
  `${word}${stop}`,
  `${word}!`,
  `${word}(x)`,
  `(${word})`,
  `“${word}”`,
  `「${word}」`,
  `（${word}）`,
  `\`code\``,
  `[${word}](/u)`,
  '<https://x.example/>',
  'C++',
  '10€',
  `${word}😀`,
  `*${other}* ${word}`,
  `${word}:\n${other}`,
];

/** What stands before and after the marks. */
const sidesOf = ([word, other, stop]: readonly [string, string, string]) => [
  ['', other],
  [word, other],
  [word, ''],
  [`${word} `, ` ${other}`],
  [stop, other],
  ['(', `)${other}`],
];

const reference = new MarkdownIt({ html: false }).use(cjkFriendly);

interface Cell {
  text: string;
  html: string;
}

/** The reference for a text: HTML without its paragraph. */
function referenceOf(text: string): string {
  const kept: string[] = [];
  const known = text.replace(UNKNOWN_TO_REFERENCE, (letter) => {
    kept.push(letter);
    return '가';
  });
  const html = reference.renderInline(known).replaceAll('<s>', '<del>').replaceAll('</s>', '</del>');
  return html.replaceAll('가', () => kept.shift() ?? '');
}

function cellsOf(script: string): Cell[] {
  const words = SCRIPTS[script];
  if (!words) return [];
  return MARKS.flatMap((mark) =>
    contentsOf(words).flatMap((content) =>
      sidesOf(words)
        .map(([before = '', after = '']) => `${before}${mark}${content}${mark}${after}`)
        // These begin a list, or close a mark that the content opens.
        .filter((text) => !/^[*_]+ /.test(text) && !(content.startsWith('*') && mark.startsWith('*')))
        .map((text) => ({ text, html: referenceOf(text) })),
    ),
  );
}

/** The text of HTML, with spaces as readers see them. */
function textOf(html: string): string {
  const read = (nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): string =>
    nodes
      .map((node) => ('value' in node ? node.value : 'childNodes' in node ? read(node.childNodes) : ''))
      .join('');
  return read(parseFragment(html).childNodes).replace(/\s+/g, ' ').trim();
}

/** The elements of HTML: emphasis, strike, code and links, with their texts. */
const shown = (html: string) =>
  html
    .replace(/<a [^>]*>/g, '<a>')
    .replace(/&quot;|&#x27;|&#39;/g, "'")
    .replace(/\s+/g, ' ')
    .trim();

const render = createMarkdownRenderer();
const htmlOf = (text: string) => render(text, NEUTRAL_OPTIONS).html;
const inParagraph = (html: string) => html.replace(/^<p>|<\/p>\n?$/g, '');

/** How a place shows a text, and how it should. */
const PLACES: Readonly<Record<string, (cell: Cell) => readonly [actual: string, expected: string]>> = {
  page: ({ text, html }) => [shown(inParagraph(htmlOf(text))), shown(html)],
  description: ({ text, html }) => [summarizeBody(text, null).description, textOf(html)],
  twin: ({ text, html }) => [textOf(htmlOf(toMarkdown(htmlOf(text), 'https://x.example/'))), textOf(html)],
  id: ({ text, html }) => {
    const line = text.replaceAll('\n', ' ');
    const words = textOf(html)
      .toLowerCase()
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s+/g, '-');
    return [/ id="([^"]*)"/.exec(htmlOf(`## ${line}`))?.[1] ?? '', words || 'section'];
  },
};

describe.each(Object.keys(SCRIPTS))('%s', (script) => {
  test.each(Object.entries(PLACES))('%s', (_place, read) => {
    const cells = cellsOf(script);
    expect(cells.length).toBeGreaterThan(400);
    const wrong = cells.flatMap((cell) => {
      const [actual, expected] = read(cell);
      return actual === expected ? [] : [{ text: cell.text, actual, expected }];
    });
    expect(wrong).toEqual([]);
  });
});

test('the feed shows what the page shows, in every script', async () => {
  const cells = Object.keys(SCRIPTS).flatMap((script) =>
    cellsOf(script).filter((_, index) => index % 7 === 0),
  );
  const files = smallSite({ feeds: { content: 'full' } });
  files['content/en_US/articles/marks.md'] = article({
    title: 'Marks',
    slug: 'marks',
    category: 'betting',
    body: cells.map(({ text }) => text).join('\n\n'),
  });
  const root = makeSite(files);
  const { code } = await runArticles(['build', '--root', root, '--out', `${root}/dist`, '--jobs', '1']);
  expect(code).toBe(0);
  const tree = readTree(`${root}/dist`);
  const feed = textOf(textOf(String(tree.get('feed.xml'))));
  const page = textOf(String(tree.get('articles/marks.html')));
  expect(cells.length).toBeGreaterThan(800);
  const missing = cells
    .map(({ html }) => textOf(html))
    .filter((text) => !page.includes(text) || !feed.includes(text));
  expect(missing).toEqual([]);
});

/** A single tilde has no reference: markdown-it does not read it, and GFM strikes out ranges. The sign of a range is text. */
test.each(Object.entries(SCRIPTS))('ranges in %s', (_script, [word, other]) => {
  const ranges = [
    `9~10${word}, 2~3${word}`,
    `${word}~${other}, ${other}~${word}`,
    `3${word}~5${word}, 7${word}~9${word}`,
    `9~18${word}(${other} 12~13${word})`,
    `2019~2020 ${word} 2021~2022`,
  ];
  for (const text of ranges) expect(inParagraph(htmlOf(text))).toBe(text);
  for (const mark of ['~', '~~']) {
    const text = `${word} ${mark}${other}${mark}, (${mark}${other}${mark}) ${word}`;
    expect(inParagraph(htmlOf(text))).toBe(`${word} <del>${other}</del>, (<del>${other}</del>) ${word}`);
  }
});
