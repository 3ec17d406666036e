/** Plans the home page and its sections. */
import { createKeyFold } from '../foundation/hash.ts';
import type { EditionView } from '../site/edition-view.ts';
import { stripEmoji } from '../site/emoji.ts';
import { textIn } from '../site/navigation.ts';
import type { CategoriesSection, HomePage } from '../site/page.ts';
import { fixedEntry, lastChange, type PageEntry, seoSource } from '../site/page-index.ts';
import { selectSections } from '../site/select-articles.ts';
import type { Article, Edition, Site } from '../site/site.ts';
import { HomeView } from '../templates/views/home-view.tsx';
import { planSection, wantedOf } from './article-sections.ts';
import { createGroup, type PageKind, pageOnly } from './page-kind.ts';
import { cardsKey, planParts } from './page-parts.ts';

export const homePage: PageKind<HomePage> = {
  kinds: ['home'],
  view: HomeView,
  list: (site, edition) => [entryOf(site, edition)],
  groups({ view, keys, targetsOf }) {
    const { edition, site } = view;
    const { start } = edition;
    const text = start && { body: start, ...targetsOf(start) };
    const selections = selectArticles(view);
    const key = createKeyFold().add(cardsKey(keys.single, selections.flat()));
    for (const { articles } of edition.categories.values()) key.add(articles.length);
    for (const { length } of selections) key.add(length);
    if (text) key.add(text.body.hash).add(JSON.stringify([text.links, text.offers]));
    const entries = [entryOf(site, edition)];
    return [
      createGroup('home', key.key(), entries, (entry) => ({
        ...pageOnly(planHome(view, entry, selections)),
        ...text,
      })),
    ];
  },
};

function entryOf(site: Site, edition: Edition): PageEntry {
  const source = seoSource(edition, 'home');
  return fixedEntry(site, edition, 'home', site.routes.home, {
    changed: lastChange(edition),
    source,
  });
}

/** Selects the articles of each section. A section that lists categories has none. */
function selectArticles(view: EditionView): Article[][] {
  const { edition, site } = view;
  const { sections } = site.config.home;
  const pool = {
    edition,
    articles: edition.articles,
    subcategories: [...edition.subcategories.values()],
    inbound: view.inbound,
  };
  const found = selectSections(
    pool,
    sections.flatMap((section) =>
      section.kind === 'categories' ? [] : [wantedOf(view, { ...section, kind: section.kind })],
    ),
  );
  return sections.map(({ kind }) => (kind === 'categories' ? [] : (found.shift() ?? [])));
}

function planHome(view: EditionView, entry: PageEntry, selections: readonly Article[][]): HomePage {
  const { site, edition } = view;
  const { config } = site;
  const { description } = edition.seo.home;
  const { start } = edition;
  const { sections } = config.home;
  // The first picture of the page is large.
  const lead = selections.find(({ length }) => length > 0)?.[0];
  const card = (article: Article) =>
    article === lead ? view.leadCard(view.card(article), article) : view.card(article);
  return {
    kind: 'home',
    ...planParts(view, entry, {
      ...edition.seo.home,
      breadcrumbs: [],
      graph: [
        {
          '@type': 'WebSite',
          name: config.title,
          description,
          url: view.absolute(entry.path),
          inLanguage: edition.language,
        },
      ],
    }),
    ...(!config.navigation.languages && { translations: [] }),
    ...(start?.layout !== undefined && { view: `layouts/${start.layout}` }),
    title: start?.title ?? config.title,
    description: start?.description ?? description,
    ...(start?.isExcerpt && { isExcerpt: true as const }),
    sections: sections.map((section, position) => {
      const { kind } = section;
      const index = sections.slice(0, position).filter((other) => other.kind === kind).length;
      if (kind === 'categories') return listCategories(view, textIn(view, section.title), index);
      return planSection(view, { ...section, kind }, { index, articles: selections[position] ?? [], card });
    }),
  };
}

function listCategories(view: EditionView, title: string | null, index: number): CategoriesSection {
  const { edition, strings } = view;
  return {
    kind: 'categories',
    id: index === 0 ? 'sections' : `sections-${index + 1}`,
    title: title ?? strings.layout.categories,
    categories: view.tree.flatMap(({ category, parts }) => {
      const found = edition.categories.get(category.key);
      if (!found?.articles.length) return [];
      return {
        ...view.categoryLink({ category }),
        children: parts.map((subcategory) => view.subcategoryLink({ category, subcategory })),
        description: stripEmoji(category.description),
        count: view.count(found),
      };
    }),
  };
}
