/** Makes the category menu work. */
import { hydrateRoot } from 'react-dom/client';
import { Menu } from '../../templates/islands/category-menu.tsx';
import type { IslandProps } from '../../templates/islands/island-props.ts';

export function hydrate(island: HTMLElement, { menu }: IslandProps): void {
  hydrateRoot(island, <Menu {...menu} />, { onRecoverableError: reportError });
}
