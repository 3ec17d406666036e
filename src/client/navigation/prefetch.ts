/** Loads pages before the reader asks for them (B25-B28). */
import { closest, whenIdle } from '../dom.ts';

const BATCH = 4;
const PAUSE_MS = 3000;

interface Connection {
  effectiveType?: string;
  saveData?: boolean;
}

/**
 * @param load loads a page; never rejects
 * @param pathOf returns the path of the page that a link leads to; null if the link leads to no page of the site
 * @returns a function that watches the links in the document and requests each page once
 */
export function createPrefetcher(
  load: (path: string) => Promise<unknown>,
  pathOf: (link: HTMLAnchorElement) => string | null,
): () => void {
  if (isSpared(navigator)) return () => undefined;
  const asked = new Set<string>();
  const queue: string[] = [];
  let waiting = false;

  const runBatch = async () => {
    await Promise.all(queue.splice(0, BATCH).map(load));
    waiting = false;
    if (queue.length > 0) wait();
  };
  const wait = () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => whenIdle(runBatch), PAUSE_MS);
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue;
      observer.unobserve(target);
      const path = pathOf(target);
      if (path === null || asked.has(path)) continue;
      asked.add(path);
      queue.push(path);
      wait();
    }
  });
  const loadAtOnce = (event: Event) => {
    const link = closest<HTMLAnchorElement>(event, 'a[href]');
    const path = link && pathOf(link);
    if (path === null) return;
    asked.add(path);
    const at = queue.indexOf(path);
    if (at >= 0) queue.splice(at, 1);
    void load(path);
  };
  addEventListener('pointerover', loadAtOnce);
  addEventListener('focusin', loadAtOnce);

  return () => {
    for (const link of document.querySelectorAll('a[href]')) observer.observe(link);
  };
}

/** True for readers who save data, for slow connections and for crawlers: nothing is prefetched for them. */
function isSpared(from: Navigator & { connection?: Connection }): boolean | undefined {
  const { effectiveType, saveData } = from.connection ?? {};
  return saveData || effectiveType?.includes('2g') || /bot|crawl|spider/i.test(from.userAgent);
}
