/** Remembers and restores scroll positions (B22). Each history entry has a key; positions are kept by key. */
import { attempt } from '../../foundation/attempt.ts';
import { decode } from './page-paths.ts';

const STORE = 'articles:scroll';

export function createScrollMemory() {
  const positions: Record<string, [number, number]> =
    attempt(() => JSON.parse(sessionStorage.getItem(STORE) ?? '')) ?? {};
  /** Of the entry whose page is shown, and of the entry that the browser is at. */
  let key = keyOf(history.state) ?? newKey();
  let next = key;
  history.replaceState({ ...history.state, key }, '');
  // While this page is shown its scroll is ours; after a full load the browser remembers and restores. An entry that was
  // left within a document is still ours when another document returns to it.
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
  /** @returns the state that a new entry gets */
  const enter = () => {
    next = newKey();
    return { key: next };
  };
  if (isOurs && positions[key]) restore();
  return {
    save,
    restore,
    enter,
    /** Starts the entry of a popstate; its page is not shown yet. False for an entry that the browser has just made. */
    resume(state: unknown): boolean {
      const known = keyOf(state);
      // The browser has scrolled already for an entry that it made; the click before has saved the old one.
      if (known) {
        save();
        next = known;
      } else history.replaceState(enter(), '');
      return known !== undefined;
    },
    /** The page of the entry is shown: from now on its scroll is remembered. */
    settle() {
      key = next;
    },
    /** Loads the entry of a popstate in full; its position is kept. */
    reload() {
      isKept = true;
      location.reload();
    },
  };
}

const TOP: [number, number] = [0, 0];

/** A hash goes to its element, anything else to the top. */
export function scrollToTarget(hash: string): void {
  const target = hash && document.getElementById(decode(hash.slice(1)));
  if (target) target.scrollIntoView();
  else scrollTo(...TOP);
}

const newKey = () => String(Math.random());
const keyOf = (state: unknown) => (state as { key?: string } | null)?.key;
