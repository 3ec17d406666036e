/** Laws of the conversion, over generated texts: the tokenizers read what was written, and no character is lost or added. */
import fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../src/convert/parse-markdown.ts';
import type { TreeNode } from '../src/convert/tree.ts';
import type { Syntax } from '../src/imported-site.ts';
import { convertText } from './import-site.ts';

/** A tree as it is written: text, or an element with a name, a value and its content. */
type Plain = string | { name: string; value: string; children: Plain[] | null };

/** How each syntax writes an element. Names mean nothing to the converter. */
const WRITERS: Readonly<
  Record<string, [Syntax, (name: string, value: string, inner: string | null) => string]>
> = {
  'shortcodes of Hugo': [
    'hugo',
    (name, value, inner) =>
      inner === null
        ? `{{< ${name} a="${value}" />}}`
        : `{{% ${name} a="${value}" %}}${inner}{{% /${name} %}}`,
  ],
  'tags of Liquid': [
    'liquid',
    (name, value, inner) =>
      inner === null ? `{%- ${name} a="${value}" -%}` : `{% ${name} a="${value}" %}${inner}{% end${name} %}`,
  ],
  'components of MDX': [
    'mdx',
    (name, value, inner) =>
      inner === null ? `<X${name} a={'${value}'} />` : `<X${name} a="${value}">${inner}</X${name}>`,
  ],
  'elements in Vue': [
    'vue',
    (name, value, inner) =>
      inner === null ? `<x-${name} a="${value}"/>` : `<x-${name} a='${value}'>${inner}</x-${name}>`,
  ],
  'elements of HTML with names of their own': [
    'liquid',
    (name, value, inner) =>
      inner === null ? `<x-${name} a="${value}"/>` : `<${name} a="${value}">${inner}</${name}>`,
  ],
  'shortcodes of Zola': [
    'tera',
    (name, value, inner) =>
      inner === null ? `{{ ${name}(a="${value}") }}` : `{% ${name}(a="${value}") %}${inner}{% end %}`,
  ],
};

/** Letters of all kinds, also those for private use that old emoji and icon fonts have. */
const word = fc
  .array(
    fc.constantFrom(
      'a',
      'Б',
      '가',
      '字',
      '\ue000',
      '\ue001',
      '\ue002',
      '\ue003',
      '\ue004',
      '😀',
      "'",
      '…',
      'é',
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((letters) => letters.join(''));
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
const name = fc.constantFrom('zork', 'quux', 'blorp');
const value = words.map((text) => text.replaceAll("'", ''));

const { tree } = fc.letrec<{ tree: Plain[]; node: Plain }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    words,
    fc.record({ name, value, children: tie('tree') }),
    // Liquid does not tell an element without an end from one that is open.
    fc.record({ name: fc.constant('void'), value, children: fc.constant(null) }),
  ),
  tree: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
}));

const write = (nodes: readonly Plain[], by: (typeof WRITERS)[string][1]): string =>
  nodes
    .map((node) =>
      typeof node === 'string' ? node : by(node.name, node.value, node.children && write(node.children, by)),
    )
    .join('');

/** Texts that stand beside each other are one. */
const merge = (nodes: readonly Plain[]): Plain[] =>
  nodes.reduce<Plain[]>((merged, node) => {
    const last = merged.at(-1);
    if (typeof node === 'string' && typeof last === 'string') merged[merged.length - 1] = last + node;
    else
      merged.push(
        typeof node === 'string' ? node : { ...node, children: node.children && merge(node.children) },
      );
    return merged;
  }, []);

const read = (nodes: readonly TreeNode[]): Plain[] =>
  merge(
    nodes.map((node) => {
      if (node.type === 'target') throw new Error('a target in a text without links');
      if (node.type !== 'element') return node.text;
      return {
        name: node.name.replace(/^[Xx]-?/, ''),
        value: node.attributes.get('a') ?? '',
        children: node.children && read(node.children),
      };
    }),
  );

