/** Selects and plans the sections around the list of a category's articles. */
import type { CategorySection } from '../config/editorial-schema.ts';
import type { CategoryGroup } from '../site/category-tree.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { CategoryPage } from '../site/page.ts';
import { selectSections } from '../site/select-articles.ts';
import type { Article, Listing } from '../site/site.ts';
import { planSection, wantedOf } from './article-sections.ts';

export interface SelectedSection {
  section: CategorySection;
  /** Among the sections of its kind. */
  index: number;
  isAbove: boolean;
  articles: Article[];
}

/** The sections of a category's first page but for the list itself. Those below it repeat none of the articles above them. */
export function selectAround(
  view: EditionView,
  { group, listing }: { group: CategoryGroup; listing: Listing },
): SelectedSection[] {
  const { edition, site } = view;
  const { sections } = site.config.category;
  const list = sections.findIndex(({ kind }) => kind === 'latest');
  const pool = {
    edition,
    articles: listing.articles,
    subcategories: Object.keys(group.children).flatMap(
      (key) => edition.subcategories.get(`${group.key}/${key}`) ?? [],
    ),
    inbound: view.inbound,
  };
  const selectPart = (isAbove: boolean, shown: ReadonlySet<Article>): SelectedSection[] => {
    const part = isAbove ? sections.slice(0, list) : sections.slice(list + 1);
    const selected = selectSections(
      pool,
      part.map((section) => wantedOf(view, section)),
      shown,
    );
    return part.map((section, position) => ({
      section,
      index: sections.slice(0, sections.indexOf(section)).filter(({ kind }) => kind === section.kind).length,
      isAbove,
      articles: selected[position] ?? [],
    }));
  };
  const above = selectPart(true, new Set());
  const listed = listing.articles.slice(0, site.config.sections.page);
  const shown = new Set([...above.flatMap(({ articles }) => articles), ...listed]);
  return [...above, ...selectPart(false, shown)];
}

export function planAround(
  view: EditionView,
  group: CategoryGroup,
  selected: readonly SelectedSection[],
): Pick<CategoryPage, 'above' | 'below'> {
  const card = (article: Article) => view.cardWithin(article, group);
  const planPart = (above: boolean) =>
    selected
      .filter(({ isAbove }) => isAbove === above)
      .map(({ section, index, articles }) => planSection(view, section, { index, articles, card }));
  return { above: planPart(true), below: planPart(false) };
}
