/** Serves what a deploy has stored as its host would: read through the public interface of the store, by website rules. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { contentTypeOf } from '../../src/foundation/response-headers.ts';
import { listen } from './listen.ts';

interface Stored {
  bytes: Buffer;
  headers: Record<string, string>;
}

/** How a host finds the object of a path. */
export interface HostRules {
  /** null if there is no such object. */
  read(name: string): Promise<Stored | null>;
  /** Names to try for a path that does not end with "/". */
  candidates(name: string): string[];
  /** True if `/a` is redirected to `/a/` where only `a/index.html` exists. */
  redirects: boolean;
  /** Object for unknown paths. */
  notFound: string;
}

/** A bucket of Google Cloud Storage behind a load balancer, read by its JSON API. */
export function googleBucket(server: string, bucket: string): HostRules {
  const base = `${server}/storage/v1/b/${bucket}/o/`;
  return {
    candidates: (name) => [name],
    redirects: true,
    notFound: '404.html',
    async read(name) {
      const metadata = await fetch(base + encodeURIComponent(name));
      if (metadata.status !== 200) return null;
      const { contentType, cacheControl, contentEncoding } = JSON.parse(await metadata.text());
      const media = await fetch(`${base}${encodeURIComponent(name)}?alt=media`, {
        headers: { 'accept-encoding': 'identity' },
      });
      const encoding = contentEncoding === undefined ? {} : { vary: 'accept-encoding' };
      return {
        bytes: Buffer.from(await media.arrayBuffer()),
        headers: { 'content-type': contentType, 'cache-control': cacheControl, ...encoding },
      };
    },
  };
}

/** The website of an S3 bucket, read without credentials. */
export function s3Website(server: string, bucket: string): HostRules {
  return {
    candidates: (name) => [name],
    redirects: true,
    notFound: '404.html',
    async read(name) {
      const path = name.split('/').map(encodeURIComponent).join('/');
      const answer = await fetch(`${server}/${bucket}/${path}`);
      if (answer.status !== 200) return null;
      const pick = (header: string) => answer.headers.get(header) ?? '';
      return {
        bytes: Buffer.from(await answer.arrayBuffer()),
        headers: { 'content-type': pick('content-type'), 'cache-control': pick('cache-control') },
      };
    },
  };
}

/** A folder behind a web server that tries `$uri`, `$uri.html` and `$uri/index.html`. */
export function webFolder(folder: string): HostRules {
  return {
    candidates: (name) => [name, `${name}.html`, `${name}/index.html`],
    redirects: false,
    notFound: '404.html',
    async read(name) {
      const path = join(folder, name);
      if (name.startsWith('.articles/') || !existsSync(path) || !statSync(path).isFile()) return null;
      return { bytes: readFileSync(path), headers: { 'content-type': contentTypeOf(name) } };
    },
  };
}

export interface PublishedSite {
  url: string;
  /** Breaks every connection until `up` is called. */
  down(): void;
  up(): void;
  close(): Promise<void>;
}

export async function servePublished(rules: HostRules): Promise<PublishedSite> {
  let isDown = false;
  const find = async (name: string): Promise<Stored | null> => {
    const names = name === '' || name.endsWith('/') ? [`${name}index.html`] : rules.candidates(name);
    for (const candidate of names) {
      const found = await rules.read(candidate);
      if (found) return found;
    }
    return null;
  };
  const server = createServer((request, response) => {
    // The store may end before the last request of a page that is closed.
    answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isDown) return void request.socket.destroy();
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = decodeURIComponent(pathname.slice(1));
    const found = await find(name);
    if (!found && rules.redirects && (await rules.read(`${name}/index.html`))) {
      return void response.writeHead(302, { location: `${pathname}/` }).end();
    }
    const page = found ?? (await rules.read(rules.notFound));
    response.writeHead(found ? 200 : 404, page?.headers ?? {}).end(page?.bytes);
  }
  const { url, close } = await listen(server);
  return {
    url,
    down() {
      isDown = true;
      server.closeAllConnections();
    },
    up() {
      isDown = false;
    },
    close,
  };
}