const wordsIn = (text: string) => text.match(/[^\s*]+/g) ?? [];
const plainWords = (nodes: readonly Plain[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : plainWords(node.children ?? []))).join('');

describe.each(Object.entries(WRITERS))('%s', (_name, [syntax, by]) => {
  test('a written tree is read as the same tree', () => {
    fc.assert(
      fc.property(tree, (nodes) => {
        expect(read(parseMarkdown(write(nodes, by), syntax))).toEqual(merge(nodes));
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  test('an element of an unknown name loses no word, adds none, and stays in its line', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (nodes) => {
        const { text } = await convertText(syntax, `Begin ${write(nodes, by)} end`);
        expect(wordsIn(text)).toEqual(wordsIn(`Begin ${plainWords(nodes)} end`));
        expect(text).not.toContain('\n');
      }),
      { numRuns: 200, seed: 12 },
    );
  });
});

test('what stands beside blocks in an element is no code, whatever its indent', async () => {
  const part = fc.oneof(
    words.map((text) => ({ text, written: [text] })),
    words.map((text) => ({
      text,
      written: ['<div>', '\t<iframe src="https://a.example/b"></iframe>', '</div>', text],
    })),
    words.map((text) => ({ text, written: ['<a', '\thref="/to"', '>', `\t${text}`, '</a>'] })),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('\t', '    ', '      ', '\t\t'),
      fc.constantFrom<Syntax>('docusaurus', 'mdx'),
      async (parts, indent, syntax) => {
        const lines = parts
          .flatMap(({ written }) => [...written, ''])
          .map((line) => (line ? indent + line : line));
        const { text } = await convertText(syntax, `<details>\n${lines.join('\n')}\n</details>\n\nEnd.`);
        expect(text).not.toMatch(/^(?: {4}|\t)/m);
        for (const { text: own } of parts) expect(text).toContain(own);
      },
    ),
    { numRuns: 200, seed: 15 },
  );
});

test('a container of an unknown name keeps its text, whatever stands after its name', async () => {
  const after = fc.constantFrom(
    '',
    ' Some title',
    '[Title]',
    ' { "a": { "b": true } }',
    '{a="b"}',
    '{.x #y}',
    ' "x" [y]',
  );
  await fc.assert(
    fc.asyncProperty(
      after,
      words,
      fc.constantFrom<Syntax>('markdown', 'vue', 'mdx', 'docusaurus', 'hugo', 'liquid'),
      async (rest, body, syntax) => {
        const { text } = await convertText(syntax, `:::zork${rest}\n${body}\n:::\n\nEnd.`);
        expect(text).toContain(`${body}\n\nEnd.`);
        expect(text).not.toContain(':::');
      },
    ),
    { numRuns: 200, seed: 13 },
  );
});

const MARKS = [
  '*',
  '_',
  '`',
  '[',
  ']',
  '<b>',
  '&lt;',
  '&copy;',
  '&',
  '#',
  '- ',
  '+ ',
  '1. ',
  '> ',
  '~~',
  '\\',
  '|',
  ':::',
  '::',
  '!',
  '[x](y)',
  '![',
  '=',
  'a_b',
  '  ',
];
const decode = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(lt|gt|quot|#39|amp);/g,
      (_all, named: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[named] ?? '',
    );
const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

test('a text without a tag keeps every word, whatever brackets, marks and quotations it has', async () => {
  const part = fc.constantFrom(
    '[The first fix](/one) is here.',
    '[The second fix][two] is there.',
    '![A third picture](/three.png)',
    '> A quotation (with [a link](/four)).',
    '- An item [in brackets]',
    '(An aside) > another',
    '*Five words* and **six more**',
    '!Seven exclamations',
    '# A heading [of eight]',
    'Nine `code` > ten',
    '@eleven people: twelve',
  );
  const syntaxes: Syntax[] = ['markdown', 'vue', 'hugo', 'liquid', 'mdx', 'docusaurus', 'tera'];
  const wordsOf = (text: string) => text.match(/\p{L}+/gu) ?? [];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...syntaxes),
      fc.array(part, { minLength: 1, maxLength: 8 }),
      async (syntax, parts) => {
        const source = parts.join('\n\n');
        const { text } = await convertText(syntax, source);
        expect(wordsOf(text)).toEqual(wordsOf(source));
      },
    ),
    { numRuns: 300, seed: 62 },
  );
});

