import fc from 'fast-check';
import { Lexer } from 'marked';
import { describe, expect, test, vi } from 'vitest';
import { summarizeBody } from '../../src/content/article/body-summary.ts';
import { createHeadingIds } from '../../src/content/markdown/headings.ts';
import { countWords, findLinks, findOffers } from '../../src/content/markdown/measure-text.ts';
import { languageOf, readingMinutes } from '../../src/locales/codes.ts';
import { measureWords } from '../../src/locales/words.ts';

const createExcerpt = (markdown: string) => summarizeBody(markdown, null).description;
const findImages = (markdown: string) => summarizeBody(markdown, '').images;

test('a text is lexed once for excerpt and images, and not at all where neither is needed', () => {
  const lex = vi.spyOn(Lexer.prototype, 'lex');
  try {
    expect(summarizeBody('Words ![a](b.png)', null)).toMatchObject({
      description: 'Words',
      images: ['b.png'],
    });
    expect(lex).toHaveBeenCalledOnce();
    expect(summarizeBody('Words.', 'Own')).toMatchObject({ description: 'Own', images: [] });
    // Images of other hosts, colons and brackets that are neither directives nor alerts.
    const readme = '[![build](https://x.example/b.svg "t")](https://x.example) a::before';
    expect(summarizeBody(readme, 'Own')).toMatchObject({ images: [] });
    expect(lex).toHaveBeenCalledOnce();
    for (const block of ['- > [!NOTE]\n  > Text', '- [ ] ::rule', '> 1. ::: quote\n>    :::'])
      summarizeBody(block, 'Own');
    expect(lex).toHaveBeenCalledTimes(4);
    // No definition can change what brackets mean, so the start of the text is enough.
    expect(summarizeBody(`Tasks [ ] of [one].\n\nNext.\n\n${'Words. '.repeat(2000)}`, null).description).toBe(
      'Tasks [ ] of [one].',
    );
    expect(lex.mock.calls.at(-1)?.[0].length).toBeLessThan(100);
  } finally {
    lex.mockRestore();
  }
});

describe('the excerpt is the first paragraph as plain text', () => {
  test.each([
    ['First one.\n\nSecond.', 'First one.'],
    ['# Title\n\nThe text.', 'The text.'],
    ['![pic](a.png)\n\n> quoted\n\n| a |\n|---|\n\n```\ncode\n```\n\nAt last.', 'At last.'],
    ['**Bold**, *it*, _em_, `code`, ~~old~~ and [a link](/x "t").', 'Bold, it, em, code, old and a link.'],
    ['A [reference][r] and a note.[^1]\n\n[r]: /x', 'A reference and a note.'],
    ['Two lines\nof one paragraph.', 'Two lines of one paragraph.'],
    ['<!-- hidden --> Shown <b>text</b>.', 'Shown text.'],
    ['Shown <script>alert(1)</script>text.', 'Shown text.'],
    ['One<br>line', 'One line'],
    ['Term\n: Its definition', 'Term Its definition'],
    ['50<sup>2</sup> m, H<sub>2</sub>O, the 5<sup>th</sup>', '50² m, H₂O, the 5th'],
    ['<p>50<sup>2</sup> m</p>', '50² m'],
    ['<div>one</div><p>two</p> three', 'one two three'],
    ['Caf&eacute; &ge; 2 &Ccedil;', 'Café ≥ 2 Ç'],
    ['snake_case_words stay, 2 * 3 * 4 too.', 'snake_case_words stay, 2 * 3 * 4 too.'],
    ['Escaped \\*stars\\*.', 'Escaped *stars*.'],
    ['- a list\n- of two', 'a list of two'],
    ['> Quote only', 'Quote only'],
    ['- A list\n\nThe paragraph.', 'The paragraph.'],
    ['Back it if odds < 2.0 and stake > 5 units.', 'Back it if odds < 2.0 and stake > 5 units.'],
    ['Use `a < b` and `[x](y)` and `**a**`.', 'Use a < b and [x](y) and **a**.'],
    ['See <https://example.org/x> now.', 'See https://example.org/x now.'],
    ['Tom &amp; Jerry &copy; 2026 &#8212; &unknown;', 'Tom & Jerry © 2026 — &unknown;'],
    ['A Title\n=====\n\nThe paragraph.', 'The paragraph.'],
    ['# Head\nRight below.', 'Right below.'],
    ['<p align="center">hello <b>there</b></p>', 'hello there'],
    ['<script>\nevil()\n</script>\n\nText.', 'Text.'],
    ['![Alt](x.png) Image then words.', 'Image then words.'],
    ['![Alt](x.png) H<sub>2</sub>O <svg>![no](y.png)</svg>', 'H₂O'],
    ['[link](https://en.wikipedia.org/wiki/A_(b)) after.', 'link after.'],
    ['a | b\n--|--\n1 | 2\n\nBehind the table.', 'Behind the table.'],
    ['[^1]: A note.\n\nText.[^1]', 'Text.'],
    ['It fell.[^1] It rose.[^2]\n\n[^1]: https://other.example/report\n[^2]: word', 'It fell. It rose.'],
    ['Bell &#7;and &#xFFFE;noncharacter.', 'Bell and noncharacter.'],
    ['One  \ntwo.', 'One two.'],
    ['```js\nlet a;\n\nlet b;\n```\n\nBehind the code.', 'Behind the code.'],
    ['~~~\nnever\n\nclosed', ''],
    ['<!-- a\n\nb -->\n\nBehind the comment.', 'Behind the comment.'],
    ['    code\n\nBehind it.', 'Behind it.'],
    ['CRLF\r\n\r\nsecond', 'CRLF'],
    ['', ''],
    ['# Only a title', ''],
  ])('%j', (markdown, excerpt) => {
    expect(createExcerpt(markdown)).toBe(excerpt);
  });

  test('it ends at a word, at about 155 characters, with an ellipsis', () => {
    const excerpt = createExcerpt('word, '.repeat(100));
    expect(excerpt).toMatch(/word…$/);
    expect(excerpt.length).toBeLessThanOrEqual(156);
    expect(excerpt.length).toBeGreaterThan(140);
    const noBlanks = createExcerpt('字'.repeat(400));
    // Words of Chinese are not divided.
    expect([155, 156]).toContain(noBlanks.length);
    expect(createExcerpt('我们在北京大学学习'.repeat(30))).toMatch(/(?:我们|在|北京大学|学习)…$/);
    expect(createExcerpt('🎲'.repeat(200))).not.toMatch(/[\ud800-\udbff]…/);
  });
});

