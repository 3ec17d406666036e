/** Sends authorized requests to Google Cloud Storage: one attempt each, with a time limit. */
import type { Storage } from '@google-cloud/storage';
import { createExchange, type HttpResponse, requireText, startOf } from '../http-exchange.ts';
import { InvalidAnswerError } from '../request-errors.ts';
import { createObjectBody, type ObjectBody, type RequestLimits } from '../target.ts';

export interface GcsRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Percent-encoded path below `/storage/v1`, or the whole URL of a session. */
  path: string | URL;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** JSON, or bytes. */
  body?: object | ObjectBody;
}

export type GcsClient = ReturnType<typeof createGcsClient>;

/** An answer that is not a success. */
export class GcsError extends Error {
  readonly status: number;
  readonly response: Pick<HttpResponse, 'headers'>;

  constructor({ status, headers, body }: HttpResponse) {
    super(readMessage(startOf(body)) || `HTTP status ${status}`);
    this.name = 'GcsError';
    this.status = status;
    this.response = { headers };
  }
}

/** @param base URL of the server @param auth null for a server without credentials */
export function createGcsClient(base: string, auth: Storage['authClient'] | null, connections: number) {
  const exchange = createExchange(base, connections);

  const send = async (
    { method, path, query = {}, headers = {}, body }: GcsRequest,
    limits: RequestLimits,
  ) => {
    const url = typeof path === 'string' ? new URL(`${base}${path}`) : path;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const isBytes = body === undefined || isBody(body);
    const type = isBytes ? {} : { 'content-type': 'application/json; charset=utf-8' };
    const authorization = auth ? await (await auth.getClient()).getRequestHeaders() : {};
    const response = await exchange(
      {
        method,
        url,
        headers: { ...type, ...headers, ...authorization },
        body: isBytes ? body : createObjectBody(Buffer.from(JSON.stringify(body))),
      },
      limits,
    );
    // A session answers 308 until the last byte has arrived.
    if (response.status < 300 || response.status === 308) return response;
    throw new GcsError(response);
  };

  return {
    send,
    /** @returns the JSON of the answer @throws InvalidAnswerError for anything else */
    async json(request: GcsRequest, limits: RequestLimits): Promise<unknown> {
      return parseJsonAnswer((await send(request, limits)).body);
    },
  };
}

export function parseJsonAnswer(body: Buffer): unknown {
  const text = requireText(body);
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidAnswerError('the answer was not valid JSON');
  }
}

function isBody(body: object): body is ObjectBody {
  return 'kind' in body && 'md5' in body;
}

function readMessage(text: string): string {
  try {
    const { error }: { error?: { message?: unknown } } = JSON.parse(text);
    return typeof error?.message === 'string' ? error.message : '';
  } catch {
    return /<html|<!doctype/i.test(text) ? 'the answer was an HTML page' : text.trim().slice(0, 300);
  }
}
