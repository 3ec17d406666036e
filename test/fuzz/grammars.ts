/** Grammars of documents that are close to valid ones, with all that nests, ends early or comes twice. */
import fc from 'fast-check';

const word = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('odds', 'a', 'price', 'İstanbul', 'ставка', '한국어', '1.10', '🎲', 'e\u0301'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '&amp;',
      '&#0;',
      '&#x1b;',
      '&lt;b&gt;',
      '\\*',
      '\\',
      '\u0000',
      '\u202e',
      '\ufeff',
    ),
  },
);
const words = fc.array(word, { minLength: 1, maxLength: 5 }).map((list) => list.join(' '));

const address = fc.oneof(
  fc.webUrl(),
  fc.constantFrom(
    '/authors',
    '#part',
    '//evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt&colon;alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    ' javascript:alert(1)',
    'mailto:a@b.example',
    '<a b>',
    '%00',
    '%zz',
    '../../x',
    '',
  ),
);

const htmlAttribute = fc.oneof(
  address.map((url) => `href="${url}"`),
  fc.constantFrom(
    'onclick=alert(1)',
    'rel=nofollow',
    "target='_blank'",
    'title="',
    'href',
    'style="x:y"',
    'rel=""',
    'HREF=a',
  ),
);
const tagName = fc.constantFrom(
  ...[
    'a',
    'b',
    'p',
    'div',
    'table',
    'tr',
    'td',
    'li',
    'area',
    'img',
    'svg',
    'math',
    'form',
    'select',
    'option',
  ],
  ...[
    'script',
    'style',
    'textarea',
    'title',
    'iframe',
    'noscript',
    'template',
    'plaintext',
    'xmp',
    'object',
    'a:b',
    '!--',
  ],
);

/** Paid links: HTML as a broker sends it, and as nobody should. */
export const htmlBlocks: fc.Arbitrary<string> = fc.letrec<{ node: string; nodes: string }>((tie) => ({
  nodes: fc.array(tie('node'), { maxLength: 5, depthIdentifier: 'html' }).map((list) => list.join('')),
  node: fc.oneof(
    { maxDepth: 6, depthIdentifier: 'html' },
    words,
    fc
      .record({
        name: tagName,
        attributes: fc.array(htmlAttribute, { maxLength: 3 }),
        inside: tie('nodes'),
        end: fc.constantFrom('</', '</', '<', '', '/>'),
      })
      .map(
        ({ name, attributes, inside, end }) =>
          `<${[name, ...attributes].join(' ')}>${inside}${end ? `${end}${name}>` : ''}`,
      ),
    fc.constantFrom(
      '<!-- ',
      '-->',
      '<![CDATA[',
      ']]>',
      '<',
      '</a>',
      '</body>',
      '</html>',
      '</main>',
      '</div></div>',
      '<?x',
      '&',
      '"',
    ),
  ),
})).nodes;

const inline: fc.Arbitrary<string> = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 5 },
    words,
    fc
      .tuple(fc.constantFrom('*', '**', '_', '~~', '`', '``', '***'), tie('text'))
      .map(([mark, text]) => mark + text + mark),
    fc.tuple(tie('text'), address).map(([text, url]) => `[${text}](${url})`),
    fc.tuple(tie('text'), address).map(([text, url]) => `![${text}](${url} "title")`),
    fc.tuple(tie('text'), tie('text')).map(([a, b]) => `${a}${b}`),
    address.map((url) => `<${url}>`),
    htmlBlocks,
    fc.constantFrom(
      '[^1]',
      '[a][b]',
      '[a]',
      '![',
      '](',
      '**',
      '~',
      '`',
      '<',
      '| ',
      '  \n',
      '\\\n',
      'http://a.example?;;)',
      'www.x',
      'a@b.c',
    ),
  ),
})).text;

const indent = (text: string, first: string, rest: string) => first + text.replaceAll('\n', `\n${rest}`);

