/**
 * Comments on texts, and suggestions of other words. Each is a file below `comments/`, so that git merges those of two people. A comment names its
 * place by the words that it is about and some characters around them.
 */

import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import {
  attempt,
  createUnreadable,
  type Finding,
  makeFolder,
  parseJson,
  RefusedRequest,
  readRegularFile,
  replaceFileSync,
} from './core.ts';

const AROUND = 60;

const fields = z.strictObject({
  quote: z.string().min(1).max(5000),
  before: z.string().max(AROUND),
  after: z.string().max(AROUND),
  text: z.string().trim().max(10_000),
  /** Words that the comment suggests in place of the quote. */
  replacement: z.string().max(20_000).optional(),
  author: z.string().max(200),
  /** RFC 3339. */
  time: z.string(),
});
const commentSchema = fields.refine(({ text, replacement }) => text !== '' || replacement !== undefined);
type Comment = z.output<typeof commentSchema>;

interface Place {
  from: number;
  to: number;
}

/** A comment with its place in the present text; null where the words are gone or are there several times. */
export type PlacedComment = Comment & { id: string; place: Place | null };

/** The folder of the comments on a text, relative to the root. */
const folderOf = (file: string) => `comments/${file.replace(/^content\//, '').replace(/\.md$/, '')}`;

export function readComments(root: string, file: string, text: string): PlacedComment[] {
  return loadComments(root, file).flatMap(({ id, comment }) =>
    comment ? [{ id, ...comment, place: findQuote(text, comment) }] : [],
  );
}

/** The comments of a text that cannot be shown. Nothing changes or removes them. */
export function findUnreadable(root: string, file: string): Finding[] {
  return loadComments(root, file).flatMap(({ path, comment, value }) => {
    if (comment) return [];
    const cure = `restore ${path} from version control, or delete it`;
    // A newer version adds fields.
    const newer = fields.loose().safeParse(value).success;
    return { ...createUnreadable(newer, 'a comment on this text', cure, { file }), severity: 'warning' };
  });
}

function loadComments(root: string, file: string) {
  const folder = folderOf(file);
  const names = attempt(() => readdirSync(join(root, folder))) ?? [];
  return names.sort().flatMap((name) => {
    const id = /^([\w-]+)\.json$/.exec(name)?.[1];
    if (!id) return [];
    const path = `${folder}/${name}`;
    const value = attempt(() => parseJson(readRegularFile(join(root, path)).toString()));
    return { id, path, value, comment: commentSchema.safeParse(value).data };
  });
}

/** @param text of the file @param place in it: what the comment is about */
export function writeComment(
  root: string,
  file: string,
  text: string,
  place: Place,
  words: Pick<Comment, 'text' | 'replacement' | 'author'>,
): void {
  const time = new Date().toISOString();
  const id = `${time.slice(0, 19).replace(/\D/g, '')}-${crypto.randomUUID().slice(0, 8)}`;
  put(root, file, id, { ...anchor(text, place), ...words, time });
}

/** Keeps comments at their words after an edit of these words. A comment whose words are all gone stays as it is. */
export function followEdit(root: string, file: string, before: string, after: string): void {
  for (const { id, place, ...comment } of readComments(root, file, before)) {
    const moved = place && movePlace(place, before, after);
    if (moved && after.slice(moved.from, moved.to) !== comment.quote)
      put(root, file, id, { ...comment, ...anchor(after, moved) });
  }
}

/** The new place of the quoted text after an edit; null if all of it was deleted. */
function movePlace({ from, to }: Place, before: string, after: string): Place | null {
  const start = sharedStart(before, after);
  const grown = after.length - before.length;
  const end = before.length - Math.min(sharedEnd(before, after), before.length - start, after.length - start);
  if (start >= to) return { from, to };
  if (end <= from) return { from: from + grown, to: to + grown };
  if (start <= from && end >= to) return null;
  return { from: start < from ? end + grown : from, to: end > to ? start : to + grown };
}

export function removeComment(root: string, file: string, id: string): void {
  rmSync(join(root, folderOf(file), `${id}.json`), { force: true });
}

function put(root: string, file: string, id: string, comment: Comment): void {
  const parsed = commentSchema.safeParse(comment);
  if (!parsed.success) throw new RefusedRequest(400, 'A comment needs words, and a place in the text.');
  const path = join(root, folderOf(file), `${id}.json`);
  makeFolder(dirname(path));
  replaceFileSync(path, `${JSON.stringify(parsed.data, null, 2)}\n`, { durable: true, keeps: true });
}

function anchor(text: string, { from, to }: Place) {
  return {
    quote: text.slice(from, to),
    before: text.slice(Math.max(0, from - AROUND), from),
    after: text.slice(to, to + AROUND),
  };
}

/** Characters that must be as they were: of the quote, or around it. A shorter quote may stand at another place by chance. */
const ENOUGH = 30;

/** The place of the quote with the most of the characters around it. null where none is sure, or two fit equally. */
export function findQuote(
  text: string,
  { quote, before, after }: Pick<Comment, 'quote' | 'before' | 'after'>,
): Place | null {
  let best: (Place & { score: number }) | null = null;
  let isTie = false;
  for (let from = text.indexOf(quote); from >= 0; from = text.indexOf(quote, from + 1)) {
    const to = from + quote.length;
    const score =
      sharedEnd(text.slice(Math.max(0, from - AROUND), from), before) +
      sharedStart(text.slice(to, to + AROUND), after);
    isTie =
      best !== null && score === best.score ? true : best === null || score > best.score ? false : isTie;
    if (best === null || score > best.score) best = { from, to, score };
  }
  if (!best || isTie) return null;
  const isSure = best.score >= Math.min(before.length + after.length, ENOUGH - quote.length);
  return isSure ? { from: best.from, to: best.to } : null;
}

function sharedStart(a: string, b: string): number {
  let count = 0;
  while (count < Math.min(a.length, b.length) && a[count] === b[count]) count++;
  return count;
}

function sharedEnd(a: string, b: string): number {
  let count = 0;
  while (count < Math.min(a.length, b.length) && a.at(-1 - count) === b.at(-1 - count)) count++;
  return count;
}
