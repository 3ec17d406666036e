/** A document as Eleventy's base blog makes it: a short header and footer. */
import { escapeHtml, formatDate } from './site.js';

export function renderDocument({ title, description, main }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="stylesheet" href="/main.css">
</head>
<body>
<a href="#main" id="skip-link" class="visually-hidden">Skip to main content</a>
<header><a href="/" class="home-link">The Bench Gazette</a>
<nav><ul class="nav"><li class="nav-item"><a href="/">Home</a></li><li class="nav-item"><a href="/archive">Archive</a></li></ul></nav></header>
<main id="main">
${main}
</main>
<footer><p><em>Built with Eleventy</em></p></footer>
</body>
</html>
`;
}

export function renderList(articles) {
  const items = articles.map(
    (item) =>
      `<li class="postlist-item"><a href="${item.url}" class="postlist-link">${escapeHtml(item.data.title)}</a> ${formatDate(item.date)}</li>`,
  );
  return `<ol reversed class="postlist">\n${items.join('\n')}\n</ol>`;
}
