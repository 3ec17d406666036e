/** Plans the pages of articles. */
import { hasParts } from '../content/article/category-tree.ts';
import { formatRfc3339 } from '../content/article/dates.ts';
import { typeSetter } from '../content/markdown/typography.ts';
import { groupBy } from '../foundation/group-by.ts';
import { createKeyFold } from '../foundation/hash.ts';
import { fillText } from '../locales/locale-format.ts';
import { DIGITAL_SOURCE, isDisclosed } from '../site/disclosure.ts';
import type { EditionView } from '../site/edition-view.ts';
import { stripEmoji } from '../site/emoji.ts';
import { createComments } from '../site/integrations.ts';
import type { ArticlePage, Link } from '../site/page.ts';
import { articleEntry } from '../site/page-index.ts';
import { createRelated, MAX_FILLERS } from '../site/related.ts';
import { describeRights } from '../site/rights.ts';
import type { Article, Edition, Placement } from '../site/site.ts';
import { TAGS } from '../site/taxonomies.ts';
import { ArticleView } from '../templates/views/article-view.tsx';
import { type PageGroup, type PageKind, type PlanInput, type PlannedPage, pageOnly } from './page-kind.ts';
import { authorCard, describeAuthor, editLink, homeCrumb, planParts, taxonomyCrumb } from './page-parts.ts';

export const articlePages: PageKind<ArticlePage> = {
  kinds: ['article'],
  view: ArticleView,
  *list(site, { articles }) {
    for (const article of articles) yield articleEntry(site, article);
  },
  groups: (input) =>
    [...byPlace(input.view.edition)].map(([name, articles]) => groupOf(input, name, articles)),
};

/** Groups articles by their primary subcategory, which decides their neighbours. */
function byPlace({ articles }: Edition): Map<string, Article[]> {
  const placed = articles.filter(({ placements }) => placements.length > 0);
  return groupBy(placed, ({ placements: [place] }) => `${place?.category.key}/${place?.subcategory.key}`);
}

function groupOf(
  { view, keys, targetsOf }: PlanInput,
  name: string,
  articles: readonly Article[],
): PageGroup {
  const { edition, site } = view;
  const category = edition.categories.get(name.slice(0, name.indexOf('/')))?.articles ?? [];
  const fold = createKeyFold().add(keys.listed);
  const authors = new Set(articles.flatMap((article) => article.authors));
  for (const author of authors) fold.add(JSON.stringify(author));
  for (const { meta } of articles) {
    fold.add(meta.cardHash);
    for (const other of site.translations.get(meta.key) ?? []) fold.add(other.meta.cardHash);
  }
  if (site.config.navigation.sidebar) fold.add(view.sidebar().key);
  for (const { meta } of articles) {
    const { links, offers } = targetsOf(meta);
    // Articles whose offers have changed are planned by themselves: most days of a ledger change a few.
    const fallbacks = offers && meta.offers?.map((name) => offers[name]?.fallback ?? null);
    if (links || fallbacks) fold.add(JSON.stringify([links, fallbacks]));
  }
  for (const { sponsor } of articles) if (sponsor) fold.add(JSON.stringify(sponsor));
  for (const article of articles) for (const { meta } of view.seriesOf(article)) fold.add(meta.cardHash);
  // In a small subcategory, related articles come from the whole category.
  if (articles.length <= site.config.sections.related)
    for (const { meta } of category.slice(0, MAX_FILLERS)) fold.add(meta.cardHash);

  function* plan(wants: (article: Article) => boolean): Iterable<PlannedPage> {
    const relatedTo = createRelated(articles, category, site.config.sections.related);
    for (const [index, article] of articles.entries()) {
      if (!wants(article)) continue;
      const [newer, older] = [articles[index - 1], articles[index + 1]];
      yield {
        ...pageOnly(planArticle(view, article, { related: relatedTo(index), newer, older }), 'article'),
        body: { file: article.meta.file, hash: article.meta.hash },
        ...targetsOf(article.meta),
        cover: view.pictures.drawnCover(article),
        facts: factsOf(view, article),
      };
    }
  }
  return {
    name: `articles/${name}`,
    key: fold.key(),
    count: articles.length,
    plan: (includes) => plan(({ path }) => includes?.({ path, output: 'article' }) ?? true),
    planArticles: (wanted) => plan((article) => wanted.has(article)),
  };
}

