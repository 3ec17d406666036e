/** Recovers from a new build (B17, B18), lost script chunks (B20) and an address that is not the page's own (B21). */
import { root } from '../dom.ts';
import { decode, isSamePage } from './page-paths.ts';

const LOST_CHUNK = /loading chunk .*failed|dynamically imported|module script failed/i;

/** A chunk of an older build may be missing on the host: the last route loads the new one. Without a network this page stays. */
export function recoverFromLostChunks(lastRoute: () => string | null): void {
  addEventListener('unhandledrejection', ({ reason }) => {
    const route = lastRoute();
    if (route === null || !navigator.onLine || !LOST_CHUNK.test(String(reason?.message ?? reason))) return;
    // A browser does not reload for an address of the same page.
    if (isSamePage(route, location.href)) location.reload();
    else location.href = route;
  });
}

/** Pages that replace others keep the requested address. */
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

/** Makes an activated service worker drop its cached page data. */
export function dropPathData(): void {
  const controller = navigator.serviceWorker?.controller;
  if (controller?.state === 'activated') controller.postMessage({ type: 'drop-path-data' });
}

/** Reloads once if the document is of another build than the site. @param current '' when it could not be loaded */
export function checkFirstLoad(current: string): void {
  const isStale = current && current !== root.dataset.build;
  if (isStale) dropPathData();
  try {
    const reloaded = sessionStorage.getItem(FLAG) !== null;
    sessionStorage.removeItem(FLAG);
    if (!isStale || reloaded) return;
    sessionStorage.setItem(FLAG, '1');
  } catch {
    // Without storage the page could reload for ever.
    return;
  }
  location.reload();
}
