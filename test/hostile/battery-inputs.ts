/** Large texts that are made to be slow: Markdown, directives, code in each language, YAML and style sheets. */
import { slowDocuments } from './slow-documents.ts';

const repeat = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

/** Units that fill a text of any length, besides those of `slowDocuments`. */
const UNITS = [
  'a <!-- a ',
  'a <? a ',
  'a <![CDATA[ a ',
  'a <!A a ',
  '[a](b (c ',
  "[a](b 'c ",
  '![a](b[',
  '[a\\[b ',
  '[`a` ',
  '`a ``b ```c ',
  'a\n-|-\n',
  'a|b\n-|\n',
  '> a\n---\n',
  '> - a\nb\n',
  '- a\n\n  b\n',
  '*a_b*c_',
  '***a**b*',
  '~~a~b',
  'a@b.c;',
  'https://a.b/(c ',
  'www.a.b/&amp; ',
  ':::callout\n',
  '::::a\n:::b\n',
  '::odds{values="2 3 4"}\n\n',
  '> [!NOTE]\n> a\n',
  '[^a]: b\n    c\n',
  '<b>*a*</b> ',
  '<script>',
  '</div>\n\n<div>\n',
  '\\\n',
] as const;

const ENDINGS: Readonly<Record<string, string>> = {
  'links without an end, and one that ends': `${'[a](b'.repeat(30_000)})`,
  'opening stars before one that closes': `${'*'.repeat(100_000)} a*`,
  'letters before one "@"': `${'a'.repeat(200_000)}@`,
  'underscores within a word': `a${'_'.repeat(200_000)}a`,
  'backticks in longer and longer runs': Array.from({ length: 600 }, (_, n) => '`'.repeat(n + 1)).join(' '),
  'mentions far from their notes': `${'A line of text.\n\n'.repeat(10_000)}[^a]\n\n[^a]: b\n`,
  'a long reference': `[a]: /${'b'.repeat(20_000)}\n\n${'[a] '.repeat(80_000)}`,
  'a short reference': `[a]: /${'b'.repeat(1_000)}\n\n${'[a] '.repeat(40_000)}`,
  'directives that are not closed': `${':::callout\n'.repeat(9_000)}${'::::\n'.repeat(9_000)}`,
};

/** @param size characters of each. @returns texts by name */
export function markdownInputs(size: number): Record<string, string> {
  const units = UNITS.map((unit) => [JSON.stringify(unit), repeat(unit, size)]);
  return { ...slowDocuments(size), ...Object.fromEntries(units), ...ENDINGS };
}

const CODE = [
  'foo(bar, "x", 1);\n',
  '{([<\n',
  '"a\\"b\n',
  '/* a // b # c\n',
  '<a b="c" d=\'e\'>\n',
  '((((((((\n',
];

/** Blocks of code in each language, and the longest that get colours where the size has room for them. */
export function codeInputs(languages: readonly string[], size: number): Record<string, string> {
  const length = Math.min(19_900, Math.floor(size / 4));
  const inputs = languages.flatMap((language) =>
    CODE.map((unit) => {
      const block = `\`\`\`${language}\n${repeat(unit, length)}\n\`\`\`\n\n`;
      const rest = `\`\`\`${language}\n${repeat(unit, size - 2 * block.length)}\n\`\`\`\n`;
      return [`${language} ${JSON.stringify(unit)}`, block + block + rest];
    }),
  );
  return Object.fromEntries(inputs);
}

const VALUES = [
  ...['[', '{', '{a: ', '- ', '? ', '&a ', '*a ', '!', '!!', '"', "'", '\\', '|\n', '>\n', ': ', '#', '\t'],
  ...[
    'a: ',
    '[a, ',
    '{a: b, ',
    '"\\u0041',
    '---a ',
    '%',
    '@',
    '`',
    '\u00e9',
    '\ud83d\ude00',
    ' \n',
    '\n',
    '\r',
  ],
];

/** Front matter with one field that is hostile. */
export function frontMatterInputs(size: number): Record<string, string> {
  const start = 'title: A\nauthor: Ann Reed\ndate: 2026-01-10\n';
  const long = VALUES.map((unit) => [`value ${JSON.stringify(unit)}`, `${start}x: ${repeat(unit, size)}`]);
  const lines = ['x%: y\n', '- x%\n', 'x%: &y% [z]\n', 'x%: "a"\n', '  x%: y\n', 'x: y\n'].map((line) => {
    const count = Math.floor(size / (line.length + 5));
    const text = Array.from({ length: count }, (_, index) => line.replaceAll('%', String(index))).join('');
    return [`lines ${JSON.stringify(line)}`, start + text];
  });
  const deeper = Array.from({ length: Math.floor(Math.sqrt(2 * size)) }, (_, n) => `${' '.repeat(n)}a:\n`);
  return { ...Object.fromEntries([...long, ...lines]), 'deeper and deeper': `${start}${deeper.join('')}` };
}

const STYLES = [
  ...[
    'a{}',
    'a{b:c}\n',
    'a,',
    'a>',
    'a:not(',
    '@media x{}\n',
    '@import "',
    '@import url(',
    '/*',
    '/* a */',
    '"',
    "'",
  ],
  ...[
    'a{b:"',
    'a{b:url(',
    'a{b:calc(',
    'a{--b:',
    '}',
    '{',
    '[a=',
    '\\',
    '<!--',
    'a{b:c;',
    '&{',
    '@layer a;',
    ':is(a,',
  ],
];

/** Style sheets of a theme. */
export function styleInputs(size: number): Record<string, string> {
  return Object.fromEntries(STYLES.map((unit) => [JSON.stringify(unit), repeat(unit, size)]));
}
