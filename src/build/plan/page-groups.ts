/** Owns the list of what a site consists of: groups of pages, each with a key over all that its pages are planned from. */
import type { ImageSource } from '../../content/markdown/render-markdown.ts';
import { createKeyFold } from '../../foundation/hash.ts';
import type { OutputKind } from '../../foundation/response-headers.ts';
import { createArticlePlanner } from '../../pages/article-page.ts';
import { planAuthors, planError, planInfo, planSitemap } from '../../pages/fixed-pages.ts';
import { planHome, selectArticles } from '../../pages/home-page.ts';
import { pageCount, planAuthor, planCategory } from '../../pages/listing-pages.ts';
import { coverName } from '../../pictures/draw-cover.ts';
import type { EditionView } from '../../site/edition-view.ts';
import type { OutputPath, Page, UrlPath } from '../../site/page.ts';
import type { Article, Edition, Listing } from '../../site/site.ts';

/** A page and what it is rendered from beside its own data. */
export interface PlannedPage {
  page: Page;
  kind: OutputKind;
  /** The Markdown file of its text. */
  body: { file: string; hash: string } | null;
  images: Record<string, ImageSource> | null;
  cover: { path: OutputPath; title: string; category: string; subcategory: string | null } | null;
  /** Whether the navigation runtime may ask for it. */
  hasData: boolean;
}

/** Pages planned together. While the key stands, a plan would give the same pages but for `planArticles`. */
export interface PageGroup {
  name: string;
  key: string;
  count: number;
  plan(): Iterable<PlannedPage>;
  /** The pages of those articles that are in the group: the key does not know their texts. */
  planArticles?(articles: ReadonlySet<Article>): Iterable<PlannedPage>;
}

/** The images of an article's text, by their target. */
export type BodyImages = (targets: readonly string[]) => Record<string, ImageSource> | null;

export interface PlanInput {
  view: EditionView;
  /** Key over program, configuration, categories, authors, texts, ads, pictures: all but the articles. */
  baseKey: string;
  bodyImages: BodyImages;
  sitemapXml: string;
  /** URL of the islands' data. */
  islandData: string | null;
}

/** @returns groups in an order that does not depend on which of them have changed */
export function planPages(input: PlanInput): PageGroup[] {
  const { view } = input;
  const { edition } = view;
  return [
    ...articleGroups(input),
    ...listingGroups(input),
    ...authorGroups(input),
    homeGroup(input),
    fixedGroup(input, sitemapKey(edition)),
  ].map((group) => ({ ...group, name: `${edition.locale}/${group.name}` }));
}

/** Path of a drawn cover below the output folder. */
export function coverPath(article: Article): OutputPath | null {
  const input = coverInput(article);
  return input && (`assets/covers/${coverName(input)}` as OutputPath);
}

/** What a cover is drawn from. */
export function coverInput({
  meta,
  placements,
}: Article): { title: string; category: string; subcategory: string | null } | null {
  const [placement] = placements;
  return placement
    ? { title: meta.title, category: placement.category.key, subcategory: placement.subcategory.key }
    : null;
}

/** Articles by the subcategory that is their primary place: it decides their neighbours. */
function articleGroups({ view, baseKey, bodyImages }: PlanInput): PageGroup[] {
  const { edition, site } = view;
  const drawn = site.config.features.covers;
  const primary = new Map<string, Article[]>();
  for (const article of edition.articles) {
    const [placement] = article.placements;
    if (!placement) continue;
    const name = `${placement.category.key}/${placement.subcategory.key}`;
    const known = primary.get(name);
    if (known) known.push(article);
    else primary.set(name, [article]);
  }
  return [...primary].map(([name, articles]) => {
    const category = edition.categories.get(name.slice(0, name.indexOf('/'))) ?? {
      path: '/' as UrlPath,
      articles: [],
    };
    const fold = createKeyFold().add(baseKey);
    for (const { meta } of articles) {
      fold.add(meta.card);
      if (site.translations.size === 0) continue;
      for (const other of site.translations.get(meta.key) ?? []) fold.add(other.meta.card);
    }
    // A small subcategory looks for related articles in its category.
    if (articles.length <= site.config.sections.related) {
      for (const { meta } of category.articles.slice(0, 64)) fold.add(meta.card);
    }
    const createPlan = () => {
      const listing: Listing = { path: category.path, articles };
      const plan = createArticlePlanner(view, listing, category);
      return (article: Article, index: number): PlannedPage => {
        const input = drawn && article.meta.image === null ? coverInput(article) : null;
        return {
          page: plan(index),
          kind: 'article',
          body: { file: article.meta.file, hash: article.meta.hash },
          images: bodyImages(article.meta.images),
          cover: input && { path: `assets/covers/${coverName(input)}` as OutputPath, ...input },
          hasData: true,
        };
      };
    };
    return {
      name: `articles/${name}`,
      key: fold.key(),
      count: articles.length,
      *plan() {
        const plan = createPlan();
        for (const [index, article] of articles.entries()) yield plan(article, index);
      },
      *planArticles(wanted) {
        const plan = createPlan();
        for (const [index, article] of articles.entries())
          if (wanted.has(article)) yield plan(article, index);
      },
    };
  });
}

