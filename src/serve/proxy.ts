/** Proxies third-party scripts of an allow list, and connects to public addresses only (B32). */
import { messageOf } from '../foundation/errors.ts';
import { fetchPublic, type PublicFetchOptions } from '../foundation/fetch-public.ts';
import { sendText } from './send-file.ts';
import type { Handler } from './server.ts';

export const PROXY_PATH = '/__third-party-proxy';

export interface ProxyOptions extends PublicFetchOptions {
  /** Returns the allowed URLs, which must match exactly. */
  allow(): Promise<readonly string[]>;
}

export function createProxy({ allow, ...options }: ProxyOptions): Handler {
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
      const { status, headers, body } = await fetchPublic(new URL(asked), options);
      response.writeHead(status, {
        'Content-Type': headers['content-type'] ?? 'application/octet-stream',
        'Cache-Control': headers['cache-control'] ?? 'no-cache',
        'X-Content-Type-Options': 'nosniff',
        // A proxied document must not run as a page of this site.
        'Content-Security-Policy': 'sandbox',
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    } catch (error) {
      sendText(response, 502, `The proxy request failed: ${messageOf(error)}`);
    }
  };
}
