/** Owns the text of sw.js: the bundled worker with the list of files that it keeps, or the one that removes itself. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutputRecord } from '../write/manifest.ts';

interface ServiceWorkerParts {
  /** As in the configuration; "remove" is the kill switch. */
  feature: true | 'remove';
  /** Absolute path of the bundled worker, `lib/client/service-worker.js`. */
  source: string;
  basePath: string;
  /** Output paths of the client bundle. */
  clientFiles: readonly string[];
  /** The outputs of this build: the offline pages are found there, with their hashes. No file is read again. */
  outputs: readonly OutputRecord[];
}

/**
 * Listed are the offline pages and what every page loads: a reader who only reads is not made to download the islands.
 * They, fonts and pictures are kept when they are used.
 */
export async function planServiceWorker(parts: ServiceWorkerParts): Promise<string> {
  if (parts.feature === 'remove') return REMOVAL;
  const entries = [
    ...parts.clientFiles
      .filter((path) => /\/(main|styles|copy)-\w+\.(js|css)$/.test(path))
      .map((path) => ({ url: `${parts.basePath}/${path}`, revision: null })),
    ...parts.outputs
      .filter(({ path, kind }) => kind === 'error' && OFFLINE.test(path))
      .map(({ path, hash }) => ({
        url: `${parts.basePath}/${path.replace(OFFLINE, '$1offline')}`,
        revision: hash,
      })),
  ];
  return inject(parts.source, entries);
}

const OFFLINE = /(^|\/)offline(\.html|\/index\.html)$/;

async function inject(swSrc: string, entries: { url: string; revision: string | null }[]): Promise<string> {
  // The package as a whole loads a bundler that is not needed here: half a second.
  const { injectManifest } = await import('workbox-build/build/inject-manifest.js');
  const folder = mkdtempSync(join(tmpdir(), 'articles-sw-'));
  try {
    const swDest = join(folder, 'sw.js');
    // The folder is empty: workbox is given the list and looks for nothing.
    await injectManifest({
      swSrc,
      swDest,
      globDirectory: folder,
      globPatterns: [],
      additionalManifestEntries: entries,
    });
    return readFileSync(swDest, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const REMOVAL = `/* Removes the service worker of this site and all that it has kept. */
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
