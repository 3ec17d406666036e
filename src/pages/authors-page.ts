/** Plans the list of all authors. */
import { createKeyFold } from '../foundation/hash.ts';
import { initials } from '../locales/locale-format.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { AuthorsPage } from '../site/page.ts';
import { fixedEntry, type PageEntry, seoSource } from '../site/page-index.ts';
import type { Edition, Site } from '../site/site.ts';
import { AuthorsView } from '../templates/views/authors-view.tsx';
import { createGroup, type PageKind } from './page-kind.ts';
import { planBelowHome } from './page-parts.ts';

export const authorsPage: PageKind<AuthorsPage> = {
  kinds: ['authors'],
  view: AuthorsView,
  list: (site, edition) => [entryOf(site, edition)],
  groups({ view, baseKey }) {
    const fold = createKeyFold().add(baseKey);
    for (const { articles } of view.edition.byAuthor.values()) fold.add(articles.length);
    const entries = [entryOf(view.site, view.edition)];
    return [createGroup('authors', fold.key(), entries, (entry) => planAuthors(view, entry))];
  },
};

function entryOf(site: Site, edition: Edition): PageEntry {
  return fixedEntry(site, edition, 'authors', site.routes.authors, { source: seoSource(edition, 'authors') });
}

function planAuthors(view: EditionView, entry: PageEntry): AuthorsPage {
  const { site, edition, strings } = view;
  const seo = edition.seo.authors;
  return {
    kind: 'authors',
    ...planBelowHome(view, entry, { title: strings.info.authors, seo }),
    description: seo.description,
    authors: edition.authors.map((author) => ({
      title: author.name,
      url: view.href(site.routes.author(edition.locale, author.slug)),
      description: author.description,
      count: view.count(edition.byAuthor.get(author.slug)),
      initials: initials(author.name, edition.locale),
    })),
  };
}
