/** Saves an inline edit (B35): one field of an article's front matter, sent by a page of this server. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type ArticleSource, parseArticle } from '../content/article/parse-article.ts';
import { rewriteFrontMatter } from '../content/front-matter/edit-field.ts';
import { replaceFile } from '../foundation/replace-file.ts';
import { createTurns } from '../foundation/run-concurrently.ts';
import { answerJson, checkOrigin, RefusedRequest, readJson, requireMethod } from './local-request.ts';
import type { Handler } from './server.ts';

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

/** Answers 200 {value}; 400, 403 and 409 {message}. Edits are saved one after the other. */
export function createEditHandler(
  root: string,
  findArticle: (path: string) => Promise<ArticleSource | null>,
): Handler {
  const inTurn = createTurns();
  return answerJson(root, async (request, response) => {
    requireMethod(request, response, 'POST');
    checkOrigin(request);
    const body = editSchema.safeParse(await readJson(request, LARGEST));
    if (!body.success)
      throw new RefusedRequest(400, 'The request is not an edit of a title or a description.');
    return { value: await inTurn(() => save(root, findArticle, body.data)) };
  });
}

async function save(
  root: string,
  findArticle: (path: string) => Promise<ArticleSource | null>,
  { path, field, value, previous }: z.output<typeof editSchema>,
): Promise<string> {
  const text = oneLine(value.replace(/[\r\n]+/g, ''));
  if (text === '') throw new RefusedRequest(400, `The ${field} is empty.`);
  const source = await findArticle(path);
  if (!source) throw new RefusedRequest(400, 'This page is not an article, so it cannot be edited here.');
  const file = join(root, source.file);
  const before = await readFile(file);
  // The page may show the quotes and dashes of its language.
  const [meta, typeset] = [false, true].map((typography) => {
    const reading = { host: '', rawHtml: false, timeZone: 'UTC', typography };
    return parseArticle(source, before.toString('utf8'), '', { reading }).meta;
  });
  if (!meta || !typeset) throw new RefusedRequest(409, `${source.file} has errors; fix them first.`);
  const shown = [meta[field], typeset[field]].map(oneLine);
  if (!shown.includes(oneLine(previous))) {
    throw new RefusedRequest(
      409,
      `The ${field} in ${source.file} has changed since the page was loaded. Reload the page.`,
    );
  }
  await replaceFile(file, await rewriteFrontMatter(before, field, text));
  return text;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
