/** Owns where the page stands after navigation (B22). Each history entry has a key; positions are kept by key. */
import { attempt } from '../attempt.ts';
import { decode } from './paths.ts';

export interface ScrollMemory {
  /** Remembers where the current entry stands. */
  save(): void;
  /** The key that a new entry gets as its state. */
  enter(): { key: string };
  /** Makes the entry of a popstate the current one. False for an entry that the browser has just made itself. */
  resume(state: unknown): boolean;
  restore(): void;
}

const STORE = 'articles:scroll';

export function createScrollMemory(): ScrollMemory {
  const positions = readPositions();
  let key = keyOf(history.state) ?? newKey();
  history.replaceState({ ...history.state, key }, '');
  // While this page is shown its scroll is ours; when it is left in full the browser remembers, and restores.
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', () => {
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
  return {
    save,
    enter() {
      key = newKey();
      return { key };
    },
    resume(state) {
      const known = keyOf(state);
      // The browser has scrolled already for an entry that it made; the click before has saved the old one.
      if (known !== undefined) save();
      key = known ?? newKey();
      if (known === undefined) history.replaceState({ key }, '');
      return known !== undefined;
    },
    restore() {
      const [left, top] = positions[key] ?? [0, 0];
      scrollTo({ left, top, behavior: 'instant' });
    },
  };
}

/** A hash goes to its element, anything else to the top. */
export function scrollToTarget(hash: string): void {
  const target = hash && document.getElementById(decode(hash.slice(1)));
  if (target) target.scrollIntoView({ behavior: 'instant' });
  else scrollTo({ left: 0, top: 0, behavior: 'instant' });
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
