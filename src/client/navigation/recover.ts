/** Owns two ways back to a sound page: lost script chunks (B20) and an address that is not the page's own (B21). */
import { root } from '../dom.ts';
import { decode, isSamePage, type Routing } from './page-paths.ts';

const LOST_CHUNK = /loading chunk .*failed|dynamically imported|module script failed/i;

/** A chunk of an older build may be gone from the host: the last route brings the new one. Without a network it would cost the reader this page. */
export function recoverFromLostChunks(lastRoute: () => string | null): void {
  addEventListener('unhandledrejection', ({ reason }) => {
    const route = lastRoute();
    if (route === null || !navigator.onLine || !LOST_CHUNK.test(String(reason?.message ?? reason))) return;
    // To the page where it is, or a place in it, a browser would not go anew.
    if (isSamePage(route, location.href)) location.reload();
    else location.href = route;
  });
}

/** Pages that stand in for others keep the address that was asked for. */
const STAND_IN = /\/(404|500|offline)(\.html)?$/;

export function replaceAddress({ base }: Routing): void {
  const own = root.dataset.path ?? '';
  if (!own || STAND_IN.test(own)) return;
  const address = base + own;
  const { pathname, search, hash } = location;
  if (decode(pathname) !== address)
    history.replaceState(history.state, '', encodeURI(address) + search + hash);
}