function listingGroups({ view, baseKey }: PlanInput): PageGroup[] {
  const { edition, site } = view;
  // Each page of a category names how many articles its subcategories have, and which translations are not empty.
  const counts = createKeyFold().add(baseKey);
  for (const other of site.editions) {
    for (const listing of other.subcategories.values()) {
      counts.add(other === edition ? listing.articles.length : Number(listing.articles.length > 0));
    }
    for (const listing of other.categories.values()) counts.add(Number(listing.articles.length > 0));
  }
  const shared = counts.key();
  return Object.values(edition.tree).flatMap((group) => {
    const nodes = [null, ...Object.values(group.children)];
    return nodes.map((child): PageGroup => {
      const name = child ? `${group.key}/${child.key}` : group.key;
      const listing = (child ? edition.subcategories : edition.categories).get(name);
      if (!listing) throw new Error(`no listing ${name}`);
      const count = pageCount(view, listing);
      return {
        name: `listings/${name}`,
        key: cardsKey(shared, listing.articles),
        count,
        *plan() {
          for (let number = 1; number <= count; number++)
            yield simple(planCategory(view, group, child, number));
        },
      };
    });
  });
}

function authorGroups({ view, baseKey }: PlanInput): PageGroup[] {
  const { edition } = view;
  return edition.authors.map(({ slug }) => {
    const listing = edition.byAuthor.get(slug);
    if (!listing) throw new Error(`no listing of author ${slug}`);
    const count = pageCount(view, listing);
    return {
      name: `authors/${slug}`,
      key: cardsKey(baseKey, listing.articles),
      count,
      *plan() {
        for (let number = 1; number <= count; number++) yield simple(planAuthor(view, slug, number));
      },
    };
  });
}

function homeGroup({ view, baseKey }: PlanInput): PageGroup {
  const { edition, site } = view;
  const selections = selectArticles(edition, site.config.sections);
  const fold = createKeyFold().add(
    cardsKey(baseKey, [...selections.best, ...selections.hot, ...selections.more]),
  );
  for (const { articles } of edition.categories.values()) fold.add(articles.length);
  return {
    name: 'home',
    key: fold.add(selections.best.length).add(selections.hot.length).key(),
    count: 1,
    *plan() {
      yield simple(planHome(view, selections));
    },
  };
}

/** Pages that every edition has once. */
function fixedGroup(input: PlanInput, key: string): PageGroup {
  const { view, baseKey, bodyImages, sitemapXml, islandData } = input;
  const { edition } = view;
  const kinds = ['about-us', 'privacy-policy', 'terms'] as const;
  const fold = createKeyFold().add(baseKey).add(key);
  for (const kind of kinds) fold.add(edition.info[kind].hash);
  for (const { articles } of edition.byAuthor.values()) fold.add(articles.length);
  const offline = view.site.config.features.serviceWorker === true;
  return {
    name: 'fixed',
    key: fold.key(),
    count: offline ? 8 : 7,
    *plan() {
      for (const kind of kinds) {
        const info = edition.info[kind];
        yield { ...simple(planInfo(view, kind)), body: info, images: bodyImages(info.images) };
      }
      yield simple(planAuthors(view));
      yield simple(planSitemap(view, sitemapXml));
      yield { ...simple(planError(view, 'not-found', islandData)), kind: 'error' };
      yield { ...simple(planError(view, 'server-error', islandData)), kind: 'error' };
      if (offline) yield { ...simple(planError(view, 'offline', islandData)), kind: 'error', hasData: false };
    },
  };
}

/** The sitemap page names the head of each subcategory's listing. */
function sitemapKey(edition: Edition): string {
  const fold = createKeyFold();
  for (const { articles } of edition.subcategories.values()) {
    fold.add(articles.length);
    for (const { meta } of articles.slice(0, 50)) fold.add(meta.card);
  }
  return fold.key();
}

function cardsKey(baseKey: string, articles: readonly Article[]): string {
  const fold = createKeyFold().add(baseKey);
  for (const { meta } of articles) fold.add(meta.card);
  return fold.key();
}

function simple(page: Page): PlannedPage {
  return { page, kind: 'page', body: null, images: null, cover: null, hasData: true };
}
