/** Hydrates an island at the reader's first sign of interest; nothing of it is loaded before. */
import type { IslandProps } from '../templates/islands/island-props.ts';
import { closest, onInterest } from './dom.ts';
import { loadQuery } from './navigation/page-data.ts';

interface Island {
  hydrate(island: HTMLElement, props: IslandProps): void;
}

const ISLANDS: Record<string, (() => Promise<Island>) | undefined> = {
  menu: () => import('./islands/hydrate-menu.tsx'),
  search: () => import('./islands/hydrate-search.tsx'),
};

export function startIslands(): void {
  const started = new WeakSet<Element>();

  const start = async (island: HTMLElement) => {
    const { island: name = '', props: url } = island.dataset;
    const load = ISLANDS[name];
    if (!load || !url) return;
    try {
      const [module, props] = await Promise.all([load(), loadQuery(url)]);
      module.hydrate(island, props as IslandProps);
    } catch (error) {
      // The next sign of interest tries again.
      started.delete(island);
      throw error;
    }
  };

  const reach = (target: EventTarget | null) => {
    const island = closest({ target }, '[data-island]');
    if (!island || started.has(island)) return;
    started.add(island);
    void start(island);
  };
  onInterest(({ target }) => reach(target));
  // The reader may have been quicker than this script.
  reach(document.activeElement);
}
