/** Makes the search box work. A search form elsewhere on the page passes its text to the box. */
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { IslandProps, SearchProps } from '../../templates/islands/island-props.ts';
import { Search } from '../../templates/islands/search-box.tsx';
import { ResultsPage } from '../../templates/islands/search-results.tsx';
import { createSearchSession } from './search-session.ts';

export function hydrate(island: HTMLElement, { search: props }: IslandProps): void {
  if (island.dataset.island === 'results') {
    if (props) showResults(island, props);
  } else if (!island.querySelector('section')) handOver(island);
  else if (props) hydrateBox(island, props);
}

function hydrateBox(island: HTMLElement, props: SearchProps): void {
  const session = createSearchSession(props);
  hydrateRoot(island, <Search {...props} session={session} />, { onRecoverableError: reportError });
}

function showResults(island: HTMLElement, props: SearchProps): void {
  const session = createSearchSession(props, { withFilters: true });
  createRoot(island).render(<ResultsPage {...props} session={session} />);
}

/** The search form of an error page shows no results itself, so the box in the header does. */
function handOver(island: HTMLElement): void {
  island.addEventListener('submit', (event) => {
    const box = document.querySelector<HTMLInputElement>('#site-search');
    if (!box) return;
    event.preventDefault();
    box.value = island.querySelector('input')?.value ?? '';
    // The focus hydrates the box, which then searches for the text in it.
    box.focus();
    box.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
