/** The fast path of Markdown is taken for what most articles consist of, and leaves the rest to marked. */
import { Lexer, type Token } from 'marked';
import { describe, expect, test } from 'vitest';
import { readPlainBlocks } from '../../src/content/markdown/plain-blocks.ts';
import { readPlainInline } from '../../src/content/markdown/plain-inline.ts';

/** The tokens of the fast path, and the parts of the source that it left to marked. */
function readBlocks(source: string): { tokens: Token[]; left: string[] } {
  const tokens: Token[] = [];
  const left: string[] = [];
  const lexer = new Lexer({ gfm: true });
  readPlainBlocks(source, tokens, lexer, (part, into) => {
    left.push(part);
    new Lexer({ gfm: true }).blockTokens(part, into);
  });
  return { tokens, left };
}

const TEXT = 'A line of text.';
/** A word in front and behind, so that the block is neither the first nor the last. */
const within = (block: string) => `${TEXT}\n\n${block}\n\n${TEXT}`;

describe('blocks that the fast path reads', () => {
  test.each([
    ['a paragraph', TEXT],
    ['a paragraph of several lines', 'One\ntwo\nthree'],
    ['a paragraph that begins with a digit', '7 of 9 bets'],
    ['a paragraph that begins with the last digit', '9 of 9 bets'],
    ['a paragraph that begins with zero', '0 of 9 bets'],
    ['a paragraph that begins with emphasis', '*So* it is'],
    ['a paragraph that begins with strong text', '**So** it is'],
    ['a paragraph that begins with an underscore', '_So_ it is'],
    ['a paragraph that begins with code', '`code` first'],
    ['a paragraph that begins with a link', '[text](/path) first'],
    ['a paragraph with a hyphen inside', 'a - b'],
    ['a heading', '## Title'],
    ['the deepest heading', '###### Title'],
    ['fenced code', '```js\nlet a;\n```'],
    ['fenced code with tildes', '~~~\nlet a;\n~~~'],
    ['code with blank lines', '```\na\n\nb\n```'],
    ['a list', '- one\n- two'],
    ['a list with stars', '* one\n* two'],
    ['a list with plus signs', '+ one\n+ two'],
    ['a numbered list', '1. one\n2. two'],
    ['a numbered list with parentheses', '1) one\n2) two'],
    ['a numbered list that begins later', '10. one\n11. two'],
    ['a list of one item', '- one'],
    ['a list within a list', '- one\n  - inner\n  - second\n- two'],
    ['a numbered list within a list', '- one\n  1. inner\n- two'],
    ['items that begin with emphasis', '- **one** is\n- *two* is'],
    ['items that begin with links', '- [one](/a)\n- [two](/b)'],
  ])('%s', (_, block) => {
    for (const source of [block, `${block}\n`, within(block), `${TEXT}\n\n\n\n${block}\n`]) {
      expect(readBlocks(source).left).toEqual([]);
      expect(readBlocks(source).tokens).toEqual([...new Lexer({ gfm: true }).blockTokens(source, [])]);
    }
  });
});

