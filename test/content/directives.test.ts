import fc from 'fast-check';
import { Lexer, Marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import { lexMarkdown } from '../../src/content/markdown/lexer.ts';
import { type MarkdownOptions, NEUTRAL_OPTIONS } from '../../src/content/markdown/markdown-options.ts';
import { createMarkdownRenderer } from '../../src/content/markdown/render-markdown.ts';
import { DIRECTIVES } from '../../src/directives/directive-registry.ts';
import type { LocaleCode } from '../../src/locales/codes.ts';
import { strings as en_US } from '../../src/locales/en_US.ts';
import { strings as ru_RU } from '../../src/locales/ru_RU.ts';
import type { Strings } from '../../src/locales/strings.ts';

const render = createMarkdownRenderer();
const optionsOf = (locale: LocaleCode, strings: Strings): MarkdownOptions => ({
  ...NEUTRAL_OPTIONS,
  directives: { all: DIRECTIVES, context: { locale, strings, basePath: '/base', data: {}, offers: {} } },
});
const html = (markdown: string, options = optionsOf('en_US', en_US)) => render(markdown, options).html;

const source = { file: 'content/en_US/articles/a.md', locale: 'en_US', key: 'a' } as const;
const FRONT = '---\ntitle: T\nauthor: A\ndate: 2026-01-01\n---\n';
const parse = (body: string) => parseArticle(source, FRONT + body, 'hash', { directives: DIRECTIVES });
/** Problems with lines of the body. */
const problemsOf = (body: string) =>
  parse(body).problems.map(({ message, line = 0, column }) => `${line - 5}:${column} ${message}`);
const hintOf = (body: string) => parse(body).problems[0]?.hint;

describe('each built-in directive', () => {
  test('callout: text with a label, also written as an alert', () => {
    const body = '<p>Keep <em>cool</em>.</p>\n</div>\n';
    const start = (type: string, label: string) =>
      `<div class="callout callout-${type}" role="note" aria-label="${label}"><p class="callout-title">${label}</p>`;
    expect(html(':::callout{type=tip title="Before you bet"}\nKeep *cool*.\n:::\n')).toBe(
      start('tip', 'Before you bet') + body,
    );
    expect(html('> [!TIP]\n> Keep *cool*.\n')).toBe(start('tip', 'Tip') + body);
    expect(html('> [!CAUTION]\n> Keep *cool*.\n', optionsOf('ru_RU', ru_RU))).toBe(
      start('caution', 'Осторожно') + body,
    );
    expect(html(':::callout\nKeep *cool*.\n:::')).toBe(start('note', 'Note') + body);
  });

  test('details and FAQ: no structured data', () => {
    const shown = html(
      '::::faq\n:::details{summary="Why & how?" open}\nSo.\n:::\n:::details{summary=B}\nC\n:::\n::::',
    );
    expect(shown).toContain('<details class="details" open=""><summary>Why &amp; how?</summary>');
    expect(shown).toContain('<div class="details-body"><p>C</p>\n</div>');
    expect(shown).toMatch(/^<div class="faq"><details/);
    expect(shown).not.toContain('ld+json');
  });

  test('figure: the image without a paragraph, caption, credit and its source', () => {
    const shown = html(':::figure{caption="A" credit="Jo" source="/info/about-us"}\n![Alt](a.png)\n:::');
    expect(shown).toContain('<figure class="captioned"><img src="a.png" alt="Alt"');
    expect(shown).toContain(
      '<figcaption>A<span class="credit"> <a href="/base/info/about-us">Jo</a></span></figcaption>',
    );
    expect(shown).not.toContain('<p>');
  });

  test('video: a link, and the frame that the policy must allow', () => {
    const film = render('::video{vimeo=76979871 title="Film"}', optionsOf('en_US', en_US));
    expect(film.html).toContain('<a class="video-link" href="https://vimeo.com/76979871"');
    expect(film.html).not.toContain('<iframe');
    expect(film.policy).toEqual({ 'frame-src': ['https://player.vimeo.com'] });
    const file = render(
      ':::video{file="/media/a.mp4" title=A}\n![Poster](a.png)\n:::',
      optionsOf('en_US', en_US),
    );
    expect(file.html).toContain('href="/base/media/a.mp4" data-video=""><img src="a.png"');
    expect(file.policy).toBeUndefined();
    expect(render('Words', optionsOf('en_US', en_US))).toEqual({ html: '<p>Words</p>\n', contents: '' });
  });

  test('columns, pull quote, table', () => {
    expect(html('::::columns\n:::column\nA\n:::\n:::column\nB\n:::\n::::')).toBe(
      '<div class="columns"><div><p>A</p>\n</div>\n<div><p>B</p>\n</div>\n</div>\n',
    );
    expect(html(':::pullquote{cite=Jo source="https://x.example"}\nSo.\n:::')).toBe(
      '<figure class="pull-quote"><blockquote><p>So.</p>\n</blockquote><figcaption><a href="https://x.example" rel="external noopener">Jo</a></figcaption></figure>\n',
    );
    const table = html(':::table{caption="A < B" sortable}\n| a |\n| - |\n| 1 |\n:::\n\n| c |\n| - |\n');
    expect(table).toContain(
      'aria-label="A &lt; B" tabindex="0"><table data-sortable>\n<caption>A &lt; B</caption>',
    );
    expect(table).toContain('aria-label="" tabindex="0"><table>\n<thead>');
  });

  test('odds and pot odds: computed, in the numbers of the language', () => {
    const cells = (markdown: string, options?: MarkdownOptions) =>
      [...html(markdown, options).matchAll(/<t[hd](?: scope="row")?>([^<]*)</g)].map(([, cell]) => cell);
    expect(cells('::odds{values="1.91, 6/4 -200 40%"}')).toEqual([
      ...['1.91', '10/11', '-110', '52.4%'],
      ...['2.50', '6/4', '+150', '40%'],
      ...['1.50', '1/2', '-200', '66.7%'],
      ...['2.50', '3/2', '+150', '40%'],
    ]);
    expect(cells('::odds{values="2.5"}', optionsOf('ru_RU', ru_RU))).toEqual([
      '2,50',
      '3/2',
      '+150',
      '40\u00a0%',
    ]);
    expect(cells('::pot-odds{pot=120 bets="40 50% 120"}')).toEqual([
      ...['40', '4 : 1', '20%'],
      ...['60', '3 : 1', '25%'],
      ...['120', '2 : 1', '33.3%'],
    ]);
  });
});

describe('an embedded page', () => {
  const frameOf = (url: string) =>
    /data-video="([^"]*)"/.exec(html(`::embed{url="${url}" title="It"}`))?.[1]?.replaceAll('&amp;', '&');

  test.each([
    [
      'https://www.youtube.com/watch?v=aaaaaaaaaaa&list=PL-1&index=2',
      'www.youtube-nocookie.com/embed/aaaaaaaaaaa?',
    ],
    ['https://m.youtube.com/shorts/aaaaaaaaaaa?feature=share', 'www.youtube-nocookie.com/embed/aaaaaaaaaaa?'],
    ['https://youtu.be/aaaaaaaaaaa?si=x&t=10', 'www.youtube-nocookie.com/embed/aaaaaaaaaaa?'],
    ['https://vimeo.com/76979871', 'player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
    ['https://vimeo.com/channels/staffpicks/76979871', 'player.vimeo.com/video/76979871?'],
    [
      'https://vimeo.com/76979871/ab12cd34ef',
      'player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=ab12cd34ef',
    ],
    ['https://codepen.io/team/codepen/pen/PNaGbb', 'codepen.io/team/codepen/embed/PNaGbb?'],
    ['https://codepen.io/ann/details/PNaGbb/', 'codepen.io/ann/embed/PNaGbb?'],
    ['https://open.spotify.com/intl-de/track/4uLU6h?si=a', 'open.spotify.com/embed/track/4uLU6h'],
    ['https://mastodon.social/@ann/100254678717223630', 'mastodon.social/@ann/100254678717223630/embed'],
    ['https://mobile.twitter.com/ann/status/20?s=20', 'platform.twitter.com/embed/Tweet.html?id=20&'],
    ['https://x.com/ann/status/20/photo/1', 'platform.twitter.com/embed/Tweet.html?id=20&'],
  ])('%s is known', (url, frame) => {
    expect(frameOf(url)).toContain(`https://${frame}`);
  });
});

