/** The reference of error codes has every code of the program, and examples in the words of its messages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { parseErrorReference } from '../../src/foundation/error-reference.ts';

const CODES_FILE = 'foundation/error-codes.ts';
const PAGE = readFileSync('docs/reference/errors.md', 'utf8');
const ENTRIES = [...parseErrorReference(PAGE)];
const SOURCES = ['src', 'packages/desk/src', 'packages/import/src', 'packages/stores/src']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(CODES_FILE))
  .map((path) => ({ path, source: readFileSync(path, 'utf8') }));
const CODES = [...readFileSync(join('src', CODES_FILE), 'utf8').matchAll(/'(.+)'/g)].map(([, code]) => code);

/** The words of their messages are those of commander, esbuild and the judge. */
const FOREIGN = new Set(['invalid-arguments', 'code-error', 'style-error', 'judge', 'objection']);

test('the page explains every code once, and nothing else', () => {
  const headings = [...PAGE.matchAll(/^### (.+)$/gm)].map(([, code]) => code);
  expect(headings.toSorted()).toEqual(CODES.toSorted());
  // An entry without its cause, cure or example is not read.
  expect(ENTRIES.map(([code]) => code)).toEqual(headings);
});

test('the program uses every code', () => {
  const used = new Set(
    SOURCES.flatMap(({ source }) => [...source.matchAll(/'([a-z0-9-]+)'|^ {2}([a-z]+): \{ what:/gm)]).map(
      ([, quoted, name]) => quoted ?? name,
    ),
  );
  // The second half of a code in two parts.
  for (const what of ['title', 'text']) used.add(`duplicate-${what}`);
  expect(CODES.filter((code) => !used.has(code))).toEqual([]);
});

test('codes are of lower-case words with hyphens, and entries are sentences', () => {
  for (const [code, { means, cause, cure, example }] of ENTRIES) {
    expect(code).toMatch(/^[a-z]+(-[a-z0-9]+)*$/);
    for (const text of [means, cause, cure]) expect(text, code).toMatch(/^[A-Z`].*\.$/);
    if (!FOREIGN.has(code)) expect(example, code).not.toMatch(/\.$/);
  }
});

test('every example has the words of a message in the source', () => {
  const messages = SOURCES.flatMap(listTexts);
  const invented = ENTRIES.filter(
    ([code, { example }]) => !FOREIGN.has(code) && !messages.some((parts) => isMostOf(example, parts)),
  );
  expect(invented.map(([code, { example }]) => `${code}: ${example}`)).toEqual([]);
});

/** The fixed parts of every string and template of a module. */
function listTexts({ path, source }: (typeof SOURCES)[number]): string[][] {
  const loader = path.endsWith('x') ? 'tsx' : 'ts';
  const { code } = transformSync(source, { loader, format: 'esm', jsx: 'automatic' });
  const texts: string[][] = [];
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), texts);
  return texts;
}

function visit(node: unknown, texts: string[][]): void {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && node.type === 'Literal' && 'value' in node && typeof node.value === 'string')
    texts.push([node.value]);
  if ('type' in node && node.type === 'TemplateLiteral' && 'quasis' in node && Array.isArray(node.quasis))
    texts.push(node.quasis.map(({ value }: { value: { cooked: string } }) => value.cooked));
  for (const inner of Object.values(node)) visit(inner, texts);
}

/** Tells if a text has these parts in their order, and mostly consists of them. */
function isMostOf(text: string, parts: readonly string[]): boolean {
  if (parts.join('').trim().length < Math.max(7, text.length / 5)) return false;
  let from = 0;
  return parts.every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}
