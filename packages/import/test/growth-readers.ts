/** What `articles import` and its `--verify` read of a source, and the signs of what each reads. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { END, HTML, MARKDOWN, quietly, words, YAML } from '../../../test/hostile/growth-readers.ts';
import type { GrowthReader } from '../../../test/support/growth.ts';
import { json } from '../../../test/support/site.ts';
import { convertClipping } from '../src/convert/clipping.ts';
import type { Syntax } from '../src/imported-site.ts';
import { createNotes } from '../src/notes.ts';
import { evaluateLiquid } from '../src/read/liquid-data.ts';
import { readModule } from '../src/read/literals.ts';
import { readSource } from '../src/read-source.ts';
import type { ToolName } from '../src/tools/tool-registry.ts';
import { readPage } from '../src/verify/read-page.ts';
import { readSourceText } from '../src/verify/read-source-text.ts';
import { convertText, TEXT } from './import-site.ts';
import { makeWordPressExport } from './wordpress-export.ts';

const TAGS = words('<Badge/> <Tabs> </Tabs> <div> </div> <pre> </pre> <a </b> <!-- --> <svg> </svg>');
const LIQUID = [
  ...words(
    '{% %} {%- {{ }} {%highlight {%endhighlight%} {%raw%} {%endraw%} {%comment%} {%endcomment%} {%include {: .note} {:toc} \' " | {%if',
  ),
  '{% highlight js %}',
  "'{%",
  '- a\n{:toc}\n',
];
const HUGO = [
  ...words('{{< >}} {{% %}} {{</* */>}} {{<a {{</a>}} {{ }} " ` />}} a="b" {#id} { .a }'),
  '# a {#',
];
const MDX = [
  ...words("{ } {/* */} b={ {{ }} <A b={ {`a`} ${ ` \" import export from 'a'"),
  'import A from "a"\n',
  'export const a = {\n',
  '::: note\n',
  '<A npm={["a"',
  '  "a"',
  ']} />',
];
const TERA = [...words('{{ }} {% %} {{a( )}} {%a( {%end%} {{/* */}} {%/* */%} a="b"')];
const VUE = [...words('{{ }} {#id} ::: {.a} [[toc]] <a :b=" <script setup>'), '::: tip\n', ':::\n'];
const PYTHON = [
  ...words('!!! ??? === /// [TOC] *[a]: { .a } [^a]: :material-a: "a" [[toc]]'),
  '!!! note "a"\n',
  '    ',
  '=== "a"\n',
  '/// note\n',
  '*[a]: b\n',
];
const WORDPRESS = [
  ...words(
    '[a] [/a] [[a]] [caption [/caption] [code] [/code] [gallery <!--wp:a--> <!--/wp:a--> <!--more--> a="b" " \' / ]',
  ),
  '<!-- wp:image {"id":1} -->',
  'https://youtu.be/a\n',
  '[a b="',
];

/** The signs of each syntax, and whether its texts are HTML. */
const TEXTS: readonly (readonly [name: string, signs: readonly string[], syntax: Syntax, isHtml?: true])[] = [
  ['Liquid', LIQUID, 'liquid'],
  ['shortcodes of Hugo', HUGO, 'hugo'],
  ['MDX', MDX, 'mdx'],
  ['MDX of Docusaurus', [...MDX, ':::note[a]\n', ':::\n', '<TabItem value="a">'], 'docusaurus'],
  ['shortcodes of Zola', TERA, 'tera'],
  ['VitePress', VUE, 'vue'],
  ['blocks of Python-Markdown', PYTHON, 'markdown'],
  ['HTML in Markdown', HTML, 'markdown'],
  ['code in Markdown', [...(MARKDOWN['code and its ranges'] ?? []), ...(MARKDOWN.blocks ?? [])], 'liquid'],
  ['HTML', HTML, 'markdown', true],
  ['HTML with Liquid', [...HTML, ...LIQUID], 'liquid', true],
  ['WordPress', [...WORDPRESS, ...HTML], 'wordpress', true],
];

/** A file of a source, in which a text stands. */
const SOURCES: readonly (readonly [tool: ToolName, file: string, write: (text: string) => string])[] = [
  ...(
    [
      ['astro', 'src/content/blog/a.mdx'],
      ['docusaurus', 'docs/a.mdx'],
      ['eleventy', 'posts/a.md'],
      ['gatsby', 'content/blog/a.mdx'],
      ['hexo', 'source/_posts/a.md'],
      ['hugo', 'content/posts/a.md'],
      ['jekyll', '_posts/2024-01-02-a.md'],
      ['markdown', 'a.md'],
      ['mkdocs', 'docs/a.md'],
      ['next', 'posts/a.mdx'],
      ['pelican', 'content/a.md'],
      ['rspress', 'docs/a.mdx'],
      ['vitepress', 'docs/a.md'],
      ['zola', 'content/a.md'],
    ] as const
  ).map(([tool, file]) => [tool, file, (text: string) => `---\ntitle: A\n---\n${text}`] as const),
  ['ghost', 'a.json', (html) => ghostExport({ html })],
  ['ghost', 'a.json', (markdown) => ghostExport({ lexical: lexical([{ type: 'markdown', markdown }]) })],
  [
    'ghost',
    'a.json',
    (text) =>
      ghostExport({ lexical: lexical(text.split(' ').map((word) => ({ type: 'text', text: word }))) }),
  ],
  ['wordpress', 'a.xml', (text) => wordPressExport(`<![CDATA[${text.replaceAll(']]>', '')}]]>`)],
];

const lexical = (children: object[]) => JSON.stringify({ root: { type: 'root', children } });
const ghostExport = (fields: object) =>
  json({ db: [{ data: { posts: [{ id: '1', slug: 'a', title: 'A', status: 'published', ...fields }] } }] });
const wordPressExport = (content: string) =>
  makeWordPressExport({ posts: 1 }).replace(
    /(<content:encoded>)<!\[CDATA\[[\s\S]*?\]\]>/,
    (_all, start) => start + content,
  );

/** Reads a source of one text. */
async function readText(tool: ToolName, file: string, text: string) {
  const root = mkdtempSync(join(tmpdir(), 'articles-growth-'));
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const isFile = tool === 'ghost' || tool === 'wordpress';
  await quietly(readSource(isFile ? path : root, tool, createNotes(), { update() {}, end() {} }));
  rmSync(root, { recursive: true });
}

const ALL = TEXTS.flatMap(([, signs]) => signs);
const NOTATIONS: readonly (readonly [
  name: string,
  signs: readonly string[],
  write: (text: string) => string,
])[] = [
  ['front matter in YAML', YAML, (text) => `---\nx: ${text}\n---\nText.\n`],
  [
    'front matter in TOML',
    [...words('a = [ ] { } " """ \' # [[a]] [a] , 1 true'), 'a = "b"\n', '\n'],
    (text) => `+++\nx = 1\n${text}\n+++\nText.\n`,
  ],
  [
    'front matter in JSON',
    [...words('{ } [ ] , : "a" "a": 1 \\'), '\n', '}\n'],
    (text) => `{\n"x": 1,\n${text}\n}\nText.\n`,
  ],
  ['front matter without marks', ['A: b\n', ' ', '  c\n', '\n', 'a', ':'], (text) => `Title: A\n${text}`],
];

/** Every reader of a source. */
export const READERS: readonly GrowthReader[] = [
  ...TEXTS.flatMap(([grammar, own, syntax, isHtml]) => {
    const signs = [...own, ...TAGS, ...END];
    const post = { ...TEXT, syntax, format: isHtml ? 'html' : 'markdown' } as const;
    return [
      {
        name: `${grammar}: the import`,
        grammar,
        signs,
        read: (text: string) => convertText(syntax, text, isHtml),
      },
      {
        name: `${grammar}: the check of the import`,
        grammar,
        signs,
        read: (body: string) => readSourceText({ ...post, body }),
      },
    ];
  }),
  ...SOURCES.map(([tool, file, write], at) => ({
    name: `a source of ${tool} (${at})`,
    grammar: 'sources',
    signs: ALL,
    read: (text: string) => readText(tool, file, write(text)),
  })),
  ...NOTATIONS.map(([name, signs, write]) => ({
    name,
    grammar: name,
    signs,
    read: (text: string) => readText('pelican', 'content/a.md', write(text)),
  })),
  {
    name: 'data files in Liquid',
    grammar: 'Liquid',
    signs: [
      ...LIQUID,
      ...words('{%for {%endfor%} {%if {%else%} {%endif%} {%assign a = | first . [0]'),
      '{% for a in site.data.a %}',
      '{% if a == b %}',
      '{{ a.b | default: "c" }}',
    ],
    read: (text) => evaluateLiquid(`{{ site.data.a }}${text}`, { a: ['b', 'c'] }),
  },
  {
    name: 'settings in JavaScript',
    grammar: 'JavaScript',
    signs: [
      ...words(
        '{ } [ ] ( ) , : ; = => " \' ` ${ // /* */ / a 1 export const module.exports require( import from',
      ),
      ' ',
      '\n',
      'a: 1,',
      'x = {',
    ],
    read: (text) => readModule(text),
  },
  {
    name: 'what the desk pastes',
    grammar: 'HTML',
    signs: [
      ...HTML,
      ...END,
      '<p style="mso-list:l0 level1">',
      '<span style="mso-list:Ignore">1.</span>',
      '<span style="font-weight:700;font-style:italic">',
      '</span>',
      '<br>',
      '<td>',
      '<tr>',
    ],
    read: (text) => convertClipping(text),
  },
  { name: 'built pages', grammar: 'HTML', signs: [...HTML, ...END], read: (text) => readPage(text, 'prose') },
];
