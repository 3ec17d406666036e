/** Finds out which preconditions an S3 server keeps, with requests to a scratch object. */
import {
  createObjectBody,
  encodeKey,
  PARTS_PREFIX,
  type RequestLimits,
  requireEtag,
  UserError,
} from '../core.ts';
import { type S3Client, S3Error } from './s3-client.ts';

export interface S3Features {
  /** true where a copy or a deletion can have a precondition. Otherwise it takes more requests. */
  copy: boolean;
  delete: boolean;
}

const WRONG = { 'if-match': '"00000000000000000000000000000000"' };
const EXISTS = { 'if-none-match': '*' };

/** @throws UserError for a server that ignores preconditions of writes: two deploys could have the lock */
export async function probeServer(client: S3Client, limits: RequestLimits): Promise<S3Features> {
  const { bucket, prefix, endpoint } = client.location;
  // Later deploys remove what a crash leaves here.
  const key = `${prefix}${PARTS_PREFIX}probe-${crypto.randomUUID()}`;
  const source = {
    'x-amz-copy-source': `/${bucket}/${encodeKey(key)}`,
    'x-amz-metadata-directive': 'REPLACE',
  };
  const send = async (method: 'PUT' | 'DELETE', headers: Record<string, string>, text?: string) => {
    limits.addCalls?.(1);
    const body = text === undefined ? {} : { body: createObjectBody(Buffer.from(text)) };
    const answer = await client.send({ method, key, headers, ...body }, limits);
    // The answer of another program, such as a proxy, says nothing about the server.
    if (text !== undefined) requireEtag(answer.headers);
  };
  const isKept = async (method: 'PUT' | 'DELETE', headers: Record<string, string>, text?: string) => {
    try {
      await send(method, headers, text);
      return false;
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      if (error.status === 412 || error.status === 409) return true;
      // The server does not support the header.
      if (error.status === 501 || error.status === 400 || error.status === 405) return false;
      throw error;
    }
  };
  const refuse = (names: readonly string[]) =>
    new UserError({
      code: 'unsafe-server',
      message: `${new URL(endpoint).host} ignores ${names.join(' and ')} on writes, so a lock could not hold: two deploys could write at the same time`,
      hint: 'use a server with conditional writes, such as Amazon S3, Cloudflare R2 or MinIO, or copy the build there with another tool (docs/deploy.md)',
    });
  try {
    await send('PUT', EXISTS, 'probe');
  } catch (error) {
    if (!(error instanceof S3Error) || error.status !== 501) throw error;
    throw refuse(['If-None-Match', 'If-Match']);
  }
  // These run one after the other: a server that ignores conditions may also reorder writes to one name.
  const again = await isKept('PUT', EXISTS, 'probe');
  const replace = await isKept('PUT', WRONG, 'probe');
  const copyNew = await isKept('PUT', { ...source, ...EXISTS });
  const copyOver = await isKept('PUT', { ...source, ...WRONG });
  const remove = await isKept('DELETE', WRONG);
  await send('DELETE', {});
  const ignored = [again ? '' : 'If-None-Match', replace ? '' : 'If-Match'].filter((name) => name !== '');
  if (ignored.length > 0) throw refuse(ignored);
  return { copy: copyNew && copyOver, delete: remove };
}
