/**
 * Makes the corpus: N seeded articles and the rest of a site's root. The same seed gives the same bytes, and an article
 * is the same at every size.
 *
 * node bench/corpus.mjs --articles N --out DIR [--seed S] [--profile equal|full]
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  renderCode,
  renderHeading,
  renderList,
  renderParagraph,
  renderQuote,
  renderTable,
  renderTitle,
} from './prose.mjs';
import { AUTHORS, createPublicationFiles, PLACES } from './publication.mjs';
import { createRandom } from './random.mjs';

export const SEED = 'bench';
const FOLDER_SIZE = 1000;
const FIRST_DAY = Date.UTC(2019, 0, 1);
const DAYS = 2300;
const DAY = 86_400_000;
const HOSTS = ['https://example.com', 'https://example.org', 'https://example.net'];

/** A corpus of seeded articles. @returns its name, the number of its articles, and each of them by its index */
export function createCorpus(seed, articles) {
  return {
    name: `${articles.toLocaleString('en')} articles`,
    articles,
    at: (index) => createArticle(seed, index),
  };
}

/** One article as data; `body` is Markdown of 600 to 900 words. */
function createArticle(seed, index) {
  const random = createRandom(seed, 'article', index);
  const { title, slug } = createName(seed, index);
  const place = random.pick(PLACES);
  const day = random.between(0, DAYS - 1);
  return {
    title,
    slug,
    description: `${title}, looked at from the side of the reader: what it costs, what it changes and what it leaves as it was.`,
    author: random.pick(AUTHORS).name,
    date: dateOf(day) + (random.chance(0.1) ? `T${String(random.between(10, 23))}:30:00+05:30` : ''),
    updated: random.chance(0.2) ? dateOf(day + random.between(1, 90)) : null,
    place,
    body: renderBody(seed, random, index, place),
  };
}

function createName(seed, index) {
  const title = renderTitle(createRandom(seed, 'title', index), index);
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return { title, slug };
}

function renderBody(seed, random, index, place) {
  // Links lead to earlier articles only: they stand in a corpus of any size.
  const link = () => {
    if (index === 0 || random.chance(0.2)) return `/${place.category.slug}`;
    if (random.chance(0.3)) return `${random.pick(HOSTS)}/${random.between(1, 9999)}`;
    return `/articles/${createName(seed, random.between(0, index - 1)).slug}`;
  };
  const target = random.between(680, 790);
  const extras = [renderList];
  if (random.chance(0.6)) extras.push(renderList);
  if (random.chance(0.35)) extras.push(renderTable);
  if (random.chance(0.2)) extras.push(renderCode);
  if (random.chance(0.3)) extras.push(renderQuote);
  const blocks = [renderParagraph(random, link)];
  let words = countWords(blocks[0]);
  let section = 0;
  while (words < target) {
    const part = [
      `${section % 4 === 2 ? '###' : '##'} ${renderHeading(random)}`,
      renderParagraph(random, link),
    ];
    const extra = section < extras.length ? extras[section] : null;
    if (extra) part.push(extra(random));
    if (words < target - 150 && random.chance(0.6)) part.push(renderParagraph(random, link));
    blocks.push(...part);
    words += part.reduce((sum, block) => sum + countWords(block), 0);
    section++;
  }
  return blocks.join('\n\n');
}

function countWords(text) {
  return text.split(/\s+/).length;
}

export function dateOf(day) {
  return new Date(FIRST_DAY + day * DAY).toISOString().slice(0, 10);
}

/** The article's file in the contract's format. */
function renderArticleFile(article) {
  const { title, place, updated } = article;
  const lines = [
    '---',
    `title: ${title.includes(':') ? `"${title}"` : title}`,
    `slug: ${article.slug}`,
    ...(article.description === null ? [] : [`description: "${article.description}"`]),
    `author: ${article.author}`,
    `date: ${article.date}`,
    ...(updated ? [`updated: ${updated}`] : []),
    'entities:',
    `  - category: ${place.category.key}`,
    '    subcategories:',
    `      - subcategory: ${place.subcategory.key}`,
    '        subsubcategories: []',
    '---',
  ];
  return `${lines.join('\n')}\n${article.body}\n`;
}

/** Path below the root; folders hold at most 1,000 files. */
export function articlePath(index, slug) {
  return `content/en_US/articles/${String(Math.floor(index / FOLDER_SIZE)).padStart(4, '0')}/${slug}.md`;
}

/** Writes the root of a site. @param profile folder of bench/site whose configuration it gets */
export function writeSite({ root, corpus, profile }) {
  const config = readFileSync(new URL(`site/${profile}/site-config.json`, import.meta.url), 'utf8');
  writeFiles(root, { 'site-config.json': config, ...createPublicationFiles() });
  for (let index = 0; index < corpus.articles; index++) {
    const article = corpus.at(index);
    const file = join(root, articlePath(index, article.slug));
    if (index % FOLDER_SIZE === 0) mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, renderArticleFile(article));
  }
}

/** The corpus in our own format, below a folder; Eleventy and Astro read the same files. */
export function stageCorpus(work, corpus) {
  const root = join(work, 'corpus');
  if (!existsSync(root)) writeSite({ root, corpus, profile: 'equal' });
}

/** @param files text by path below `root` */
export function writeFiles(root, files) {
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { values } = parseArgs({
    options: {
      articles: { type: 'string' },
      out: { type: 'string' },
      seed: { type: 'string', default: SEED },
      profile: { type: 'string', default: 'equal' },
    },
  });
  const articles = Number(values.articles);
  if (!values.out || !Number.isInteger(articles) || articles < 1) {
    process.stderr.write(
      'usage: node bench/corpus.mjs --articles N --out DIR [--seed S] [--profile equal|full]\n',
    );
    process.exit(1);
  }
  writeSite({ root: values.out, corpus: createCorpus(values.seed, articles), profile: values.profile });
}
