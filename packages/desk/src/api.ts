/** Calls the API of the desk (docs/reference/desk-api.md). */

import type { Finding as ProgramFinding } from '../../../src/foundation/errors.ts';
import type { ListedSection } from '../../../src/generate/list-sections.ts';
import type { PlacedComment } from './server/comments.ts';
import type { Revision } from './server/history.ts';
import type { Overlap, Splice } from './server/merge-text.ts';
import type { Publishing } from './server/publish.ts';
import type { Choices } from './server/queue.ts';
import type { QueuePage, QueueQuery } from './server/queue-query.ts';
import type { Shared, Sharing } from './server/share.ts';
import type { WordsFound } from './server/words.ts';

export type { ListedSection as Section } from '../../../src/generate/list-sections.ts';
export type { PlacedComment as Comment } from './server/comments.ts';
export type { Revision } from './server/history.ts';
export type { Decision, OpenOverlap } from './server/merge-commits.ts';
export type { Overlap } from './server/merge-text.ts';
export type { Publishing } from './server/publish.ts';
export type { Choices, QueueRow as Row } from './server/queue.ts';
export type { Kind, QueuePage } from './server/queue-query.ts';
export type { Sharing } from './server/share.ts';
export type { WordsFound } from './server/words.ts';

export interface Finding extends ProgramFinding<string> {
  /** Words of the text that a judge objects to. */
  quote?: string;
}

export interface Version {
  text: string;
  hash: string;
}

export type FileVersion = Version & { file: string };

export interface OpenDocument extends Version {
  file: string;
  fields: Record<string, unknown> | null;
  /** What its title makes of an address; '' without a title. */
  slug: string;
  /** What a data file says; null where it cannot be read. */
  data: { value: unknown } | null;
  findings: Finding[];
  sections: ListedSection[];
  comments: PlacedComment[];
}

/** A JSON schema, or a part of it: of the front matter, or of a file. */
export interface FieldSchema {
  description?: string;
  type?: string | string[];
  enum?: string[];
  format?: string;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
  additionalProperties?: boolean | FieldSchema;
  required?: string[];
  anyOf?: FieldSchema[];
  pattern?: string;
  examples?: unknown[];
}

/** The answer of a request that was refused. `reason` names a case that the desk handles. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly answer: {
      reason?: string;
      merge?: (string | Overlap)[];
      text?: string;
      hash?: string;
      /** The name that a file has now. */
      file?: string;
    },
  ) {
    super(message);
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const API = '/__desk/api/';

async function read<T>(response: Response): Promise<T> {
  if (response.ok) return response.json();
  const answer = await response.json();
  throw new ApiError(answer.message ?? `the desk answered ${response.status}`, answer);
}

/** Milliseconds until an answer begins. Without a limit, a request that waits for a free connection would wait for ever. */
const LIMIT = 15_000;

async function ask(url: string, init: RequestInit = {}, wait = LIMIT): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error('the desk does not answer')), wait);
  try {
    return await fetch(url, { ...init, signal: limit.signal });
  } finally {
    // An answer may be long: a command prints while it runs.
    clearTimeout(timer);
  }
}

/** The same for what goes over a network, or is large. */
const LONG = 600_000;

const get = async <T>(name: string, query: Record<string, string> = {}, wait?: number): Promise<T> =>
  read(await ask(`${API + name}?${new URLSearchParams(query)}`, {}, wait));

/** Which rows of the queue, and how many of them. */
export type Query = Omit<QueueQuery, 'from' | 'count'> & { from?: number; count?: number };
export type Filter = Omit<Query, 'from' | 'count'>;

const written = (query: Query) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));

const send = (name: string, body: BodyInit, type = 'application/json', wait?: number) =>
  ask(API + name, { method: 'POST', headers: { 'Content-Type': type, 'X-Articles-Desk': '1' }, body }, wait);

const post = async <T>(name: string, body: object, wait?: number): Promise<T> =>
  read(await send(name, JSON.stringify(body), 'application/json', wait));

export const readRows = (query: Query) => get<QueuePage>('articles', written(query));
/** All files that a filter finds. */
export const readFiles = (filter: Filter) => get<{ files: string[] }>('files', written(filter));
export const readChoices = (locale: string) => get<Choices>('choices', { locale });
export const readSchema = (file: string) => get<FieldSchema>('schema', { file });
export const readDirectives = () => get<{ name: string; summary: string; example: string }[]>('directives');
/** @param hash of the version that the desk has, by which a file that was renamed is found */
export const readDocument = (file: string, hash = '') => get<OpenDocument>('document', { file, hash });
export const readHistory = (file: string, first: number, last: number) =>
  get<{ revisions: Revision[] }>('history', { file, first: String(first), last: String(last) });