describe('where directives may be', () => {
  test('between any blocks without blank lines, in lists, quotes and footnotes', () => {
    const callout = (indent: string) => [':::callout', 'In', ':::'].map((line) => indent + line).join('\n');
    for (const before of ['Text', '- item', '| a |\n| - |', '> quote', '```\ncode\n```', '# Title'])
      expect(html(`${before}\n${callout('')}\nAfter`)).toMatch(
        /<div class="callout[\s\S]*In<\/p>\n<\/div>\n<p>After<\/p>/,
      );
    expect(html(`1. One\n\n${callout('   ')}\n2. Two`)).toMatch(
      /<li><p>One<\/p>\n<div[\s\S]*<\/div>\n<\/li>\n<li>/,
    );
    expect(html(callout('> '))).toMatch(/^<blockquote>\n<div/);
    expect(html(`A[^1]\n\n[^1]: Note\n\n${callout('    ')}`)).toMatch(/<li id="fn-1"><p>Note<\/p>\n<div/);
  });

  test('not in code, comments and escaped text', () => {
    for (const text of [
      '```\n:::callout\n```',
      '<!--\n:::callout\n-->',
      '~~~~\n:::x\n~~~\n~~~~',
      '\\:::x',
      '    :::x',
    ])
      expect(problemsOf(`A\n\n${text}\n\nB`)).toEqual([]);
    expect(html('\\::odds is text')).toBe('<p>::odds is text</p>\n');
    expect(problemsOf('std::vector and a :: b\n:: c\n::1')).toEqual([]);
  });

  test('link definitions, headings and notes are those of the whole text', () => {
    expect(html(':::callout\n[a][r]\n:::\n\n[r]: /x')).toContain('<a href="/x">a</a>');
    expect(render('## A\n\n:::callout\n## B\n:::\n\n## C', optionsOf('en_US', en_US)).contents).not.toContain(
      'B',
    );
  });
});