test.each([
  ['', 0],
  ['  one\ttwo\r\nthree ', 3],
  ['한국어 단어', 2],
  ['a-b c_d', 2],
])('%j has %i words', (text, words) => {
  expect(countWords(text)).toBe(words);
});

test.each([
  ['zh_Hans', '人人生而自由，在尊严和权利上一律平等。', 17],
  ['ja_JP', 'すべての人間は、API v2で自由です。', 14],
  ['th_TH', 'มนุษย์ทั้งหลายเกิดมา 2 ครั้ง', 19],
  ['en_US', 'All human beings are born free.', 6],
] as const)('%s: %j has %i words or letters', (locale, text, count) => {
  expect(measureWords(text, languageOf(locale), countWords)).toBe(count);
});

test.each([
  ['en_US', 1753],
  ['zh_Hans', 2560],
  ['zh_Hant', 2488],
  ['ja_JP', 3781],
  ['th_TH', 7143],
  ['lo_LA', 7486],
  ['km_KH', 6144],
  ['my_MM', 6135],
  ['ru_RU', 1588],
  ['tr_TR', 1364],
  ['ko_KR', 1186],
] as const)('the Universal Declaration of Human Rights takes as long in %s', (locale, measured) => {
  expect(readingMinutes(measured, locale)).toBe(8);
});

test('images and links within the site are found once, without decoding', () => {
  const markdown =
    '![a](one.png) ![b](<two.png> "t") ![a](one.png) [x](/articles/a#b) [y](/articles/a#b) [z](https://a.example) ![i](/images/i.png) [r][1]\n\n[1]: /terms\n[//]: # (comment) [p](//cdn.example)';
  expect(findImages(markdown)).toEqual(['one.png', 'two.png', '/images/i.png']);
  expect(findLinks(markdown)).toEqual(['/articles/a#b', '/terms']);
});

test('links within the page and to the host of the site are found too', () => {
  const markdown =
    '[a](#b) [c](https://own.example/d) <//own.example/e> https://own.example/f. (http://OWN.example/g) https://own.example.org/h <a href="/i">j</a>';
  const options = { host: 'own.example', rawHtml: false };
  const found = [
    'https://own.example/d',
    '//own.example/e',
    'https://own.example/f',
    'http://OWN.example/g',
    '#b',
  ];
  expect(findLinks(markdown, options)).toEqual(found);
  expect(findLinks(markdown, { ...options, rawHtml: true }).toSorted()).toEqual([...found, '/i'].toSorted());
});

test.each([
  ['![b](<my photo (1).jpg>)', 'my photo (1).jpg'],
  ['![b](my%20photo%20(1).jpg)', 'my%20photo%20(1).jpg'],
  ['![d][ref]\n\n[ref]: ref.png', 'ref.png'],
  ['![ref][]\n\n[ref]: ref.png', 'ref.png'],
  ['![ref]\n\n[ref]: ref.png', 'ref.png'],
  ['![in [brackets] alt](title.png "t")', 'title.png'],
  ['| a |\n|---|\n| ![c](cell.png) |', 'cell.png'],
  ['Text.[^1]\n\n[^1]: ![n](note.png)', 'note.png'],
  ['- [![l](linked.png)](/terms)', 'linked.png'],
])('images are found as CommonMark has them: %s', (markdown, target) => {
  expect(findImages(markdown)).toEqual([target]);
});

test('code contains no images', () => {
  expect(findImages('`![a](one.png)`\n\n```\n![b](two.png)\n```')).toEqual([]);
});

describe('ids of headings', () => {
  test.each([
    ['What it Costs', 'what-it-costs'],
    ['Цена и &amp; риск!', 'цена-и-риск'],
    ['İstanbul', 'i\u0307stanbul'],
    ['C++ & C#', 'c-c'],
    ['  a   b  ', 'a-b'],
    ['🎲', 'section'],
    ['한국어 제목', '한국어-제목'],
  ])('%s → %s', (title, id) => {
    expect(createHeadingIds()(title)).toEqual({ id, others: [] });
  });

  test('are unique in a document, whatever the titles', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'a-1', 'A', 'a 1', 'a-1-1', '🎲', 'section', '')),
        (titles) => {
          const make = createHeadingIds();
          const ids = titles.map((title) => make(title).id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids.every((id) => id !== '' && !/\s/.test(id))).toBe(true);
        },
      ),
    );
  });
});

test('the offers that a text may show are found in links, definitions, blocks and lists', () => {
  const text =
    'A [b](offer:one) ::offer of [c](<offer:two> "t").\n\n[d]: offer:three\n\n::offer{id="four"}\n::offer{ id = five }\n::offers{limit="2" class="books"}\n\n> ::offers\n';
  expect(findOffers(text)).toEqual(['one', 'two', 'three', 'four', 'five', '*books 2', '*']);
  expect(findOffers('An offer of ours: offers, coffer:one')).toEqual([]);
});
