/** Remembers and restores scroll positions (B22). Each history entry has a key; positions are kept by key. */
import { attempt } from '../../foundation/attempt.ts';

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
  const takeOver = () => {
    history.scrollRestoration = 'manual';
  };
  takeOver();
  addEventListener('pageshow', takeOver);
  addEventListener('pagehide', () => {
    save();
    // On the way to another entry the browser would take this position for that of the entry.
    if (key === next) history.scrollRestoration = 'auto';
  });
  /** Remembers the position of the current entry. While another one is on its way, the browser may have scrolled for that one. */
  const save = () => {
    if (key !== next) return;
    positions[key] = [scrollX, scrollY];
    attempt(() => sessionStorage.setItem(STORE, JSON.stringify(positions)));
  };
  const restore = () => scrollTo(...(positions[key] ?? TOP));
  let isArriving = false;
  /** Lets the browser go to the fragment: it opens what hides the place, sets `:target`, and Tab goes on from there. */
  const enterFragment = () => {
    const { state } = history;
    isArriving = true;
    location.replace(location.hash);
    isArriving = false;
    history.replaceState(state, '');
  };
  /** @returns the state for a new history entry */
  const enter = () => {
    next = newKey();
    return { key: next };
  };
  // A browser restores late on a slow machine, and not at all once this module has taken over.
  if (positions[key] && (isOurs || scrollY === 0)) restore();
  return {
    save,
    restore,
    enter,
    /** True while `arrive` causes the popstate events. */
    isArriving: () => isArriving,
    /** Scrolls a new page to the place of the history entry, to the fragment, or to the top. */
    arrive(isTraversal: boolean) {
      if (!isTraversal) scrollTo(...TOP);
      if (location.hash) enterFragment();
      if (isTraversal) restore();
    },
    /** Switches to the entry of a popstate event, before its page is shown. False if the browser has just made the entry. */
    resume(state: unknown): boolean {
      // Each entry has its own setting, and an earlier document may have given this one back to the browser.
      takeOver();
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
  };
}

const TOP: [number, number] = [0, 0];

const newKey = () => String(Math.random());
const keyOf = (state: unknown) => (state as { key?: string } | null)?.key;
