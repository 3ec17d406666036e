/** Shared by the targets that are buckets: reads HTTP answers, and the paths of target URLs. */
import { UserError } from '../../foundation/errors.ts';
import { statusOf } from './request-errors.ts';
import { ConflictError } from './target.ts';

/** @throws ConflictError when the precondition of a request for this object has failed */
export async function withPrecondition<T>(name: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw statusOf(error) === 412 ? new ConflictError(name) : error;
  }
}

/** A handler for `catch`. @returns null when the object does not exist @throws any other error */
export function orNull(error: unknown): null {
  if (statusOf(error) === 404) return null;
  throw error;
}

/** The prefix that a URL names: '' or ending with "/". @throws UserError for a "%" without two hexadecimal digits */
export function parsePrefix(url: URL): string {
  const path = decodeUrlPart(url.pathname, url).replace(/^\/+|\/+$/g, '');
  return path === '' ? '' : `${path}/`;
}

/** @throws UserError for a "%" without two hexadecimal digits */
export function decodeUrlPart(part: string, url: URL): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new UserError({
      code: 'invalid-target',
      message: `"${url.href}" has a "%" without two hexadecimal digits`,
      hint: 'write a percent sign as %25',
    });
  }
}
