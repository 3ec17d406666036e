/** Saves an inline edit (B35): one field of an article's front matter, sent by a page of this server. */
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';
import { type ArticleSource, parseArticle } from '../content/article/parse-article.ts';
import { rewriteFrontMatterField } from '../content/front-matter/edit-field.ts';
import { problemsOf } from '../foundation/errors.ts';
import { replaceFile } from '../foundation/replace-file.ts';
import { sendJson } from './send-file.ts';
import { type Handler, isLocalHost } from './server.ts';

export const EDIT_PATH = '/__edit';

/** Characters. */
const MAX_VALUE = 2000;

const editSchema = z.strictObject({
  path: z.string().startsWith('/'),
  field: z.enum(['title', 'description']),
  value: z.string().max(MAX_VALUE),
  /** The text that the page showed before the edit. */
  previous: z.string(),
});

const LARGEST = 20_000;

/** Ends a request with a status and a message for the editor. */
class RefusedEdit extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Answers 200 {value}; 400, 403 and 409 {message}. Edits are saved one after the other. */
export function createEditHandler(
  root: string,
  findArticle: (path: string) => Promise<ArticleSource | null>,
): Handler {
  let last: Promise<unknown> = Promise.resolve();

  return async (request, response) => {
    try {
      if (request.method !== 'POST') {
        response.setHeader('Allow', 'POST');
        throw new RefusedEdit(405, 'Use POST.');
      }
      checkOrigin(request);
      const body = editSchema.safeParse(await readJson(request));
      if (!body.success)
        throw new RefusedEdit(400, 'The request is not an edit of a title or a description.');
      const edit = last.then(() => save(root, findArticle, body.data));
      last = edit.catch(() => undefined);
      sendJson(response, 200, { value: await edit });
    } catch (error) {
      if (error instanceof RefusedEdit) return sendJson(response, error.status, { message: error.message });
      const problems = problemsOf(error, root);
      if (!problems) throw error;
      const message = problems.map((problem) => `${problem.message}; ${problem.hint}`).join('. ');
      sendJson(response, 400, { message });
    }
  };
}

/** Refuses requests from other machines, other sites, and other names of this machine. */
function checkOrigin({ headers, socket }: IncomingMessage): void {
  const host = headers.host ?? '';
  const isLocalPeer = /^(::1$|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '');
  if (!isLocalHost(host) || !isLocalPeer || headers.origin !== `http://${host}`) {
    throw new RefusedEdit(403, 'Edits are accepted from pages on this machine only.');
  }
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) {
    throw new RefusedEdit(400, 'An edit must be JSON.');
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST) throw new RefusedEdit(400, 'The edit is too long.');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new RefusedEdit(400, 'The request is not JSON.');
  }
}

async function save(
  root: string,
  findArticle: (path: string) => Promise<ArticleSource | null>,
  { path, field, value, previous }: z.output<typeof editSchema>,
): Promise<string> {
  const text = oneLine(value.replace(/[\r\n]+/g, ''));
  if (text === '') throw new RefusedEdit(400, `The ${field} is empty.`);
  const source = await findArticle(path);
  if (!source) throw new RefusedEdit(400, 'This page is not an article, so it cannot be edited here.');
  const file = join(root, source.file);
  const before = await readFile(file);
  const { meta } = parseArticle(source, before.toString('utf8'), '');
  if (!meta) throw new RefusedEdit(409, `${source.file} has errors; fix them first.`);
  if (oneLine(previous) !== oneLine(meta[field])) {
    throw new RefusedEdit(
      409,
      `The ${field} in ${source.file} has changed since the page was loaded. Reload the page.`,
    );
  }
  const { mode } = await stat(file);
  await replaceFile(file, await rewriteFrontMatterField(before, field, text), { mode });
  return text;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
