/** The web server: sends files of the output folder under their clean URLs, and calls the endpoints. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { finding, hasCode, UserError } from '../foundation/errors.ts';
import { DRAWING_HEADERS } from '../foundation/response-headers.ts';
import { resolveUrl } from './resolve-url.ts';
import { type FileAnswer, sendFile, sendJson, sendText } from './send-file.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

export interface ServerOptions {
  /** Absolute output folder. */
  out: string;
  basePath(): string;
  /** Cache-Control of an output path. */
  cacheControl(name: string): string;
  /** Handlers by path without the base path, such as "/__events". They take precedence over files. */
  endpoints: Readonly<Record<string, Handler>>;
  /** Answers requests for files as a host would; null for the server's own rules. */
  host: Handler | null;
  /** Returns a change to make to every HTML page before it is sent; null for none. */
  change(): FileAnswer['change'];
  /** Returns the HTML of the not-found page for a site that has none. */
  placeholder(): string;
  /** Further headers of a file, by its output path. */
  headers?(name: string): Readonly<Record<string, string>>;
  /**
   * Why a request does not get a file; null for one that does.
   * @param name output path; '' where the request leads to no file
   */
  refuses?(request: IncomingMessage, name: string): string | null;
  onFault(error: unknown): void;
}

export interface RunningServer {
  url: string;
  port: number;
  close(): Promise<void>;
}

/** Number of ports to try after the default one. */
const ATTEMPTS = 20;

/** Answers the requests for one site. */
export function answerSite(options: ServerOptions): Handler {
  return (request, response) =>
    answer(options, request, response).catch((error: unknown) => {
      options.onFault(error);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'The server failed; its terminal shows the error.');
    });
}

/** Where a server listens, and to whom. */
export interface ListenAddress {
  host: string;
  /** null for the first free port from the default on; 0 for any. */
  port: number | null;
  defaultPort: number;
  /** True if only this machine may see the pages, because they show drafts and source lines. */
  isPrivate: boolean;
}

/** @throws UserError if the port is not available */
export async function startServer(
  handler: Handler,
  { host, port, defaultPort, isPrivate }: ListenAddress,
): Promise<RunningServer> {
  const onlyLocal = isPrivate && isLocalHost(host.includes(':') ? `[${host}]` : host);
  const server = createServer((request, response) => {
    if (!onlyLocal || isLocalHost(request.headers.host ?? '')) return void handler(request, response);
    const message =
      'This server answers this machine only. `articles serve --watch --host` opens one to others.';
    sendJson(response, 403, { message });
  });
  const bound = await bind(server, host, port, defaultPort);
  const shown = host.includes(':') ? `[${host}]` : isAnyAddress(host) ? 'localhost' : host;
  return {
    url: `http://${shown}:${bound}`,
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * True if a name is one of this machine. Another name that resolves to it may be a DNS rebinding attack.
 * @param host value of the Host header: a name or an address, with or without a port
 */
export function isLocalHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return /^(?:(?:[\w-]+\.)*localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(name);
}

function isAnyAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '';
}

async function answer(
  options: ServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { out, endpoints } = options;
  const url = request.url ?? '';
  const endpoint = endpoints[url.replace(/[?#].*$/, '')];
  if (endpoint) return endpoint(request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return sendText(response, 405, 'Use GET or HEAD.');
  }
  if (options.host) return options.host(request, response);
  const found = resolveUrl(out, options.basePath(), url);
  const page = found.type === 'file' ? found : found.type === 'missing' ? found.page : null;
  const refusal = options.refuses?.(request, page?.name ?? '');
  if (refusal) return sendText(response, 401, refusal);
  if (found.type === 'invalid') return sendText(response, 400, 'The URL is not valid.');
  if (found.type === 'redirect') {
    response.writeHead(301, { Location: found.location, 'Cache-Control': 'no-cache' }).end();
    return;
  }
  if (!page) return sendText(response, 404, options.placeholder(), 'text/html; charset=utf-8');
  const status = found.type === 'file' ? 200 : 404;
  const headers = {
    'Cache-Control': status === 404 ? 'no-cache' : options.cacheControl(page.name),
    'X-Content-Type-Options': 'nosniff',
    ...options.headers?.(page.name),
    // Scripts in a drawing that is opened as a document could save edits.
    ...(/\.svg$/i.test(page.name) && DRAWING_HEADERS),
  };
  await sendFile(request, response, { status, ...page, headers, change: options.change() });
}

async function bind(server: Server, host: string, asked: number | null, first: number): Promise<number> {
  for (let port = asked ?? first; ; port++) {
    try {
      return await listen(server, host, port);
    } catch (error) {
      const isTaken = hasCode(error, 'EADDRINUSE');
      if (isTaken && asked === null && port < first + ATTEMPTS) continue;
      throw explain(error, host, port);
    }
  }
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function explain(error: unknown, host: string, port: number): unknown {
  if (hasCode(error, 'EADDRINUSE')) {
    const hint = 'stop the other program, or choose another port with --port';
    return new UserError(finding('port-in-use', `port ${port} is in use`, hint));
  }
  if (hasCode(error, 'EACCES')) {
    const hint = 'choose a port above 1023 with --port';
    const message = `you do not have permission to listen on port ${port}`;
    return new UserError(finding('permission-denied', message, hint));
  }
  if (hasCode(error, 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN')) {
    const message = `"${host}" is not an address of this machine`;
    const hint = 'use --host 127.0.0.1, or 0.0.0.0 for all addresses';
    return new UserError(finding('unknown-host', message, hint));
  }
  return error;
}
