/** Fetches a page once and keeps its text as a file of `sources/web/`, with its address, its hash and the time. */
import { hash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { decodeUtf8 } from '../../config/utf8.ts';
import { messageOf, UserError } from '../../foundation/errors.ts';
import { fetchPublic, type PublicFetchOptions } from '../../foundation/fetch-public.ts';
import { makeFolder } from '../../foundation/make-folder.ts';
import { replaceFileSync } from '../../foundation/replace-file.ts';
import { readHtml, snapshotFile } from './read-document.ts';

const ACCEPT = 'text/html, text/plain, text/markdown';

/**
 * @returns the file of the snapshot, relative to the root
 * @throws UserError if the page cannot be fetched, or is no text
 */
export async function fetchSource(
  root: string,
  url: string,
  options: PublicFetchOptions = {},
): Promise<string> {
  const fail = (reason: string) =>
    new UserError({
      code: 'unknown-source',
      message: `${url} cannot be fetched: ${reason}`,
      hint: 'save the page in sources/ yourself, and name that file',
    });
  const { status, headers, body } = await fetchPublic(new URL(url), { accept: ACCEPT, ...options }).catch(
    (error: unknown) => {
      throw fail(messageOf(error));
    },
  );
  if (status !== 200) throw fail(`it answers with status ${status}`);
  const type = headers['content-type'] ?? '';
  const decoded = decodeUtf8(body);
  if (!decoded.ok || !/^(?:text\/|application\/xhtml)/.test(type))
    throw fail(`it is no text in UTF-8 (${type || 'no type'})`);
  const isHtml = /html/.test(type);
  const { title, text } = isHtml ? await readHtml(decoded.text, url) : { title: url, text: decoded.text };
  const file = snapshotFile(url);
  const sha256 = hash('sha256', body, 'hex');
  const head = { url, title, fetched: new Date().toISOString(), sha256 };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  makeFolder(dirname(join(root, file)));
  replaceFileSync(join(root, file), `---\n${lines.join('')}---\n${text.trim()}\n`);
  return file;
}
