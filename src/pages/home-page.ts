/** Plans the home page and its three selections. */
import { createKeyFold } from '../foundation/hash.ts';
import { readingMinutes } from '../locales/codes.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { HomePage } from '../site/page.ts';
import { fixedEntry, lastChange, type PageEntry, seoSource } from '../site/page-index.ts';
import type { Article, Edition, Site } from '../site/site.ts';
import { HomeView } from '../templates/views/home-view.tsx';
import { newestChanges } from './listing-slice.ts';
import { createGroup, type PageKind } from './page-kind.ts';
import { cardsKey, planParts } from './page-parts.ts';

export const homePage: PageKind<HomePage> = {
  kinds: ['home'],
  view: HomeView,
  list: (site, edition) => [entryOf(site, edition)],
  groups({ view, baseKey }) {
    const { edition, site } = view;
    const selections = selectArticles(edition, site.config.sections);
    const { best, hot, more } = selections;
    const key = createKeyFold().add(cardsKey(baseKey, [...best, ...hot, ...more]));
    for (const { articles } of edition.categories.values()) key.add(articles.length);
    key.add(best.length).add(hot.length);
    const entries = [entryOf(site, edition)];
    return [createGroup('home', key.key(), entries, (entry) => planHome(view, entry, selections))];
  },
};

function entryOf(site: Site, edition: Edition): PageEntry {
  const source = seoSource(edition, 'home');
  return fixedEntry(site, edition, 'home', site.routes.home, {
    changed: lastChange(edition),
    source,
  });
}

export interface Selections {
  best: Article[];
  hot: Article[];
  more: Article[];
}

/**
 * No readers are counted, so the choice is editorial and repeatable:
 * best = one article per subcategory, longest first, newest first among equals, then the longest of the rest;
 * hot = the most recently published or updated of the rest;
 * more = of what is left, the newest of each subcategory in turn, in the order of the menu.
 */
export function selectArticles(
  edition: Edition,
  counts: { best: number; hot: number; more: number },
): Selections {
  const best = selectBest(edition.articles, counts.best);
  const shown = new Set(best);
  const hot = newestChanges(edition.articles, counts.hot, shown);
  for (const article of hot) shown.add(article);
  return { best, hot, more: selectMore(edition, counts.more, shown) };
}

function selectBest(articles: readonly Article[], count: number): Article[] {
  const longest = new Map<unknown, Article>();
  // Minutes, as cards show them: a word more in a text does not change the page.
  const minutes = ({ meta }: Article) => readingMinutes(meta.words, meta.locale);
  for (const article of articles) {
    const place = article.placements[0]?.subcategory;
    const known = longest.get(place);
    if (!known || minutes(article) > minutes(known)) longest.set(place, article);
  }
  const byLength = (a: Article, b: Article) => minutes(b) - minutes(a) || b.instant - a.instant;
  const chosen = [...longest.values()].sort(byLength).slice(0, count);
  if (chosen.length < count) {
    const taken = new Set(chosen);
    chosen.push(
      ...articles
        .filter((article) => !taken.has(article))
        .sort(byLength)
        .slice(0, count - chosen.length),
    );
  }
  return chosen;
}

function selectMore(edition: Edition, count: number, shown: ReadonlySet<Article>): Article[] {
  const chosen = new Set<Article>();
  const queues = [...edition.subcategories.values()].map(({ articles }) => articles[Symbol.iterator]());
  while (chosen.size < count && queues.length > 0) {
    for (const queue of [...queues]) {
      let next = queue.next();
      while (!next.done && (shown.has(next.value) || chosen.has(next.value))) next = queue.next();
      if (next.done) queues.splice(queues.indexOf(queue), 1);
      else chosen.add(next.value);
      if (chosen.size >= count) break;
    }
  }
  return [...chosen];
}

function planHome(view: EditionView, entry: PageEntry, { best, hot, more }: Selections): HomePage {
  const { site, edition } = view;
  const { config } = site;
  const { description } = edition.seo.home;
  const cards = (articles: readonly Article[]) => articles.map((article) => view.card(article));
  return {
    kind: 'home',
    ...planParts(view, entry, {
      ...edition.seo.home,
      breadcrumbs: [],
      graph: [
        {
          '@type': 'WebSite',
          name: config.title,
          description,
          url: view.absolute(entry.path),
          inLanguage: edition.language,
        },
      ],
    }),
    title: config.title,
    description,
    best: cards(best).map((card, index) => {
      const lead = index === 0 ? best[0] : undefined;
      return lead ? view.leadCard(card, lead) : card;
    }),
    hot: cards(hot),
    more: cards(more),
    categories: Object.values(edition.tree).flatMap(({ key, description }, index) => {
      const item = view.menu[index];
      return item ? { ...item, description, count: view.count(edition.categories.get(key)) } : [];
    }),
  };
}
