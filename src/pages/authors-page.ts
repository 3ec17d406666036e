/** Plans the list of all authors. */
import type { Author } from '../content/data/edition-data.ts';
import { createKeyFold } from '../foundation/hash.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { AuthorsPage } from '../site/page.ts';
import { fixedEntry, type PageEntry, seoSource } from '../site/page-index.ts';
import type { Edition, Site } from '../site/site.ts';
import { AuthorsView } from '../templates/views/authors-view.tsx';
import { groupByLetter } from './by-letter.ts';
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
    description: seo.isList ? '' : seo.description,
    groups: groupByLetter(edition.authors, edition, { name: 'authors', nameOf: ({ name }) => name }).map(
      ({ items, ...group }) => ({ ...group, authors: items.map((author) => listAuthor(view, author)) }),
    ),
  };
}

function listAuthor(view: EditionView, author: Author) {
  const listing = view.edition.byAuthor.get(author.slug);
  const count = listing && listing.articles.length > 0 ? view.count(listing) : null;
  return { ...authorCard(view, author), count };
}
