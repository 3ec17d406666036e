/** Writes a worker that removes itself to the addresses where an earlier site had its own: browsers keep such a worker otherwise. */
import { outputPath } from '../../site/routes.ts';
import type { Site } from '../../site/site.ts';
import type { OutputGenerator } from './output-generator.ts';

/** The address of the worker of this program, which does the same where a site has it. */
const OWN = '/sw.js';

const listPaths = ({ config }: Site) =>
  config.formerWorkers
    .filter((path) => path !== OWN || config.features.serviceWorker === false)
    .map((path) => outputPath(path.slice(1)));

export const formerWorkers: OutputGenerator = {
  owns: listPaths,
  groups: ({ site, baseKey }) =>
    listPaths(site).map((path) => ({
      name: `former-worker/${path}`,
      key: baseKey,
      files: () => [{ path, kind: 'worker', content: SELF_REMOVING }],
    })),
};

/** A part of a worker: deletes all caches of the host except the caches of this program. */
export const FORGET_OTHERS = `self.addEventListener('activate', (event) => event.waitUntil((async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !name.startsWith('articles:')).map((name) => caches.delete(name)));
})()));
`;

export const SELF_REMOVING = `/* Takes the place of a service worker that an earlier site of this host has left, and removes it. */
self.addEventListener('install', () => self.skipWaiting());
${FORGET_OTHERS}self.addEventListener('activate', (event) => event.waitUntil((async () => {
  await self.registration.unregister();
  // Open pages are still those of the earlier site.
  const pages = await self.clients.matchAll({ type: 'window' });
  await Promise.allSettled(pages.map((page) => page.navigate(page.url)));
})()));
`;