function factsOf({ site }: EditionView, article: Article): Record<string, string> {
  const { author, meta, placements } = article;
  const { license } = site.config.rights;
  return {
    author: author.name,
    published: formatRfc3339(meta.date),
    updated: formatRfc3339(meta.updated ?? meta.date),
    ...(placements[0] && { category: stripEmoji(placements[0].category.title) }),
    ...(isDisclosed(site, article) && { digitalSourceType: DIGITAL_SOURCE }),
    ...(license !== undefined && { license }),
  };
}

function planArticle(
  view: EditionView,
  article: Article,
  { related, newer, older }: { related: Article[]; newer: Article | undefined; older: Article | undefined },
): ArticlePage {
  const { site, edition } = view;
  const { routes } = site;
  const { meta, authors, path } = article;
  const [placement] = article.placements;
  if (!placement) throw new RangeError(`${meta.file} has no place`);
  const { category } = placement;
  const social = {
    locale: edition.locale,
    title: meta.title,
    kicker: category.title,
    level: 'article',
  } as const;
  const image = view.pictures.social(social);
  const cover = view.pictures.figure(article);
  // The article's own picture has precedence: it shows more of the subject than a drawing.
  const images = [
    ...(cover && (image === null || meta.image !== null) ? [new URL(cover.url, site.config.url).href] : []),
    ...(image ? [routes.absoluteFile(image.path)] : []),
  ];
  const own = site.ownFields.read(meta.own);
  const { comments: service } = site.config.integrations;
  const discussion =
    service && createComments(service, { url: view.absolute(path), language: edition.language });
  const [author, ...others] = authors.map((one) => authorCard(view, one));
  if (!author) throw new RangeError(`${meta.file} has no author`);
  const joints = view.formats.joints(authors.map(({ name }) => name));
  const coAuthors = others.map((other, index) => ({ ...other, joint: joints[index] ?? '' }));
  const described = authors.map((one) => describeAuthor(view, one));
  const { sponsor } = article;
  return {
    kind: 'article',
    ...planParts(view, articleEntry(site, article), {
      title: meta.title,
      description: meta.description,
      social,
      preview: view.pictures.preview(article),
      type: 'article',
      article: {
        published: formatRfc3339(meta.date),
        modified: formatRfc3339(meta.updated ?? meta.date),
        authors: described.map(({ url }) => url),
        section: stripEmoji(category.title),
      },
      ...(discussion && { policy: [discussion.policy] }),
      breadcrumbs: [...crumbsTo(view, placement), { title: meta.title, path }],
      graph: [describeArticle(view, article, { images, described })],
    }),
    ...(meta.status === 'draft' && { draft: true as const }),
    title: meta.title,
    description: meta.description,
    ...(meta.isExcerpt && { isExcerpt: true as const }),
    author,
    ...(coAuthors.length > 0 && { coAuthors }),
    published: view.date(meta.date),
    updated: meta.updated === null ? null : view.date(meta.updated),
    readingTime: view.readingTime(article),
    category: view.categoryLink(placement),
    subcategory: view.subcategoryLink(placement),
    ...(article.terms.length > 0 && { terms: planTerms(view, article) }),
    cover,
    ...planSeries(view, article),
    related: site.config.navigation.sidebar ? [] : related.map((other) => view.cardWithin(other, category)),
    ...planNeighbours(view, article, older, newer),
    shareUrl: view.absolute(path),
    ...(!site.config.look.byline && { withoutByline: true as const }),
    ...(isDisclosed(site, article) && { disclosed: true as const }),
    ...(sponsor && { sponsored: fillText(view.strings.ads.sponsoredBy, { name: sponsor.name }) }),
    ...(discussion && { comments: discussion.comments }),
    ...(view.site.ownFields.areShown && { fields: own.values }),
  };
}

