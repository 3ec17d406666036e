/** A static server on loopback that fails on request, for small sites in browser tests. */
import { createServer, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

/** One answer in place of the right one. */
export interface Fault {
  status?: number;
  body?: string;
  type?: string;
  /** Milliseconds before the right answer, or this one. */
  delay?: number;
  /** The answer waits for this. */
  until?: Promise<unknown>;
  /** The connection breaks without an answer. */
  drop?: boolean;
}

export interface SeenRequest {
  method: string;
  /** Path and query. */
  url: string;
  /** True if the browser asked for a document. */
  isNavigation: boolean;
}

export interface SiteServer {
  url: string;
  /** Path → text; may be changed between requests. */
  files: Map<string, string | Uint8Array>;
  seen: SeenRequest[];
  /** Number of requests for a path, whatever the query; GET where no method is named. */
  count(path: string, method?: string): number;
  /** Answers the next requests for a path by these faults, one each; `'always'` repeats the last one. */
  inject(path: string, faults: readonly Fault[], repeat?: 'always'): void;
  /** Breaks every connection until `up` is called. */
  down(): void;
  up(): void;
  /** Forgets faults and requests. */
  reset(): void;
  close(): Promise<void>;
}

const TYPES: Record<string, string> = {
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
  xml: 'application/xml',
};

export async function startSiteServer(files: Map<string, string | Uint8Array>): Promise<SiteServer> {
  const faults = new Map<string, { queue: Fault[]; repeat: boolean }>();
  const seen: SeenRequest[] = [];
  let isDown = false;

  const takeFault = (path: string): Fault | undefined => {
    const plan = faults.get(path);
    return plan?.repeat && plan.queue.length === 1 ? plan.queue[0] : plan?.queue.shift();
  };

  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    const path = decodeURI(url.replace(/\?.*/, ''));
    const method = request.method ?? 'GET';
    if (isDown) return void request.socket.destroy();
    seen.push({ method, url, isNavigation: request.headers['sec-fetch-mode'] === 'navigate' });
    const fault = takeFault(path);
    if (fault?.drop) return void request.socket.destroy();
    const reply = () => {
      if (fault && (fault.status !== undefined || fault.body !== undefined)) {
        const type = fault.type ?? 'application/json';
        return send(response, fault.status ?? 200, type, fault.body ?? '{}');
      }
      const found = lookUp(files, path);
      send(
        response,
        found ? 200 : 404,
        found?.type ?? TYPES.html,
        found?.body ?? files.get('/404.html') ?? '',
      );
    };
    if (fault?.until) void fault.until.then(reply);
    else if (fault?.delay) setTimeout(reply, fault.delay).unref();
    else reply();
  });
  const { url, close } = await listen(server);

  return {
    url,
    files,
    seen,
    count: (path, method = 'GET') =>
      seen.filter((request) => request.method === method && request.url.replace(/\?.*/, '') === path).length,
    inject: (path, list, repeat) => void faults.set(path, { queue: [...list], repeat: repeat === 'always' }),
    down: () => {
      isDown = true;
      server.closeAllConnections();
    },
    up: () => {
      isDown = false;
    },
    reset() {
      faults.clear();
      seen.length = 0;
      isDown = false;
    },
    close,
  };
}

function lookUp(files: Map<string, string | Uint8Array>, path: string) {
  const trimmed = path.replace(/\/$/, '');
  for (const name of [path, `${trimmed}.html`, `${trimmed}/index.html`]) {
    const body = files.get(name);
    if (body !== undefined) {
      const extension = /\.(\w+)$/.exec(name)?.[1] ?? '';
      return { body, type: TYPES[extension] ?? 'text/html; charset=utf-8' };
    }
  }
  return null;
}

function send(
  response: ServerResponse,
  status: number,
  type: string | undefined,
  body: string | Uint8Array,
): void {
  const headers = { 'content-type': type ?? 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
  response.writeHead(status, headers).end(body);
}
