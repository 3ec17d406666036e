/** Plans the sections of selected articles that home and category pages show. */
import type { Label, SelectedKind } from '../config/editorial-schema.ts';
import type { EditionView } from '../site/edition-view.ts';
import { textIn } from '../site/navigation.ts';
import type { ArticleSection, ArticleSummary } from '../site/page.ts';
import type { WantedSection } from '../site/select-articles.ts';
import type { Article } from '../site/site.ts';

interface Configured<Kind extends string> {
  kind: Kind;
  count?: number | undefined;
  title?: Label | undefined;
  category?: string | undefined;
}

/** With the counts of `sections` where a section has none. */
export function wantedOf(
  view: EditionView,
  { kind, count, category }: Configured<SelectedKind>,
): WantedSection {
  const { best, hot, more } = view.site.config.sections;
  return { kind, category, count: count ?? (kind === 'best' ? best : kind === 'hot' ? hot : more) };
}

/** @param index of the section on its page. @param card how the page shows an article */
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
    articles: articles.map((article) =>
      kind === 'hot' ? view.changedCard(card(article), article) : card(article),
    ),
  };
}

function headingOf({ strings: { sections } }: EditionView, kind: SelectedKind): string {
  return kind === 'category' ? sections.latest : sections[kind];
}
