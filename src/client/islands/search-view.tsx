/** Owns React's side of the search box: it takes over a box that has answered already. */
import { useSyncExternalStore } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { SearchProps } from '../../templates/islands/props.ts';
import { Search } from '../../templates/islands/search.tsx';
import type { SearchSession } from './search-session.ts';

export function hydrateSearch(island: HTMLElement, props: SearchProps, session: SearchSession): void {
  hydrateRoot(island, <LiveSearch props={props} session={session} />, { onRecoverableError: reportError });
}

function LiveSearch({ props, session }: { props: SearchProps; session: SearchSession }) {
  const state = useSyncExternalStore(session.subscribe, session.state, session.state);
  return <Search {...props} state={state} />;
}
