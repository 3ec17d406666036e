/** Accepts requests that change files from pages of this machine only, and reads their JSON. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { problemsOf } from '../foundation/errors.ts';
import { sendJson } from './send-file.ts';
import { type Handler, isLocalHost } from './server.ts';

/** Ends a request with a status and a message for the person at the page. */
export class RefusedRequest extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Further fields of the answer. */
    readonly details: object = {},
  ) {
    super(message);
  }
}

/** Answers with what `work` returns, or with the status and message of its error. Internal errors pass. */
export function answerJson(
  root: string,
  work: (request: IncomingMessage, response: ServerResponse) => Promise<object | null>,
): Handler {
  return async (request, response) => {
    try {
      const result = await work(request, response);
      if (result !== null) sendJson(response, 200, result);
    } catch (error) {
      if (error instanceof RefusedRequest)
        return sendJson(response, error.status, { message: error.message, ...error.details });
      const problems = problemsOf(error, root);
      if (!problems) throw error;
      const message = problems.map((problem) => `${problem.message}; ${problem.hint}`).join('. ');
      sendJson(response, 400, { message });
    }
  };
}

export function requireMethod(request: IncomingMessage, response: ServerResponse, method: string): void {
  if (request.method === method) return;
  response.setHeader('Allow', method);
  throw new RefusedRequest(405, `Use ${method}.`);
}

const isLocalPeer = ({ socket }: IncomingMessage) =>
  /^(::1$|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '');

/** Refuses requests from other machines, other sites, and other names of this machine. */
export function checkOrigin(request: IncomingMessage): void {
  const { host = '', origin } = request.headers;
  if (!isLocalHost(host) || !isLocalPeer(request) || origin !== `http://${host}`)
    throw new RefusedRequest(403, 'Edits are accepted from pages on this machine only.');
}

/** The same for a GET, which has no origin where the browser itself or a page of this server sends it. */
export function checkReader(request: IncomingMessage): void {
  const { host = '', origin = `http://${host}`, 'sec-fetch-site': site = 'none' } = request.headers;
  const isOwn = origin === `http://${host}` && ['same-origin', 'none'].includes(String(site));
  if (!isLocalHost(host) || !isLocalPeer(request) || !isOwn)
    throw new RefusedRequest(403, 'This is answered to pages of this server only.');
}

/** @param largest bytes */
export async function readBytes(request: IncomingMessage, largest: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > largest) throw new RefusedRequest(400, 'The edit is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function readJson(request: IncomingMessage, largest: number): Promise<unknown> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    throw new RefusedRequest(400, 'An edit must be JSON.');
  const bytes = await readBytes(request, largest);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new RefusedRequest(400, 'The request is not JSON.');
  }
}
