/** Owns what errors of Google Cloud Storage mean to a user. */
import { messageOf, UserError } from '../../../foundation/errors.ts';
import { isTransient, statusOf } from '../../execute/retry.ts';

const LOGIN =
  'run `gcloud auth application-default login`, or let GOOGLE_APPLICATION_CREDENTIALS name the key file of a service account or of a workload identity';

export function createCredentialsError(error: unknown): UserError {
  return new UserError({
    message: `there are no usable credentials for Google Cloud: ${shorten(messageOf(error))}`,
    hint: LOGIN,
  });
}

/** A UserError where the user can mend it; else the error itself. */
export function explainGcsError(error: unknown, bucket: string): unknown {
  if (error instanceof UserError) return error;
  const status = statusOf(error);
  const said = shorten(messageOf(error));
  if (status === 401) {
    return new UserError({ message: `Google Cloud refused the credentials: ${said}`, hint: LOGIN });
  }
  if (status === 403) {
    return new UserError({
      message: `not allowed in the bucket "${bucket}": ${said}`,
      hint: 'grant the account "Storage Object Admin" on this bucket (replacing an object needs storage.objects.delete); --init needs "Storage Admin"',
    });
  }
  if (status === 404) {
    return new UserError({
      message: `there is no bucket "${bucket}", or this account may not see it`,
      hint: 'make it with `articles deploy --init`, or correct its name',
    });
  }
  if (isTransient(error)) {
    return new UserError({
      message: `Google Cloud Storage did not answer properly, after several attempts: ${said}`,
      hint: 'run the same command again; it goes on where this one stopped',
    });
  }
  if (status !== undefined && status >= 400 && status < 500) {
    return new UserError({
      message: `Google Cloud Storage refused a request (${status}): ${said}`,
      hint: 'correct what it names and run the command again',
    });
  }
  return error;
}

/** One line; an HTML error page says nothing worth showing. */
function shorten(message: string): string {
  if (/<(!doctype|html)/i.test(message)) return 'an HTML page came back';
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
