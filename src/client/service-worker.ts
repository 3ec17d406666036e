/**
 * The service worker: serves the site without a network (B31). Readers have the shell once the worker is installed, the
 * home page, and the pages that they have read.
 *
 * Hashed files never change, so they come from the cache. Pages and data come from the network if there is one. Files of
 * an older build stay in the cache until newer files evict them, so that a cached page still finds its files.
 */
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration';
import { PrecacheController } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { lunrPath } from '../search/index-format.ts';
import { composeDocument } from './kept-document.ts';
import { findPagePath, pageDataUrl } from './navigation/link-paths.ts';

/** The part of a service worker's scope that is used here. TypeScript's own types conflict with those of documents. */
interface WorkerScope {
  /** Injected by the build: the files that every page loads (revision null), and the offline page of each edition. */
  __WB_MANIFEST: { url: string; revision: string | null }[];
  /** Injected by the build: URLs of the scripts that the search box loads. */
  __SEARCH_SCRIPTS: string[];
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly { url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'message', listener: (event: LifeEvent & { data: unknown }) => void): void;
}

interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}

declare const self: WorkerScope;

const MAX_ASSETS = 300;
/** How long a kept page waits for a connection that gives no answer. */
const networkTimeoutSeconds = 3;
const manifest = self.__WB_MANIFEST;
const base = location.pathname.replace(/\/[^/]*$/, '');
const offlinePages = manifest.filter(({ revision }) => revision !== null).map(({ url }) => url);
/** Sites below different base paths of one origin share their caches, so the name contains the base path. */
const own = `articles:${base}:`;
const names = {
  shell: `${own}shell`,
  assets: `${own}assets`,
  pages: `${own}pages`,
  data: `${own}data`,
  images: `${own}images`,
};

const shell = new PrecacheController({
  cacheName: names.shell,
  plugins: [{ cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null) }],
});
shell.addToCacheList(manifest);
// Some hosts send a Vary header, and the requests of this script have other headers than those of a page.
shell.strategy.matchOptions = { ignoreVary: true };

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([shell.install(event), self.skipWaiting()]));
});

self.addEventListener('activate', (event) => {
  const replaceShell = keepReplacedAssets().then(() => shell.activate(event));
  const kept = Promise.race([keepOpenPages(event), timeout()]);
  event.waitUntil(Promise.all([self.clients.claim(), replaceShell, kept, deleteOldCaches()]));
});

/** Browsers hold all requests of pages back until the worker is active, so what it keeps meanwhile may not wait for ever. */
const timeout = () => new Promise((resolve) => setTimeout(resolve, networkTimeoutSeconds * 1000));

self.addEventListener('message', (event) => {
  const { data } = event;
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'drop-path-data') {
    event.waitUntil(dropPathData());
  }
});

/**
 * Deletes the kept data of pages, which are of an older build. Without a network nothing is deleted: the reader has
 * nothing but the kept page and the kept data then. The files of the search have names of their own versions.
 */
async function dropPathData(): Promise<void> {
  await fetch(`${base}/page-data/app-data.json`, { cache: 'no-store' });
  const kept = await caches.open(names.data);
  const isOfPage = ({ url }: Request) => !/\/(?:page-data\/sq|search)\//.test(new URL(url).pathname);
  await Promise.all((await kept.keys()).filter(isOfPage).map((request) => kept.delete(request)));
}

/** Deletes the caches that only an older release used. */
async function deleteOldCaches(): Promise<void> {
  const current = Object.values(names);
  const old = (await caches.keys()).filter((name) => name.startsWith(own) && !current.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Moves the assets of the previous shell to the cache that evicts the least recently used files. */
async function keepReplacedAssets(): Promise<void> {
  const current = new Set(shell.getURLsToCacheKeys().values());
  const expiration = new CacheExpiration(names.assets, { maxEntries: MAX_ASSETS });
  const [before, assets] = await Promise.all([caches.open(names.shell), caches.open(names.assets)]);
  for (const request of await before.keys()) {
    const response = await before.match(request);
    if (!response || current.has(request.url) || !isBelow(new URL(request.url), 'assets')) continue;
    await assets.put(request, response);
    await expiration.updateTimestamp(request.url);
  }
}

/** Keeps the pages that were opened before this worker took over, and the home page of their edition. */
async function keepOpenPages(event: LifeEvent): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const urls = open.map(({ url }) => url);
  const homes = urls.map((url) => offlineFor(url).replace(/\/offline$/, '') || '/');
  const offline = new Set(urls.map(offlineFor));
  const search = [...offline].map((page) => keepSearch(page, event));
  await Promise.allSettled([...[...urls, ...homes].map(keepPage), ...search]);
}

/**
 * Keeps what the search of an edition needs, so that it works on the offline page after one visit: scripts, index, and the
 * page that its form opens. Parts of a large index are kept once they have been read.
 */
async function keepSearch(offlinePage: string, event: LifeEvent): Promise<void> {
  const page = await (await shell.matchPrecache(offlinePage))?.text();
  const source = /data-island="search" data-props="([^"]+)"/.exec(page ?? '')?.[1];
  if (source === undefined) return;
  const action = /<form[^>]* action="([^"]+)"/.exec(page ?? '')?.[1];
  const scripts = self.__SEARCH_SCRIPTS.map((url) => hashed.handle({ event, request: new Request(url) }));
  await Promise.allSettled([...scripts, action && keepPage(action)]);
  const { data } = await (await keepData(source)).json();
  const head = new URL(data.search.manifestUrl, location.href).href;
  const { rows, version } = await (await keepData(head)).json();
  if (rows) await keepData(new URL(lunrPath(version), head).href);
}

