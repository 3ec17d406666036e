/** Output: sw.js, the bundled worker with its precache manifest, or a worker that removes itself. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyFold } from '../../foundation/hash.ts';
import { listPages } from '../../pages/page-registry.ts';
import { outputPath } from '../../site/routes.ts';
import { shippedFiles } from './client-assets.ts';
import type { FinalOutput } from './output-generator.ts';

const PATH = outputPath('sw.js');

/** Comes after the pages, whose files the manifest is made from. */
export const serviceWorker: FinalOutput = {
  owns: ({ config }) => (config.features.serviceWorker === false ? [] : [PATH]),
  groups({ client, site, baseKey, folder }, rendered) {
    const { features, basePath } = site.config;
    if (features.serviceWorker === false) return [];
    const offlinePages = new Set<string>();
    for (const { path } of listPages(site, 'offline')) offlinePages.add(site.routes.file(path));
    const fold = createKeyFold().add(baseKey);
    for (const { path, hash } of rendered) if (offlinePages.has(path)) fold.add(path).add(hash);
    const plan = () =>
      features.serviceWorker === 'remove'
        ? KILL_SWITCH
        : planServiceWorker({
            source: join(client.folder, 'service-worker.js'),
            basePath,
            folder,
            files: [...shippedFiles(client, site.config), ...offlinePages],
          });
    return [
      {
        name: 'service-worker',
        key: fold.key(),
        async *files() {
          yield { path: PATH, kind: 'worker', content: await plan() };
        },
      },
    ];
  },
};

const OFFLINE = /(^|\/)offline(\.html|\/index\.html)$/;
/** What every page loads, and fonts of the site. The islands and pictures are kept when they are used. */
const SHELL = /\/((main|styles|copy)-\w+\.(js|css)|font-[a-z]+-\w+\.woff2)$/;

interface ServiceWorkerParts {
  /** Absolute path of the bundled worker, `lib/client/service-worker.js`. */
  source: string;
  basePath: string;
  /** Output folder; it holds the files that are listed. */
  folder: string;
  /** Output paths to choose from: the client's files and the offline pages. */
  files: readonly string[];
}

export async function planServiceWorker({
  source,
  basePath,
  folder,
  files,
}: ServiceWorkerParts): Promise<string> {
  // The package as a whole loads a bundler that is not needed here: half a second.
  const { injectManifest } = await import('workbox-build/build/inject-manifest.js');
  const work = mkdtempSync(join(tmpdir(), 'articles-sw-'));
  try {
    const swDest = join(work, 'sw.js');
    const { warnings } = await injectManifest({
      swSrc: source,
      swDest,
      globDirectory: folder,
      globPatterns: files.filter((path) => SHELL.test(path) || OFFLINE.test(path)),
      dontCacheBustURLsMatching: SHELL,
      manifestTransforms: [
        (entries) => ({
          manifest: entries.map((entry) => ({
            ...entry,
            url: `${basePath}/${entry.url.replace(OFFLINE, '$1offline')}`,
          })),
        }),
      ],
    });
    if (warnings.length > 0) throw new Error(warnings.join('\n'));
    return readFileSync(swDest, 'utf8');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

export const KILL_SWITCH = `/* Removes the service worker of this site and all that it has kept. */
const own = 'articles:' + location.pathname.replace(/\\/[^/]*$/, '') + ':';
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(own)).map((name) => caches.delete(name)));
    await self.registration.unregister();
    await forgetAddresses();
  })());
});
// A page of an older build that asks for the worker again keeps it; the next page ends that.
self.addEventListener('fetch', (event) => event.waitUntil(self.registration.unregister()));

// The times of use, by address, for all sites of the origin.
const forgetAddresses = () => new Promise((resolve, reject) => {
  const request = indexedDB.open('workbox-expiration');
  request.onupgradeneeded = () => request.transaction.abort();
  request.onerror = resolve;
  request.onsuccess = () => {
    try {
      const transaction = request.result.transaction('cache-entries', 'readwrite');
      transaction.objectStore('cache-entries').delete(IDBKeyRange.bound(own, own + '\\uffff'));
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    } catch (error) {
      reject(error);
    }
  };
});
`;
