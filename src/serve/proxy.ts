/** Proxies third-party scripts of an allow list, and connects to public addresses only (B32). */
import { type LookupAddress, type LookupAllOptions, lookup as lookUpName } from 'node:dns';
import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { messageOf } from '../foundation/errors.ts';
import { isPublicAddress } from '../foundation/public-address.ts';
import { sendText } from './send-file.ts';
import type { Handler } from './server.ts';

export const PROXY_PATH = '/__third-party-proxy';

export interface ProxyOptions {
  /** Returns the allowed URLs, which must match exactly. */
  allow(): Promise<readonly string[]>;
  /** Default: public addresses. Tests also allow the loopback address. */
  isAllowedAddress?: (address: string) => boolean;
  /** Resolves a name to addresses. */
  lookUp?: LookUp;
}

export type LookUp = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const REDIRECTS = 5;
const TIMEOUT = 10_000;
const LARGEST = 5_000_000;

export function createProxy({
  allow,
  isAllowedAddress = isPublicAddress,
  lookUp = lookUpName,
}: ProxyOptions): Handler {
  // The request uses the address that was checked, since a second look-up could return another one.
  const lookUpPublic: LookupFunction = (name, options, done) => {
    lookUp(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '');
      const refused = addresses.find(({ address }) => !isAllowedAddress(address));
      const [first] = addresses;
      if (refused || !first) return done(new Error(`${name} is not a public address`), '');
      if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };

  const fetchOnce = (url: URL): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const host = url.hostname.replace(/^\[|\]$/g, '');
      // A literal address skips the look-up.
      if (isIP(host) && !isAllowedAddress(host)) return reject(new Error(`${host} is not a public address`));
      const send = url.protocol === 'https:' ? requestHttps : requestHttp;
      const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'articles' };
      const request = send(url, { headers, lookup: lookUpPublic, agent: false, timeout: TIMEOUT });
      request.on('timeout', () => request.destroy(new Error(`${url.host} does not answer`)));
      request.on('error', reject).on('response', resolve).end();
    });

  const fetchFollowing = async (start: URL): Promise<IncomingMessage> => {
    let url = start;
    for (let hop = 0; hop <= REDIRECTS; hop++) {
      const answer = await fetchOnce(url);
      const { location } = answer.headers;
      if (![301, 302, 303, 307, 308].includes(answer.statusCode ?? 0) || !location) return answer;
      answer.destroy();
      url = new URL(location, url);
      if (!/^https?:$/.test(url.protocol)) throw new Error('the address redirects to another protocol');
    }
    throw new Error('the address redirects too often');
  };

  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return sendText(response, 405, 'Use GET or HEAD.');
    }
    const asked = new URL(request.url ?? '', 'http://localhost').searchParams.get('url');
    if (asked === null || !(await allow()).includes(asked)) {
      return sendText(response, 400, 'The URL is not in thirdPartyProxy.allow of site-config.json.');
    }
    try {
      await passOn(await fetchFollowing(new URL(asked)), response, request.method === 'HEAD');
    } catch (error) {
      if (response.headersSent) response.destroy();
      else sendText(response, 502, `The proxy request failed: ${messageOf(error)}`);
    }
  };
}

async function passOn(answer: IncomingMessage, response: ServerResponse, isHead: boolean): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  answer.setTimeout(TIMEOUT, () => answer.destroy(new Error('the answer takes too long')));
  for await (const chunk of answer) {
    size += chunk.length;
    if (size > LARGEST) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  response.writeHead(answer.statusCode ?? 502, {
    'Content-Type': answer.headers['content-type'] ?? 'application/octet-stream',
    'Cache-Control': answer.headers['cache-control'] ?? 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    // A proxied document must not run as a page of this site.
    'Content-Security-Policy': 'sandbox',
  });
  response.end(isHead ? undefined : Buffer.concat(chunks));
}
