/** Renders the page of an article. */
import {
  authorOf,
  escapeHtml,
  formatDate,
  placeOf,
  readingTime,
  renderCard,
  renderDocument,
} from './site.js';

export default function renderArticle(data) {
  const { category, subcategory } = placeOf(data);
  const { previous, next, related } = data.neighbours;
  const author = authorOf(data.author);
  const title = escapeHtml(data.title);
  const description = escapeHtml(data.description ?? '');
  const date = data.page.date.toISOString();
  const categoryUrl = `/${category.slug}`;
  const subcategoryUrl = `${categoryUrl}/${subcategory.slug}`;
  const jsonLd = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: data.title,
    description: data.description,
    datePublished: date.slice(0, 10),
    author: { '@type': 'Person', name: data.author },
    mainEntityOfPage: `https://bench.example${data.page.url}`,
    articleSection: category.title,
    publisher: { '@type': 'Organization', name: 'The Bench Gazette' },
  };
  return renderDocument({
    title,
    description,
    url: data.page.url,
    type: 'article',
    head: `<meta property="article:published_time" content="${date}">
<meta property="article:modified_time" content="${date}">
<meta property="article:author" content="${data.author}">
<meta property="article:section" content="${category.title}">
<script type="application/ld+json">${JSON.stringify(jsonLd).replaceAll('<', '\\u003c')}</script>`,
    main: `<nav class="breadcrumbs" aria-label="You are here"><ol><li><a href="/">Home</a></li><li><a href="${categoryUrl}">${category.title}</a></li><li><a href="${subcategoryUrl}">${subcategory.title}</a></li><li><span aria-current="page">${title}</span></li></ol></nav>
<article class="reading">
<header class="article-head">
<p class="kicker"><a href="${categoryUrl}">${category.title}</a><a href="${subcategoryUrl}">${subcategory.title}</a></p>
<h1>${title}</h1>
<p class="lede">${description}</p>
<p class="byline-author">By <a rel="author" href="/authors/${author.slug}">${data.author}</a></p>
<p class="meta"><span>Published ${formatDate(data.page.date)}</span>${data.updated ? `<span>Updated ${formatDate(data.updated)}</span>` : ''}${readingTime({ data, rawInput: data.page.rawInput })}</p>
</header>
${renderContents(data.content)}
<div class="prose">${data.content}</div>
<footer class="author-box"><h2 class="author-label">About the author</h2><p class="author-name"><a rel="author" href="/authors/${author.slug}">${data.author}</a></p><p class="summary">${author.description}</p></footer>
</article>
<nav class="neighbours" aria-label="More in this subcategory">${renderNeighbour(previous, 'Previous', 'prev')}${renderNeighbour(next, 'Next', 'next')}</nav>
<section aria-labelledby="related"><h2 class="section-title" id="related">Have More wonderful Stuff</h2>
<div class="cards">
${related.map(renderCard).join('\n')}
</div></section>`,
  });
}

function renderContents(html) {
  const headings = [...html.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2>/g)];
  const links = headings.map(([, id, title]) => `<li><a href="#${id}">${title}</a></li>`);
  return `<nav class="contents" aria-label="Contents"><details open><summary>Contents</summary><ol>${links.join('')}</ol></details></nav>`;
}

function renderNeighbour(item, label, rel) {
  if (!item) return '';
  return `<a class="neighbour" rel="${rel}" href="${item.url}"><span class="meta">${label}</span><span class="line-title">${escapeHtml(item.data.title)}</span></a>`;
}
