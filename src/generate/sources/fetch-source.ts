/** Fetches a page once and keeps its text as a file of `sources/web/`, with its address, its hash and the time. */
import { hash } from 'node:crypto';
import { lookup } from 'node:dns';
import { mkdirSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { dirname, join } from 'node:path';
import { decodeUtf8 } from '../../config/utf8.ts';
import { messageOf, UserError } from '../../foundation/errors.ts';
import { isPublicAddress } from '../../foundation/public-address.ts';
import { replaceFileSync } from '../../foundation/replace-file.ts';
import { readHtml, snapshotFile } from './read-document.ts';

const MAX_BYTES = 5_000_000;
const MAX_REDIRECTS = 5;
const TIMEOUT = 30_000;

/**
 * @param isAllowed decides about each address that a connection is made to, after the name is looked up
 * @returns the file of the snapshot, relative to the root
 * @throws UserError if the page cannot be fetched, or is no text
 */
export async function fetchSource(root: string, url: string, isAllowed = isPublicAddress): Promise<string> {
  const fail = (reason: string) =>
    new UserError({
      code: 'unknown-source',
      message: `${url} cannot be fetched: ${reason}`,
      hint: 'save the page in sources/ yourself, and name that file',
    });
  const { bytes, type } = await get(new URL(url), isAllowed, MAX_REDIRECTS).catch((error: unknown) => {
    throw fail(messageOf(error));
  });
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok || !/^(?:text\/|application\/xhtml)/.test(type))
    throw fail(`it is no text in UTF-8 (${type || 'no type'})`);
  const isHtml = /html/.test(type);
  const { title, text } = isHtml ? await readHtml(decoded.text, url) : { title: url, text: decoded.text };
  const file = snapshotFile(url);
  const sha256 = hash('sha256', bytes, 'hex');
  const head = { url, title, fetched: new Date().toISOString(), sha256 };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  mkdirSync(dirname(join(root, file)), { recursive: true });
  replaceFileSync(join(root, file), `---\n${lines.join('')}---\n${text.trim()}\n`);
  return file;
}

/** Follows redirects by itself, so that each address is examined. */
async function get(
  url: URL,
  isAllowed: (address: string) => boolean,
  redirects: number,
): Promise<{ bytes: Buffer; type: string }> {
  if (!/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Error('the address is no plain http(s) URL');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isAllowed(host)) throw new Error(`${host} is a private address`);
  const guarded: LookupFunction = (name, options, done) =>
    lookup(name, { ...options, all: true }, (error, found) => {
      const wrong = error ? null : found.find(({ address }) => !isAllowed(address));
      if (wrong) done(new Error(`${name} has the private address ${wrong.address}`), []);
      else done(error, found);
    });
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const answer = await new Promise<{
    status: number;
    location: string | undefined;
    type: string;
    bytes: Buffer;
  }>((resolve, reject) => {
    const headers = { accept: 'text/html, text/plain, text/markdown', 'user-agent': 'articles-press' };
    const call = send(url, { lookup: guarded, headers, signal: AbortSignal.timeout(TIMEOUT) }, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_BYTES) call.destroy(new Error('it is larger than 5 MB'));
        else chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () => {
        const { location, 'content-type': type = '' } = response.headers;
        resolve({ status: response.statusCode ?? 0, location, type, bytes: Buffer.concat(chunks) });
      });
    });
    call.on('error', reject);
    call.end();
  });
  const { status, location } = answer;
  if (status >= 300 && status < 400 && location !== undefined) {
    if (redirects === 0) throw new Error('it redirects too often');
    return get(new URL(location, url), isAllowed, redirects - 1);
  }
  if (status !== 200) throw new Error(`it answers with status ${status}`);
  return answer;
}
