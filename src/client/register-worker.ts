/** Registers the service worker and follows its states (B14, B29, B30). */
import { whenIdle } from './dom.ts';

/** @returns whether a new worker has been installed since the page was loaded */
export function registerWorker(url: string): () => boolean {
  let updated = false;
  // Contexts are secure on HTTPS, on localhost and on loopback addresses.
  if (!isSecureContext) {
    error('Service workers can only be used over HTTPS, or on localhost for development');
    return () => false;
  }
  if (!('serviceWorker' in navigator)) return () => false;
  const { serviceWorker } = navigator;
  const note = () => (updated = true);
  // The browser also looks for a new worker by itself, perhaps before this script asks for it.
  if (serviceWorker.controller) serviceWorker.addEventListener('controllerchange', note);
  // The page needs the connection more, so it loads first.
  whenIdle(async () => {
    const registration = await serviceWorker.register(url);
    // This event also fires for the first worker, after its registration.
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      let isInstalled = false;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed') {
          isInstalled = true;
          if (serviceWorker.controller) note();
          else info('Content is now available offline');
          // A worker that was installed becomes redundant when the next one replaces it: that is no error.
        } else if (worker.state === 'redundant' && !isInstalled)
          error('The installing service worker became redundant.');
        else if (worker.state === 'activated') dispatchEvent(new CustomEvent('articles:offline-ready'));
      });
    });
  });
  return () => updated;
}

const { error, info } = console;
