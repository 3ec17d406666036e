/** Calls the API of the desk (docs/reference/desk-api.md). */
import type { PlacedComment } from '../../../src/desk/comments.ts';
import type { Revision } from '../../../src/desk/history.ts';
import type { Overlap, Splice } from '../../../src/desk/merge-text.ts';
import type { Queue } from '../../../src/desk/queue.ts';
import type { Finding as ProgramFinding } from '../../../src/foundation/errors.ts';
import type { ListedSection } from '../../../src/generate/list-sections.ts';

export type { PlacedComment as Comment } from '../../../src/desk/comments.ts';
export type { Revision } from '../../../src/desk/history.ts';
export type { Overlap } from '../../../src/desk/merge-text.ts';
export type { Queue, QueueRow as Row } from '../../../src/desk/queue.ts';
export type { ListedSection as Section } from '../../../src/generate/list-sections.ts';

export interface Finding extends ProgramFinding<string> {
  /** Words of the text that a judge objects to. */
  quote?: string;
}

export interface Version {
  text: string;
  hash: string;
}

export interface OpenDocument extends Version {
  file: string;
  fields: Record<string, unknown> | null;
  findings: Finding[];
  sections: ListedSection[];
  comments: PlacedComment[];
}

/** A property of the schema of articles. */
export interface FieldSchema {
  description?: string;
  type?: string | string[];
  enum?: string[];
  format?: string;
  items?: FieldSchema;
  anyOf?: FieldSchema[];
  pattern?: string;
  examples?: unknown[];
}

/** The answer of a request that was refused. `reason` names a case that the desk handles. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly answer: { reason?: string; merge?: (string | Overlap)[]; text?: string; hash?: string },
  ) {
    super(message);
  }
}

const API = '/__desk/api/';

async function read<T>(response: Response): Promise<T> {
  if (response.ok) return response.json();
  const answer = await response.json();
  throw new ApiError(answer.message ?? `the desk answered ${response.status}`, answer);
}

const get = async <T>(name: string, query: Record<string, string> = {}): Promise<T> =>
  read(await fetch(`${API + name}?${new URLSearchParams(query)}`));

const send = (name: string, body: BodyInit, type = 'application/json') =>
  fetch(API + name, { method: 'POST', headers: { 'Content-Type': type, 'X-Articles-Desk': '1' }, body });

const post = async <T>(name: string, body: object): Promise<T> =>
  read(await send(name, JSON.stringify(body)));

export const readArticles = () => get<Queue>('articles');
export const readSchema = () => get<{ properties: Record<string, FieldSchema> }>('schema');
export const readDirectives = () => get<{ name: string; summary: string; example: string }[]>('directives');
export const readDocument = (file: string) => get<OpenDocument>('document', { file });
export const readHistory = (file: string, first: number, last: number) =>
  get<{ revisions: Revision[] }>('history', { file, first: String(first), last: String(last) });

export const save = (body: { file: string; base: string; splices: Splice[]; baseText?: string }) =>
  post<Version & { mine: string }>('save', body);
export const changeFields = (
  file: string,
  set: readonly { field: string; value: string }[],
  unset: readonly string[] = [],
) => post<Version>('change', { file, set, unset });
export const changeComment = (body: object) => post<Pick<OpenDocument, 'hash' | 'comments'>>('comment', body);
export const storePicture = async (name: string, picture: Blob): Promise<{ url: string }> =>
  read(await send(`picture?${new URLSearchParams({ name })}`, picture, picture.type));

export interface CommandEnd<Result = unknown> {
  code: number;
  /** The output of the command with --json; null where it printed nothing. */
  result: Result | null;
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
