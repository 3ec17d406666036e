/** Fetches from public addresses only. Redirects are followed here, so that each address is examined. */
import { type LookupAddress, type LookupAllOptions, lookup as lookUpName } from 'node:dns';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export interface PublicFetchOptions {
  /** Value of the header `accept`. */
  accept?: string;
  /** Default: public addresses. Tests also allow the loopback address. */
  isAllowedAddress?: (address: string) => boolean;
  /** Resolves a name to addresses. */
  lookUp?: (
    name: string,
    options: LookupAllOptions,
    done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => void;
}

interface PublicAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const REDIRECTS = 5;
const MAX_BYTES = 5_000_000;
/** Milliseconds for all redirects and the answer with its body. */
const TIMEOUT = 30_000;

/** @throws Error for another protocol, an address that is not public, no answer, a long one, and too many redirects */
export async function fetchPublic(
  start: URL,
  { accept = '*/*', isAllowedAddress = isPublicAddress, lookUp = lookUpName }: PublicFetchOptions,
): Promise<PublicAnswer> {
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

  const signal = AbortSignal.timeout(TIMEOUT);
  const request = (url: URL): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const host = url.hostname.replace(/^\[|\]$/g, '');
      // A literal address skips the look-up.
      if (isIP(host) && !isAllowedAddress(host)) return reject(new Error(`${host} is not a public address`));
      const send = url.protocol === 'https:' ? requestHttps : requestHttp;
      const headers = { accept, 'accept-encoding': 'identity', 'user-agent': 'articles' };
      send(url, { headers, lookup: lookUpPublic, agent: false, signal })
        .on('error', reject)
        .on('response', resolve)
        .end();
    });

  const follow = async (url: URL, redirects: number): Promise<PublicAnswer> => {
    if (!/^https?:$/.test(url.protocol) || url.username || url.password)
      throw new Error('only http(s) URLs without a password are fetched');
    const answer = await request(url);
    const { statusCode: status = 0, headers } = answer;
    if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined)
      return { status, headers, body: await readBody(answer) };
    answer.destroy();
    if (redirects === 0) throw new Error('the address redirects too often');
    return follow(new URL(headers.location, url), redirects - 1);
  };
  return follow(start, REDIRECTS).catch((error: unknown) => {
    if (signal.aborted) throw new Error(`no whole answer has come within ${TIMEOUT / 1000} seconds`);
    throw error;
  });
}

async function readBody(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('the answer is larger than 5 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
