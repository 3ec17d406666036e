/** Sends a request to a public server with a time limit and retries. Follows no redirect, so no secret leaves its host. */
import { isTransientRequest, retry } from './request-errors.ts';

export interface RequestPatience {
  /** Milliseconds that one attempt may take. */
  timeout: number;
  attempts: number;
  /** Milliseconds before the second attempt; doubles each time. */
  delay: number;
}

/** Has the last answer, so that `retry` obeys its Retry-After. */
class BusyError extends Error {
  readonly response: Response;
  readonly status: number;

  constructor(response: Response) {
    super(`the server answered ${response.status}`);
    this.response = response;
    this.status = response.status;
  }
}

/** @returns the answer with any status @throws the network error of the last attempt */
export async function sendRequest(
  url: URL,
  { method = 'GET', headers = {}, body = null }: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  { timeout, attempts, delay }: RequestPatience,
): Promise<Response> {
  const send = async () => {
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal }).catch(findCause);
    if (!isTransientRequest({ status: response.status }) || attempts === 1) return response;
    await response.body?.cancel();
    throw new BusyError(response);
  };
  try {
    return await retry(send, delay, () => false, attempts);
  } catch (error) {
    if (error instanceof BusyError) return error.response;
    throw error;
  }
}

/** `fetch` hides the reason of a failed connection in `cause`. @throws the cause */
function findCause(error: unknown): never {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    throw Object.assign(new Error('the server did not answer in time'), { code: 'ETIMEDOUT' });
  }
  const cause = error instanceof Error ? error.cause : undefined;
  throw cause instanceof AggregateError ? (cause.errors[0] ?? cause) : (cause ?? error);
}
