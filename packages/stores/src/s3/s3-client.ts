/** Sends signed requests to an S3 server: one attempt each, with a time limit. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AwsV4Signer } from 'aws4fetch';
import {
  childText,
  createExchange,
  createRedactor,
  encodeKey,
  type HttpResponse,
  type ObjectBody,
  parseXml,
  type RequestLimits,
  startOf,
} from '../core.ts';
import type { S3Credentials } from './s3-credentials.ts';
import type { S3Location } from './s3-url.ts';

export interface S3Request {
  method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  /** Name of the object, with the target's prefix; left out for the bucket. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: ObjectBody;
}

export type S3Response = Omit<HttpResponse, 'status'>;

export type S3Client = ReturnType<typeof createS3Client>;

/** An answer that is not a success. Its message never contains a key of the request. */
export class S3Error extends Error {
  readonly status: number;
  /** The code in the answer, such as NoSuchBucket. '' for an answer without one. */
  readonly reason: string;
  /** Region that the server names; '' for none. */
  readonly region: string;
  readonly response: { headers: IncomingHttpHeaders };

  constructor(status: number, headers: IncomingHttpHeaders, body: string, hide: (text: string) => string) {
    const xml = parseXml(body);
    const reason = hide(childText(xml, 'Code')).replace(/\W/g, '').slice(0, 60);
    const said = hide(childText(xml, 'Message')).replace(/\s+/g, ' ').trim().slice(0, 300);
    super([reason || `HTTP status ${status}`, said].filter((part) => part !== '').join(': '));
    this.name = 'S3Error';
    this.status = status;
    this.reason = reason;
    this.region = String(headers['x-amz-bucket-region'] ?? childText(xml, 'Region')).replace(/[^\w-]/g, '');
    this.response = { headers };
  }
}

const EMPTY_HASH = createHash('sha256').digest('hex');

/** @param connections maximum number of open connections */
export function createS3Client(location: S3Location, credentials: S3Credentials, connections: number) {
  const base = `${location.endpoint}/${location.bucket}`;
  const exchange = createExchange(base, connections);
  const cache = new Map<string, ArrayBuffer>();
  const { accessKeyId, secretAccessKey, sessionToken = '' } = credentials;
  const hide = createRedactor([accessKeyId, secretAccessKey, sessionToken]);

  const sign = async ({ method, key, query = {}, headers = {}, body }: S3Request) => {
    const url = new URL(key === undefined ? base : `${base}/${encodeKey(key)}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    // Some servers do not decode "+" as a space.
    url.search = url.search.replaceAll('+', '%20');
    const signer = new AwsV4Signer({
      ...credentials,
      cache,
      service: 's3',
      region: location.region,
      method,
      url: url.href,
      headers: {
        ...headers,
        'x-amz-content-sha256': body ? hashOf(body) : EMPTY_HASH,
        ...(body ? { 'content-md5': body.md5 } : {}),
      },
    });
    const signed = await signer.sign();
    return { url, headers: Object.fromEntries(signed.headers.entries()) };
  };

  return {
    location,
    /** @throws S3Error for an answer that is not a success */
    async send(
      input: S3Request,
      limits: Pick<RequestLimits, 'timeout' | 'remainingLease'>,
    ): Promise<S3Response> {
      const { method, body } = input;
      const { status, ...response } = await exchange({ method, ...(await sign(input)), body }, limits);
      if (status < 300) return response;
      throw new S3Error(status, response.headers, startOf(response.body), hide);
    },
    /** A copy may fail after the server has sent the status of a success. @throws S3Error for an error in the body */
    refuseError({ headers, body }: S3Response) {
      const text = startOf(body);
      if (parseXml(text)?.name === 'Error') throw new S3Error(500, headers, text, hide);
    },
  };
}

function hashOf(body: ObjectBody): string {
  if (body.kind === 'bytes') return createHash('sha256').update(body.bytes).digest('hex');
  return Buffer.from(body.sha256, 'base64url').toString('hex');
}
