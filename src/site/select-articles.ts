/** Selects the articles of the home and category pages. Readers are not counted, so the choice is editorial and repeatable. */
import type { SiteConfig } from '../config/config-schema.ts';
import type { SelectedKind } from '../config/editorial-schema.ts';
import { trimSlashes } from './routes.ts';
import type { Article, Edition, Listing } from './site.ts';
import type { Compare } from './sort-articles.ts';

/** The articles that a page selects from. */
export interface Candidates {
  /** Newest first. */
  articles: readonly Article[];
  /** Listings in the order of the menu. */
  subcategories: readonly Listing[];
  edition: Edition;
  /** Number of other articles of the edition that link to this one. */
  inbound: (article: Article) => number;
}

export interface WantedSection {
  kind: SelectedKind;
  count: number;
  category?: string | undefined;
  /** The order of the articles, where it is another one than newest first. */
  compare?: Compare | undefined;
}

/** Selects the articles of each section; no article is in two sections. @param shown articles that the page shows already */
export function selectSections(
  pool: Candidates,
  sections: readonly WantedSection[],
  shown: ReadonlySet<Article> = new Set(),
): Article[][] {
  const taken = new Set(shown);
  return sections.map((section) => {
    const articles = SELECT[section.kind](pool, section, taken);
    for (const article of articles) taken.add(article);
    return articles;
  });
}

type Select = (pool: Candidates, section: WantedSection, except: ReadonlySet<Article>) => Article[];

const SELECT: Readonly<Record<SelectedKind, Select>> = {
  best: selectBest,
  hot: ({ articles }, { count }, except) => newestChanges(articles, count, except),
  latest: ({ articles }, { count, compare }, except) => takeFirst(sorted(articles, compare), count, except),
  more: selectMore,
  featured: (pool, { count }, except) => takeFirst(listFeatured(pool), count, except),
  category: ({ edition }, { category = '', count, compare }, except) =>
    takeFirst(sorted(edition.categories.get(category)?.articles ?? [], compare), count, except),
};

const sorted = (articles: readonly Article[], compare: Compare | undefined) =>
  compare ? articles.toSorted(compare) : articles;

function takeFirst(articles: Iterable<Article>, count: number, except: ReadonlySet<Article>): Article[] {
  const found: Article[] = [];
  for (const article of articles) {
    if (found.length >= count) break;
    if (!except.has(article)) found.push(article);
  }
  return found;
}

/** Featured articles by rank; newest first within a rank. */
function listFeatured({ articles }: Candidates): Article[] {
  const rank = ({ meta }: Article) => meta.editorial.featured ?? 0;
  return articles
    .filter(({ meta }) => meta.editorial.featured !== null)
    .sort((a, b) => rank(a) - rank(b) || b.instant - a.instant);
}

/**
 * Featured articles first, then one article of each subcategory: the one that most others link to, or the newest. The other
 * articles follow in the same order.
 */
function selectBest(pool: Candidates, { count }: WantedSection, except: ReadonlySet<Article>): Article[] {
  const { inbound } = pool;
  const chosen = new Set(takeFirst(listFeatured(pool), count, except));
  // The sort is stable: articles with equal counts stay newest first.
  const byLinks = (articles: readonly Article[]) => articles.toSorted((a, b) => inbound(b) - inbound(a));
  const first = new Map<unknown, Article>();
  for (const article of pool.articles) {
    const place = article.placements[0]?.subcategory;
    const known = first.get(place);
    if (!except.has(article) && !chosen.has(article) && (!known || inbound(article) > inbound(known)))
      first.set(place, article);
  }
  for (const articles of [byLinks([...first.values()].sort(newestFirst)), pool.articles]) {
    if (chosen.size >= count) break;
    const rest = new Set([...except, ...chosen]);
    for (const article of takeFirst(byLinks(articles), count - chosen.size, rest)) chosen.add(article);
  }
  return [...chosen];
}

function newestFirst(a: Article, b: Article): number {
  return b.instant - a.instant;
}

/** Takes the newest article of each subcategory in turn. */
function selectMore(
  { subcategories }: Candidates,
  { count }: WantedSection,
  except: ReadonlySet<Article>,
): Article[] {
  const chosen = new Set<Article>();
  const queues = subcategories.map(({ articles }) => articles[Symbol.iterator]());
  while (chosen.size < count && queues.length > 0) {
    for (const queue of [...queues]) {
      let next = queue.next();
      while (!next.done && (except.has(next.value) || chosen.has(next.value))) next = queue.next();
      if (next.done) queues.splice(queues.indexOf(queue), 1);
      else chosen.add(next.value);
      if (chosen.size >= count) break;
    }
  }
  return [...chosen];
}

/** The `count` articles that changed last, latest change first, without those in `except`. */
export function newestChanges(
  articles: readonly Article[],
  count: number,
  except: ReadonlySet<Article>,
): Article[] {
  const others = articles.filter((article) => !except.has(article));
  return others.sort((a, b) => b.changed - a.changed).slice(0, count);
}

/** The part of an article that `countInbound` needs. */
interface Linked {
  path: string;
  meta: { links: readonly string[] };
}

/** Counts for each article of an edition how many other articles link to it. */
export function countInbound<A extends Linked>(
  { config }: { config: Pick<SiteConfig, 'basePath'> },
  { articles }: { articles: readonly A[] },
): (article: A) => number {
  const byPath = new Map<string, A>();
  for (const article of articles) byPath.set(article.path, article);
  const counts = new Map<A, number>();
  for (const article of articles) {
    const targets = new Set<A>();
    for (const link of article.meta.links) {
      const path = trimSlashes(link.replace(/[?#].*$/, ''));
      const own = path.startsWith(`${config.basePath}/`) ? path.slice(config.basePath.length) : path;
      const target = byPath.get(own) ?? byPath.get(path);
      if (target && target !== article) targets.add(target);
    }
    for (const target of targets) counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  return (article) => counts.get(article) ?? 0;
}
