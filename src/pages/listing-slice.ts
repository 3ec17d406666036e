/** Divides listings into pages, and gives each page its own title and description. */
import { fillText } from '../locales/locale-format.ts';
import type { EditionView } from '../site/edition-view.ts';
import { stripEmoji } from '../site/emoji.ts';
import type { Pagination } from '../site/page.ts';
import { countPages } from '../site/page-index.ts';
import type { Listing } from '../site/site.ts';

/** @param number page number, from 1 */
export function sliceListing(view: EditionView, listing: Listing, number: number) {
  const { config, routes } = view.site;
  const strings = view.strings.listing;
  const total = countPages(config, listing);
  const pathOf = (page: number) => routes.listingPage(listing.path, page);
  const href = (page: number) => view.href(pathOf(page));
  const shown = [...new Set([1, number - 1, number, number + 1, total])].filter(
    (page) => page >= 1 && page <= total,
  );
  const pages = shown.flatMap((page, index): Pagination['pages'] => {
    const link = {
      number: String(page),
      label: fillText(strings.page, { page: String(page) }),
      url: href(page),
      current: page === number,
    };
    const before = shown[index - 1];
    return before !== undefined && page - before > 1 ? [null, link] : [link];
  });
  const size = config.sections.page;
  return {
    articles: listing.articles.slice((number - 1) * size, number * size),
    previous: number > 1 ? pathOf(number - 1) : null,
    next: number < total ? pathOf(number + 1) : null,
    pagination: {
      position: total > 1 ? fillText(strings.pageOf, { page: String(number), total: String(total) }) : null,
      previous: number > 1 ? href(number - 1) : null,
      next: number < total ? href(number + 1) : null,
      pages,
    },
  };
}

/** Writes title and description of one page of a listing. */
export function pageTexts(
  view: EditionView,
  { title, description }: { title: string; description: string },
  number: number,
): { title: string; description: string } {
  const numbered = (text: string) =>
    fillText(view.strings.listing.pageTitle, { title: text, page: view.formats.number(number) });
  if (number === 1) return { title, description };
  // The page number follows the description.
  const sentence = stripEmoji(description).replace(/[.!]+$/, '');
  return { title: numbered(title), description: numbered(sentence) };
}
