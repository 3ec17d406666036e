/** Runs imports in tests, and reads what they wrote. */
import { join } from 'node:path';
import { parse } from 'yaml';
import { runArticles } from '../../../test/support/program.ts';
import { CONFIG, type Files, json, makeFolder, readTree, writeFiles } from '../../../test/support/site.ts';
import { convertBody } from '../src/convert/convert-body.ts';
import type { ImportedPost, Syntax } from '../src/imported-site.ts';
import { createNotes } from '../src/notes.ts';
import { NO_RECORDS } from '../src/read/no-records.ts';

/** A one-pixel PNG. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A site that has its configuration only. */
export const EMPTY_SITE: Files = {
  'site-config.json': json({ ...CONFIG, locales: ['en_US'], timeZone: 'UTC' }),
};

/** Writes the source into a folder. @returns its path */
export function makeSource(files: Files): string {
  const folder = makeFolder();
  writeFiles(join(folder, 'blog'), files);
  return join(folder, 'blog');
}

export async function importInto(root: string, source: string, ...args: string[]) {
  const { code, stdout, stderr } = await runArticles(['import', source, '--root', root, '--json', ...args]);
  return { code, stderr, result: JSON.parse(stdout) };
}

/** Imports into an empty site. */
export async function importFiles(files: Files, ...args: string[]) {
  const root = makeFolder();
  writeFiles(root, EMPTY_SITE);
  const source = makeSource(files);
  const { code, stderr, result } = await importInto(root, source, ...args);
  return { root, source, code, stderr, result, posts: readPosts(root) };
}

export interface ReadPost {
  file: string;
  fields: Record<string, unknown>;
  body: string;
}

/** Articles and pages of the edition, by slug; pages by their address. */
export function readPosts(root: string, locale = 'en_US'): Map<string, ReadPost> {
  const posts = new Map<string, ReadPost>();
  for (const [path, bytes] of readTree(join(root, 'content', locale))) {
    if (!/^(?:articles|pages)\/.*\.md$/.test(path)) continue;
    const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(bytes.toString('utf8')) ?? [];
    const fields: Record<string, unknown> = parse(head, { schema: 'failsafe' });
    posts.set(String(fields.slug ?? path.replace(/^pages\/|\.md$/g, '')), {
      file: path,
      fields,
      body: body.trim(),
    });
  }
  return posts;
}

/** Messages of the notes, with how often each occurs. */
export function notesOf(result: { notes: { message: string; count: number }[] }): Record<string, number> {
  return Object.fromEntries(result.notes.map(({ message, count }) => [message, count]));
}

/** Builds strictly. @returns the warnings; an error is thrown with its text */
export async function buildStrictly(root: string): Promise<unknown[]> {
  const { code, stdout, stderr } = await runArticles(['build', '--root', root, '--strict', '--json']);
  if (code !== 0) throw new Error(`${stdout}\n${stderr}`);
  return JSON.parse(stdout).warnings;
}

export const TEXT: ImportedPost = {
  file: 'a.md',
  line: 1,
  kind: 'article',
  path: 'a',
  title: 'A',
  slug: null,
  description: null,
  authors: [],
  date: null,
  updated: null,
  expires: null,
  draft: false,
  image: null,
  pinned: false,
  featured: false,
  order: null,
  series: null,
  categories: [],
  tags: [],
  folders: [],
  addresses: [],
  language: null,
  body: '',
  format: 'markdown',
  syntax: 'markdown',
  bodyLine: 1,
};

/** Converts a text as that of a post with the title "T", whose links and pictures keep their addresses. */
export async function convertText(syntax: Syntax, body: string, isHtml = syntax === 'wordpress') {
  const notes = createNotes();
  const targets = {
    link: (target: string) => target,
    image: (target: string) => target,
    reference: (name: string) => `/at/${name}`,
    titleOf: () => null,
    title: 'T',
  };
  const text = convertBody(
    { ...TEXT, body, syntax, format: isHtml ? 'html' : 'markdown' },
    { notes, records: NO_RECORDS, containers: new Map([['incorrect', 'caution']]), targetsAt: () => targets },
  );
  return { text, notes: notes.groups() };
}
