/** Registers the service worker and follows its states (B14, B29, B30). */
import { whenIdle } from './dom.ts';

/** @returns whether a new worker has been installed since the page was loaded */
export function registerWorker(url: string): () => boolean {
  let updated = false;
  // HTTPS, localhost and loopback addresses.
  if (!isSecureContext) {
    error('Service workers can only be used over HTTPS, or on localhost for development');
    return () => false;
  }
  if (!('serviceWorker' in navigator)) return () => false;
  const { serviceWorker } = navigator;
  const note = () => (updated = true);
  // The browser looks for a new worker by itself too, maybe before it is asked to.
  if (serviceWorker.controller) serviceWorker.addEventListener('controllerchange', note);
  // After the page itself, which needs the connection more.
  whenIdle(async () => {
    const registration = await serviceWorker.register(url);
    // Fires after the registration, for the first worker too.
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      let isInstalled = false;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed') {
          isInstalled = true;
          if (serviceWorker.controller) note();
          else info('Content is now available offline');
          // One that was installed has been replaced by the next.
        } else if (worker.state === 'redundant' && !isInstalled)
          error('The installing service worker became redundant.');
        else if (worker.state === 'activated') dispatchEvent(new CustomEvent('articles:offline-ready'));
      });
    });
  });
  return () => updated;
}

const { error, info } = console;