async function keepData(url: string): Promise<Response> {
  const data = await caches.open(names.data);
  const response = await fetch(url);
  if (response.status === 200) await data.put(url, response.clone());
  return response;
}

async function keepPage(url: string): Promise<void> {
  const pages = await caches.open(names.pages);
  const key = pageKey(url);
  if (await pages.match(key)) return;
  const response = await fetch(key, { cache: 'no-cache' });
  if (response.status !== 200) throw new Error(`${response.status} ${key}`);
  // Browsers refuse a cached redirect as the response to a navigation.
  await pages.put(key, response.redirected ? new Response(response.body, response) : response);
}

/** Composes a page from its cached data and the offline page of its edition. */
async function composeFromData(url: string): Promise<Response | null> {
  const path = findPagePath(new URL(url).pathname, { base, redirects: {} });
  const [app, data, around] = await Promise.all([
    caches.match(`${base}/page-data/app-data.json`, { cacheName: names.data }),
    caches.match(pageDataUrl(base, path), { cacheName: names.data }),
    shell.matchPrecache(offlineFor(url)),
  ]);
  if (!app || !data || !around) return null;
  const { webpackCompilationHash } = await app.json();
  const html = composeDocument(await around.text(), await data.json(), webpackCompilationHash);
  const headers = { 'Content-Type': 'text/html; charset=utf-8' };
  return html === null ? null : new Response(html, { headers });
}

/** Gives all addresses of a page one key, without campaign parameters in the query and without a slash at the end. */
function pageKey(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  return origin + (pathname.replace(/(\/index\.html|\/)$/, '') || '/');
}

/** Finds the offline page of the edition of a URL: the one with the longest common prefix. */
function offlineFor(url: string): string {
  const { pathname } = new URL(url);
  const fits = offlinePages.filter((page) => `${pathname}/`.startsWith(page.replace(/offline$/, '')));
  return fits.sort((a, b) => b.length - a.length)[0] ?? `${base}/offline`;
}

const isOwn = (url: URL) => url.origin === location.origin && `${url.pathname}/`.startsWith(`${base}/`);
const isBelow = (url: URL, folder: string) => isOwn(url) && url.pathname.startsWith(`${base}/${folder}/`);

/** Caches successful responses. Evicts the least recently used ones, and all of them when the browser's quota is reached. */
const keepAtMost = (maxEntries: number) => {
  const expiration = new ExpirationPlugin({ maxEntries, purgeOnQuotaError: true });
  const { cachedResponseWillBeUsed, cacheDidUpdate } = expiration;
  return {
    cacheWillUpdate: async ({ response }: { response: Response }) =>
      response.status === 200 && !response.redirected ? response : null,
    ...(cachedResponseWillBeUsed && { cachedResponseWillBeUsed }),
    ...(cacheDidUpdate && { cacheDidUpdate }),
  };
};

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isOwn(url),
  new NetworkFirst({
    cacheName: names.pages,
    networkTimeoutSeconds,
    plugins: [
      keepAtMost(200),
      {
        cacheKeyWillBeUsed: async ({ request }) => pageKey(request.url),
        cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
          // A host may have answered with anything, and that is what is cached.
          cachedResponse ?? (await composeFromData(request.url).catch(() => null)),
        handlerDidError: ({ request }) => shell.matchPrecache(offlineFor(request.url)),
      },
    ],
  }),
);

registerRoute(
  ({ request, url }) => request.destination === 'image' && isOwn(url),
  new StaleWhileRevalidate({ cacheName: names.images, plugins: [keepAtMost(100)] }),
);

registerRoute(
  ({ url }) => shell.getCacheKeyForURL(url.href) !== undefined && isBelow(url, 'assets'),
  shell.strategy,
);

const hashed = new CacheFirst({
  cacheName: names.assets,
  matchOptions: { ignoreVary: true },
  plugins: [keepAtMost(MAX_ASSETS)],
});
registerRoute(({ url }) => isBelow(url, 'assets'), hashed);

registerRoute(
  ({ url }) => ['page-data', 'slice-data', 'search'].some((folder) => isBelow(url, folder)),
  new NetworkFirst({
    cacheName: names.data,
    networkTimeoutSeconds,
    // Firefox reports an error of this script for each request that fails otherwise.
    plugins: [keepAtMost(300), { handlerDidError: async () => Response.error() }],
  }),
);
