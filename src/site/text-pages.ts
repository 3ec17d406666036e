/** Lists the pages of an edition, besides its articles, whose text is a Markdown file of its own. */
import type { Edition, TextPage } from './site.ts';

/** The home page where it has a text, the site's own pages, then about us, privacy policy and terms. */
export function listTextPages({ start, pages, info }: Pick<Edition, 'start' | 'pages' | 'info'>): TextPage[] {
  return [...(start ? [start] : []), ...pages, ...Object.values(info)];
}
