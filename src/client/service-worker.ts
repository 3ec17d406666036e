/**
 * The service worker: what a reader has without a network (B31). That is the shell from installation on, the home page,
 * and the pages that were read.
 *
 * Hashed files never change, so they come from the cache; pages and data come from the network while there is one.
 * Files of an older build stay until newer ones push them out, so that a kept page still finds its own.
 */
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration';
import { PrecacheController } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { composeDocument } from './kept-document.ts';
import { findPagePath, pageDataUrl } from './navigation/page-paths.ts';

/** The part of a service worker's scope that is used here; TypeScript's own library for it excludes the document's. */
interface WorkerScope {
  /** Injected by the build: what every page loads (revision null) and the offline page of each edition. */
  __WB_MANIFEST: { url: string; revision: string | null }[];
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
const manifest = self.__WB_MANIFEST;
const base = location.pathname.replace(/\/[^/]*$/, '');
const offlinePages = manifest.filter(({ revision }) => revision !== null).map(({ url }) => url);
/** Caches of one origin are shared between sites below different base paths. */
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
// Some hosts let the answer vary by headers that differ between this script and a page.
shell.strategy.matchOptions = { ignoreVary: true };

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([shell.install(event), self.skipWaiting()]));
});

self.addEventListener('activate', (event) => {
  const replaceShell = keepReplacedAssets().then(() => shell.activate(event));
  event.waitUntil(Promise.all([self.clients.claim(), replaceShell, keepOpenPages(), deleteOldCaches()]));
});

self.addEventListener('message', (event) => {
  const { data } = event;
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'drop-path-data') {
    event.waitUntil(caches.delete(names.data));
  }
});

/** Deletes the caches that only an older release used. */
async function deleteOldCaches(): Promise<void> {
  const current = Object.values(names);
  const old = (await caches.keys()).filter((name) => name.startsWith(own) && !current.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Moves the assets of the previous shell to the cache that drops what is used least. */
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
async function keepOpenPages(): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const urls = open.map(({ url }) => url);
  const homes = urls.map((url) => offlineFor(url).replace(/\/offline$/, '') || '/');
  await Promise.allSettled([...urls, ...homes].map(keepPage));
}

async function keepPage(url: string): Promise<void> {
  const pages = await caches.open(names.pages);
  const key = pageKey(url);
  if (await pages.match(key)) return;
  const response = await fetch(key, { cache: 'no-cache' });
  if (response.status !== 200) throw new Error(`${response.status} ${key}`);
  // A browser refuses a kept redirection as the answer to a navigation.
  await pages.put(key, response.redirected ? new Response(response.body, response) : response);
}

/** The page of a navigation, from its kept data and the offline page of its edition. */
async function composeFromData(url: string) {
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

/** One key for all addresses of a page: campaigns in the query and an ending slash make no other page. */
function pageKey(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  return origin + (pathname.replace(/(\/index\.html|\/)$/, '') || '/');
}

/** The offline page of the edition that a URL belongs to: the one with the longest common beginning. */
function offlineFor(url: string): string {
  const { pathname } = new URL(url);
  const fits = offlinePages.filter((page) => `${pathname}/`.startsWith(page.replace(/offline$/, '')));
  return fits.sort((a, b) => b.length - a.length)[0] ?? `${base}/offline`;
}

const isOwn = (url: URL) => url.origin === location.origin && `${url.pathname}/`.startsWith(`${base}/`);
const isBelow = (url: URL, folder: string) => isOwn(url) && url.pathname.startsWith(`${base}/${folder}/`);

/** Keeps good answers. Drops those used longest ago, and all of them before the browser's quota stops the site. */
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
    plugins: [
      keepAtMost(200),
      { cacheKeyWillBeUsed: async ({ request }) => pageKey(request.url) },
      {
        handlerDidError: async ({ request }) =>
          // Kept data may be anything that a host has answered.
          (await composeFromData(request.url).catch(() => null)) ??
          (await shell.matchPrecache(offlineFor(request.url))),
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

registerRoute(
  ({ url }) => isBelow(url, 'assets'),
  new CacheFirst({
    cacheName: names.assets,
    matchOptions: { ignoreVary: true },
    plugins: [keepAtMost(MAX_ASSETS)],
  }),
);

registerRoute(
  ({ url }) => ['page-data', 'slice-data', 'search'].some((folder) => isBelow(url, folder)),
  new NetworkFirst({ cacheName: names.data, plugins: [keepAtMost(300)] }),
);
