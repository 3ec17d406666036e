/** Signature version 4 of AWS, written from its documentation for the test server: it shares no code with the client. */
import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface SignedRequest {
  method: string;
  /** As in the request line. */
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
}

interface Claim {
  accessKeyId: string;
  /** YYYYMMDD */
  date: string;
  region: string;
  service: string;
  signedHeaders: string[];
  signature: string;
}

/** Reads the Authorization header; null for another scheme or a malformed one. */
export function readClaim(authorization: string | undefined): Claim | null {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/\s]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization ?? '',
    );
  if (!match) return null;
  const [, accessKeyId = '', date = '', region = '', service = '', names = '', signature = ''] = match;
  return { accessKeyId, date, region, service, signedHeaders: names.split(';'), signature };
}

export function signatureOf(request: SignedRequest, claim: Claim, secret: string): string {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const keyOfDay = hmac(`AWS4${secret}`, claim.date);
  const key = hmac(hmac(hmac(keyOfDay, claim.region), claim.service), 'aws4_request');
  const canonical = createCanonicalRequest(request, claim);
  const stringToSign = [
    'AWS4-HMAC-SHA256',
    String(request.headers['x-amz-date']),
    `${claim.date}/${claim.region}/${claim.service}/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  return hmac(key, stringToSign).toString('hex');
}

function createCanonicalRequest({ method, path, query, headers }: SignedRequest, claim: Claim): string {
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=').map((part) => uriEncode(decodeURIComponent(part)));
      return [name, value] as const;
    })
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  const lines = claim.signedHeaders.map((name) => {
    const value = headers[name];
    const text = (Array.isArray(value) ? value.join(',') : String(value ?? '')).trim().replace(/ +/g, ' ');
    return `${name}:${text}\n`;
  });
  return [
    method,
    path
      .split('/')
      .map((part) => uriEncode(decodeURIComponent(part)))
      .join('/'),
    pairs.map((pair) => pair.join('=')).join('&'),
    lines.join(''),
    claim.signedHeaders.join(';'),
    String(headers['x-amz-content-sha256']),
  ].join('\n');
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Every byte except the unreserved characters. */
function uriEncode(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      const hex = byte.toString(16).toUpperCase().padStart(2, '0');
      return /[A-Za-z0-9\-._~]/.test(character) && byte < 128 ? character : `%${hex}`;
    })
    .join('');
}
