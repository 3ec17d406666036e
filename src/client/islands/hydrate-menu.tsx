/** Owns bringing the menu to life. */
import { hydrateRoot } from 'react-dom/client';
import { Menu } from '../../templates/islands/category-menu.tsx';
import type { IslandProps } from '../../templates/islands/island-props.ts';

export function wake(island: HTMLElement, { menu }: IslandProps): void {
  hydrateRoot(island, <Menu {...menu} />, { onRecoverableError: reportError });
}
