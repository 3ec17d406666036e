/** Remembers and restores scroll positions (B22). Each history entry has a key; positions are kept by key. */
import { attempt } from '../attempt.ts';
import { decode } from './page-paths.ts';

export interface ScrollMemory {
  /** Remembers the position of the current entry. */
  save(): void;
  /** The key that a new entry gets as its state. */
  enter(): { key: string };
  /** Starts the entry of a popstate; its page is not shown yet. False for an entry that the browser has just made. */
  resume(state: unknown): boolean;
  /** The page of the entry is shown: from now on its scroll is remembered. */
  settle(): void;
  restore(): void;
  /** Loads the entry of a popstate in full; its position is kept. */
  reload(): void;
}

const STORE = 'articles:scroll';

export function createScrollMemory(): ScrollMemory {
  const positions = readPositions();
  /** Of the entry whose page is shown, and of the entry that the browser is at. */
  let key = keyOf(history.state) ?? newKey();
  let next = key;
  history.replaceState({ ...history.state, key }, '');
  // While this page is shown its scroll is ours; after a full load the browser remembers and restores. An entry that was
  // left within a document is still ours when another document returns to it.
  const isOurs = history.scrollRestoration === 'manual';
  let isKept = false;
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', () => {
    if (isKept) return;
    save();
    history.scrollRestoration = 'auto';
  });
  addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual';
  });
  const save = () => {
    positions[key] = [scrollX, scrollY];
    attempt(() => sessionStorage.setItem(STORE, JSON.stringify(positions)));
  };
  const restore = () => jump(...(positions[key] ?? []));
  if (isOurs && positions[key]) restore();
  return {
    save,
    enter() {
      next = newKey();
      return { key: next };
    },
    resume(state) {
      const known = keyOf(state);
      // The browser has scrolled already for an entry that it made; the click before has saved the old one.
      if (known) {
        save();
        next = known;
      } else history.replaceState(this.enter(), '');
      return known !== undefined;
    },
    settle() {
      key = next;
    },
    restore,
    reload() {
      isKept = true;
      location.reload();
    },
  };
}

/** A hash goes to its element, anything else to the top. */
export function scrollToTarget(hash: string): void {
  const target = hash && document.getElementById(decode(hash.slice(1)));
  if (target) target.scrollIntoView();
  else jump();
}

function jump(left = 0, top = 0): void {
  scrollTo(left, top);
}

function newKey(): string {
  return String(Math.random());
}

function keyOf(state: unknown): string | undefined {
  return (state as { key?: string } | null)?.key;
}

function readPositions(): Record<string, [number, number]> {
  return attempt(() => JSON.parse(sessionStorage.getItem(STORE) ?? '')) ?? {};
}