test('plain words of HTML stay plain words, whatever marks they contain', async () => {
  const part = fc.oneof(fc.constantFrom(...MARKS), word);
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 8 }), async (parts) => {
      const plain = parts.join('').replace(/\s+/g, ' ').trim();
      const { text } = await convertText('markdown', `<p>${escapeText(plain)}</p>`, true);
      const html = marked.parse(text ?? '', { async: false });
      expect(decode(html).replace(/\s+/g, ' ').trim()).toBe(plain);
    }),
    { numRuns: 600, seed: 14 },
  );
});

test('every cell of a table keeps its row and its column', async () => {
  const cell = fc.record({ width: fc.integer({ min: 1, max: 3 }), height: fc.integer({ min: 1, max: 3 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      async (rows) => {
        // The model places cells one by one, as the standard says.
        const grid: string[][] = rows.map(() => []);
        let number = 0;
        const html = rows.map((row, y) => {
          let x = 0;
          const cells = row.map(({ width, height }) => {
            while (grid[y]?.[x] !== undefined) x++;
            number++;
            for (let down = 0; down < height && y + down < rows.length; down++)
              for (let right = 0; right < width; right++) {
                const line = grid[y + down];
                if (line && line[x + right] === undefined)
                  line[x + right] = down + right === 0 ? `c${number}` : '';
              }
            x += width;
            return `<td colspan="${width}" rowspan="${height}">c${number}</td>`;
          });
          return `<tr>${cells.join('')}</tr>`;
        });
        const { text } = await convertText('markdown', `<table>${html.join('')}</table>`, true);
        const [, , ...lines] = (text ?? '').split('\n');
        const columns = Math.max(...grid.map((row) => row.length));
        const expected = grid.map((row) => Array.from({ length: columns }, (_, at) => row[at] ?? ''));
        expect(
          lines.map((line) =>
            line
              .slice(1, -1)
              .split('|')
              .map((text) => text.trim()),
          ),
        ).toEqual(expected);
      },
    ),
    { numRuns: 200, seed: 15 },
  );
});

describe('tables', () => {
  /** What a cell of HTML in a Markdown text may hold, with one word that readers see. */
  const cell = fc.constantFrom<((word: string) => string)[]>(
    (word) => word,
    (word) => `\n\n**${word}**\n\n`,
    (word) => `[${word}](https://other.example/)`,
    (word) => `\n<p><code>${word}</code></p>\n`,
    (word) => `<!-- <td>old</td>\n-->${word}`,
    (word) => `\n\n\`${word}\`\n`,
    (word) => `<br>${word}<!-- - -->`,
  );
  const between = fc.constantFrom('', '\n', '\n<!--\n<tr><td>old</td></tr>\n-->\n', '\n    ');

  test('each cell keeps its row and its column, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }).chain((columns) =>
          fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
            minLength: 1,
            maxLength: 4,
          }),
        ),
        between,
        fc.constantFrom<Syntax[]>('markdown', 'liquid', 'hugo', 'mdx', 'vue'),
        async (rows, space, syntax) => {
          const wanted = rows.map((row, down) => row.map((_, across) => `w${down}x${across}`));
          const html = rows
            .map((row, down) => row.map((write, across) => `<td>${write(wanted[down]?.[across] ?? '')}</td>`))
            .map((cells) => `<tr>${space}${cells.join(space)}${space}</tr>`);
          const { text } = await convertText(
            syntax,
            `Before.\n\n<table>${html.join(space)}</table>\n\nAfter.`,
          );
          const found = marked.lexer(text).flatMap((token) => (token.type === 'table' ? [token] : []));
          const grids = found.map(({ header, rows: lines }) =>
            [header, ...lines]
              .map((line: { text: string }[]) => line.map((cell) => /w\dx\d/.exec(cell.text)?.[0] ?? ''))
              .filter((line: string[]) => line.some(Boolean)),
          );
          expect({ text, grids }).toEqual({ text, grids: [wanted] });
          expect(text).toMatch(/^Before\.\n\n[\s\S]*\n\nAfter\.$/);
        },
      ),
      { numRuns: 300 },
    );
  });

  /** What a cell of a Markdown table may hold around a word and a bar that does not end it. */
  const inRow = fc.constantFrom<((word: string) => string)[]>(
    (word) => `${word} \\| b`,
    (word) => `\`${word} \\| b\``,
    ...['code', 'tt', 'kbd', 'span', 'b'].flatMap((name) =>
      ['&#124;', '&vert;', '&#x7C;', '\\|'].map(
        (bar) => (word: string) => `<${name}>${word} ${bar} b</${name}>`,
      ),
    ),
    (word) => `<b><code>${word} &#124;&#124; b</code></b> c`,
  );

  test('a bar that ends no cell of the source ends none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(inRow, inRow), { minLength: 1, maxLength: 4 }),
        fc.constantFrom<Syntax[]>('markdown', 'liquid', 'hugo', 'mdx', 'vue'),
        async (rows, syntax) => {
          const wanted = rows.map((row, down) => row.map((_, across) => `w${down}x${across}`));
          const lines = rows.map((row, down) =>
            ['', ...row.map((write, across) => ` ${write(wanted[down]?.[across] ?? '')} `), ''].join('|'),
          );
          const { text } = await convertText(syntax, `| a | b |\n|---|---|\n${lines.join('\n')}\n`);
          const [table] = marked.lexer(text).flatMap((token) => (token.type === 'table' ? [token] : []));
          const found = table?.rows.map((line: { text: string }[]) =>
            line.map((cell) => /w\dx\d/.exec(cell.text)?.[0] ?? ''),
          );
          expect({ text, found }).toEqual({ text, found: wanted });
          // The words after the bar stay in the cell.
          for (const line of table?.rows ?? [])
            for (const cell of line) expect(cell.text).toMatch(/w\dx\d.*b/);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('the commands in the list of an attribute are code, and a list that is none stays out', async () => {
  const { text } = await convertText('mdx', `<Install npm={["i one", 'i two']} pnpm={["add one"]} />`);
  expect(text).toContain('```sh\ni one\ni two\n```');
  expect(text).toContain('```sh\nadd one\n```');
  const broken = await convertText('mdx', `<Install npm={["a"${'  "a"'.repeat(900)} !]} />`);
  expect(broken.notes.map(({ message }) => message)).toEqual([
    'component <Install> has no equivalent: left out',
  ]);
});

describe('an element in a line glues no words together', () => {
  const names =
    'b strong i em s del code tt samp sup sub kbd mark span u small abbr cite ins font big var q a'.split(
      ' ',
    );
  const words = (text: string) =>
    decode(marked.parse(text, { async: false }).replace(/[“”]/g, ''))
      .trim()
      .split(/\s+/);

  test.each(names)('%s', async (name) => {
    const open = name === 'a' ? '<a href="https://other.example/">' : `<${name}>`;
    for (const [before, after] of [
      ['one', ' two'],
      [' one ', 'two'],
      ['one ', ' two '],
      [' one', ' two'],
    ])
      for (const [syntax, isHtml] of [
        ['markdown', true],
        ['wordpress', true],
        ['markdown', false],
        ['liquid', false],
        ['mdx', false],
      ] as const) {
        const glued = `Say${before === before?.trimStart() ? ' ' : ''}${open}${before}</${name}>${after}${open} three </${name}>end.`;
        const { text } = await convertText(syntax, isHtml ? `<p>${glued}</p>` : glued, isHtml);
        expect({ glued, syntax, words: words(text) }).toEqual({
          ...{ glued, syntax },
          words: ['Say', ...`${before}${after} three end.`.trim().split(/\s+/)],
        });
      }
  });
});
