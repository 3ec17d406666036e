/** Plans the error pages, which hosts and the service worker send: not found, server error, offline. */
import type { EditionView } from '../site/edition-view.ts';
import type { ErrorPage } from '../site/page.ts';
import { fixedEntry, type PageEntry, seoSource } from '../site/page-index.ts';
import type { Edition, Site } from '../site/site.ts';
import { ErrorView } from '../templates/views/not-found-view.tsx';
import { createGroup, type PageKind, pageOnly } from './page-kind.ts';
import { planParts } from './page-parts.ts';

type ErrorKind = ErrorPage['kind'];

export const errorPages: PageKind<ErrorPage> = {
  kinds: ['not-found', 'server-error', 'offline'],
  view: ErrorView,
  list: (site, edition) => kindsOf(site).map((kind) => entryOf(site, edition, kind)),
  groups: ({ view, keys, islandData }) =>
    kindsOf(view.site).map((kind) =>
      createGroup(kind, keys.single, [entryOf(view.site, view.edition, kind)], (entry) => ({
        ...pageOnly(planError(view, kind, entry, islandData), entry.output),
        hasData: kind !== 'offline',
      })),
    ),
};

/** Only the service worker sends the offline page. */
function kindsOf({ config }: Site): ErrorKind[] {
  const offline: ErrorKind[] = config.features.serviceWorker === true ? ['offline'] : [];
  return ['not-found', 'server-error', ...offline];
}

const ROUTES = { 'not-found': '404', 'server-error': '500', offline: 'offline' } as const;

function entryOf(site: Site, edition: Edition, kind: ErrorKind): PageEntry {
  return fixedEntry(site, edition, kind, (locale) => site.routes.error(locale, ROUTES[kind]), {
    translations: [],
    indexed: false,
    output: 'error',
    source: kind === 'not-found' ? seoSource(edition, 'not-found') : null,
  });
}

/** @param islandData URL of the islands' data */
function planError(
  view: EditionView,
  kind: ErrorKind,
  entry: PageEntry,
  islandData: string | null,
): ErrorPage {
  const { site, edition } = view;
  const { routes, config } = site;
  const { notFound, serverError, offline } = view.strings.errors;
  const texts = {
    'not-found': {
      title: notFound.title,
      message: config.features.search ? notFound.message : notFound.withoutSearch,
    },
    'server-error': serverError,
    offline,
  };
  const { title, message } = texts[kind];
  const seo = kind === 'not-found' ? edition.seo['not-found'] : { title, description: message };
  return {
    kind,
    ...planParts(view, entry, { ...seo, breadcrumbs: [] }),
    title,
    message,
    search: config.features.search ? { action: view.href(routes.sitemap(edition.locale)), islandData } : null,
    categories: view.menu.map(({ title, url }) => ({ title, url })),
  };
}
