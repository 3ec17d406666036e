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

/** @throws UserError for what is not the address of a server */
export function parseEndpoint(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash) return url;
  throw new UserError({
    code: 'invalid-target',
    message: 'the endpoint is not a valid URL',
    hint: 'use the address of the server without credentials, such as ?endpoint=https://storage.example.com',
  });
}

/** Encodes the name of an object for a URL that is signed: everything except letters, digits, `-._~` and "/". */
export function encodeKey(key: string): string {
  const encode = (part: string) =>
    encodeURIComponent(part).replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return key.split('/').map(encode).join('/');
}

/** Hides secrets, because servers quote headers of the request in their errors. */
export function createRedactor(values: readonly string[]) {
  const secrets = values
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret), encodeURIComponent(secret).toLowerCase()]);
  return (text: string): string => {
    const known = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text);
    return known.replace(/(Signature=|Credential=|Bearer |AWS4-HMAC-SHA256 )\S+/g, '$1[hidden]');
  };
}
