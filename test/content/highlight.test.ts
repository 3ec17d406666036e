/** Code is coloured as the highlighter with all its common languages would colour it. */
import common from 'highlight.js/lib/common';
import { expect, test } from 'vitest';
import { escapeHtml } from '../../src/content/markdown/escape.ts';
import { createHighlighter, readHighlightLanguages } from '../../src/content/markdown/highlight.ts';

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

const names = common.listLanguages().flatMap((name) => [name, ...(common.getLanguage(name)?.aliases ?? [])]);

test('each language by each of its names, whichever came first', () => {
  const shared = createHighlighter();
  const backwards = createHighlighter();
  const expected = (code: string, language: string) =>
    common.highlight(code, { language, ignoreIllegals: true }).value;
  for (const name of names) {
    for (const code of CODE) {
      const html = createHighlighter()(code, name);
      expect({ name, html }).toEqual({ name, html: expected(code, name) });
      expect({ name, html: shared(code, name.toUpperCase()) }).toEqual({ name, html });
    }
  }
  for (const name of names.toReversed()) {
    for (const code of CODE)
      expect({ name, html: backwards(code, name) }).toEqual({ name, html: expected(code, name) });
  }
  expect(names.length).toBeGreaterThan(100);
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

test('the compiled list has every name of the package, with the languages that its code may contain', () => {
  const languages = readHighlightLanguages();
  expect([...languages.keys()].sort()).toEqual(names.map((name) => name.toLowerCase()).sort());
  const heldBy = (mode: unknown, seen: Set<unknown>): string[] => {
    if (typeof mode !== 'object' || mode === null || seen.has(mode)) return [];
    seen.add(mode);
    return Object.entries(mode).flatMap(([key, value]) =>
      key === 'subLanguage' ? value : heldBy(value, seen),
    );
  };
  for (const language of common.listLanguages()) {
    const needed = new Set([language]);
    for (const name of needed) {
      for (const held of heldBy(common.getLanguage(name), new Set()))
        if (common.getLanguage(held)) needed.add(held);
    }
    expect({ language, needed: languages.get(language)?.toSorted() }).toEqual({
      language,
      needed: [...needed].sort(),
    });
  }
});
