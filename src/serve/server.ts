/** Owns the web server: the output folder under its clean URLs, and the endpoints beside it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hasCode, UserError } from '../foundation/errors.ts';
import { isLocalHost } from './local-names.ts';
import { resolveUrl } from './resolve-url.ts';
import { type FileAnswer, sendFile, sendJson, sendText } from './send-file.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

export interface ServerOptions {
  /** Absolute output folder. */
  out: string;
  basePath(): string;
  /** Cache-Control of an output path. */
  cacheControl(name: string): string;
  /** By path, such as "/__events": they stand before files, whatever the base path is. */
  endpoints: Readonly<Record<string, Handler>>;
  /** What is put into every HTML page on its way; null for pages as they are. */
  change(): FileAnswer['change'];
  /** HTML where there is no page to answer with, not even a not-found page. */
  placeholder(): string;
  /** Whether what is served is for this machine alone: drafts, and lines of sources. */
  isPrivate: boolean;
  onFault(error: unknown): void;
}

export interface RunningServer {
  url: string;
  port: number;
  close(): Promise<void>;
}

/** Ports tried after the default one. */
const ATTEMPTS = 20;

/**
 * @param port null for the first free one from the default on; 0 for any
 * @throws UserError where the port that was asked for cannot be had
 */
export async function startServer(
  options: ServerOptions,
  { host, port, defaultPort }: { host: string; port: number | null; defaultPort: number },
): Promise<RunningServer> {
  const onlyLocal = options.isPrivate && isLocalHost(host.includes(':') ? `[${host}]` : host);
  const server = createServer((request, response) => {
    if (onlyLocal && !isLocalHost(request.headers.host ?? '')) {
      const message = 'While sources are watched, this server answers its own machine only; --host opens it.';
      sendJson(response, 403, { message });
      return;
    }
    answer(options, request, response).catch((error: unknown) => {
      options.onFault(error);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'The server failed on this request; its terminal says why.');
    });
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
    return sendText(response, 405, 'Only GET and HEAD are answered here.');
  }
  const found = resolveUrl(out, options.basePath(), url);
  if (found.type === 'invalid') return sendText(response, 400, 'This is not an address of a page.');
  if (found.type === 'redirect') {
    response.writeHead(301, { Location: found.location, 'Cache-Control': 'no-cache' }).end();
    return;
  }
  const page = found.type === 'file' ? found : found.page;
  if (!page) return sendText(response, 404, options.placeholder(), 'text/html; charset=utf-8');
  const status = found.type === 'file' ? 200 : 404;
  const cacheControl = status === 404 ? 'no-cache' : options.cacheControl(page.name);
  const { name, file, stats } = page;
  await sendFile(request, response, { status, name, file, stats, cacheControl, change: options.change() });
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
    return new UserError({ message: `port ${port} is taken by another program`, hint });
  }
  if (hasCode(error, 'EACCES')) {
    const hint = 'choose a port from 1024 on with --port';
    return new UserError({ message: `this user may not listen on port ${port}`, hint });
  }
  if (hasCode(error, 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN')) {
    const message = `"${host}" is not an address of this machine`;
    return new UserError({ message, hint: 'use --host 127.0.0.1, or 0.0.0.0 for all addresses' });
  }
  return error;
}