export const save = (body: { file: string; base: string; splices: Splice[]; baseText?: string }) =>
  post<Version & { mine: string }>('save', body);
export const createText = (file: string, text: string) => post<Version>('create', { file, text });
/** `move` changes the day of a date and keeps its time. */
export interface FieldChange {
  set?: readonly { field: string; value: string | readonly string[] }[];
  unset?: readonly string[];
  move?: readonly { field: string; days: number }[];
}
/** Changes all files, or none. */
export const changeFields = (files: readonly string[], change: FieldChange) =>
  post<{ undo: string; versions: FileVersion[] }>('change', { files, ...change });
/** Where words are in the texts of a language; '' for all languages. */
export const findWords = (words: string, locale: string) => get<WordsFound>('words', { words, locale }, LONG);
/** Writes others in their place, in all of these texts or in none. */
export const replaceWords = (words: string, locale: string, by: string) =>
  post<{ undo: string; versions: FileVersion[] }>('replace', { words, locale, by }, LONG);
/** Changes one value of a data file. @param value left out to remove it */
export const putValue = (file: string, path: readonly (string | number)[], value: unknown) =>
  post<Version>('put', { file, path, value });
/** Takes a change of fields back in all of its files, or in none. */
export const undoChange = (undo: string) => post<{ versions: FileVersion[] }>('undo', { undo });
/** Writes an empty draft. */
export const createArticle = (draft: { title: string; locale: string; category?: string }) =>
  post<{ file: string }>('new', draft, LONG);
/** @param locale of a translation to begin; without it the draft stands beside the article @returns the file of the draft with the same text */
export const duplicateText = (file: string, locale?: string) =>
  post<{ file: string }>('duplicate', { file, locale });
export const deleteText = (file: string) => post<{ file: string }>('delete', { file });
export const restoreText = (file: string) => post<{ file: string }>('restore', { file });
export const changeComment = (body: object) => post<Pick<OpenDocument, 'hash' | 'comments'>>('comment', body);
/** The HTML of the clipboard as Markdown. `pictures` counts the pictures that are left out. */
export const convertClipping = (html: string) =>
  post<{ markdown: string; pictures: number }>('clipping', { html });
export const storePicture = async (name: string, picture: Blob): Promise<{ url: string }> =>
  read(await send(`picture?${new URLSearchParams({ name })}`, picture, picture.type, LONG));

/** Names in content/images, the newest first. */
export const readPictures = () => get<{ names: string[] }>('pictures');
/** @param name in content/images */
export const pictureAddress = (name: string) => `${API}image?${new URLSearchParams({ name })}`;

/** @param looks true to ask the place of the others first. null without a repository of git */
export const readSharing = (looks: boolean) =>
  get<{ sharing: Sharing | null }>('sharing', looks ? { look: '1' } : {}, looks ? LONG : undefined);
/** Commits, takes over the texts of others, and gives these on. */
export const share = (body: object) => post<Shared>('share', body, LONG);

export const readPublishing = () => get<Publishing>('publishing');
/** From now on, the queue says what these readers have. */
export const chooseReaders = (environment: string) => post<object>('readers', { environment });
/** Asks production, which may take as long as its store. */
export const readSchedule = () => get<{ alarm: { message: string; hint: string } | null }>('schedule');
export const publish = (action: string, environment: string) =>
  post<Publishing>('publish', { action, environment });

export interface CommandEnd<Result = unknown> {
  code: number;
  /** The output of the command with --json; null where it printed nothing. */
  result: Result | null;
}

/** Runs a command to its end. @throws Error with what it prints, where it fails */
export async function runToEnd<Result>(command: object): Promise<Result> {
  const lines: string[] = [];
  const { code, result } = await runCommand<Result>(command, (line) => lines.push(line));
  if (code !== 0 || result === null) throw new Error(lines.join('\n'));
  return result;
}

/** Runs a command of the program. @param onLine gets each line that it prints for people */
export async function runCommand<Result>(
  command: object,
  onLine: (line: string) => void = () => {},
): Promise<CommandEnd<Result>> {
  const response = await send('command', JSON.stringify(command));
  if (!response.ok || !response.body) return read(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let end: CommandEnd<Result> = { code: 2, result: null };
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message: { line: string } | CommandEnd<Result> = JSON.parse(line);
      if ('line' in message) onLine(message.line);
      else end = message;
    }
  }
  return end;
}
