/** Owns waking the islands: nothing of them is loaded before a reader reaches for one. */
import type { IslandProps } from '../templates/islands/island-props.ts';
import { closest, onInterest } from './dom.ts';
import { loadQuery } from './navigation/page-data.ts';

interface Island {
  wake(island: HTMLElement, props: IslandProps): void;
}

const ISLANDS: Record<string, (() => Promise<Island>) | undefined> = {
  menu: () => import('./islands/hydrate-menu.tsx'),
  search: () => import('./islands/search-island.ts'),
};

export function startIslands(): void {
  const woken = new WeakSet<Element>();

  const wake = async (island: HTMLElement) => {
    const { island: name = '', props: url } = island.dataset;
    const load = ISLANDS[name];
    if (!load || !url) return;
    try {
      const [module, props] = await Promise.all([load(), loadQuery(url)]);
      module.wake(island, props as IslandProps);
    } catch (error) {
      // The next sign of interest tries again.
      woken.delete(island);
      throw error;
    }
  };

  const reach = (target: EventTarget | null) => {
    const island = closest({ target }, '[data-island]');
    if (!island || woken.has(island)) return;
    woken.add(island);
    void wake(island);
  };
  onInterest(({ target }) => reach(target));
  // A reader may have been quicker than this script.
  reach(document.activeElement);
}