test.each([
  [':::calout\nx\n:::', '1:4 there is no directive "calout"', 'did you mean "callout"?'],
  ['A\n\n:::callout{typ=tip}\nx\n:::', '3:12 "callout" has no attribute "typ"', 'did you mean "type"?'],
  [
    ':::callout{type="tipp"}\nx\n:::',
    '1:17 callout: type must be one of "note", "tip", "important", "warning", "caution"',
  ],
  [':::callout{type=tip', '1:20 the attributes are not closed'],
  [':::callout{type="tip}\nx\n:::', '1:17 the value of "type" is not closed or not in straight quotes'],
  [':::callout{title=“x”}\nx\n:::', '1:18 the value of "title" is not closed or not in straight quotes'],
  [':::callout{a=1 a=2}\nx\n:::', '1:16 the attribute "a" is there twice'],
  [':::callout{=}\nx\n:::', '1:12 "=}" is not an attribute'],
  [':::callout{title="a"type=tip}\nx\n:::', '1:21 a blank is missing between two attributes'],
  [':::callout Title\nx\n:::', '1:12 there is text after the directive'],
  [':::callout[Title]\nx\n:::', '1:11 a directive has no text in brackets'],
  ['::: callout\nx', '1:5 a directive has its name directly after the colons'],
  [':::callout\nx', '1:1 the directive "callout" is not closed'],
  ['x\n:::', '2:1 this line closes no directive'],
  [':::callout\n:::', '1:1 "callout" is empty'],
  ['::callout', '1:1 "callout" needs a body'],
  [':::odds{values=2}\nx\n:::', '1:1 "odds" has no body'],
  [':::figure{caption=x}\ntext\n:::', '1:1 "figure" may not hold "paragraph"'],
  [':::figure\n![](a)\n:::', '1:1 figure: caption is missing', 'add it'],
  [':::column\nx\n:::', '1:1 "column" must be in "columns"'],
  [
    '::::columns\n:::column\nx\n:::\n::::',
    '1:1 "columns" holds 1 block',
    'write 2 to 4 of "column" in it, each after an empty line',
  ],
  ['::odds{values="2.5 2,5"}', '1:15 odds: values has "2,5", which is not understood'],
  ['::odds{values="0.9"}', '1:15 odds: values has "0.9", which is not understood'],
  ['::pot-odds{pot=0 bets=5}', '1:16 pot-odds: pot must be a number above 0, such as 100'],
  ['::video{title=a}', '1:1 video: needs one source: youtube, vimeo or file'],
  [
    '::video{title=a youtube="<script>"}',
    '1:25 video: youtube is not the id of a video: 11 letters, as after v= in its address',
  ],
  [
    '::video{title=a file="https://x.example/a.mp4"}',
    '1:22 video: file is not a path such as /media/film.mp4',
  ],
  ['::video{title=a file="javascript:a.mp4"}', '1:22 video: file is not a URL that a text may link to'],
  [
    ':::pullquote{cite=a source="java&#10;script:alert(1)"}\nx\n:::',
    '1:28 pullquote: source is not a URL that a text may link to',
  ],
  [
    ':::figure{caption=a source="data:text/html,x"}\n![](a)\n:::',
    '1:28 figure: source is not a URL that a text may link to',
  ],
  [' :::callout\n x\n :::', '1:1 a directive begins at the start of its line'],
  ['> [!NOTES]\n> x', '1:1 there is no alert "NOTES"', 'did you mean "NOTE"?'],
  ['a\n\n> [!NOTE]\n\nx', '3:1 the alert is empty'],
  ['- a\n\n  :::calout\n  x\n  :::', '3:6 there is no directive "calout"'],
  [
    '> :::callout{type=x}\n> y\n> :::',
    '1:19 callout: type must be one of "note", "tip", "important", "warning", "caution"',
  ],
  ['::::faq\n:::details{summary=a}\nx\n::::', '2:1 the directive "details" is not closed'],
])('%j is an error with its place', (body, problem, hint?: string) => {
  expect(problemsOf(body)).toContain(problem);
  if (hint !== undefined) expect(hintOf(body)).toBe(hint);
  expect(parse(body).problems.every(({ severity }) => severity !== 'warning')).toBe(true);
});

