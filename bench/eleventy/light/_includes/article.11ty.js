/** Renders the page of an article. */
import { renderDocument } from './light.js';
import { escapeHtml, formatDate, placeOf } from './site.js';

export default function renderArticle(data) {
  const { category, subcategory } = placeOf(data);
  const { previous, next } = data.neighbours;
  const title = escapeHtml(data.title);
  const link = (item, label) =>
    item ? `<li>${label}: <a href="${item.url}">${escapeHtml(item.data.title)}</a></li>` : '';
  return renderDocument({
    title,
    description: escapeHtml(data.description ?? ''),
    main: `<h1>${title}</h1>
<ul class="post-metadata"><li>${formatDate(data.page.date)}</li><li><a href="/${category.slug}/${subcategory.slug}" class="post-tag">${subcategory.title}</a></li></ul>
${data.content}
<ul class="links-nextprev">${link(previous, 'Previous')}${link(next, 'Next')}</ul>`,
  });
}
