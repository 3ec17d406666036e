/** Navigates inside the document: handles clicks and history, and decides when a full load is needed (B7, B13-B17, B22). */
import { closest, isPlainClick, ownPolicy, root } from '../dom.ts';
import { isSamePage } from './link-paths.ts';
import type { LoadPage, LoadResult } from './loader.ts';
import type { PageView } from './page-data.ts';
import { dropPathData } from './recover.ts';
import { createScrollMemory } from './scroll.ts';
import { announcePage, swapPage } from './swap.ts';

const DELAY_MS = 1000;
/** A connection that hangs gets a full load, which shows what the browser knows of it, and the worker's kept pages. */
const LIMIT_MS = 10_000;

type HistoryStep = 'push' | 'replace' | 'traverse';

/** The parts of an address that links and URLs both have. A link with an invalid address has empty strings. */
export type Address = Pick<URL, 'origin' | 'pathname'>;

interface NavigationParts {
  load: LoadPage;
  /** Returns the path of the page at a URL of this site; null if the browser must handle the URL. */
  pathOf(address: Address): string | null;
  /** True if a new service worker has been installed (B14). */
  isUpdated(): boolean;
  /** Called after a page was put into the document. */
  onPage(): void;
}

export function startNavigation({ load, pathOf, isUpdated, onPage }: NavigationParts) {
  const scroll = createScrollMemory();
  // The inline script of the document sets this for the time before this script runs.
  window.onpopstate = null;
  let lastRoute: string | null = null;
  let shown = location.href;
  let running = 0;
  let endDelay = () => {};

  const put = (result: Showable, url: URL, path: string, step: HistoryStep) => {
    if (step === 'push') history.pushState(scroll.enter(), '', url);
    else if (step === 'replace') history.replaceState(history.state, '', url);
    scroll.settle();
    shown = url.href;
    swapPage(result);
    root.dataset.path = result.status === 'success' ? result.page.path : path;
    // It may show elements, such as copy buttons, which move the text below them.
    onPage();
    scroll.arrive(step === 'traverse');
    announcePage();
    shown = location.href;
  };

  const show = (result: LoadResult, url: URL, path: string, step: HistoryStep) => {
    if (!isShowable(result)) return leave(url);
    const turn = running;
    transition(() => {
      // The browser calls this later. The reader may have navigated again in the meantime.
      if (turn !== running) return;
      try {
        put(result, url, path, step);
      } catch (error) {
        reportError(error);
        leave(url);
      }
    });
  };

  const find = async (path: string, url: URL) => {
    const loaded = await load(path);
    return loaded.status !== 'not-found' || (await isMissing(url)) ? loaded : ERROR;
  };
  /** @returns the number of the navigation that begins */
  const supersede = () => {
    endDelay();
    return ++running;
  };

  const go = async (url: URL, path: string, step: HistoryStep) => {
    const turn = supersede();
    lastRoute = url.href;
    if (isUpdated()) return leave(url);
    const end = startDelay(url.pathname);
    endDelay = end;
    const late = new Promise<LoadResult>((resolve) => setTimeout(resolve, LIMIT_MS, ERROR));
    const result = await Promise.race([find(path, url), late]);
    end();
    // A later click has replaced this navigation.
    if (turn === running) show(result, url, path, step);
  };

  listen({ pathOf, scroll, shown: () => shown, supersede, go });
  // A page that the browser restores from its back/forward cache must not continue an old navigation.
  addEventListener('pagehide', supersede);

  return {
    /** The complete URL of the last navigation. */
    lastRoute: () => lastRoute,
    /** Must be called after the address of the current page was replaced. */
    settle() {
      shown = location.href;
    },
  };
}

interface Steering extends Pick<NavigationParts, 'pathOf'> {
  scroll: ReturnType<typeof createScrollMemory>;
  /** The address of the page that is shown. */
  shown(): string;
  /** Ends the navigation that is on its way. */
  supersede(): void;
  go(url: URL, path: string, step: HistoryStep): Promise<void>;
}

