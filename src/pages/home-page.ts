/** Owns the home page and its three selections. */
import { readingMinutes } from '../locales/codes.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { HomePage } from '../site/page.ts';
import { createHead } from '../site/page-seo.ts';
import type { Article, Edition } from '../site/site.ts';
import { newestChanges } from './listing-pages.ts';
import { fixedTranslations, translationLinks } from './page-translations.ts';

export interface Selections {
  best: Article[];
  hot: Article[];
  more: Article[];
}

/**
 * No readers are counted, so the choice is editorial and repeatable:
 * best = the most thorough articles (longest to read, newest first), one from a subcategory as long as there are any;
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

export function planHome(view: EditionView, { best, hot, more }: Selections): HomePage {
  const { site, edition } = view;
  const { routes, config } = site;
  const path = routes.home(edition.locale);
  const translations = fixedTranslations(site, routes.home);
  const cards = (articles: readonly Article[]) => articles.map((article) => view.card(article));
  return {
    kind: 'home',
    locale: edition.locale,
    path,
    head: createHead(view, {
      path,
      ...edition.seo.home,
      translations,
      social: { locale: edition.locale, title: config.title, kicker: '', level: 'site' },
      breadcrumbs: [],
      graph: [
        {
          '@type': 'WebSite',
          name: config.title,
          description: edition.seo.home.description,
          url: view.absolute(path),
          inLanguage: edition.language,
        },
      ],
    }),
    breadcrumbs: [],
    translations: translationLinks(view, translations),
    ads: view.ads(path),
    title: config.title,
    description: edition.seo.home.description,
    best: cards(best).map((card, index) => {
      const lead = index === 0 ? best[0] : undefined;
      return lead ? view.leadCard(card, lead) : card;
    }),
    hot: cards(hot),
    more: cards(more),
    categories: Object.values(edition.tree).map((group) => ({
      title: group.title,
      url: view.href(routes.category(edition.locale, group.slug)),
      description: group.description,
      count: view.formats.articles(edition.categories.get(group.key)?.articles.length ?? 0),
      children: Object.values(group.children).map((child) => ({
        title: child.title,
        url: view.href(routes.subcategory(edition.locale, group.slug, child.slug)),
      })),
    })),
  };
}
