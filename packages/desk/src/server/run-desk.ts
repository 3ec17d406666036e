/**
 * Runs `articles desk`: one server on this machine with the editor, its API and the pages of the site. The pages are those of
 * watch mode, drafts included, and browsers open them in a sandbox.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import {
  type Access,
  addToBody,
  answerSite,
  createAccess,
  createSession,
  createSilentReporter,
  EVENTS_PATH,
  type Handler,
  isLocalHost,
  isOpen,
  loadConfig,
  NO_TOKEN,
  packageFile,
  type Reporter,
  type RunningServer,
  readBuiltArticles,
  type ServerOptions,
  sendJson,
  sendText,
  startServer,
  UserError,
  type WatchSession,
} from './core.ts';
import { createApi, guardRead } from './desk-api.ts';
import { createRunner } from './run-command.ts';

export interface DeskOptions {
  root: string;
  host: string;
  /** null for the default port, or the next free one. */
  port: number | null;
  reporter: Reporter;
}

const DEFAULT_PORT = 4100;
const DESK_PATH = '/__desk';

/** `home` is the address of the editor, with its token. @throws UserError where the host is not this machine, or the port is in use */
export async function runDesk({
  root,
  host,
  port,
  reporter,
}: DeskOptions): Promise<RunningServer & { home: string; token: string }> {
  if (!isLocalHost(host.includes(':') ? `[${host}]` : host)) {
    const hint =
      'leave out --host, and reach another machine through a tunnel such as `ssh -L 4100:127.0.0.1:4100`';
    const message = `the desk answers this machine only, and "${host}" is not its loopback address`;
    throw new UserError({ code: 'invalid-option-value', message, hint });
  }
  const config = await loadConfig(root);
  const out = resolve(root, '.articles/desk');
  // The editor shows the problems of each build, so the terminal does not.
  const settings = { root, out, drafts: true, future: true, namesLines: true };
  const session = createSession(settings, config, createSilentReporter());
  const runner = createRunner(root);
  const access = createAccess(root);
  let first: Promise<void> | undefined;
  // A desk that has run here shows what it knew at once, and what has changed since when that is built.
  let stored = readBuiltArticles(root, out);
  const api = {
    ...createApi({ root, session, runner, access, ready: async () => first, stored: () => stored }),
    [EVENTS_PATH]: guardRead(root, async (request, response) => {
      await session.events.handler(request, response);
      return null;
    }),
  };
  const options = {
    ...createPages(session, out),
    endpoints: { ...createAppFiles(access), ...guardAll(access, api) },
    refuses: (request: IncomingMessage, name: string) =>
      isOpen(name) || access.of(request) !== null ? null : NO_TOKEN,
    onFault: (error: unknown) => reportFault(error, reporter),
  };
  const server = await startServer(answerSite(options), {
    host,
    port,
    defaultPort: DEFAULT_PORT,
    isPrivate: true,
  });
  const close = async () => {
    runner.close();
    await session.close();
    await server.close();
  };
  try {
    first = session.start().finally(() => {
      stored = null;
    });
    if (stored) first.catch(options.onFault);
    else await first;
  } catch (error) {
    await close();
    throw error;
  }
  const { token } = access;
  return { ...server, home: `${server.url + DESK_PATH}?token=${token}`, token, close };
}

/** Answers only requests that have the token. */
function guardAll(access: Access, handlers: Readonly<Record<string, Handler>>): Record<string, Handler> {
  const guard =
    (handler: Handler): Handler =>
    (request, response) =>
      access.of(request) === null
        ? sendJson(response, 401, { message: NO_TOKEN, reason: 'token' })
        : handler(request, response);
  return Object.fromEntries(Object.entries(handlers).map(([path, handler]) => [path, guard(handler)]));
}

function reportFault(error: unknown, reporter: Reporter): void {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  reporter.error({
    code: 'internal-error',
    message: `the desk failed: ${words}`,
    hint: 'please report this',
  });
}

const FRAME_SCRIPT = `${DESK_PATH}/frame.js`;

/** A page has no origin, and only the script of the desk runs in it: it can neither read nor call the API. */
const pagePolicy = (nonce: string) => [
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src 'nonce-${nonce}'`,
  "style-src 'self' 'unsafe-inline'",
  'img-src * data:',
  'media-src *',
  "font-src 'self' data:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
];

function createPages(session: WatchSession, out: string): Omit<ServerOptions, 'endpoints' | 'onFault'> {
  const nonce = crypto.randomUUID();
  const policy = pagePolicy(nonce).join('; ');
  const tag = `<script defer nonce="${nonce}" src="${FRAME_SCRIPT}"></script>`;
  return {
    out,
    basePath: session.basePath,
    host: null,
    cacheControl: () => 'no-cache',
    headers: (name) => ({
      'Content-Security-Policy': policy,
      // A page without an origin may load the fonts of the site.
      ...(name.endsWith('.woff2') && { 'Access-Control-Allow-Origin': '*' }),
    }),
    change: () => ({ tag: nonce, apply: (html) => addToBody(html, tag) }),
    placeholder: () =>
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Not built yet</title><p>There is no page here.',
  };
}

const APP_POLICY = [
  "default-src 'none'",
  `script-src 'self'`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const WITHOUT_TOKEN = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The desk asks for its token</title><body><h1>The desk asks for its token</h1><p>${NO_TOKEN}</p><p>The command <code>articles desk</code> prints it again.</p></body></html>`;

const APP_FILES: Readonly<Record<string, [file: string, type: string]>> = {
  [DESK_PATH]: ['desk.html', 'text/html; charset=utf-8'],
  [`${DESK_PATH}/desk.js`]: ['desk.js', 'text/javascript; charset=utf-8'],
  [`${DESK_PATH}/desk.css`]: ['desk.css', 'text/css; charset=utf-8'],
  [FRAME_SCRIPT]: ['frame.js', 'text/javascript; charset=utf-8'],
};

/** The files of the program, which need no token. The page of the desk takes the token of its address into a cookie. */
function createAppFiles(access: Access): Record<string, Handler> {
  return Object.fromEntries(
    Object.entries(APP_FILES).map(([path, [file, type]]) => [
      path,
      (request: IncomingMessage, response: ServerResponse) => {
        response.setHeader('Content-Security-Policy', APP_POLICY);
        response.setHeader('Referrer-Policy', 'no-referrer');
        const known = access.of(request);
        if (path === DESK_PATH && known === null)
          return sendText(response, 401, WITHOUT_TOKEN, 'text/html; charset=utf-8');
        if (path === DESK_PATH && known === 'token') response.setHeader('Set-Cookie', access.cookie);
        sendText(response, 200, readFileSync(packageFile(`lib/desk/${file}`), 'utf8'), type);
      },
    ]),
  );
}
