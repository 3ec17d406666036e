import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fc from 'fast-check';
import { Lexer, Marked, type MarkedOptions, type Token, Tokenizer } from 'marked';
import { describe, expect, test } from 'vitest';
import { createFootnoteState, createFootnotes } from '../../src/content/markdown/footnotes.ts';
import { lexBlocks } from '../../src/content/markdown/lexer.ts';

type Lex = (markdown: string, options: MarkedOptions) => object;

/** Without and with the extension for footnotes; a new state for each document. */
const SETTINGS = [
  () => new Marked({ gfm: true }).defaults,
  () => {
    const state = createFootnoteState();
    return new Marked(
      { gfm: true },
      createFootnotes(() => state),
    ).defaults;
  },
];

/** marked without the spans of its blocks. */
class BlockLexer extends Lexer {
  override inlineTokens(_source: string, tokens: Token[] = []): Token[] {
    return tokens;
  }
}
const plain: Lex = (markdown, options) => new BlockLexer(options).lex(markdown);
const guarded: Lex = (markdown, options) => lexBlocks(markdown, options).blocks;

/** Tells if both lexers give the same tokens and link definitions. */
function isSame(lex: Lex, markdown: string): boolean {
  return SETTINGS.every((options) => {
    const [expected, actual] = [plain(markdown, options()), lex(markdown, options())];
    const all = (tokens: object) => JSON.stringify([tokens, 'links' in tokens ? tokens.links : null]);
    return all(actual) === all(expected);
  });
}

function sampleDocuments(): string[] {
  return ['content', 'examples/house'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => readFileSync(join(folder, path), 'utf8').replace(/^---[\s\S]*?\n---\n/, '')),
  );
}

function specification(): string[] {
  const spec: { tests: { markdown: string }[]; text: string } = createRequire(import.meta.url)(
    'commonmark-spec',
  );
  return [spec.text, ...spec.tests.map(({ markdown }) => markdown.replaceAll('→', '\t'))];
}

const PIECES = [
  ...[
    '# ',
    '## Title\n',
    '###### ',
    '#',
    '- ',
    '* ',
    '+ ',
    '1. ',
    '23) ',
    '> ',
    '>',
    '- [ ] ',
    '- [x] done\n',
  ],
  ...['```js\n', '```\n', '~~~\n', '    ', '\t', '   ', ' ', '  \n', '\\\n', '\n', '\n', '\n\n', '\r\n'],
  ...[
    '---\n',
    '***\n',
    '===\n',
    '--',
    '=',
    '_',
    '__',
    '*',
    '**',
    '~',
    '~~',
    '`',
    '``',
    'a`b`',
    '*a*',
    '**b**',
    '~~c~~',
  ],
  ...[
    '[a](/b)',
    '[a](<b c> "t")',
    '![i](x.png)',
    '[ref]',
    '[a][ref]',
    '[ref]: /url "title"\n',
    '[',
    ']',
    '(',
    ')',
    '![',
  ],
  ...[
    '<b>',
    '</b>',
    '<div>\n',
    '</div>\n',
    '<!-- c -->',
    '<!--',
    '<?x?>',
    '<script>',
    '<a href="x">',
    '<',
    '>',
    '<https://x.example>',
  ],
  ...[
    '&amp;',
    '&#65;',
    '&',
    '\\',
    '\\*',
    '\\[',
    'www.a.example',
    'https://x.example/a_b',
    'http',
    'ftp://f.example',
    'HTTPS://X.EXAMPLE',
  ],
  ...['me@x.example', 'a.b+c@d-e.example', '@', 'mailto:a@b.example', 'xmpp:a@b.example', '(www.b.example)'],
  ...['| a | b |\n| --- | :-: |\n', '| 1 | 2 |\n', '|', 'a | b\n- | -\n', ':-', 'a\n:-\n'],
  ...[
    '[^1]',
    '[^1]: note\n',
    '[^n]: text\n\n    more\n',
    'word',
    'words and words',
    'слово',
    'snake_case_word',
    '한국어',
    '🎲',
    '\u00a0',
    '"',
    "'",
    '.',
  ],
];
const wild = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 24 })
  .map((pieces) => pieces.join(''));

