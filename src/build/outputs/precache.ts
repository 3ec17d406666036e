/** Output: sw.js, the bundled worker with its precache manifest, or a worker that removes itself. */
import { join } from 'node:path';
import { createKeyFold } from '../../foundation/hash.ts';
import { listPages } from '../../pages/page-registry.ts';
import { outputPath } from '../../site/routes.ts';
import { shippedFiles } from './client-assets.ts';
import { FORGET_OTHERS } from './former-workers.ts';
import type { FinalOutput } from './output-generator.ts';

const PATH = outputPath('sw.js');

/** Is made after the pages, since its manifest lists their files. */
export const serviceWorker: FinalOutput = {
  owns: ({ config }) => (config.features.serviceWorker === false ? [] : [PATH]),
  groups({ client, site, baseKey, folder, background }, rendered) {
    const { features, basePath, formerWorkers } = site.config;
    if (features.serviceWorker === false) return [];
    const offlinePages = new Set<string>();
    for (const { path } of listPages(site, 'offline')) offlinePages.add(site.routes.file(path));
    const fold = createKeyFold().add(baseKey);
    for (const { path, hash } of rendered) if (offlinePages.has(path)) fold.add(path).add(hash);
    const plan = () =>
      features.serviceWorker === 'remove'
        ? KILL_SWITCH
        : background.run('planServiceWorker', {
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
          const rest = formerWorkers.length > 0 ? FORGET_OTHERS : '';
          yield { path: PATH, kind: 'worker', content: (await plan()) + rest };
        },
      },
    ];
  },
};

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
