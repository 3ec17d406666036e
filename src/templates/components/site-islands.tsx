/** Renders the parts of the header that scripts take over. */
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { ChromeData } from '../../site/chrome-data.ts';
import { Menu } from '../islands/category-menu.tsx';
import { createIslandProps } from '../islands/island-props.ts';
import { Search } from '../islands/search-box.tsx';

/** Renders nothing if the menu has no entry. */
export function SiteMenu({ data }: { data: ChromeData }) {
  const { menu } = createIslandProps(data);
  if (menu.items.length === 0) return null;
  return (
    <Island name="menu" source={data.islandData}>
      <Menu {...menu} />
    </Island>
  );
}

/** Renders nothing if search is off. */
export function SiteSearch({ data }: { data: ChromeData }) {
  const { search } = createIslandProps(data);
  if (!search) return null;
  return (
    <Island name="search" source={data.islandData}>
      <Search {...search} />
    </Island>
  );
}

/** The content comes from renderToString, so that React can hydrate it. */
function Island({ name, source, children }: { name: string; source: string | null; children: ReactElement }) {
  return (
    <div
      data-island={name}
      data-props={source ?? undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React itself
      dangerouslySetInnerHTML={{ __html: renderToString(children) }}
    />
  );
}
