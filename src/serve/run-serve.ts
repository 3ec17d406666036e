/** Runs `articles serve`: the server, and with --watch the session that rebuilds. */
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { loadManifest } from '../build/write/load-manifest.ts';
import { CONFIG_FILE } from '../config/config-file.ts';
import { loadConfig } from '../config/load-config.ts';
import { finding } from '../foundation/errors.ts';
import { packageFile } from '../foundation/package-files.ts';
import type { Reporter } from '../foundation/report.ts';
import { CACHE_CONTROL } from '../foundation/response-headers.ts';
import type { HostName } from '../hosts/host-table.ts';
import { type Access, createAccess } from './access.ts';
import { EVENTS_PATH } from './build-status.ts';
import { answerJson, checkReader, requireMethod } from './local-request.ts';
import { createProxy, PROXY_PATH } from './proxy.ts';
import { createEditHandler, EDIT_PATH } from './save-edit.ts';
import { addToBody, sendText } from './send-file.ts';
import {
  answerSite,
  type Handler,
  type ListenAddress,
  type RunningServer,
  type ServerOptions,
  startServer,
} from './server.ts';
import { createSession, type WatchSession } from './watch-session.ts';

export interface ServeOptions {
  root: string;
  /** Absolute path of the output folder. */
  out: string;
  watch: boolean;
  edit: boolean;
  /** Opens the desk, and returns its address. */
  openDesk?: () => Promise<string>;
  drafts: boolean;
  future: boolean;
  host: string;
  /** The host to imitate. */
  as?: HostName | null;
  /** null for the default port, or the next free one. */
  port: number | null;
  reporter: Reporter;
}

const DEFAULT_PORT = 4000;

