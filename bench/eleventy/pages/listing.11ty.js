/** Renders the pages of categories and subcategories. */
import { pageUrl, renderCard, renderDocument } from '../_includes/site.js';

export const data = {
  pagination: { data: 'collections.listings', size: 1, alias: 'listing' },
  permalink: ({ listing }) => `${pageUrl(listing.path, listing.current)}.html`,
};

export function render({ listing, page }) {
  const { node, path, current, total } = listing;
  return renderDocument({
    title: node.title,
    description: node.description,
    url: page.url,
    type: 'website',
    head: '',
    main: `<header class="page-head">
<h1>${node.title}</h1>
<p class="lede">${node.description}</p>
<p class="meta">${listing.count} articles</p>
</header>
${renderTopics(listing.topics)}
<div class="cards">
${listing.articles.map(renderCard).join('\n')}
</div>
<nav class="pagination" aria-label="Pages">${current > 1 ? `<a rel="prev" href="${pageUrl(path, current - 1)}">Previous</a>` : ''}<a href="${path}">1</a><span aria-current="page">${current}</span><a href="${pageUrl(path, total)}">${total}</a>${current < total ? `<a rel="next" href="${pageUrl(path, current + 1)}">Next</a>` : ''}</nav>`,
  });
}

function renderTopics(topics) {
  if (topics.length === 0) return '';
  const links = topics.map(({ title, url }) => `<li><a href="${url}">${title}</a></li>`);
  return `<nav class="topics" aria-labelledby="topics"><h2 class="topics-title" id="topics">Topics</h2><ul>${links.join('')}</ul></nav>`;
}