/** Texts as people write them, here and there with something that is not plain. */
const SPANS = [
  ...['Plain words', 'слова', '*stress*', '**strong words**', '`code`', '[a link](/path/to_it)', 'and', 'x'],
  ...[
    '[site](https://x.example/a-b?c=d#e)',
    '2024',
    '1.',
    '3)',
    'R&D',
    '"quoted"',
    '(*so*)',
    '**a**b',
    'a*b*',
  ],
  ...[
    '*a **b** c*',
    '`` a`b ``',
    '`a``b`',
    '`a`` ',
    '` x `',
    '![i](x.png)',
    '[ref]',
    '\\*',
    '_em_',
    '<b>',
    'https://x.example',
    '&#65;',
  ],
];
const LINES = [
  '',
  '',
  '',
  '# ',
  '## ',
  '- ',
  '- ',
  '* ',
  '1. ',
  '2. ',
  '10) ',
  '> ',
  '  ',
  '  - ',
  '  - ',
  '   * ',
  '   1. ',
  '    - ',
  '    ',
  '| ',
  '- [x] ',
  '-',
  '#',
];
const ENDS = [
  '\n\n',
  '\n\n',
  '\n\n',
  '\n',
  '\n',
  '\n\n\n',
  '\n \n',
  '  \n',
  ' #\n',
  ':\n',
  '\n---\n',
  '\n[d]: /u "t\n\nText"\n',
  '\n```\ncode\n\nText\n```\n',
];
const line = fc
  .tuple(
    fc.constantFrom(...LINES),
    fc.array(fc.constantFrom(...SPANS), { minLength: 0, maxLength: 5 }),
    fc.constantFrom(' ', ' ', ' ', ', ', '', '\n'),
    fc.constantFrom(...ENDS),
  )
  .map(([start, spans, between, end]) => start + spans.join(between) + end);
const plainly = fc.array(line, { minLength: 1, maxLength: 9 }).map((lines) => lines.join(''));

const generated = fc.oneof(
  wild,
  plainly,
  fc.tuple(plainly, wild, plainly).map((parts) => parts.join('')),
);

/**
 * marked ends a paragraph before two lines that look like a table, also where they are none, and reads the rest as if no paragraph
 * were before it. Here only a table ends it.
 */
const FALSE_TABLE = /\S[^\n]*\n[^\n]*\S[^\n]*\n[>\s]*(?=[^\n]*-)[|:\- ]+(?:\n|$)/;

describe('the guarded lexer gives the blocks of marked', () => {
  test('for the sample articles', () => {
    const documents = sampleDocuments();
    expect(documents.length).toBeGreaterThan(60);
    // marked knows no directives.
    const plain = documents.filter((markdown) => !/^(?:::|> \[!)/m.test(markdown));
    expect(plain.length).toBeGreaterThan(50);
    expect(plain.filter((markdown) => !isSame(guarded, markdown))).toEqual([]);
  });

  test('for the CommonMark specification and its examples', () => {
    const documents = specification();
    expect(documents.length).toBeGreaterThan(600);
    expect(documents.filter((markdown) => !isSame(guarded, markdown))).toEqual([]);
  });

  test.each(['a\n     > b\n===', 'a\n\t> b\n---', '- a\n- =\n  ==', 'a\n-b\n- \n--\nc\n='])(
    'for %j',
    (markdown) => {
      expect(isSame(guarded, markdown)).toBe(true);
    },
  );

  test('for thousands of generated documents', () => {
    fc.assert(
      fc.property(generated, (markdown) => {
        return isSame(guarded, markdown) || FALSE_TABLE.test(markdown);
      }),
      { numRuns: Number(process.env.LAW_RUNS ?? 4000) },
    );
  });
});

/** Every rule that a guard could keep from matching. */
const RULES = [
  ...['space', 'code', 'fences', 'heading', 'hr', 'blockquote', 'list', 'html', 'def', 'table', 'lheading'],
] as const;

test.each(RULES)('a guard that never lets "%s" match is found', (rule) => {
  const broken: Lex = (markdown, options) => {
    const tokenizer = new Tokenizer(options);
    tokenizer[rule] = () => undefined;
    try {
      return new BlockLexer({ ...options, tokenizer }).lex(markdown);
    } catch {
      // Without some rules marked does not come to an end, and says so.
      return [];
    }
  };
  const documents = [...specification(), ...fc.sample(generated, { numRuns: 1000, seed: 1 })];
  expect(documents.some((markdown) => !isSame(broken, markdown))).toBe(true);
});
