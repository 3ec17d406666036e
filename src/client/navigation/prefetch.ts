/** Loads pages before the reader asks for them (B25-B28). */
import { closest, whenIdle } from '../dom.ts';
import type { LoadPage } from './loader.ts';

const BATCH = 4;
const PAUSE_MS = 3000;
/** A pointer that crosses a link on its way leaves it sooner. */
const HOVER_MS = 65;
/** What is prefetched from one page: readers of long lists, and hosts that charge for requests, pay no more than this. */
const MAX_PAGES = 24;
const MAX_CHARACTERS = 400_000;

interface Connection {
  effectiveType?: string;
  saveData?: boolean;
}

/**
 * @param pathOf returns the path of the page that a link leads to; null if the link leads to no page of the site
 * @returns a function that watches the links in the document
 */
export function createPrefetcher(
  load: LoadPage,
  pathOf: (link: HTMLAnchorElement) => string | null,
): () => void {
  if (isSpared(navigator)) return () => undefined;
  const asked = new Set<string>();
  /** The links on the screen, those that came first at the front. */
  const visible = new Set<HTMLAnchorElement>();
  let pages = 0;
  let characters = 0;
  let isWaiting = false;

  const request = async (path: string) => {
    if (asked.has(path) || pages >= MAX_PAGES || characters >= MAX_CHARACTERS) return;
    asked.add(path);
    pages++;
    const result = await load(path);
    if (result.status !== 'error') characters += result.page.result.data.main.length;
  };
  const nextPaths = () => {
    const paths = [...visible].map(pathOf).filter((path) => path !== null);
    return [...new Set(paths)].filter((path) => !asked.has(path)).slice(0, BATCH);
  };
  const runBatch = async () => {
    await Promise.all(nextPaths().map(request));
    isWaiting = false;
    wait();
  };
  const wait = () => {
    if (isWaiting || pages >= MAX_PAGES || nextPaths().length === 0) return;
    isWaiting = true;
    setTimeout(() => whenIdle(runBatch), PAUSE_MS);
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      if (target instanceof HTMLAnchorElement) visible[isIntersecting ? 'add' : 'delete'](target);
    wait();
  });
  let wanted: HTMLAnchorElement | null = null;
  let timer: ReturnType<typeof setTimeout>;
  const loadSoon = (event: Event) => {
    const link = closest<HTMLAnchorElement>(event, 'a[href]');
    if (link === wanted) return;
    wanted = link;
    clearTimeout(timer);
    const path = link && pathOf(link);
    if (path !== null) timer = setTimeout(request, HOVER_MS, path);
  };
  addEventListener('pointerover', loadSoon);
  addEventListener('focusin', loadSoon);
  // Navigation loads the page of a pressed link itself.
  addEventListener('click', () => clearTimeout(timer));

  return () => {
    observer.disconnect();
    visible.clear();
    pages = characters = 0;
    for (const link of document.querySelectorAll('a[href]')) observer.observe(link);
  };
}

/** True for readers who save data, for slow connections and for crawlers: nothing is prefetched for them. */
function isSpared(from: Navigator & { connection?: Connection }): boolean | undefined {
  const { effectiveType, saveData } = from.connection ?? {};
  return saveData || effectiveType?.includes('2g') || /bot|crawl|spider/i.test(from.userAgent);
}
