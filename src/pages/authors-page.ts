/** Plans the list of all authors. */
import type { Author } from '../content/data/edition-data.ts';
import { groupBy } from '../foundation/group-by.ts';
import { createKeyFold } from '../foundation/hash.ts';
import { firstLetter } from '../locales/locale-format.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { AuthorsPage } from '../site/page.ts';
import { fixedEntry, type PageEntry, seoSource } from '../site/page-index.ts';
import type { Edition, Site } from '../site/site.ts';
import { AuthorsView } from '../templates/views/authors-view.tsx';
import { createGroup, type PageKind } from './page-kind.ts';
import { authorCard, planBelowHome } from './page-parts.ts';

export const authorsPage: PageKind<AuthorsPage> = {
  kinds: ['authors'],
  view: AuthorsView,
  list: (site, edition) => [entryOf(site, edition)],
  groups({ view, keys }) {
    const fold = createKeyFold().add(keys.single);
    for (const { articles } of view.edition.byAuthor.values()) fold.add(articles.length);
    const entries = [entryOf(view.site, view.edition)];
    return [createGroup('authors', fold.key(), entries, (entry) => planAuthors(view, entry))];
  },
};

function entryOf(site: Site, edition: Edition): PageEntry {
  return fixedEntry(site, edition, 'authors', site.routes.authors, { source: seoSource(edition, 'authors') });
}

function planAuthors(view: EditionView, entry: PageEntry): AuthorsPage {
  const { edition, strings } = view;
  const seo = edition.seo.authors;
  return {
    kind: 'authors',
    ...planBelowHome(view, entry, { title: strings.info.authors, seo }),
    description: seo.description,
    groups: groupByLetter(edition, (author) => {
      const listing = edition.byAuthor.get(author.slug);
      return {
        ...authorCard(view, author),
        count: listing && listing.articles.length > 0 ? view.count(listing) : null,
      };
    }),
  };
}

/** A list that fits on a screen is not grouped by letters. */
const MIN_LETTERED = 20;

/** Groups the authors by first letter, sorted in the collation of the language. */
function groupByLetter<Shown>(
  { authors, locale, language }: Edition,
  show: (author: Author) => Shown,
): { letter: string | null; id: string; authors: Shown[] }[] {
  const { compare } = new Intl.Collator(language);
  const sorted = authors.toSorted((a, b) => compare(a.name, b.name));
  if (sorted.length < MIN_LETTERED) return [{ letter: null, id: 'authors', authors: sorted.map(show) }];
  return [...groupBy(sorted, ({ name }) => firstLetter(name, locale))].map(([letter, group], index) => ({
    letter,
    id: `letter-${index + 1}`,
    authors: group.map(show),
  }));
}
