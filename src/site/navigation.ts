/** Plans the menu and the footer of an edition from the configuration. */
import type { Label } from '../config/editorial-schema.ts';
import type { FooterEntry, MenuEntry, NavigationLink } from '../config/navigation-schema.ts';
import { typeSetter } from '../content/markdown/typography.ts';
import { type LocaleCode, languageName, newestOf, versionOf } from '../locales/codes.ts';
import type { FooterGroup, MenuItem } from './chrome-data.ts';
import type { EditionView } from './edition-view.ts';
import { plainLink } from './emoji.ts';
import { findNamedPage, labelIn } from './named-pages.ts';
import type { Link } from './page.ts';
import { urlPath } from './routes.ts';

export function createMenu(view: EditionView): MenuItem[] {
  const pages = listPages(view, 'menu').map((link) => ({ ...link, children: [] }));
  const configured = view.site.config.navigation.menu.flatMap((entry): MenuItem[] => {
    if (entry.list !== undefined) return view.menu;
    const children = (entry.links ?? []).flatMap((link) => resolveLink(view, link) ?? []);
    const group = resolveGroup(view, entry);
    return group ? [{ ...group, children }] : [];
  });
  const named = new Set(
    configured.flatMap(({ url, children }) => [url, ...children.map((link) => link.url)]),
  );
  return [...configured, ...pages.filter(({ url }) => !named.has(url))];
}

/** More sections would not fit beside the menu. */
const MAX_SECTIONS = 7;

/** The row of sections: the first entries of the menu that lead to a page. */
export function createSections(view: EditionView, menu: readonly MenuItem[]): Link[] {
  if (!view.site.config.navigation.sections) return [];
  return menu
    .flatMap(({ title, url }) => (url === null ? [] : plainLink({ title, url })))
    .slice(0, MAX_SECTIONS);
}

/** The site's own pages whose front matter names this place. */
function listPages(view: EditionView, place: 'menu' | 'footer'): Link[] {
  const { pages, themePages } = view.edition;
  return [...pages, ...themePages]
    .filter(({ navigation }) => navigation === place)
    .map(({ title, path }) => ({ title, url: view.href(path) }));
}

function resolveGroup(
  view: EditionView,
  { list: _list, links: _links, ...target }: MenuEntry,
): Omit<MenuItem, 'children'> | null {
  const { title, ...places } = target;
  const isLink = Object.values(places).some((place) => place !== undefined);
  return isLink ? resolveLink(view, target) : { title: textIn(view, title) ?? '', url: null };
}

/** @param lists the built-in lists that the site has */
export function createFooter(
  view: EditionView,
  lists: { information: readonly Link[]; feeds: readonly Link[] },
): FooterGroup[] {
  const { layout } = view.strings;
  const information = [...lists.information, ...listPages(view, 'footer')];
  return view.site.config.footer.groups.map(({ list, title, links = [] }: FooterEntry): FooterGroup => {
    const heading = textIn(view, title);
    switch (list) {
      case undefined:
        return {
          kind: 'links',
          title: heading ?? '',
          links: links.flatMap((link) => resolveLink(view, link) ?? []),
        };
      case 'contact':
        return { kind: 'contact', title: heading ?? layout.contact };
      case 'categories':
        return {
          kind: 'links',
          title: heading ?? layout.categories,
          links: view.menu,
        };
      default:
        return {
          kind: 'links',
          title: heading ?? layout[list],
          links: list === 'feeds' ? lists.feeds : information,
        };
    }
  });
}

/**
 * checkSettings has made sure that the category and the text for this locale exist, and the page in some edition.
 * @returns null for a page that this edition lacks
 */
function resolveLink(view: EditionView, { title, category, page, url }: NavigationLink): Link | null {
  const own = textIn(view, title);
  if (category !== undefined) return withTitle(findCategory(view, category), own);
  if (page !== undefined) {
    const found = findNamedPage(view.site, view.edition, page);
    return found && withTitle({ title: found.title, url: view.href(found.path) }, own);
  }
  const address = labelIn(view.edition, url) ?? '';
  return { title: own ?? '', url: address.startsWith('/') ? view.href(urlPath(address)) : address };
}

function withTitle(link: Link, title: string | null): Link {
  return title === null ? link : { ...link, title };
}

function findCategory(view: EditionView, name: string): Link {
  const [key = '', childKey] = name.split('/');
  const category = view.edition.tree[key];
  const subcategory = childKey === undefined ? undefined : category?.children[childKey];
  if (!category) return { title: '', url: '' };
  return plainLink(
    subcategory ? view.subcategoryLink({ category, subcategory }) : view.categoryLink({ category }),
  );
}

/** The text in the edition's language; null if there is none. */
export function textIn(
  { site, edition }: Pick<EditionView, 'site' | 'edition'>,
  text: Label | undefined,
): string | null {
  const own = labelIn(edition, text);
  return own === null ? null : typeSetter(site.config, edition.language)(own);
}

/** The editions that a page links to: the other languages of its version, and the other versions in its language. */
export function linksEdition(from: LocaleCode, to: LocaleCode): boolean {
  return newestOf(from) === newestOf(to) || versionOf(from) === versionOf(to);
}

/** The name of an edition among the links of another: its language, or its version. */
export function editionTitle(
  { edition: { locale: from }, strings }: Pick<EditionView, 'edition' | 'strings'>,
  to: LocaleCode,
): string {
  const version = newestOf(from) === newestOf(to) ? versionOf(to) : null;
  const isNewer = from !== to && newestOf(from) === to;
  return version ?? (isNewer ? strings.layout.newest : languageName(to));
}
