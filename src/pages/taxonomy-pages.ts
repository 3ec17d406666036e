/** Plans the list of all terms of each taxonomy that an edition uses. */
import { createKeyFold } from '../foundation/hash.ts';
import { fillText } from '../locales/locale-format.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { TaxonomyPage } from '../site/page.ts';
import type { PageEntry } from '../site/page-index.ts';
import type { Edition, Site, Taxonomy } from '../site/site.ts';
import { TaxonomyView } from '../templates/views/taxonomy-view.tsx';
import { groupByLetter } from './by-letter.ts';
import { createGroup, type PageKind } from './page-kind.ts';
import { planBelowHome, taxonomyCrumb } from './page-parts.ts';

export const taxonomyPages: PageKind<TaxonomyPage> = {
  kinds: ['taxonomy'],
  view: TaxonomyView,
  list: (site, edition) => listUsed(site, edition).map((taxonomy) => entryOf(site, edition, taxonomy)),
  groups: ({ view, keys }) =>
    listUsed(view.site, view.edition).map((taxonomy) => {
      const entry = entryOf(view.site, view.edition, taxonomy);
      const key = createKeyFold().add(keys.listed);
      for (const { locale } of entry.translations) key.add(locale);
      for (const { title, slug, articles } of view.edition.terms.get(taxonomy.name)?.values() ?? [])
        key.add(title).add(slug).add(articles.length);
      return createGroup(`taxonomies/${taxonomy.name}`, key.key(), [entry], () =>
        planTaxonomy(view, taxonomy, entry),
      );
    }),
};

function listUsed({ taxonomies }: Site, { terms }: Edition): Taxonomy[] {
  return taxonomies.filter(({ name }) => terms.has(name));
}

function entryOf({ routes, editions }: Site, { locale }: Edition, { name, slug }: Taxonomy): PageEntry {
  const used = editions.filter(({ terms }) => terms.has(name));
  return {
    kind: 'taxonomy',
    path: routes.below(locale, slug),
    translations: used.map((other) => ({ locale: other.locale, path: routes.below(other.locale, slug) })),
    changed: null,
    indexed: true,
    output: 'page',
    source: null,
  };
}

function planTaxonomy(view: EditionView, taxonomy: Taxonomy, entry: PageEntry): TaxonomyPage {
  const { edition, strings } = view;
  const { title } = taxonomyCrumb(view, taxonomy);
  const description = fillText(strings.listing.allTerms, { title });
  const terms = [...(edition.terms.get(taxonomy.name)?.values() ?? [])];
  return {
    kind: 'taxonomy',
    ...planBelowHome(view, entry, { title, seo: { title, description } }),
    description: '',
    groups: groupByLetter(terms, edition, { name: 'terms', nameOf: (term) => term.title }).map(
      ({ items, ...group }) => ({
        ...group,
        terms: items.map((term) => ({
          title: term.title,
          url: view.href(term.path),
          count: view.count(term),
        })),
      }),
    ),
  };
}
