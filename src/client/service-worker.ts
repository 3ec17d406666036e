/**
 * Owns what a reader has without a network (B31): the shell and home from installation on, and what was read.
 *
 * Hashed files never change, so they come from the cache; pages and data come from the network while there is one.
 * Files of an older build stay until newer ones push them out, so a page that was kept still finds its own.
 */
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { composeDocument } from './kept-document.ts';
import { findPagePath, pageDataUrl } from './navigation/page-paths.ts';

/** The part of a service worker's scope that is used here; TypeScript's own library for it excludes the document's. */
interface WorkerScope {
  /** Put in by the build: what every page loads (revision null) and the offline page of each edition. */
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

const shell = self.__WB_MANIFEST;
const base = location.pathname.replace(/\/[^/]*$/, '');
const offlinePages = shell.filter(({ revision }) => revision !== null).map(({ url }) => url);
/** Caches of one origin are shared between sites below different base paths. */
const names = {
  assets: `articles:${base}:assets`,
  pages: `articles:${base}:pages`,
  data: `articles:${base}:data`,
  images: `articles:${base}:images`,
};

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([keepShell(), self.skipWaiting()]));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), keepOpenPages()]));
});

self.addEventListener('message', (event) => {
  const { data } = event;
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'drop-path-data') {
    event.waitUntil(caches.delete(names.data));
  }
});

async function keepShell(): Promise<void> {
  const assets = await caches.open(names.assets);
  const hashed = shell.filter(({ revision }) => revision === null);
  await Promise.all([
    ...hashed.map(async ({ url }) => {
      if (!(await assets.match(url))) await assets.put(url, await fetchSound(url));
    }),
    keepOfflinePages(),
  ]);
}

/** Anew: those that were kept before, and those of the editions that are open. */
async function keepOfflinePages(): Promise<void> {
  const pages = await caches.open(names.pages);
  const open = (await openPages()).map(offlineFor);
  await Promise.all(
    offlinePages.map(async (url) => {
      const key = pageKey(url);
      if (open.includes(url) || (await pages.match(key)))
        await pages.put(key, await fetchSound(url, 'no-cache'));
    }),
  );
}

/** The pages that were opened before this worker took over, and the home page of their edition. */
async function keepOpenPages(): Promise<void> {
  const urls = await openPages();
  const homes = urls.map((url) => offlineFor(url).replace(/\/offline$/, '') || '/');
  await Promise.allSettled([...urls, ...homes].map(keepPage));
}

async function keepPage(url: string): Promise<void> {
  const pages = await caches.open(names.pages);
  const key = pageKey(url);
  if (!(await pages.match(key))) await pages.put(key, await fetchSound(key, 'no-cache'));
}

async function composeFromData(url: string): Promise<Response | null> {
  const path = findPagePath(new URL(url).pathname, { base, redirects: {}, matchPaths: {} });
  const [app, data, around] = await Promise.all([
    caches.match(`${base}/page-data/app-data.json`, { cacheName: names.data }),
    caches.match(pageDataUrl(base, path), { cacheName: names.data }),
    caches.match(pageKey(offlineFor(url)), { cacheName: names.pages }),
  ]);
  if (!app || !data || !around) return null;
  const { webpackCompilationHash } = await app.json();
  const html = composeDocument(await around.text(), await data.json(), webpackCompilationHash);
  return html === null
    ? null
    : new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

async function openPages(): Promise<string[]> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return open.map(({ url }) => url);
}

async function fetchSound(url: string, cache: RequestCache = 'default'): Promise<Response> {
  const response = await fetch(url, { cache });
  if (response.status !== 200) throw new Error(`${response.status} ${url}`);
  // A browser refuses a kept redirection as the answer to a navigation.
  return response.redirected ? new Response(response.body, response) : response;
}

/** One key for all addresses of a page: campaigns in the query and an ending slash make no other page. */
function pageKey(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  return origin + (pathname.replace(/(\/index\.html|\/)$/, '') || '/');
}

/** The offline page of the edition that a URL belongs to: that with the longest common beginning. */
function offlineFor(url: string): string {
  const { pathname } = new URL(url);
  const fits = offlinePages.filter((page) => `${pathname}/`.startsWith(page.replace(/offline$/, '')));
  return fits.sort((a, b) => b.length - a.length)[0] ?? `${base}/offline`;
}

const onlySound = {
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.status === 200 && !response.redirected ? response : null,
};
/** Drops what was used longest ago, and all of it before the browser's quota stops the site. */
const atMost = (maxEntries: number) => {
  const { cachedResponseWillBeUsed, cacheDidUpdate } = new ExpirationPlugin({
    maxEntries,
    purgeOnQuotaError: true,
  });
  return {
    ...(cachedResponseWillBeUsed && { cachedResponseWillBeUsed }),
    ...(cacheDidUpdate && { cacheDidUpdate }),
  };
};
const isOwn = (url: URL) => url.origin === location.origin && `${url.pathname}/`.startsWith(`${base}/`);
const isBelow = (url: URL, folder: string) => isOwn(url) && url.pathname.startsWith(`${base}/${folder}/`);

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isOwn(url),
  new NetworkFirst({
    cacheName: names.pages,
    plugins: [
      onlySound,
      // An edition that is read for the first time brings its offline page.
      { cacheDidUpdate: async ({ request }) => keepPage(offlineFor(request.url)) },
      { cacheKeyWillBeUsed: async ({ request }) => pageKey(request.url) },
      {
        handlerDidError: async ({ request }) => {
          // A host may have answered with anything.
          const composed = await composeFromData(request.url).catch(() => null);
          if (composed) return composed;
          // In another language rather than not at all.
          for (const url of [offlineFor(request.url), ...offlinePages]) {
            const kept = await caches.match(pageKey(url), { cacheName: names.pages });
            if (kept) return kept;
          }
          return undefined;
        },
      },
      atMost(200),
    ],
  }),
);

registerRoute(
  ({ request, url }) => request.destination === 'image' && isOwn(url),
  new StaleWhileRevalidate({
    cacheName: names.images,
    plugins: [onlySound, atMost(100)],
  }),
);

registerRoute(
  ({ url }) => isBelow(url, 'assets'),
  new CacheFirst({
    cacheName: names.assets,
    matchOptions: { ignoreVary: true },
    plugins: [onlySound, atMost(300)],
  }),
);

registerRoute(
  ({ url }) => ['page-data', 'slice-data', 'search'].some((folder) => isBelow(url, folder)),
  new NetworkFirst({
    cacheName: names.data,
    plugins: [
      onlySound,
      // An edition that a link of this document leads to brings its offline page too: kept data are read within it.
      {
        cacheDidUpdate: async ({ request }) => {
          const [, path] = /\/page-data\/(.+)\/page-data\.json$/.exec(request.url) ?? [];
          if (path) await keepPage(offlineFor(`${location.origin}${base}/${path}`));
        },
      },
      atMost(300),
    ],
  }),
);
