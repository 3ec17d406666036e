/** Owns React's side of the search box: it takes over a box that has answered already. */
import { useEffect, useSyncExternalStore } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { SearchProps } from '../../templates/islands/island-props.ts';
import { Search } from '../../templates/islands/search-box.tsx';
import type { SearchSession } from './search-session.ts';

/** @param onHydrated is called when React draws: what changes before must be drawn by others, since it takes the page as it is. */
export function hydrateSearch(
  island: HTMLElement,
  props: SearchProps,
  session: SearchSession,
  onHydrated: () => void,
): void {
  const view = <LiveSearch props={props} session={session} onHydrated={onHydrated} />;
  hydrateRoot(island, view, { onRecoverableError: reportError });
}

interface LiveSearchProps {
  props: SearchProps;
  session: SearchSession;
  onHydrated: () => void;
}

function LiveSearch({ props, session, onHydrated }: LiveSearchProps) {
  const state = useSyncExternalStore(session.subscribe, session.state, session.state);
  useEffect(onHydrated, [onHydrated]);
  return <Search {...props} state={state} />;
}