/** Markdown with every construct inside every other. */
export const markdownTexts: fc.Arbitrary<string> = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  blocks: fc
    .array(tie('block'), { minLength: 1, maxLength: 5, depthIdentifier: 'block' })
    .chain((list) => fc.constantFrom('\n\n', '\n', '\n \n').map((between) => list.join(between))),
  block: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'block' },
    inline,
    tie('blocks').map((text) => indent(text, '> ', '> ')),
    tie('blocks').map((text) => indent(text, '> ', '')),
    fc
      .tuple(fc.constantFrom('- ', '* ', '1. ', '9. ', '- [ ] ', '1) '), tie('blocks'))
      .map(([mark, text]) => indent(text, mark, ' '.repeat(mark.length))),
    fc.tuple(fc.constantFrom('# ', '## ', '###### ', '#'), inline).map(([mark, text]) => mark + text),
    fc.tuple(inline, fc.constantFrom('\n===', '\n---', '\n-')).map(([text, line]) => text + line),
    fc
      .tuple(
        fc.constantFrom('```js\n', '~~~\n', '````html\n', '    '),
        inline,
        fc.constantFrom('\n```', '\n~~~', ''),
      )
      .map((parts) => parts.join('')),
    fc
      .array(fc.array(inline, { maxLength: 3 }), { minLength: 1, maxLength: 3 })
      .map((rows) => `|a|b|\n|-|:-:|\n${rows.map((cells) => `|${cells.join('|')}|`).join('\n')}`),
    tie('blocks').map((text) => indent(text, '[^1]: ', '    ')),
    address.map((url) => `[a]: ${url} 'title'`),
    htmlBlocks,
    fc.constantFrom(
      '---',
      '***',
      '<!--',
      '<div>',
      ':::note',
      '> [!NOTE]\n> x',
      '\t- a',
      '   ',
      '[^1]:',
      '1.',
    ),
  ),
})).blocks;

const scalar = fc.oneof(
  words,
  words.map((text) => JSON.stringify(text)),
  words.map((text) => `'${text.replaceAll("'", "''")}'`),
  words.map((text) => `|\n  ${text}\n  ${text}`),
  words.map((text) => `>-\n  ${text}`),
  fc.constantFrom(
    '2026-03-01',
    '2026-02-30',
    '2026-03-01T09:30:00+05:30',
    'true',
    'null',
    '~',
    '-1',
    '1e999',
    '',
    '@x',
    '%y',
    '&a b',
    '*a',
    '!!binary aGk=',
    '# x',
    'a: b',
    '"',
    "'",
    '{',
    '[',
    '- ',
    '? ',
    '__proto__',
  ),
);
const flow: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }).map((list) => `[${list.join(', ')}]`),
    fc
      .array(tie('value'), { maxLength: 3 })
      .map((list) => `{${list.map((value, index) => `k${index}: ${value}`).join(', ')}}`),
  ),
})).value;
const VALID: Readonly<Record<string, string>> = {
  title: 'A title',
  slug: 'a-slug',
  author: 'Ann Reed',
  date: '2026-03-01',
  updated: '2026-04-02',
  aliases: '[/articles/old]',
  entities: '\n  - category: betting\n    subcategories:\n      - subcategory: odds',
};
const field = fc
  .tuple(
    fc.constantFrom(
      ...Object.keys(VALID),
      'draft',
      'image',
      'description',
      'origin',
      '__proto__',
      'constructor',
      'x',
    ),
    fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: flow }),
  )
  .map(([name, value]) => `${name}: ${value ?? VALID[name] ?? 'x'}`);

/** Whole Markdown files: mostly valid fields, then a text. */
export const frontMatterFiles = fc
  .tuple(
    fc.constantFrom('---\n', '---\n', '\ufeff---\n', '---\r\n', '--- \n', '---', '', '---\n---\n'),
    fc.array(field, { maxLength: 8 }),
    fc.constantFrom('\n', '\n', '\r\n', '\n\n', '\n  '),
    fc.constantFrom('---\n', '---\n', '\n---', '...\n', '--- \n', ''),
    inline,
  )
  .map(([start, fields, between, end, text]) => {
    const required = ['title', 'author', 'date'].map((name) => `${name}: ${VALID[name]}`);
    return `${start}${[...required.slice(0, 3 - (fields.length % 3)), ...fields].join(between)}${between}${end}${text}`;
  });

const SITE = {
  title: 'T',
  shortName: 'site',
  url: 'https://site.example',
  locales: ['en_US'],
  deploy: {},
  generate: {},
  security: {},
};
const AUTHORS = [{ name: 'Ann', description: 'd', meta_title: 'm', meta_description: 'x' }];
const ADS = { sapeNewUrl: '<a href="/x">x</a>', sapeLinks: { '/authors': ['<b>'] } };
const TREE = {
  betting: {
    key: 'betting',
    title: 'B',
    description: 'd',
    slug: 'b',
    children: { other: { key: 'other', title: 'O', slug: 'o', children: null } },
  },
};

/** JSON documents: files of a site with one part replaced, dropped or torn, or any JSON at all. */
export const jsonTexts = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc
    .tuple(
      fc.constantFrom<object>(SITE, AUTHORS, ADS, TREE),
      fc.nat(400),
      fc.nat(12),
      fc.constantFrom(
        '',
        '{}',
        '[]',
        'null',
        '"',
        '1e999',
        '\\ud800',
        '\n',
        '"__proto__": {"polluted": 1},',
        '\u0000',
        ',',
        '// x\n',
        '"x": 1,',
      ),
    )
    .map(([value, at, length, inserted]) => {
      const text = JSON.stringify(value, null, at % 3);
      const start = at % text.length;
      return text.slice(0, start) + inserted + text.slice(start + length);
    }),
);
