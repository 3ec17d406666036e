/** Selects and plans the sections of selected articles that home and category pages show. */
import type { CategorySection, Label, SelectedKind } from '../config/editorial-schema.ts';
import type { CategoryGroup } from '../content/article/category-tree.ts';
import type { EditionView } from '../site/edition-view.ts';
import { textIn } from '../site/navigation.ts';
import type { ArticleSection, ArticleSummary, CategoryPage } from '../site/page.ts';
import { selectSections, type WantedSection } from '../site/select-articles.ts';
import type { Article, Listing } from '../site/site.ts';
import { compareBy } from '../site/sort-articles.ts';

interface Configured<Kind extends string> {
  kind: Kind;
  count?: number | undefined;
  title?: Label | undefined;
  category?: string | undefined;
  sort?: string | undefined;
}

/** Adds the counts of the setting `sections` to sections without a count. */
export function wantedOf(
  view: EditionView,
  { kind, count, category, sort }: Configured<SelectedKind>,
): WantedSection {
  const { best, hot, more } = view.site.config.sections;
  const compare = sort === undefined ? undefined : compareBy(view.site, view.edition, sort);
  return { kind, category, compare, count: count ?? (kind === 'best' ? best : kind === 'hot' ? hot : more) };
}

/** @param index position of the section on its page. @param card plans an article as the page shows it */
export function planSection(
  view: EditionView,
  { kind, title, category = '' }: Configured<SelectedKind>,
  {
    index,
    articles,
    card,
  }: { index: number; articles: readonly Article[]; card: (article: Article) => ArticleSummary },
): ArticleSection {
  const group = kind === 'category' ? view.edition.tree[category] : undefined;
  const shownTitle = textIn(view, title) ?? group?.title ?? headingOf(view, kind);
  return {
    kind,
    id: index === 0 ? kind : `${kind}-${index + 1}`,
    title: shownTitle,
    url: group ? view.categoryLink({ category: group }).url : null,
    articles: articles.map((article) => {
      const shown = card(article);
      if (kind === 'hot') return view.changedCard(shown, article);
      // The section is named above; its articles name the part of it.
      return group ? { ...shown, category: view.cardWithin(article, group).category } : shown;
    }),
  };
}

function headingOf({ strings: { sections } }: EditionView, kind: SelectedKind): string {
  return kind === 'category' ? sections.latest : sections[kind];
}

export interface SelectedSection {
  section: CategorySection;
  /** The position among the sections of its kind. */
  index: number;
  isAbove: boolean;
  articles: Article[];
}

/** Selects the sections around the list on a category's first page. Sections below the list repeat no article from above. */
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
