/** Owns trying again: what is worth it, how long to wait, when to stop. */
import { hasCode } from '../../foundation/errors.ts';

const ATTEMPTS = 7;
const LONGEST_DELAY = 30_000;

const NETWORK_CODES = [
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ERR_STREAM_PREMATURE_CLOSE',
];

/** The client raises most faults of the network without a code. */
const NETWORK_MESSAGES =
  /socket hang up|network timeout|premature close|request to .* failed|invalid response body|invalid json response|retry limit exceeded|timed out|unexpected end of (file|json)/i;

/** @param delay milliseconds before the second attempt; doubles each time, up to half a minute, with jitter */
export async function retry<T>(work: () => Promise<T>, delay: number): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
      const backoff = Math.min(delay * 2 ** (attempt - 1), LONGEST_DELAY);
      const wait = Math.max(backoff * (0.5 + Math.random() / 2), readRetryAfter(error));
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** Whether the same request may succeed a moment later. */
export function isTransient(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined) {
    if (status === 408 || status === 429 || status >= 500) return true;
    // Bytes that were damaged on their way: the server keeps the old object and asks for them again.
    if (status === 400) return /md5/i.test(detailOf(error));
    // A session of a large upload that the server has lost; one that never began is no upload.
    return (status === 404 || status === 410) && error instanceof Error && error.name === 'Upload failed';
  }
  if (!(error instanceof Error)) return false;
  return hasCode(error, ...NETWORK_CODES) || NETWORK_MESSAGES.test(error.message);
}

/** Whether a request has taken longer than it may. */
export function isTimeout(error: unknown): boolean {
  if (statusOf(error) === 408) return true;
  return error instanceof Error && /network timeout|timed out/i.test(error.message);
}

/** What the server said; an upload stream hides it in `errors`. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'errors' in error ? `${error.message} ${JSON.stringify(error.errors)}` : error.message;
}

/** The HTTP status of an error of the client, of its transport or of its upload stream. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  for (const value of ['code' in error && error.code, 'status' in error && error.status]) {
    const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
    if (typeof status === 'number' && status >= 100 && status < 600) return status;
  }
  return undefined;
}

/** Milliseconds that the server asks to wait, at most a minute; 0 when it does not say. */
function readRetryAfter(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('response' in error)) return 0;
  const { response } = error;
  if (typeof response !== 'object' || response === null || !('headers' in response)) return 0;
  const { headers } = response;
  if (typeof headers !== 'object' || headers === null) return 0;
  const value =
    headers instanceof Headers
      ? headers.get('retry-after')
      : 'retry-after' in headers && String(headers['retry-after']);
  if (!value) return 0;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), 60_000);
}
