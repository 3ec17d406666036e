/** Hydrates an island at the reader's first sign of interest. No code of the island is loaded before that. */
import type { IslandProps } from '../templates/islands/island-props.ts';
import { closest, onInterest } from './dom.ts';
import { loadQuery } from './navigation/page-data.ts';

interface Island {
  hydrate(island: HTMLElement, props: IslandProps): void;
}

const ISLANDS: Record<string, (() => Promise<Island>) | undefined> = {
  // Without popovers the menu works by its styles alone.
  ...('popover' in HTMLElement.prototype && { menu: () => import('./islands/hydrate-menu.tsx') }),
  search: () => import('./islands/hydrate-search.tsx'),
  results: () => import('./islands/hydrate-search.tsx'),
};

export function startIslands(): void {
  const started = new WeakSet<Element>();

  const start = async (island: HTMLElement) => {
    const { island: name = '', props: url } = island.dataset;
    const load = ISLANDS[name];
    if (!load || !url) return;
    hideFailure(island);
    try {
      const [module, props] = await Promise.all([load(), loadQuery(url)]);
      module.hydrate(island, props as IslandProps);
    } catch (error) {
      // The next sign of interest tries again.
      started.delete(island);
      showFailure(island);
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
  addEventListener('keydown', (event) => {
    const box = document.querySelector<HTMLElement>('#site-search');
    if (!box || event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // The focus hydrates the box.
    box.focus();
  });
  const showResults = () => reach(document.querySelector('[data-island=results]'));
  addEventListener('articles:page', showResults);
  showResults();
  takeQuery();
  // The reader may have used the island before this script ran.
  reach(document.activeElement);
}

/** Without this script and a results page, the search form opens the sitemap page. There the box answers the query of the address. */
function takeQuery(): void {
  const box = document.querySelector<HTMLInputElement>('#site-search');
  const words = new URLSearchParams(location.search).get('q');
  const isResults = document.querySelector('[data-island=results]') !== null;
  if (!box?.form || !words || isResults || new URL(box.form.action).pathname !== location.pathname) return;
  box.value = words;
  // The focus hydrates the box, which then answers.
  box.focus();
}

/** Tells a reader who uses an island that cannot be loaded why, and where else to look. The markup contains the text. */
function showFailure(island: HTMLElement): void {
  const results = island.querySelector<HTMLElement>('[data-failed]');
  if (!results || !island.contains(document.activeElement)) return;
  const note = document.createElement('p');
  note.className = 'search-note';
  note.setAttribute('role', 'alert');
  const link = document.createElement('a');
  link.href = results.dataset.url ?? island.querySelector('form')?.action ?? '';
  link.append(results.dataset.sitemap ?? '');
  note.append(`${results.dataset.failed} `, link);
  results.replaceChildren(note);
  results.hidden = false;
}

/** Restores the markup of the page, which hydration expects. */
function hideFailure(island: HTMLElement): void {
  const results = island.querySelector<HTMLElement>('[data-failed]');
  if (!results) return;
  results.replaceChildren();
  results.hidden = true;
}
