/** Plans the text pages: about us, privacy policy, terms, and the site's own pages. */
import type { InfoKind } from '../content/data/content-files.ts';
import { INFO_KINDS } from '../content/data/content-files.ts';
import type { InfoMeta } from '../content/data/info-pages.ts';
import { createKeyFold } from '../foundation/hash.ts';
import type { EditionView } from '../site/edition-view.ts';
import { findNamedPage } from '../site/named-pages.ts';
import type { InfoPage, Link } from '../site/page.ts';
import { fixedEntry, ownEntry, type PageEntry, seoSource } from '../site/page-index.ts';
import type { Edition, OwnPage, Site } from '../site/site.ts';
import { InfoView } from '../templates/views/info-view.tsx';
import { createGroup, type PageKind, pageOnly } from './page-kind.ts';
import { editLink, planBelowHome } from './page-parts.ts';

export const infoPages: PageKind<InfoPage> = {
  kinds: ['info'],
  view: InfoView,
  list: (site, edition) => [
    ...INFO_KINDS.map((name) => entryOf(site, edition, name)),
    ...edition.pages.map((page) => ownEntry(site, 'pages', 'info', page)),
  ],
  groups({ view, keys, targetsOf }) {
    const { edition, site } = view;
    const groupOf = (name: string, body: InfoMeta, entry: PageEntry, plan: () => InfoPage) => {
      const targets = targetsOf(body);
      const key = createKeyFold()
        .add(keys.single)
        .add(body.hash)
        .add(JSON.stringify([targets.links, targets.offers]));
      if (body.navigation === 'sidebar') key.add(view.sidebar().key);
      return createGroup(name, key.key(), [entry], () => ({
        ...pageOnly(plan()),
        body,
        ...targets,
      }));
    };
    return [
      ...INFO_KINDS.map((name) => {
        const entry = entryOf(site, edition, name);
        return groupOf(name, edition.info[name], entry, () => planInfo(view, name, entry));
      }),
      ...edition.pages.map((page) => {
        const entry = ownEntry(site, 'pages', 'info', page);
        return groupOf(`pages/${page.key}`, page, entry, () => planOwn(view, page, entry));
      }),
    ];
  },
};

function planOwn(
  view: EditionView,
  { title, description, isExcerpt, layout, navigation, file }: OwnPage,
  entry: PageEntry,
): InfoPage {
  const seo = { title, description };
  const shown = layout === undefined ? {} : { view: `layouts/${layout}` };
  const sidebar = navigation === 'sidebar' ? view.sidebar() : null;
  const edit = editLink(view, file);
  return {
    kind: 'info',
    ...shown,
    ...planBelowHome(view, entry, { title, seo }),
    description,
    ...(isExcerpt && { isExcerpt }),
    ...(sidebar && { sidebar: sidebar.at(entry.path), neighbours: sidebar.neighbours(entry.path) }),
    ...(sidebar && edit && { edit }),
  };
}

function entryOf(site: Site, edition: Edition, name: InfoKind): PageEntry {
  const source = seoSource(edition, name);
  return fixedEntry(site, edition, 'info', (locale) => site.routes.info(locale, name), { source });
}

function planInfo(view: EditionView, name: InfoKind, entry: PageEntry): InfoPage {
  const { edition } = view;
  const { title, description, isExcerpt } = edition.info[name];
  const seo = edition.seo[name];
  return {
    kind: 'info',
    ...planBelowHome(view, entry, { title, seo }),
    description,
    ...(isExcerpt && { isExcerpt }),
  };
}

/** Returns the footer links: Privacy Policy, Terms of Use, About Us, Authors, the archive, Sitemap, Sitemap XML. */
export function infoLinks(view: EditionView, sitemapXml: string): Link[] {
  const names = ['privacy-policy', 'terms', 'about-us', 'authors', 'archive', 'sitemap'];
  return [
    ...names.flatMap((name) => {
      const found = findNamedPage(view.site, view.edition, name);
      return found ? [{ title: found.title, url: view.href(found.path) }] : [];
    }),
    { title: view.strings.info.sitemapXml, url: sitemapXml },
  ];
}
