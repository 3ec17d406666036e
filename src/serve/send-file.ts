/** Answers a request with a file: content type, compression, validators. */
import { createReadStream, type Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { hasCode } from '../foundation/errors.ts';
import { contentTypeOf, isCompressible } from '../foundation/response-headers.ts';

export interface FileAnswer {
  status: number;
  /** Output path, which decides the content type. */
  name: string;
  file: string;
  stats: Stats;
  /** Further headers, such as those for caches. */
  headers: Readonly<Record<string, string>>;
  /** Changes an HTML page before it is sent, for example adds a script; `tag` identifies the change. */
  change: { tag: string; apply(html: string): string } | null;
}

export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { status, name, file, stats, headers, change }: FileAnswer,
): Promise<void> {
  const contentType = contentTypeOf(name);
  const changed = change && contentType.startsWith('text/html') ? change : null;
  const range =
    request.method === 'GET' && status === 200 && !changed ? readRange(request, stats.size) : null;
  const gzip =
    !range &&
    isCompressible(contentType, stats.size) &&
    /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(request.headers['accept-encoding'] ?? ''));
  const etag = `W/"${stats.size.toString(36)}-${stats.mtimeMs.toString(36)}${changed ? `-${changed.tag}` : ''}"`;
  response.setHeader('Content-Type', contentType);
  for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
  response.setHeader('ETag', etag);
  if (isCompressible(contentType, stats.size)) response.appendHeader('Vary', 'Accept-Encoding');
  if (status === 200 && matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  if (!changed) response.setHeader('Accept-Ranges', 'bytes');
  if (range) {
    const part = range === 'outside' ? '*' : `${range.start}-${range.end}`;
    response.setHeader('Content-Range', `bytes ${part}/${stats.size}`);
  }
  if (range === 'outside') {
    response.writeHead(416, { 'Content-Length': 0 }).end();
    return;
  }
  if (gzip) response.setHeader('Content-Encoding', 'gzip');
  else if (!changed) response.setHeader('Content-Length', range ? range.end - range.start + 1 : stats.size);
  response.statusCode = range ? 206 : status;
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  try {
    const body = changed
      ? Readable.from([Buffer.from(changed.apply(await readFile(file, 'utf8')))])
      : createReadStream(file, range ?? {});
    if (gzip) await pipeline(body, createGzip(), response);
    else await pipeline(body, response);
  } catch (error) {
    // The client closed the connection, or the file was replaced.
    if (!hasCode(error, 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_WRITE_AFTER_END', 'ENOENT', 'ECONNRESET'))
      throw error;
    response.destroy();
  }
}

/**
 * The one part of a file that a request asks for; both ends belong to it. null for the whole file, which is also the
 * answer to several parts and to `If-Range`: its condition needs a strong ETag.
 */
function readRange(
  { headers }: IncomingMessage,
  size: number,
): { start: number; end: number } | 'outside' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if ((from === '' && to === '') || headers['if-range'] !== undefined) return null;
  if (from !== '' && to !== '' && Number(from) > Number(to)) return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end ? 'outside' : { start, end };
}

function matches(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(/\s*,\s*/).some((tag) => tag === '*' || tag === etag);
}

/** Adds an element at the end of the body. */
export function addToBody(html: string, added: string): string {
  const end = html.lastIndexOf('</body>');
  return end < 0 ? html + added : html.slice(0, end) + added + html.slice(end);
}

export function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(text);
}

export function sendJson(response: ServerResponse, status: number, value: object): void {
  sendText(response, status, JSON.stringify(value), 'application/json; charset=utf-8');
}