test('all errors of a text are reported, in order', () => {
  expect(problemsOf(':::a\n:::b\nx\n:::\n:::\n\n> [!X]\n> y\n\n::c')).toEqual([
    '1:4 there is no directive "a"',
    '2:4 there is no directive "b"',
    '7:1 there is no alert "X"',
    '10:3 there is no directive "c"',
  ]);
});

test('the lines of directives are no words of the text, their titles are', () => {
  const words = (body: string) => parse(body).meta?.words;
  expect(words('One two.\n\n:::callout{type=tip title="three four"}\nfive\n:::\n')).toBe(5);
  expect(words('> [!NOTE]\n> one')).toBe(2);
});

test('an excerpt is the first paragraph outside of directives', () => {
  const excerpt = (body: string) => parse(body).meta?.description;
  expect(excerpt(':::callout\nBeside.\n:::\n\nFirst.')).toBe('First.');
  expect(excerpt(':::callout\nOnly.\n:::')).toBe('Only.');
});

describe('laws', () => {
  const words = fc.constantFrom(
    ...[
      'Words',
      '*em*',
      '- item',
      '1. one',
      '> quote',
      '| a |',
      '| - |',
      '```',
      '~~~',
      '',
      '',
      ' ',
      '  ',
      '    ',
    ],
    ...[
      '# T',
      '[r]: /x',
      '[a][r]',
      '[^1]',
      '[^1]: n',
      '<!--',
      '-->',
      '<div>',
      '<pre>',
      '</pre>',
      '\\',
      '\u00a0',
    ],
  );
  const colons = fc.constantFrom(
    ...[
      ':',
      '::',
      ':::',
      '::::',
      ':::callout',
      '::::columns',
      ':::column',
      ':::details{summary="a"}',
      '::odds{values=2}',
    ],
    ...[
      '::x',
      ':::{',
      ':::x{a="',
      ':::callout{title="\\"}',
      '> [!NOTE]',
      '> [!X]',
      '[!',
      '> :::',
      '- :::callout',
      '  :::',
    ],
  );
  const line = fc.oneof(
    words,
    colons,
    fc.tuple(words, colons).map((parts) => parts.join('')),
  );
  const documents = fc.array(line, { maxLength: 16 }).map((lines) => lines.join('\n'));
  const runs = { numRuns: Number(process.env.LAW_RUNS ?? 1500) };

  test('no text crashes the parser or the renderer', () => {
    fc.assert(
      fc.property(documents, (markdown) => {
        parse(markdown);
        html(markdown);
      }),
      runs,
    );
  });

  test('without errors no colons of a directive are shown', () => {
    let valid = 0;
    fc.assert(
      fc.property(documents, (markdown) => {
        // Escapes and raw HTML show what they hold.
        if (/[\\<]/.test(markdown) || parse(markdown).problems.length > 0) return;
        valid++;
        const text = html(markdown).replace(/<pre[\s\S]*?<\/pre>/g, '');
        expect(text).not.toMatch(/(?:^|\n|<(?:p|li)>)(?::::|::[a-z])/);
      }),
      runs,
    );
    expect(valid).toBeGreaterThan(runs.numRuns / 30);
  });

  test('a body has the tokens that it has as a text of its own, and so has the text around it', () => {
    const plain = fc
      .array(
        words.filter((word) => !/[[\\<`~]/.test(word)),
        { maxLength: 9 },
      )
      .map((lines) => lines.join('\n'));
    const options = new Marked({ gfm: true }).defaults;
    const shape = (tokens: object) =>
      JSON.stringify(tokens, (key, value) => (key === 'raw' ? undefined : value));
    fc.assert(
      fc.property(plain, plain, (around, body) => {
        const tokens = lexMarkdown(`${around}\n:::callout\n${body}\n:::\n${around}`, options);
        const at = tokens.findIndex(({ type }) => type === 'directive');
        const lex = (text: string) =>
          shape([...new Lexer(options).lex(text)].filter(({ type }) => type !== 'space'));
        const solid = (list: object[]) =>
          shape(list.filter((token) => 'type' in token && token.type !== 'space'));
        const directive = tokens[at];
        expect(directive && 'tokens' in directive && solid(directive.tokens ?? [])).toBe(lex(`${body}\n`));
        expect(solid(tokens.slice(0, at))).toBe(lex(`${around}\n`));
        expect(solid(tokens.slice(at + 1))).toBe(lex(around));
      }),
      runs,
    );
  });
});
