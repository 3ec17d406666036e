/** Reads errors of HTTP clients, and retries requests that may succeed later. */
import * as z from 'zod';
import { backOff, parseRetryAfter } from '../../foundation/back-off.ts';
import { hasCode, messageOf, UserError } from '../../foundation/errors.ts';

const ATTEMPTS = 7;
const MAX_DELAY = 30_000;
const MAX_RETRY_AFTER = 60_000;

const NETWORK_CODES = [
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ERR_STREAM_PREMATURE_CLOSE',
];

/** Clients throw many network errors without a code. */
const NETWORK_MESSAGES =
  /socket hang up|network timeout|premature close|request to .* failed|timed out|aborted/i;

/** An answer with the status of a success that is not one of the protocol, such as the page of a proxy. It may pass. */
export class InvalidAnswerError extends Error {}

/** Whatever a socket or the parser of HTTP throws, such as an answer that is not HTTP: the message and the code are theirs. */
export class ConnectionError extends Error {
  readonly code: string | undefined;

  constructor(cause: Error) {
    super(cause.message || ('code' in cause ? String(cause.code) : 'the connection broke'), { cause });
    this.code = 'code' in cause ? String(cause.code) : undefined;
  }
}

/** @param delay milliseconds before the second attempt; doubles each time */
export async function retry<T>(
  work: () => Promise<T>,
  delay: number,
  isTransient: (error: unknown) => boolean,
  attempts = ATTEMPTS,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !(isTransient(error) || isTransientRequest(error))) throw error;
      const asked = parseRetryAfter(readRetryAfter(error), Date.now()) ?? 0;
      const wait = Math.max(
        backOff(attempt - 1, { first: delay, longest: MAX_DELAY }),
        Math.min(asked, MAX_RETRY_AFTER),
      );
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** True if the same request may succeed later. */
export function isTransientRequest(error: unknown): boolean {
  if (error instanceof UserError) return false;
  if (error instanceof InvalidAnswerError) return true;
  const status = statusOf(error);
  if (status !== undefined) return status === 408 || status === 429 || status >= 500;
  return isNetworkError(error);
}

export function isNetworkError(error: unknown): error is Error {
  if (error instanceof ConnectionError) return true;
  return error instanceof Error && (hasCode(error, ...NETWORK_CODES) || NETWORK_MESSAGES.test(error.message));
}

/** Explains an error that stayed after all attempts. @param host of the server */
export function explainFailure(error: unknown, host: string): UserError {
  const isNetwork = isNetworkError(error);
  return new UserError({
    code: isNetwork ? 'unreachable' : 'failing-server',
    message: `${isNetwork ? `cannot reach ${host}` : `${host} gave no valid answer after several attempts`}: ${messageOf(error)}`,
    hint: isNetwork
      ? 'check the network connection and the endpoint, then run the same command again; it continues where this one stopped'
      : 'run the same command again; it continues where this one stopped',
  });
}

/** True if a request reached its time limit. */
export function isTimeout(error: unknown): boolean {
  if (statusOf(error) === 408) return true;
  return error instanceof Error && /network timeout|timed out/i.test(error.message);
}

/** The HTTP status of an error. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  for (const value of ['code' in error && error.code, 'status' in error && error.status]) {
    const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
    if (typeof status === 'number' && status >= 100 && status < 600) return status;
  }
  return undefined;
}

const withHeaders = z.object({
  response: z.object({ headers: z.union([z.instanceof(Headers), z.record(z.string(), z.unknown())]) }),
});

/** The `retry-after` header of the answer that an error carries. */
function readRetryAfter(error: unknown): string | null {
  const headers = withHeaders.safeParse(error).data?.response.headers;
  const value = headers instanceof Headers ? headers.get('retry-after') : headers?.['retry-after'];
  return typeof value === 'string' ? value : null;
}
