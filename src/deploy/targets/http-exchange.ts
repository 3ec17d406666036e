/** Sends one HTTP request to a store and reads its answer, with a limit on the time without progress. */
import {
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { UserError } from '../../foundation/errors.ts';
import { ConnectionError, InvalidAnswerError } from './request-errors.ts';
import type { ObjectBody, RequestLimits } from './target.ts';

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface HttpRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: ObjectBody | undefined;
}

export type Exchange = (
  request: HttpRequest,
  limits: Pick<RequestLimits, 'timeout' | 'remainingLease'>,
) => Promise<HttpResponse>;

/** An error page is shorter. */
const MAX_TEXT = 64 * 1024;
/** Bytes of one answer. A listing has a few megabytes, and the largest object that is read is the list of a site's files. */
const MAX_ANSWER = 256 << 20;

/** The start of a body as text, for error answers. */
export const startOf = (body: Buffer): string => body.subarray(0, MAX_TEXT).toString();

/** The text of an answer that must not be empty or a web page, such as one of a proxy. @throws InvalidAnswerError */
export function requireText(body: Buffer): string {
  const text = body.toString();
  if (text.trim() === '') throw new InvalidAnswerError('the answer was empty');
  if (/^\s*<(!doctype html|html)/i.test(text)) throw new InvalidAnswerError('the answer was an HTML page');
  return text;
}

/**
 * Connections to one server stay open, at most `connections` of them. HTTPS_PROXY and NO_PROXY apply.
 * @param base URL of the server
 */
export function createExchange(base: string, connections: number): Exchange {
  const isSecure = base.startsWith('https:');
  const agent = createAgent(new URL(base), { keepAlive: true, maxSockets: connections });
  return ({ method, url, headers, body }, { timeout, remainingLease }) =>
    new Promise((resolve, reject) => {
      const size = method === 'GET' || method === 'HEAD' ? {} : { 'content-length': String(body?.size ?? 0) };
      const options = { method, agent, headers: { ...headers, ...size } };
      const request = isSecure ? requestHttps(url, options) : requestHttp(url, options);
      let timer: NodeJS.Timeout | undefined;
      const fail = (error: unknown) => {
        clearTimeout(timer);
        request.destroy();
        reject(error);
      };
      const restartTimer = () => {
        clearTimeout(timer);
        try {
          const time = Math.min(timeout, remainingLease?.() ?? timeout);
          timer = setTimeout(() => fail(new Error('the request timed out')), time);
        } catch (error) {
          fail(error);
        }
      };
      const receive = (response: IncomingMessage) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > MAX_ANSWER) return fail(createEndlessError(url.host));
          restartTimer();
          chunks.push(chunk);
        });
        // A connection that breaks within an answer ends here too.
        response.once('error', (error) => fail(new ConnectionError(error)));
        response.once('end', () => {
          clearTimeout(timer);
          const { statusCode: status = 0, headers: received } = response;
          resolve({ status, headers: received, body: Buffer.concat(chunks) });
        });
      };
      restartTimer();
      // A file that cannot be read ends the request too, after it has failed with the error of the file.
      request.once('error', (error) => fail(new ConnectionError(error)));
      request.once('response', receive);
      if (body?.kind === 'stream') {
        sendStream(body.open(), request, restartTimer, fail).catch(fail);
      } else {
        request.end(body?.bytes);
      }
    });
}

/** It is not asked for again: each attempt would read as much. */
function createEndlessError(host: string): UserError {
  return new UserError({
    code: 'failing-server',
    message: `an answer of ${host} has more than ${MAX_ANSWER / (1 << 20)} MB`,
    hint: 'check the endpoint of the target, then run the same command again',
  });
}

function createAgent({ protocol, hostname }: URL, options: { keepAlive: true; maxSockets: number }) {
  if (protocol === 'http:') return new HttpAgent(options);
  const {
    HTTPS_PROXY,
    https_proxy: proxy = HTTPS_PROXY,
    NO_PROXY,
    no_proxy: excluded = NO_PROXY,
  } = process.env;
  const isDirect = (excluded ?? '').split(',').some((part) => {
    const name = part.trim().replace(/^\*?\./, '');
    return name === '*' || (name !== '' && `.${hostname}`.endsWith(`.${name}`));
  });
  return proxy && !isDirect ? new HttpsProxyAgent(proxy, options) : new HttpsAgent(options);
}

async function sendStream(
  source: Readable,
  request: ReturnType<typeof requestHttp>,
  onProgress: () => void,
  onUnreadable: (error: unknown) => void,
) {
  async function* watched() {
    try {
      for await (const chunk of source) {
        onProgress();
        yield chunk;
      }
    } catch (error) {
      onUnreadable(error);
      throw error;
    }
  }
  await pipeline(watched, request);
}
