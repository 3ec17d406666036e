/** Renders the home page. */
import { renderCard, renderDocument, renderShelves } from '../_includes/site.js';

export const data = { permalink: 'index.html' };

export function render({ collections, page }) {
  return renderDocument({
    title: 'The Bench Gazette',
    description: 'Articles that nobody wrote.',
    url: page.url,
    type: 'website',
    head: '',
    main: `<header class="home-head"><h1>The Bench Gazette</h1><p>Articles that nobody wrote.</p></header>
<section aria-labelledby="best"><h2 class="section-title" id="best">Best Articles</h2>
<div class="cards">
${collections.articles.slice(0, 12).map(renderCard).join('\n')}
</div></section>
${renderShelves()}`,
  });
}
