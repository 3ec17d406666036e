/** Translates errors of Google Cloud Storage into what the user can do about them. */
import { lookup } from 'node:dns/promises';
import { messageOf, UserError } from '../../../foundation/errors.ts';
import { explainFailure, isNetworkError, isTransientRequest, statusOf } from '../request-errors.ts';

const LOGIN =
  'run `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS to the key file of a service account or of a workload identity';

const API_HOST = 'storage.googleapis.com';

/**
 * Explains why the client has no access token. Where it reports missing credentials, the network may be missing too, so
 * this looks up the host of the API.
 */
export async function explainLogin(error: unknown, host = API_HOST): Promise<UserError> {
  let networkError: unknown = isNetworkError(error) ? error : null;
  const isMissing = /default credentials/i.test(messageOf(error));
  if (isMissing && !process.env.HTTPS_PROXY) {
    networkError ??= await lookup(host).catch((cause: unknown) => cause);
  }
  if (!(networkError instanceof Error)) {
    const message = `there are no usable credentials for Google Cloud: ${shorten(messageOf(error))}`;
    return new UserError({ code: 'missing-credentials', message, hint: LOGIN });
  }
  const said = shorten(networkError.message);
  const unreachable = /https?:\/\/([^\s/]+)/.exec(said)?.[1] ?? host;
  const reason = /, reason: (.+)$/.exec(said)?.[1] ?? said;
  const [note, login] = isMissing
    ? ['and this machine has no credentials for Google Cloud', `${LOGIN}, `]
    : ['credentials were not tested', ''];
  return new UserError({
    code: 'unreachable',
    message: `cannot reach ${unreachable}: ${reason}; ${note}`,
    hint: `check the network connection, ${login}then run the same command again`,
  });
}

/** Recognizes damaged bytes, which the server rejects. */
export function isTransientGcsError(error: unknown): boolean {
  return error instanceof Error && statusOf(error) === 400 && /md5/i.test(error.message);
}

/** A UserError where the user can correct the cause, else the error itself. */
export function explainGcsError(error: unknown, bucket: string, host = API_HOST): unknown {
  if (error instanceof UserError) return error;
  if (isTransientRequest(error) || isTransientGcsError(error)) return explainFailure(error, host);
  const status = statusOf(error);
  const said = shorten(messageOf(error));
  switch (status) {
    case 401:
      return new UserError({
        code: 'rejected-credentials',
        message: `Google Cloud rejected the credentials: ${said}`,
        hint: LOGIN,
      });
    case 403:
      return new UserError({
        code: 'missing-permission',
        message: `no permission in the bucket "${bucket}": ${said}`,
        hint: 'grant the account "Storage Object Admin" on this bucket (replacing an object needs storage.objects.delete); --init needs "Storage Admin"',
      });
    case 404:
      return new UserError({
        code: 'unknown-bucket',
        message: `the bucket "${bucket}" does not exist, or this account cannot see it`,
        hint: 'create it with `articles deploy --init`, or correct its name',
      });
  }
  if (status === undefined || status < 400) return error;
  return new UserError({
    code: 'rejected-request',
    message: `Google Cloud Storage rejected a request (${status}): ${said}`,
    hint: 'correct the problem that the message names, then run the command again',
  });
}

/** Makes one line of the message. An HTML error page is left out. */
function shorten(message: string): string {
  if (/<(!doctype|html)/i.test(message)) return 'the answer was an HTML page';
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