function crumbsTo(view: EditionView, { category, subcategory }: Placement) {
  const { routes } = view.site;
  const { locale } = view.edition;
  return [
    homeCrumb(view),
    { title: category.title, path: routes.category(locale, category.slug) },
    ...(hasParts(category)
      ? [{ title: subcategory.title, path: routes.subcategory(locale, category.slug, subcategory.slug) }]
      : []),
  ];
}

/** The article as schema.org describes it. */
function describeArticle(
  view: EditionView,
  article: Article,
  { images, described }: { images: string[]; described: ReturnType<typeof describeAuthor>[] },
) {
  const { site, edition } = view;
  const { meta, path } = article;
  const disclosed = isDisclosed(site, article);
  const { sponsor } = article;
  const tags = article.terms.filter(({ taxonomy }) => taxonomy.name === TAGS);
  const publisher = {
    '@type': 'Organization',
    name: site.config.title,
    url: view.absolute(site.routes.home(edition.locale)),
  };
  return {
    ...(sponsor === null
      ? { '@type': 'Article' }
      : {
          '@type': 'AdvertiserContentArticle',
          sponsor: { '@type': 'Organization', name: sponsor.name, url: sponsor.site ?? undefined },
        }),
    headline: meta.title,
    description: meta.description,
    image: images.length > 0 ? images : undefined,
    datePublished: formatRfc3339(meta.date),
    dateModified: formatRfc3339(meta.updated ?? meta.date),
    author: disclosed ? publisher : described.length > 1 ? described : described[0],
    publisher,
    mainEntityOfPage: view.absolute(path),
    inLanguage: edition.language,
    wordCount: meta.words,
    ...(disclosed && { digitalSourceType: DIGITAL_SOURCE }),
    ...describeRights(site.config.rights, publisher),
    ...(tags.length > 0 && { keywords: tags.map(({ title }) => title) }),
    ...site.ownFields.read(meta.own).jsonLd,
  };
}

function linkTo(view: EditionView, article: Article | undefined): Link | null {
  return article ? { title: article.meta.title, url: view.href(article.path) } : null;
}

function planSeries(view: EditionView, article: Article): Pick<ArticlePage, 'series'> {
  const parts = view.seriesOf(article);
  const { series } = article.meta.editorial;
  if (series === null || parts.length < 2) return {};
  return {
    series: {
      title: typeSetter(view.site.config, view.edition.language)(series),
      parts: parts.map((part) => ({
        title: part.meta.title,
        url: view.href(part.path),
        current: part === article,
      })),
    },
  };
}

/** The sidebar gives the order of pages, else the series, else the dates. */
function planNeighbours(
  view: EditionView,
  article: Article,
  older: Article | undefined,
  newer: Article | undefined,
): Pick<ArticlePage, 'sidebar' | 'edit' | 'previous' | 'next'> {
  const edit = editLink(view, article.meta.file);
  const more = edit === null ? {} : { edit };
  if (view.site.config.navigation.sidebar)
    return { sidebar: view.sidebar().at(article.path), ...more, ...view.sidebar().neighbours(article.path) };
  const parts = view.seriesOf(article);
  const at = parts.indexOf(article);
  const [previous, next] = parts.length > 1 ? [parts[at - 1], parts[at + 1]] : [older, newer];
  return { ...more, previous: linkTo(view, previous), next: linkTo(view, next) };
}

/** The terms of the article as it writes them, by taxonomy. */
function planTerms(view: EditionView, { terms }: Article): NonNullable<ArticlePage['terms']> {
  return view.site.taxonomies.flatMap((taxonomy) => {
    const own = terms.filter((term) => term.taxonomy === taxonomy);
    const { title, path } = taxonomyCrumb(view, taxonomy);
    const links = own.map(({ title, term }) => ({ title, url: view.href(term.path) }));
    return links.length > 0 ? { title, url: view.href(path), links } : [];
  });
}