/** A site that a server can answer for. */
export interface OpenSite {
  answer: Handler;
  /** Path of the first page. Where the desk may be opened, the browser gets its token there. */
  home(): string;
  /** Resolves when there are pages: with --watch after the first build. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** `home` is the address of the site's first page. @throws UserError if the port is not available, or the site cannot be built */
export async function serve(options: ServeOptions): Promise<RunningServer & { out: string; home: string }> {
  const site = await openSite(options);
  const server = await listen([site], site.answer, { ...options, isPrivate: options.watch });
  return { ...server, out: options.out, home: server.url + site.home() };
}

/** Listens, then starts one site after another. The pages of each are there as soon as it has been built. */
export async function listen(
  sites: readonly OpenSite[],
  answer: Handler,
  { host, port, isPrivate }: Omit<ListenAddress, 'defaultPort'>,
): Promise<RunningServer> {
  const server = await startServer(answer, { host, port, isPrivate, defaultPort: DEFAULT_PORT });
  const close = async () => {
    await Promise.all(sites.map((site) => site.close()));
    await server.close();
  };
  try {
    for (const site of sites) await site.start();
  } catch (error) {
    await close();
    throw error;
  }
  return { ...server, close };
}

/** @throws UserError where the settings cannot be read, or what is served without --watch cannot be built */
export async function openSite(options: ServeOptions): Promise<OpenSite> {
  const { root, out, reporter } = options;
  // A folder with pages is served without the site that it comes from.
  const isAlone =
    !options.watch && !existsSync(join(root, CONFIG_FILE)) && existsSync(join(out, 'index.html'));
  const config = isAlone ? null : await loadConfig(root);
  const common = {
    out,
    onFault(error: unknown) {
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
      reporter.error(finding('internal-error', `the server failed: ${words}`, 'please report this'));
    },
  };
  const proxy = createProxy({
    allow: async () => (config ? (await loadConfig(root)).thirdPartyProxy.allow : []),
  });

  if (!config || !options.watch) {
    if (!existsSync(join(out, 'index.html'))) await buildOnce(options);
    const manifest = loadManifest(root, out);
    const basePath = manifest?.basePath ?? config?.basePath ?? '';
    const kinds = new Map(manifest?.outputs.map(({ path, kind }) => [path, kind]));
    const answer = answerSite({
      ...common,
      basePath: () => basePath,
      // Browsers must not cache files that no build of this root wrote.
      cacheControl: (name) => CACHE_CONTROL[kinds.get(name) ?? 'worker'],
      endpoints: { [PROXY_PATH]: proxy },
      host: options.as
        ? await (await import('./imitate-host.ts')).imitateHost(options.as, out, manifest)
        : null,
      change: () => null,
      placeholder: () => 'There is no page here.',
    });
    const nothing = async () => undefined;
    return { answer, home: () => basePath, start: nothing, close: nothing };
  }

  const { drafts, future } = options;
  const session = createSession({ root, out, drafts, future }, config, reporter);
  const access = options.edit && options.openDesk ? createAccess(root) : null;
  const parts = { session, proxy, access };
  return {
    answer: answerSite(Object.assign(watchOptions(parts, options), common)),
    home: () => (access ? `${OPEN_PATH}?token=${access.token}` : session.basePath()),
    start: session.start,
    close: session.close,
  };
}

const LIVE_SCRIPT = '/__live.js';
const EDIT_SCRIPT = '/__edit.js';
const DESK_PATH = '/__desk';
/** Leads to the site, and takes the token of the desk into a cookie on the way. */
const OPEN_PATH = '/__open';

/** Leads from the page of an article, `?path=`, to its source in the desk, which starts with the first request. */
function createDeskRedirect(
  root: string,
  findArticle: WatchSession['builder']['findArticle'],
  openDesk: () => Promise<string>,
): Handler {
  return answerJson(root, async (request, response) => {
    requireMethod(request, response, 'GET');
    checkReader(request);
    const path = new URL(request.url ?? '', 'http://localhost').searchParams.get('path') ?? '';
    const source = await findArticle(path);
    const place = source ? `#${encodeURIComponent(source.file)}` : '';
    response.writeHead(302, { Location: (await openDesk()) + place, 'Cache-Control': 'no-store' }).end();
    return null;
  });
}

interface Parts {
  session: WatchSession;
  proxy: Handler;
  /** null where the desk cannot be opened. */
  access: Access | null;
}

/** Adds the live scripts to the pages that the server sends. The files are not changed. */
function watchOptions(
  { session, proxy, access }: Parts,
  { root, edit, openDesk }: Pick<ServeOptions, 'root' | 'edit' | 'openDesk'>,
): Omit<ServerOptions, 'out' | 'onFault'> {
  const scripts = () => {
    const live = `<script defer src="${LIVE_SCRIPT}" data-build="${session.status().build}"></script>`;
    return edit ? `${live}<script defer src="${EDIT_SCRIPT}"></script>` : live;
  };
  const endpoints: Record<string, Handler> = {
    [PROXY_PATH]: proxy,
    [EVENTS_PATH]: session.events.handler,
    [LIVE_SCRIPT]: clientScript('live.js'),
    ...(edit && {
      [EDIT_PATH]: createEditHandler(root, session.builder.findArticle),
      [EDIT_SCRIPT]: clientScript('edit.js'),
    }),
    ...(access && {
      [OPEN_PATH]: (request: IncomingMessage, response: ServerResponse) => {
        if (access.of(request) === 'token') response.setHeader('Set-Cookie', access.cookie);
        response.writeHead(302, { Location: session.basePath() || '/', 'Cache-Control': 'no-store' }).end();
      },
    }),
    ...(edit && openDesk && { [DESK_PATH]: createDeskRedirect(root, session.builder.findArticle, openDesk) }),
  };
  return {
    basePath: session.basePath,
    host: null,
    cacheControl: () => CACHE_CONTROL.worker,
    // The base path may change while the server runs.
    get endpoints() {
      return {
        ...endpoints,
        // A service worker would answer with old pages.
        [`${session.basePath()}/sw.js`]: (_request: IncomingMessage, response: ServerResponse) =>
          sendText(response, 200, REMOVE_WORKER, 'text/javascript; charset=utf-8'),
      };
    },
    change() {
      const added = scripts();
      return {
        tag: session.status().build,
        apply: (html) => addToBody(html, added),
      };
    },
    placeholder: () =>
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not built yet</title><body><p>There is no page here.${scripts()}</body></html>`,
  };
}

const REMOVE_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.registration.unregister()));
`;

function clientScript(name: string): Handler {
  return (_request, response) =>
    sendText(
      response,
      200,
      readFileSync(packageFile(`lib/client/${name}`), 'utf8'),
      'text/javascript; charset=utf-8',
    );
}

async function buildOnce({ root, out, reporter }: ServeOptions): Promise<void> {
  const { build } = await import('../build/run-build.ts');
  const { describeResult } = await import('../build/build-result.ts');
  const result = await build({ root, out, reporter });
  reporter.warnings(result.warnings);
  reporter.info(describeResult(result, out, false));
}
