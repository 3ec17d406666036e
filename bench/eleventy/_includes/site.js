/** Gives the model of the twin: categories, listings, neighbours, and shared pieces of HTML. */
import { readFileSync } from 'node:fs';

const PAGE = 12;
const CATEGORY_TREE = JSON.parse(readFileSync(new URL('../_data/tree.json', import.meta.url), 'utf8'));
const AUTHORS = JSON.parse(readFileSync(new URL('../_data/authors.json', import.meta.url), 'utf8'));
const CATEGORIES = Object.values(CATEGORY_TREE);
const TITLE = 'The Bench Gazette';
const ORIGIN = 'https://bench.example';
const DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Articles from the newest to the oldest. */
export function listArticles(api) {
  const articles = api.getAll().filter((item) => item.data.entities !== undefined);
  return articles.sort((a, b) => b.date - a.date);
}

export function placeOf(data) {
  const [entity] = data.entities;
  const category = CATEGORY_TREE[entity.category];
  return { category, subcategory: category.children[entity.subcategories[0].subcategory] };
}

/** Gives each article's data its neighbours within the subcategory. */
export function linkNeighbours(articles) {
  for (const group of groupBySubcategory(articles).values()) {
    for (const [index, article] of group.entries()) {
      article.data.neighbours = {
        previous: group[index - 1],
        next: group[index + 1],
        related: [index - 1, index - 2, index + 1, index + 2].map((at) => group[at]).filter(Boolean),
      };
    }
  }
  return articles;
}

function groupBySubcategory(articles) {
  const groups = new Map();
  for (const article of articles) {
    const { subcategory } = placeOf(article.data);
    const group = groups.get(subcategory);
    if (group) group.push(article);
    else groups.set(subcategory, [article]);
  }
  return groups;
}

/** The articles of every category, subcategory and author. */
export function createGroups(articles) {
  const bySubcategory = groupBySubcategory(articles);
  const authors = Object.values(AUTHORS).map((author) => ({
    title: author.name,
    description: author.description,
    path: `/authors/${author.slug}`,
    articles: articles.filter(({ data }) => data.author === author.name),
    category: null,
  }));
  const categories = CATEGORIES.flatMap((category) => {
    const { title, description, slug, children } = category;
    const own = articles.filter(({ data }) => placeOf(data).category === category);
    const groups = Object.values(children).map((child) => ({
      title: child.title,
      description: child.description,
      path: `/${slug}/${child.slug}`,
      articles: bySubcategory.get(child) ?? [],
      category,
    }));
    return [{ title, description, path: `/${slug}`, articles: own, category }, ...groups];
  });
  return [...categories, ...authors.filter((author) => author.articles.length > 0)];
}

/** Every page of every group. */
export function createListings(articles) {
  return createGroups(articles).flatMap(({ path, articles: own, category, ...node }) =>
    paginate(node, path, own, category),
  );
}

function paginate(node, path, articles, category) {
  const total = Math.max(1, Math.ceil(articles.length / PAGE));
  const topics = Object.values(category?.children ?? {}).map(({ slug, title }) => ({
    title,
    url: `/${category.slug}/${slug}`,
  }));
  return Array.from({ length: total }, (_, index) => ({
    node,
    path,
    topics,
    current: index + 1,
    total,
    count: articles.length,
    articles: articles.slice(index * PAGE, (index + 1) * PAGE),
  }));
}

export function pageUrl(path, number) {
  return number === 1 ? path : `${path}/page/${number}`;
}

export function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function formatDate(date) {
  return `<time datetime="${date.toISOString().slice(0, 10)}">${DATE.format(date)}</time>`;
}

export function readingTime(item) {
  item.data.minutes ??= Math.ceil(item.rawInput.split(/\s+/).length / 213);
  return `<span>${item.data.minutes} min read</span>`;
}

export function authorOf(name) {
  return AUTHORS[name];
}

export function renderCard(item) {
  const { category } = placeOf(item.data);
  return `<article class="card">
<p class="kicker"><a href="/${category.slug}">${category.title}</a></p>
<h3 class="story-title"><a href="${item.url}">${escapeHtml(item.data.title)}</a></h3>
<p class="summary">${escapeHtml(item.data.description ?? '')}</p>
<p class="meta">${formatDate(item.date)}${readingTime(item)}</p>
</article>`;
}

export function renderShelves() {
  const shelves = CATEGORIES.map(
    (category) =>
      `<div class="shelf"><h3><a href="/${category.slug}">${category.title}</a></h3><p class="summary">${category.description}</p><ul>${renderChildren(category)}</ul></div>`,
  );
  return `<div class="shelves">${shelves.join('\n')}</div>`;
}

function renderChildren(category) {
  return Object.values(category.children)
    .map((child) => `<li><a href="/${category.slug}/${child.slug}">${child.title}</a></li>`)
    .join('\n');
}

const HEADER = `<header class="site-header">
<div class="masthead"><a class="brand" href="/"><img src="/logo.svg" alt="" width="72" height="72"><span class="brand-name">${TITLE}</span></a></div>
<nav class="menu" aria-label="Categories">
<ul class="menu-list">
${CATEGORIES.map(
  (category) => `<li><a class="menu-parent" href="/${category.slug}">${category.title}</a>
<details class="menu-group"><summary>${category.title}</summary>
<ul>
${renderChildren(category)}
<li class="menu-more"><a href="/${category.slug}">More<span class="visually-hidden">: ${category.title}</span></a></li>
</ul></details></li>`,
).join('\n')}
</ul>
</nav>
</header>`;

const FOOTER = `<footer class="site-footer">
<nav class="footer-sections" aria-label="Categories"><h2>Categories</h2>
<ul>
${CATEGORIES.map((category) => `<li><a href="/${category.slug}">${category.title}</a></li>`).join('\n')}
</ul></nav>
<nav aria-label="Information"><h2>Information</h2>
<ul><li><a href="/privacy-policy">Privacy Policy</a></li><li><a href="/terms">Terms of Use</a></li><li><a href="/info/about-us">About Us</a></li><li><a href="/authors">Authors</a></li><li><a href="/sitemap">Sitemap</a></li><li><a href="/sitemap.xml">Sitemap XML</a></li></ul></nav>
<nav aria-label="Contact"><h2>Contact</h2><ul><li><a href="mailto:desk@bench.example">Email</a></li></ul></nav>
<p>© ${new Date().getFullYear()} ${TITLE}</p>
</footer>`;

/** A whole document. @param page `title`, `description` and `main` are HTML; `head` is the rest of <head> */
export function renderDocument({ title, description, url, type, head, main }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${TITLE}</title>
<meta name="description" content="${description}">
<meta name="robots" content="index, follow">
<link rel="canonical" href="${ORIGIN}${url}">
<meta property="og:type" content="${type}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${ORIGIN}${url}">
<meta property="og:locale" content="en_US">
<meta name="twitter:card" content="summary">
<meta name="twitter:title" content="${title}">
<meta name="twitter:description" content="${description}">
${head}
<link rel="stylesheet" href="/main.css">
</head>
<body>
<a class="skip-link" href="#main">Skip to content</a>
${HEADER}
<main id="main">
${main}
</main>
${FOOTER}
</body>
</html>
`;
}
