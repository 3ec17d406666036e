/** Finds words in the texts of a site, and changes them: what readers read, and no code, addresses or directives. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { applyChanges, attempt, forEachConcurrently, RefusedRequest, walkSource } from './core.ts';
import type { Edit } from './field-changes.ts';
import { applySplices } from './merge-text.ts';
import type { QueueRow } from './queue.ts';
import { decode, findText, readFields } from './source-files.ts';

const words = z
  .string()
  .max(500)
  .regex(/^\S(?:.*\S)?$/, 'write words of one line, without spaces around them');

/** Words are found where all letters are the same, capitals too, and no longer word holds them. */
export const wordsSchema = z.strictObject({
  words,
  /** '' for all languages. */
  locale: z.string().default(''),
});
export const replaceSchema = wordsSchema.extend({
  by: z
    .string()
    .max(500)
    .regex(/^[^\r\n]*$/),
});
type Wanted = z.output<typeof wordsSchema>;

export interface WordsFound {
  /** The first of them. */
  texts: FoundText[];
  total: number;
  /** In all texts. */
  places: number;
}

export interface FoundText extends Pick<QueueRow, 'file' | 'title'> {
  places: number;
  /** The line of the first place. */
  line: string;
}

/** Fields that readers read. */
const FIELDS = ['title', 'description'];

/** A change keeps the bytes of all its texts, so that it can be undone. */
const MOST = 2000;
const TOO_MANY = `More than ${MOST} texts have these words. Write more of them, or choose a language.`;

/** Texts that are read at once. */
const AT_ONCE = 32;

interface Found {
  row: QueueRow;
  path: string;
  bytes: Buffer;
  /** Offsets in the text. */
  places: readonly number[];
  /** Those with the words. */
  fields: readonly (readonly [field: string, value: string])[];
}

/** @throws RefusedRequest where too many texts have the words */
async function findTexts(
  root: string,
  rows: readonly QueueRow[],
  { words, locale }: Wanted,
): Promise<Found[]> {
  const found: Found[] = [];
  const isWanted = (row: QueueRow) =>
    row.file.endsWith('.md') && row.state !== 'deleted' && (locale === '' || row.locale === locale);
  await forEachConcurrently(rows.filter(isWanted), AT_ONCE, async (row) => {
    // Most texts do not have the words: only those that have them are looked at further.
    const bytes = await readFile(join(root, row.file)).catch(() => null);
    const path = bytes?.includes(words) ? attempt(() => findText(root, row.file)) : undefined;
    if (!bytes || !path) return;
    const { text } = decode(row.file, bytes);
    const data = readFields(text) ?? {};
    const fields = FIELDS.flatMap((field) => {
      const value = data[field];
      return typeof value === 'string' && occurrencesIn(value, words).length > 0
        ? [[field, value] as const]
        : [];
    });
    const places = findWords(text, words);
    if (places.length + fields.length === 0) return;
    if (found.push({ row, path, bytes, places, fields }) > MOST) throw new RefusedRequest(400, TOO_MANY);
  });
  return found.sort((a, b) => (a.row.file < b.row.file ? -1 : 1));
}

/** At most so many texts are named. */
const NAMED = 500;

export async function listWords(
  root: string,
  rows: readonly QueueRow[],
  wanted: Wanted,
): Promise<WordsFound> {
  const found = await findTexts(root, rows, wanted);
  const texts = found.map(({ row: { file, title }, bytes, places, fields }): FoundText => {
    const inFields = fields.reduce((sum, [, value]) => sum + occurrencesIn(value, wanted.words).length, 0);
    const [first] = places;
    const { text } = decode(file, bytes);
    const line = first === undefined ? (fields[0]?.[1] ?? '') : lineAt(text, first);
    return { file, title, places: places.length + inFields, line };
  });
  return {
    texts: texts.slice(0, NAMED),
    total: texts.length,
    places: texts.reduce((sum, text) => sum + text.places, 0),
  };
}

export async function replaceWords(
  root: string,
  rows: readonly QueueRow[],
  { by, ...wanted }: z.output<typeof replaceSchema>,
): Promise<Edit[]> {
  const { words } = wanted;
  const edits: Edit[] = [];
  for (const { row, path, bytes, places, fields } of await findTexts(root, rows, wanted)) {
    const { mark, text } = decode(row.file, bytes);
    const splices = places.map((from) => ({ from, to: from + words.length, insert: by }));
    const body = Buffer.concat([mark, Buffer.from(applySplices(text, splices) ?? text)]);
    const set = fields.map(([field, value]) => ({ field, value: replaceIn(value, words, by) }));
    const known = { entities: [], fields: () => readFields(text) ?? {} };
    const after = await applyChanges(body, known, { set, unset: [], category: null });
    edits.push({ file: row.file, path, before: bytes, after: Buffer.from(after) });
  }
  return edits;
}

function replaceIn(value: string, words: string, by: string): string {
  const splices = occurrencesIn(value, words).map((from) => ({ from, to: from + words.length, insert: by }));
  return applySplices(value, splices) ?? value;
}

/** The offsets of words in the body of a text, where readers read them. */
export function findWords(text: string, words: string): number[] {
  const starts = [0, ...Array.from(text.matchAll(/\r\n?|\n/g), ({ 0: end, index }) => index + end.length)];
  const places = new Set<number>();
  /** The address of a link that shows it. */
  const addresses = new Set<object>();
  walkSource(
    text,
    (source) => source.includes(words),
    (token, placeAt) => {
      if (token.type === 'link' && !token.raw.startsWith('['))
        for (const part of token.tokens ?? []) addresses.add(part);
      if (token.type !== 'text' || addresses.has(token)) return;
      for (const offset of occurrencesIn(token.raw, words)) {
        const { line, column } = placeAt(offset);
        const start = starts[line - 1] ?? 0;
        const at = start + column - 1;
        const isDirective = /^[ \t>]*:{3}/.test(text.slice(start, at));
        if (!isDirective && text.startsWith(words, at)) places.add(at);
      }
    },
  );
  return [...places].sort((a, b) => a - b);
}

/** The offsets of words that are no part of a longer one. */
function occurrencesIn(text: string, words: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
    const end = at + words.length;
    if (!isWithinWord(text, at) && !isWithinWord(text, end)) found.push(at);
  }
  return found;
}

const LETTER = /[\p{L}\p{M}\p{N}_]/u;
/** Scripts that write words without spaces. */
const JOINED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

function isWithinWord(text: string, at: number): boolean {
  const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
  const [after = ''] = text.slice(at, at + 2);
  return [before, after].every((letter) => LETTER.test(letter) && !JOINED.test(letter));
}

const LONGEST = 200;

function lineAt(text: string, at: number): string {
  const from = Math.max(text.lastIndexOf('\n', at - 1) + 1, at - LONGEST / 2);
  const [line = ''] = text.slice(from, from + LONGEST).split(/\r|\n/);
  return line;
}
