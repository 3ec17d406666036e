/** Owns registering the service worker and following its states (B14, B29, B30). */

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
  const follow = (worker: ServiceWorker) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'installed') {
        if (navigator.serviceWorker.controller) updated = true;
        else info('Content is now available offline');
      } else if (worker.state === 'redundant') error('The installing service worker became redundant.');
      else if (worker.state === 'activated') dispatchEvent(new CustomEvent('articles:offline-ready'));
    });
  };
  // After the page itself, which needs the connection more.
  const register = async () => {
    const registration = await navigator.serviceWorker.register(url);
    const followNew = () => {
      if (registration.installing) follow(registration.installing);
    };
    followNew();
    registration.addEventListener('updatefound', followNew);
  };
  whenIdle(register);
  return () => updated;
}

const { error, info } = console;
