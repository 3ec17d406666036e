/** Recovers from a new build (B17, B18), from missing chunks (B20) and from an address other than the path of the page (B21). */
import { root } from '../dom.ts';
import { decode, isSamePage } from './link-paths.ts';

const LOST_CHUNK = /loading chunk .*failed|dynamically imported|module script failed/i;

/** Loads the last route in full if the host no longer has a chunk of an older build. Offline the page stays. */
export function recoverFromLostChunks(lastRoute: () => string | null): void {
  addEventListener('unhandledrejection', ({ reason }) => {
    const route = lastRoute();
    if (route === null || !navigator.onLine || !LOST_CHUNK.test(String(reason?.message ?? reason))) return;
    // Browsers do not reload if only the fragment of the address changes.
    if (isSamePage(route, location.href)) location.reload();
    else location.href = route;
  });
}

/** Matches pages that are shown in place of another page. They keep the address that the reader requested. */
const SUBSTITUTE = /\/(404|500|offline)(\.html)?$/;

export function replaceAddress(base: string): void {
  const own = root.dataset.path ?? '';
  if (!own || SUBSTITUTE.test(own)) return;
  const address = base + own;
  const { pathname, search, hash } = location;
  if (decode(pathname) !== address)
    history.replaceState(history.state, '', encodeURI(address) + search + hash);
}

const FLAG = 'articles:reloaded';

/** Makes an active service worker delete its cached page data. */
export function dropPathData(): void {
  const controller = navigator.serviceWorker?.controller;
  if (controller?.state === 'activated') controller.postMessage({ type: 'drop-path-data' });
}

/** Reloads once if the document and the site come from different builds. @param current '' if it could not be loaded */
export async function checkFirstLoad(current: string): Promise<void> {
  const isStale = current && current !== root.dataset.build;
  // A worker may have kept both. Without a network there is nothing newer to load. It answers no HEAD.
  if (isStale && !(await fetch(location.href, { method: 'HEAD' }).catch(() => null))) return;
  if (isStale) dropPathData();
  try {
    const reloaded = sessionStorage.getItem(FLAG) !== null;
    sessionStorage.removeItem(FLAG);
    if (!isStale || reloaded) return;
    sessionStorage.setItem(FLAG, '1');
  } catch {
    // Without storage the page could reload endlessly.
    return;
  }
  location.reload();
}