describe('blocks that the fast path leaves to marked', () => {
  test.each([
    ['a table', '| a | b |\n| - | - |\n| 1 | 2 |'],
    ['a quote', '> quoted'],
    ['raw HTML', '<div>raw</div>'],
    ['a rule of stars', '* * *'],
    ['a rule of hyphens', '---'],
    ['indented code', '    code'],
    ['a title underlined', 'Title\n==='],
    ['a paragraph before an underline', 'Title\n---'],
    ['a link definition', '[a]: /b'],
    ['a task list', '- [ ] open\n- [x] done'],
    ['a loose list', '- one\n\n- two'],
    ['a list with two kinds of marks', '- one\n* two'],
    ['an item of several lines', '- one\n  more'],
    ['an item with a blank line inside', '- one\n\n  more'],
    ['an item that is a quote', '- > quoted'],
    ['an item with an empty line', '-\n- two'],
    ['a list with deep indentation', '- one\n    - inner'],
    ['a list that a text interrupts', '- one\ntext'],
    ['a paragraph that a list interrupts', 'text\n- one'],
    ['a number that is a list', '1. '],
  ])('%s', (_, block) => {
    const { tokens, left } = readBlocks(within(block));
    expect(left.join('')).toContain(block.trimEnd().split('\n').at(-1));
    // The plain text around it is not part of what was left.
    expect(left.join('').startsWith(TEXT)).toBe(false);
    expect(tokens.map(({ raw }) => raw).join('')).toBe(within(block));
  });

  test('and it takes over again at the next plain block', () => {
    const source = `${TEXT}\n\n| a |\n| - |\n\n## Title\n\n- one\n\n${TEXT}\n\n> quoted\n\n${TEXT}`;
    expect(readBlocks(source).left).toEqual(['| a |\n| - |\n\n', '> quoted\n\n']);
  });

  test.each([
    ['code', '> quoted\n\n```\na\n\nb\n```'],
    ['raw HTML', '<pre>\n\na\n\n</pre>'],
    ['a comment', '<!--\n\na\n\n-->'],
    ['a definition', '[d]: /u "t\n\nText"'],
  ])('and marked reads all that follows %s, which may go on after a blank line', (_, block) => {
    const source = `${block}\n\n${TEXT}`;
    expect(
      readBlocks(source)
        .left.join('')
        .endsWith(source.slice(-TEXT.length - 6)),
    ).toBe(true);
  });
});

describe('spans that the fast path reads', () => {
  const marked = (source: string) => new Lexer({ gfm: true }).inlineTokens(source);

  test.each([
    'plain text',
    'text with *emphasis* in it',
    '*emphasis*',
    'text with **strong words** in it',
    '**strong**',
    'one *a* and **b** and *c*',
    'text with `code` in it',
    '`code`',
    '`a` and `b`',
    '`c` *d* **e** [f](/g)',
    'a [link](/path) in it',
    '[link](https://host.example/path?a=b#c)',
    'one [a](/b), two [c](/d)',
    'a *b* c',
    '*a* b *c*',
    'snow & rain',
    'ends with `x`',
  ])('%s', (source) => {
    expect(readPlainInline(source, false)).toEqual(marked(source));
  });

  test('in a raw block as escaped text', () => {
    expect(readPlainInline('a b', true)).toEqual([{ type: 'text', raw: 'a b', text: 'a b', escaped: true }]);
  });
});

describe('spans that the fast path leaves to marked', () => {
  test.each([
    ['nested emphasis', '*a **b** c*'],
    ['emphasis with code in it', '*a `b` c*'],
    ['three stars', '***a***'],
    ['strong text that ends in one star', '**a*'],
    ['strong text with a third star', '**a***'],
    ['emphasis that does not end', 'a *b'],
    ['emphasis with a space at its start', 'a * b *'],
    ['emphasis with a comma at its end', '*a,*b'],
    ['underscores', '_a_'],
    ['double backticks', '``a``'],
    ['code without an end', 'a `b'],
    ['code that ends in two backticks', '`a``'],
    ['empty code', '``'],
    ['code with a space in front', '` a`'],
    ['code over two lines', '`a\nb`'],
    ['a link with a title', '[a](/b "c")'],
    ['a link in angle brackets', '[a](<b c>)'],
    ['a link without an end', '[a](/b'],
    ['a link with an empty text', '[](/b)'],
    ['a link by reference', '[a][b]'],
    ['brackets', 'a [b] c'],
    ['a link with code in its text', '[`a`](/b)'],
    ['an image', '![a](/b.png)'],
    ['raw HTML', 'a <b>c</b>'],
    ['a backslash', 'a \\* b'],
    ['a bare link', 'see https://a.example'],
    ['a bare host', 'see www.a.example'],
    ['an address', 'write to a@b.example'],
    ['a line break', 'a  \nb'],
    ['a character reference', 'a &#65; b'],
    ['strikethrough', '~~a~~'],
  ])('%s', (_, source) => {
    expect(readPlainInline(source, false)).toBeNull();
  });
});
