/** Code is coloured as the highlighter with all its languages would colour it. */
import all from 'highlight.js';
import { expect, test } from 'vitest';
import { createHighlighter, readHighlightLanguages } from '../../src/content/markdown/highlight.ts';
import { escapeHtml } from '../../src/foundation/escape.ts';

const CODE = [
  'const a = <b class="x">{`<i>`}</b>; // note\nconst q = gql`{ user(id: 5) { name } }`;\nfunction f() { return css`a { color: red }` }',
  '<!doctype html>\n<style>a > b { color: #fff }</style>\n<script>let a = "</b>" + 1;</script>\n<p title="x">&amp;</p>',
  '# Title\n\n- *item* with `code`\n\n<b>html</b>\n\n```js\nlet a;\n```',
  '<?php echo "$a"; ?>\n<p><?= $b ?></p>',
  '>>> print(f"{a:>3}")\n3\n$ ls -l "$HOME" | grep x # list\ntotal 5',
  'key: "value" # note\nlist:\n  - <%= ruby.each { |x| x } %>\n  - !tag 5',
  "SELECT a, COUNT(*) FROM t WHERE b = 'x' -- note",
  '#include <stdio.h>\nint main(void) { return 0; /* end */ }',
];

/** Without HTTP, where highlight.js guesses. */
const NAMES_OF_GUESSES = ['http', 'https'];
const names = all.listLanguages().flatMap((name) => [name, ...(all.getLanguage(name)?.aliases ?? [])]);
/** Names that highlight.js does not have. */
const FURTHER = [
  ...['fish', 'postcss', 'conf', 'dotenv', 'env', 'sass', 'viml', 'vimscript'],
  ...['astro', 'go-html-template', 'svelte', 'vue', 'vue-html', 'csv', 'tsv', 'solidity'],
];

test('each language by each of its names, whichever came first', () => {
  const shared = createHighlighter();
  const backwards = createHighlighter();
  const expected = (code: string, language: string) =>
    all.highlight(code, { language, ignoreIllegals: true }).value;
  const sure = names.filter((name) => !NAMES_OF_GUESSES.includes(name));
  for (const [index, name] of sure.entries()) {
    // A grammar is compiled for each highlighter, so each name has a piece of code of its own.
    const code = CODE[index % CODE.length] ?? '';
    const html = createHighlighter()(code, name);
    expect({ name, html }).toEqual({ name, html: expected(code, name) });
    for (const piece of CODE)
      expect({ name, html: shared(piece, name.toUpperCase()) }).toEqual({
        name,
        html: expected(piece, name),
      });
  }
  for (const [index, name] of sure.toReversed().entries()) {
    const code = CODE[index % CODE.length] ?? '';
    expect({ name, html: backwards(code, name) }).toEqual({ name, html: expected(code, name) });
  }
  expect(names.length).toBeGreaterThan(300);
});

test.each([
  ['vimscript', 'let g:a = 1', 'hljs-keyword'],
  ['nginxconf', 'listen 80;', 'hljs-attribute'],
  ['apacheconf', 'ServerName x', 'hljs-attribute'],
  ['docker', 'FROM node', 'hljs-keyword'],
  ['vue', '<p class="a">b</p>', 'hljs-tag'],
  ['jsx', '<p className="a">{b}</p>', 'hljs-tag'],
  ['tsx', '<p className="a">{b}</p>', 'hljs-tag'],
  ['http', 'HTTP/1.1 200 OK\nContent-Type: application/json\n\n{"a": 1}', 'language-json'],
])('%s is coloured', (language, code, span) => {
  expect(createHighlighter()(code, language)).toContain(span);
});

test('what HTTP holds does not depend on the languages of earlier blocks', () => {
  const code = 'GET / HTTP/1.1\nHost: x\n\na { color: red }';
  const later = createHighlighter();
  for (const name of ['css', 'scss', 'less']) later('a { color: red }', name);
  expect(later(code, 'http')).toBe(createHighlighter()(code, 'http'));
});

test.each(['', 'nolanguage', 'constructor', '__proto__', '../core'])(
  '"%s" is no language: the code stays plain',
  (name) => {
    expect(createHighlighter()('a < "b"', name)).toBe(escapeHtml('a < "b"'));
  },
);

const START = 'let b = "b";\n';
test.each([
  ['block', 20_000, 'a = 1;\n', START.length],
  ['line', 500, 'a(1);', 0],
  ['word', 100, 'x', 0],
  ['run of words without punctuation', 1000, 'static int\n', 1],
  ['run of blank lines', 1000, '\n', 1],
])('a %s of more than %i characters stays plain', (_name, length, unit, before) => {
  const codeOf = (size: number) => START + unit.repeat(size).slice(0, size - before);
  const colour = createHighlighter();
  expect(colour(codeOf(length), 'js')).toContain('<span class="hljs-keyword">let</span>');
  expect(colour(codeOf(length + 1), 'js')).toBe(escapeHtml(codeOf(length + 1)));
});

/** A guess is one of these two. */
const heldBySpan = (value: unknown) =>
  Array.isArray(value) && value.length === 0 ? ['json', 'xml'] : [value].flat().map(String);

test('the compiled list has every name of the package, with the languages that its code may contain', () => {
  const languages = readHighlightLanguages();
  expect([...languages.keys()].sort()).toEqual(
    [...new Set([...names.map((name) => name.toLowerCase()), ...FURTHER])].sort(),
  );
  const heldBy = (mode: unknown, seen: Set<unknown>): string[] => {
    if (typeof mode !== 'object' || mode === null || seen.has(mode)) return [];
    seen.add(mode);
    return Object.entries(mode).flatMap(([key, value]) =>
      key === 'subLanguage' ? heldBySpan(value) : heldBy(value, seen),
    );
  };
  for (const language of all.listLanguages()) {
    const needed = new Set([language]);
    for (const name of needed) {
      for (const held of heldBy(all.getLanguage(name), new Set()))
        if (all.getLanguage(held)) needed.add(held);
    }
    expect({ language, needed: languages.get(language)?.toSorted() }).toEqual({
      language,
      needed: [...needed].sort(),
    });
  }
});
