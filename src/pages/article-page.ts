/** Owns what an article's page shows. */
import { formatRfc3339 } from '../content/article/dates.ts';
import { initials } from '../locales/locale-format.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { ArticlePage } from '../site/page.ts';
import { breadcrumbLinks, createHead, stripEmoji } from '../site/page-seo.ts';
import { createRelated } from '../site/related.ts';
import type { Article, Listing } from '../site/site.ts';
import { articleTranslations, homeCrumb, translationLinks } from './page-translations.ts';

/**
 * Returns a function that plans the article at an index of its primary subcategory's listing.
 * @param listing articles whose primary place is this subcategory, newest first
 */
export function createArticlePlanner(
  view: EditionView,
  listing: Listing,
  category: Listing,
): (index: number) => ArticlePage {
  const related = createRelated(listing, category, view.site.config.sections.related);
  return (index) => {
    const article = listing.articles[index];
    const placement = article?.placements[0];
    if (!article || !placement) throw new RangeError(`no article ${index} in ${listing.path}`);
    return planArticle(view, article, {
      related: related(index),
      newer: listing.articles[index - 1],
      older: listing.articles[index + 1],
    });
  };
}

interface Neighbours {
  related: Article[];
  newer: Article | undefined;
  older: Article | undefined;
}

function planArticle(
  view: EditionView,
  article: Article,
  { related, newer, older }: Neighbours,
): ArticlePage {
  const { site, edition } = view;
  const { routes } = site;
  const { meta, author, path } = article;
  const [placement] = article.placements;
  if (!placement) throw new RangeError(`${meta.file} has no place`);
  const category = view.categoryLink(placement);
  const subcategory = view.subcategoryLink(placement);
  const translations = articleTranslations(site, article);
  const breadcrumbs = [
    homeCrumb(view),
    { title: placement.category.title, path: routes.category(edition.locale, placement.category.slug) },
    {
      title: placement.subcategory.title,
      path: routes.subcategory(edition.locale, placement.category.slug, placement.subcategory.slug),
    },
    { title: meta.title, path },
  ];
  const published = formatRfc3339(meta.date);
  const modified = formatRfc3339(meta.updated ?? meta.date);
  const social = {
    locale: edition.locale,
    title: meta.title,
    kicker: placement.category.title,
    level: 'article',
  } as const;
  const image = view.pictures.social(social);
  const cover = view.pictures.openingCover(article);
  // A picture of the article's own says most of it.
  const images = [
    ...(cover && (image === null || meta.image !== null) ? [new URL(cover.url, site.config.url).href] : []),
    ...(image ? [routes.absoluteFile(image.path)] : []),
  ];
  const authorUrl = view.absolute(routes.author(edition.locale, author.slug));
  return {
    kind: 'article',
    locale: edition.locale,
    path,
    head: createHead(view, {
      path,
      title: meta.title,
      description: meta.description,
      translations,
      social,
      preview: view.pictures.preview(article),
      type: 'article',
      article: { published, modified, author: authorUrl, section: stripEmoji(placement.category.title) },
      breadcrumbs,
      graph: [
        {
          '@type': 'Article',
          headline: meta.title,
          description: meta.description,
          image: images.length > 0 ? images : undefined,
          datePublished: published,
          dateModified: modified,
          author: { '@type': 'Person', name: author.name, url: authorUrl },
          publisher: {
            '@type': 'Organization',
            name: site.config.title,
            url: view.absolute(routes.home(edition.locale)),
          },
          mainEntityOfPage: view.absolute(path),
          inLanguage: edition.language,
          wordCount: meta.words,
        },
      ],
    }),
    breadcrumbs: breadcrumbLinks(view, breadcrumbs),
    translations: translationLinks(view, translations),
    ads: view.ads(path),
    title: meta.title,
    description: meta.description,
    author: {
      title: author.name,
      url: view.href(routes.author(edition.locale, author.slug)),
      description: author.description,
      initials: initials(author.name, edition.locale),
    },
    published: view.date(meta.date),
    updated: meta.updated === null ? null : view.date(meta.updated),
    readingTime: view.readingTime(article),
    category,
    subcategory,
    cover,
    related: related.map((other) => view.cardWithin(other, placement.category)),
    previous: older ? { title: older.meta.title, url: view.href(older.path) } : null,
    next: newer ? { title: newer.meta.title, url: view.href(newer.path) } : null,
    shareUrl: view.absolute(path),
  };
}
