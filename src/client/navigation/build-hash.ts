/** Owns what happens when the site was built anew while a page is open (B17, B18). */
import { root } from '../dom.ts';

const FLAG = 'articles:reloaded';

/** Tells an activated service worker to drop what it keeps of pages. */
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
    // Without storage a second reload could not be told from the first.
    return;
  }
  location.reload();
}