/** Follows clicks on links, and the steps back and forward. */
function listen({ pathOf, scroll, shown, supersede, go }: Steering): void {
  addEventListener('click', (event) => {
    const link = linkOf(event);
    if (!link) return;
    const path = pathOf(link);
    // A link that the browser itself follows also cancels a navigation.
    if (path === null) return supersede();
    const url = new URL(link.href);
    scroll.save();
    // The browser itself handles links within a page, and only it finds a text that an address names.
    if (url.hash && isSamePage(url.href, shown())) return;
    if (url.hash.includes(':~:')) return supersede();
    event.preventDefault();
    void go(url, path, url.href === location.href ? 'replace' : 'push');
  });

  addEventListener('popstate', ({ state }) => {
    if (scroll.isArriving()) return;
    const url = new URL(location.href);
    const isTraversal = scroll.resume(state);
    if (isSamePage(url.href, shown())) {
      supersede();
      scroll.settle();
      if (isTraversal) scroll.restore();
      return;
    }
    const path = pathOf(url);
    if (path === null) location.reload();
    else void go(url, path, 'traverse');
  });
}

/** Loads the whole document. */
function leave(url: URL): void {
  if (isSamePage(location.href, url.href)) {
    // The address is already that of the target, as after Back. A reload keeps the history entry.
    history.replaceState(history.state, '', url);
    location.reload();
  } else location.assign(url);
}

const ERROR: LoadResult = { status: 'error' };

type Showable = Exclude<LoadResult, { status: 'error' }>;

/** True if the loaded page can take the place of the page in this document. Reports an error that says otherwise. */
function isShowable(result: LoadResult): result is Showable {
  if (result.status === 'error') {
    if (result.error) reportError(result.error);
    return false;
  }
  if (result.hash !== root.dataset.build) {
    dropPathData();
    return false;
  }
  return !needsDocument(result.page.result.data);
}

/** True if the page needs a full load: a document keeps its security policy, and inserted scripts do not run (B41). */
function needsDocument({ policy, main }: PageView): boolean {
  return policy !== ownPolicy() || main.includes('<script');
}

/** Returns the link of a plain left click that no other script has handled. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || !isPlainClick(event)) return null;
  const link = closest<HTMLAnchorElement>(event, 'a[href]');
  return link && isPlainLink(link) ? link : null;
}

/** True if the link opens in this window. */
export function isPlainLink(link: HTMLAnchorElement): boolean {
  return !link.hasAttribute('target') && !link.hasAttribute('download');
}

/** Asks the host if nothing is at an address without page data. Only 404 and 410 say so (B7). */
async function isMissing({ pathname }: URL): Promise<boolean> {
  if (pathname.startsWith('//')) return true;
  const answer = await fetch(pathname, { method: 'HEAD' }).catch(() => null);
  return answer?.status === 404 || answer?.status === 410;
}

/** Shows a notice while a page takes long to load (B15). @returns a function that removes the notice */
function startDelay(pathname: string): () => void {
  const notice = document.getElementById('route-notice');
  const notify = (name: string, text: string | undefined) => {
    if (notice) {
      notice.textContent = text ?? '';
      notice.hidden = text === undefined;
    }
    dispatchEvent(new CustomEvent(`articles:${name}`, { detail: { pathname } }));
  };
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = true;
    notify('delayed-route', document.body.dataset.loading ?? '');
  }, DELAY_MS);
  return () => {
    clearTimeout(timer);
    if (isShown) notify('delayed-route-end', undefined);
    isShown = false;
  };
}

/** Runs the change as a view transition if the browser supports it and the reader has not reduced motion. */
function transition(change: () => void): void {
  if (document.startViewTransition && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
    // It is no error if the next transition interrupts this one.
    document.startViewTransition(change).ready.catch(() => undefined);
  } else change();
}
