/** Remembers and restores scroll positions (B22). Each history entry has a key; positions are kept by key. */
import { attempt } from '../../foundation/attempt.ts';
import { decode } from './link-paths.ts';

const STORE = 'articles:scroll';

export function createScrollMemory() {
  const positions: Record<string, [number, number]> =
    attempt(() => JSON.parse(sessionStorage.getItem(STORE) ?? '')) ?? {};
  /** Keys of the entry whose page is shown, and of the current history entry of the browser. */
  let key = keyOf(history.state) ?? newKey();
  let next = key;
  history.replaceState({ ...history.state, key }, '');
  // This module restores scroll positions while the document lives; after a full load the browser does. An entry that the
  // reader left by navigation inside a document is restored here, even if another document returns to it.
  const isOurs = history.scrollRestoration === 'manual';
  let isKept = false;
  const takeOver = () => {
    history.scrollRestoration = 'manual';
  };
  takeOver();
  addEventListener('pageshow', takeOver);
  addEventListener('pagehide', () => {
    if (isKept) return;
    save();
    history.scrollRestoration = 'auto';
  });
  /** Remembers the position of the current entry. */
  const save = () => {
    positions[key] = [scrollX, scrollY];
    attempt(() => sessionStorage.setItem(STORE, JSON.stringify(positions)));
  };
  const restore = () => scrollTo(...(positions[key] ?? TOP));
  /** @returns the state for a new history entry */
  const enter = () => {
    next = newKey();
    return { key: next };
  };
  if (isOurs && positions[key]) restore();
  return {
    save,
    restore,
    enter,
    /** Switches to the entry of a popstate event, before its page is shown. False if the browser has just made the entry. */
    resume(state: unknown): boolean {
      const known = keyOf(state);
      // The browser has already scrolled for an entry that it made. The click before it has saved the old position.
      if (known) {
        save();
        next = known;
      } else history.replaceState(enter(), '');
      return known !== undefined;
    },
    /** Must be called when the page of the entry is shown. Its scroll position is remembered from then on. */
    settle() {
      key = next;
    },
    /** Loads the entry of a popstate event in full, and keeps its position. */
    reload() {
      isKept = true;
      location.reload();
    },
  };
}

const TOP: [number, number] = [0, 0];

/** Scrolls to the element of the hash, or to the top. */
export function scrollToTarget(hash: string): void {
  const target = hash && document.getElementById(decode(hash.slice(1)));
  if (target) target.scrollIntoView();
  else scrollTo(...TOP);
}

const newKey = () => String(Math.random());
const keyOf = (state: unknown) => (state as { key?: string } | null)?.key;
