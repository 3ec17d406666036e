/** The model of the twin, made once: articles from the newest, their groups and neighbours. */
import { getCollection } from 'astro:content';
import authors from './data/authors.json';
import tree from './data/tree.json';

export const TITLE = 'The Bench Gazette';
export const PAGE = 12;
export const CATEGORIES = Object.values(tree);

const DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

export const formatDay = (date) => date.toISOString().slice(0, 10);
export const formatDate = (date) => DATE.format(date);
export const urlOf = ({ id }) => `/articles/${id}`;
export const authorOf = (name) => authors[name];

const minutes = new WeakMap();
export function readingTime(article) {
  if (!minutes.has(article)) minutes.set(article, Math.ceil(article.body.split(/\s+/).length / 213));
  return minutes.get(article);
}

export function placeOf({ data }) {
  const [{ category: key, subcategories }] = data.entities;
  const category = tree[key];
  return { category, subcategory: category.children[subcategories[0].subcategory] };
}

let loaded;
/** @returns `{articles, groups, neighbours}`; a group is a category, a subcategory or an author */
export function loadSite() {
  loaded ??= load();
  return loaded;
}

async function load() {
  const articles = (await getCollection('articles')).sort((a, b) => b.data.date - a.data.date);
  const by = (keyOf) => Map.groupBy?.(articles, keyOf) ?? group(articles, keyOf);
  const bySubcategory = by((article) => placeOf(article).subcategory);
  const byCategory = by((article) => placeOf(article).category);
  const byAuthor = by(({ data }) => data.author);
  const groups = CATEGORIES.flatMap((category) => [
    { node: category, path: category.slug, articles: byCategory.get(category) ?? [], category },
    ...Object.values(category.children).map((child) => ({
      node: child,
      path: `${category.slug}/${child.slug}`,
      articles: bySubcategory.get(child) ?? [],
      category,
    })),
  ]);
  for (const [name, own] of byAuthor) {
    const { slug, description } = authors[name];
    groups.push({
      node: { title: name, description },
      path: `authors/${slug}`,
      articles: own,
      category: null,
    });
  }
  const neighbours = new Map();
  for (const list of bySubcategory.values())
    for (const [index, article] of list.entries())
      neighbours.set(article.id, {
        previous: list[index - 1],
        next: list[index + 1],
        related: [index - 1, index - 2, index + 1, index + 2].flatMap((at) => list[at] ?? []),
      });
  return { articles, groups, neighbours };
}

function group(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const found = groups.get(key);
    if (found) found.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
