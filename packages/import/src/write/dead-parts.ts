/** Writes what led nowhere in the source as its readers saw it: words without a link, the description of a picture, brackets. */

import { createPlaceFinder, findBody, findDeadMarks, walkSource } from '../core.ts';
import { replaceOutsideCode } from '../read/code-ranges.ts';
import { decodeAddress } from '../read/decode-address.ts';

/** Targets of a text that led nowhere, as they stand in it. */
export interface DeadTargets {
  links: Set<string>;
  images: Set<string>;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** @param file a whole file */
export function withoutDead(file: string, { links, images }: DeadTargets): string {
  if (links.size + images.size === 0) return file;
  // A picture may stand in a link.
  const pictures = editTargets(file, images, 'image', (raw, alt, at, text) =>
    alt.trim() === '' && text[at - 1] === '[' ? nameOf(raw) : alt,
  );
  const plain = editTargets(loosenFigures(pictures, file), links, 'link', (raw, words) =>
    raw.startsWith('<') ? raw.slice(1, -1) : words,
  );
  return withoutDefinitions(plain, [...links, ...images]);
}

const nameOf = (raw: string) => /([^/()<>\s]+?)(?:\.\w+)?>?(?:\s+["'(][^\n]*)?\)$/.exec(raw)?.[1] ?? '';

/** Replaces the links or pictures with these targets. */
function editTargets(
  text: string,
  targets: ReadonlySet<string>,
  kind: 'link' | 'image',
  write: (raw: string, words: string, at: number, text: string) => string,
): string {
  if (targets.size === 0) return text;
  const wanted = new Set([...targets].map(decodeAddress));
  const offsetOf = createOffsets(text);
  const edits: Edit[] = [];
  walkSource(
    text,
    (source) => [...targets].some((target) => source.includes(target)),
    (token, placeAt) => {
      if (token.type !== kind || !('href' in token) || !wanted.has(decodeAddress(String(token.href)))) return;
      const start = offsetOf(placeAt(0));
      const raw = rawAt(text, start, token.raw);
      if (raw === null) return;
      edits.push({
        start,
        end: start + raw.length,
        text: write(raw, wordsOf(raw, String(token.text)), start, text),
      });
    },
  );
  return applyEdits(text, edits);
}

/** A token as it stands in the text: lines of quotes and list items have marks before them. */
function rawAt(text: string, start: number, raw: string): string | null {
  if (text.startsWith(raw, start)) return raw;
  const lines = raw.split('\n').map((line) => line.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return (
    new RegExp(`^${lines.join(String.raw`[ \t]*\n[ \t>]*`)}`).exec(
      text.slice(start, start + raw.length * 3),
    )?.[0] ?? null
  );
}

/** What stands between the brackets, as it is written. */
function wordsOf(raw: string, text: string): string {
  const start = raw.startsWith('!') ? 2 : 1;
  let depth = 0;
  for (let at = start; at < raw.length; at++) {
    const character = raw[at];
    if (character === '\\') at++;
    else if (character === '[') depth++;
    else if (character === ']' && depth-- === 0) return raw.slice(start, at);
  }
  return text;
}

/** A figure without its picture is its words. */
const FIGURE =
  /^([ \t>]*)(:{3,})figure\{caption="((?:[^"\\\n]|\\.)*)"\}\n\1(?!\[?!\[|\||`{3})([^\n]*)\n\1\2[ \t]*$/gm;

function loosenFigures(text: string, before: string): string {
  if (text === before) return text;
  return text.replace(FIGURE, (_all, indent = '', _colons, caption = '', words = '') => {
    const shown = caption.replace(/\\(["\\])/g, '$1');
    return [words.trim() === shown ? '' : words.trim(), shown]
      .filter(Boolean)
      .map((line) => indent + line)
      .join(`\n${indent.trimEnd()}\n`);
  });
}

/** Definitions that nothing uses any longer. */
function withoutDefinitions(text: string, targets: readonly string[]): string {
  const wanted = new Set(targets);
  return replaceOutsideCode(
    text,
    /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*<?([^\s<>]+)>?(?:[ \t]+["'(][^\n]*)?(?:\n|$)/gm,
    (line, target) => (wanted.has(target ?? '') ? '' : line),
  );
}

/** Removes the picture of an article from its fields, if it is one of these. */
export function withoutCover(file: string, images: ReadonlySet<string>): string {
  const [field, quoted, plain] = /^image: (?:"([^"\n]*)"|(.*))\n/m.exec(file.slice(0, findBody(file))) ?? [];
  return field !== undefined && images.has(quoted ?? plain ?? '') ? file.replace(field, '') : file;
}

/** @param targets targets as the text has them, and the new ones */
export function changeTargets(text: string, targets: ReadonlyMap<string, string>): string {
  return replaceOutsideCode(
    text,
    /(\]\(<?|^ {0,3}\[[^\]\n]+\]:[ \t]*<?)([^\s<>()]+)(?=[>\s)]|$)/gm,
    (whole, start, target) => {
      const next = targets.get(target ?? '');
      return next ? `${start}${next}` : whole;
    },
  );
}

/** Adds a note about the text at a line of the file. */
type NoteLine = (line: number, message: string, detail: string) => void;

/** References to the documentation of code, which plugins of MkDocs make: `[words][package.Class]`, `[package.Class][]`. */
const OBJECT = /(?<![\w\])])\[((?:[^[\]`\n]|`[^`\n]{1,200}`){1,300})\]\[([A-Za-z_]\w*(?:\.\w+)+|)\]/g;
const NAME = /^`?[A-Za-z_]\w*(?:\.\w+)+(?:\(\S*\))?`?$/;

function withoutObjects(text: string, note: NoteLine): string {
  const lineOf = createPlaceFinder(text);
  return replaceOutsideCode(text, OBJECT, (whole, words = '', name = '', offset = '0') => {
    const label = name || words.replace(/`/g, '');
    if (!NAME.test(label) || text.includes(`[${label}]:`)) return whole;
    note(
      lineOf(Number(offset)).line,
      'reference to documentation that a tool makes from code: its words are kept',
      whole,
    );
    return name === '' && !words.includes('`') ? `\`${words}\`` : words;
  });
}

/** Marks of one text. Each round reads the text again. */
const MAX_ROUNDS = 3;

/**
 * References and footnotes without a definition stay as their readers saw them: as brackets. A footnote that nothing mentions
 * had no readers, and stays as a comment.
 */
export function settleMarks(file: string, rawHtml: boolean, note: NoteLine): string {
  let text = withoutObjects(file, note);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const offsetOf = createOffsets(text);
    const edits = findDeadMarks(text, text.slice(findBody(text)), rawHtml).flatMap(
      ({ code, line = 1, column = 1 }) => {
        const start = offsetOf({ line, column });
        const edit =
          code === 'dead-reference'
            ? escapeReference(text, start)
            : code === 'unused-footnote'
              ? hideFootnote(text, start)
              : null;
        if (edit && round === 0)
          note(line, edit.message, text.slice(start, edit.end).split('\n', 1)[0] ?? '');
        return edit ?? [];
      },
    );
    if (edits.length === 0) return text;
    text = applyEdits(text, edits);
  }
  return text;
}

function escapeReference(text: string, start: number): (Edit & { message: string }) | null {
  const [raw] = /^!?\[[^[\]]*\](?:\[[^[\]]*\])?/.exec(text.slice(start, start + 2_000)) ?? [];
  if (raw === undefined) return null;
  return {
    start,
    end: start + raw.length,
    text: raw.replace(/\[/g, '\\['),
    message: 'reference without a definition: readers see its brackets, as before',
  };
}

/** A footnote goes on in the lines that are indented, and in those of its paragraph. */
const FOOTNOTE =
  /^\[\^[^\]\n]+\]:[^\n]*(?:\n(?!\[\^|[ \t]*$)[^\n]+|\n(?:[ \t]*\n)+(?: {4}|\t)[^\n]+){0,200}/m;

function hideFootnote(text: string, start: number): (Edit & { message: string }) | null {
  const raw = FOOTNOTE.exec(text.slice(start, start + 20_000));
  if (raw?.index !== 0 || raw[0].includes('--')) return null;
  return {
    start,
    end: start + raw[0].length,
    text: `<!-- ${raw[0]} -->`,
    message: 'footnote that its text does not mention, so that no reader saw it: kept as a comment',
  };
}

/** Returns the function that finds the offset of a place, which counts lines and columns from 1. */
function createOffsets(text: string): (place: { line: number; column: number }) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return ({ line, column }) => (starts[line - 1] ?? 0) + column - 1;
}

/** An edit within another one is left for the next time. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  let written = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    if (edit.start < at) continue;
    written += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return written + text.slice(at);
}
