/** Plans the metadata of a page: title, canonical and alternate URLs, Open Graph, JSON-LD. */
import { serializeForScript } from '../foundation/escape.ts';
import { languageOf, openGraphLocale, versionOf } from '../locales/codes.ts';
import type { EditionView, SocialSubject } from './edition-view.ts';
import { stripEmoji } from './emoji.ts';
import type { Head, OutputPath, PreviewImage, UrlPath } from './page.ts';
import { findNewest, type PageEntry, type Translation } from './page-index.ts';
import type { Site } from './site.ts';
import { measureTitle, TITLE_WIDTH } from './text-width.ts';

/** Characters. Result pages cut longer titles off, whatever their width. */
const TITLE_LENGTH = 60;

/** Size of social images in pixels. */
const SOCIAL_SIZE = { width: '1200', height: '630' };

const INDEXED = 'index, follow, max-image-preview:large';

export interface HeadInput {
  /** Text for <title>. The site's name is added if it is missing and fits. */
  title: string;
  description: string;
  /** The texts on the social image. Default: the site's title. */
  social?: SocialSubject;
  /** Replaces the social image in link previews. */
  preview?: PreviewImage | null;
  type?: 'website' | 'article' | 'profile';
  article?: Head['article'];
  /** JSON-LD nodes. Breadcrumbs are added to them. */
  graph?: readonly object[];
  breadcrumbs: readonly { title: string; path: UrlPath }[];
  previous?: UrlPath | null;
  next?: UrlPath | null;
  /** The Atom feed of the listing. */
  feed?: OutputPath | null;
}

export function createHead(view: EditionView, entry: PageEntry, input: HeadInput): Head {
  const { kind, path, translations, indexed } = entry;
  const { site, edition, absolute } = view;
  const newest = findNewest(entry);
  const canonical = indexed ? absolute(newest ?? path) : null;
  const graph = [...(input.graph ?? [])];
  if (input.breadcrumbs.length >= 2) graph.push(breadcrumbList(view, input.breadcrumbs));
  return {
    title: documentTitle(input.title, site.config.title),
    description: input.description,
    canonical,
    robots: indexed ? INDEXED : 'noindex, follow',
    alternates: indexed && newest === null ? createAlternates(site, translations) : [],
    openGraph: {
      type: input.type ?? 'website',
      title: stripEmoji(input.title),
      url: canonical,
      locale: openGraphLocale(edition.locale),
      image: previewImage(view, input),
    },
    article: input.article ?? null,
    jsonLd:
      graph.length === 0 ? null : serializeForScript({ '@context': 'https://schema.org', '@graph': graph }),
    previous: input.previous ? absolute(input.previous) : null,
    next: input.next ? absolute(input.next) : null,
    ...(input.feed && { feed: site.routes.absoluteFile(input.feed) }),
    ...(site.config.agents.markdown &&
      (kind === 'article' || kind === 'info') && {
        markdown: site.routes.absoluteFile(site.routes.twinFile(path)),
      }),
  };
}

function previewImage(
  { pictures, site, edition }: EditionView,
  { preview, social, title }: HeadInput,
): Head['openGraph']['image'] {
  if (preview) return { ...preview, alt: stripEmoji(title) };
  const ofSite = { locale: edition.locale, title: site.config.title, kicker: '', level: 'site' } as const;
  const image = pictures.social(social ?? ofSite);
  return (
    image && { url: site.routes.absoluteFile(image.path), size: SOCIAL_SIZE, alt: stripEmoji(image.title) }
  );
}

/** Adds the site's name to a title if it is missing and both fit. */
export function documentTitle(title: string, siteTitle: string): string {
  const plain = stripEmoji(title);
  if (plain.includes(siteTitle)) return plain;
  const whole = `${plain} · ${siteTitle}`;
  return whole.length <= TITLE_LENGTH && measureTitle(whole) <= TITLE_WIDTH ? whole : plain;
}

/** hreflang alternates, including x-default; none for a page without translations. */
export function createAlternates(
  { config, routes }: Site,
  pages: readonly Translation[],
): Head['alternates'] {
  const translations = pages.filter(({ locale }) => versionOf(locale) === null);
  if (translations.length < 2) return [];
  const fallback = translations.find(({ locale }) => locale === config.locales[0]) ?? translations[0];
  return [
    ...translations.map(({ locale, path }) => ({ language: languageOf(locale), url: routes.absolute(path) })),
    ...(fallback ? [{ language: 'x-default', url: routes.absolute(fallback.path) }] : []),
  ];
}

function breadcrumbList(view: EditionView, breadcrumbs: HeadInput['breadcrumbs']): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: breadcrumbs.map(({ title, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: stripEmoji(title),
      item: view.absolute(path),
    })),
  };
}
