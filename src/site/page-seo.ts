/** Owns what search engines and link previews read: titles, canonical and alternate URLs, Open Graph, JSON-LD. */
import { serializeForScript } from '../content/markdown/escape.ts';
import type { LocaleCode } from '../locales/codes.ts';
import { languageOf } from '../locales/codes.ts';
import type { EditionView, SocialSubject } from './edition-view.ts';
import type { Head, Link, PreviewImage, UrlPath } from './page.ts';
import { measureTitle, TITLE_WIDTH } from './text-width.ts';

/** Longer titles are cut off, whatever their width. */
const TITLE_LENGTH = 60;
export const DESCRIPTION_LENGTH = 155;

/** Of the drawn images. */
const SOCIAL_SIZE = { width: '1200', height: '630' };

const INDEXED = 'index, follow, max-image-preview:large';

export interface HeadInput {
  path: UrlPath;
  /** As it shall stand in <title>; the site's name is added where it is missing and fits. */
  title: string;
  description: string;
  /** The same page in other editions, this one included. */
  translations: readonly { locale: LocaleCode; path: UrlPath }[];
  social: SocialSubject;
  /** What previews of a link show instead of the social image. */
  preview?: PreviewImage | null;
  indexed?: boolean;
  type?: 'website' | 'article' | 'profile';
  article?: Head['article'];
  /** JSON-LD nodes; breadcrumbs are added. */
  graph?: readonly object[];
  breadcrumbs: readonly { title: string; path: UrlPath }[];
  previous?: UrlPath | null;
  next?: UrlPath | null;
}

export function createHead(view: EditionView, input: HeadInput): Head {
  const { site, edition, absolute } = view;
  const indexed = input.indexed ?? true;
  const canonical = indexed ? absolute(input.path) : null;
  const graph = [...(input.graph ?? [])];
  if (input.breadcrumbs.length >= 2) graph.push(breadcrumbList(view, input.breadcrumbs));
  return {
    title: documentTitle(input.title, site.config.title),
    description: input.description,
    canonical,
    robots: indexed ? INDEXED : 'noindex, follow',
    alternates: indexed ? createAlternates(view, input.translations) : [],
    openGraph: {
      type: input.type ?? 'website',
      title: stripEmoji(input.title),
      url: canonical,
      locale: edition.locale,
      image: previewImage(view, input),
    },
    article: input.article ?? null,
    jsonLd:
      graph.length === 0 ? null : serializeForScript({ '@context': 'https://schema.org', '@graph': graph }),
    previous: input.previous ? absolute(input.previous) : null,
    next: input.next ? absolute(input.next) : null,
  };
}

function previewImage(
  { pictures, site }: EditionView,
  { preview, social, title }: HeadInput,
): Head['openGraph']['image'] {
  if (preview) return { ...preview, alt: stripEmoji(title) };
  const image = pictures.social(social);
  return (
    image && {
      url: site.routes.absoluteFile(image.path),
      size: SOCIAL_SIZE,
      alt: stripEmoji(image.title),
    }
  );
}

/** The page's title with the site's name behind it, where it does not say it already and the whole fits. */
export function documentTitle(title: string, siteTitle: string): string {
  const plain = stripEmoji(title);
  if (plain.includes(siteTitle)) return plain;
  const whole = `${plain} · ${siteTitle}`;
  return whole.length <= TITLE_LENGTH && measureTitle(whole) <= TITLE_WIDTH ? whole : plain;
}

// Pictographs, flags, skin tones, and what joins them.
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const EMOJI_RUN =
  /(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\u20e3)+/gu;

/** Emojis are for the page, not for titles in a browser tab or a result list; a text of nothing else stays. */
export function stripEmoji(text: string): string {
  if (!EMOJI.test(text)) return text;
  return text.replace(EMOJI_RUN, ' ').replace(/\s+/g, ' ').trim() || text;
}

function createAlternates(view: EditionView, translations: HeadInput['translations']): Head['alternates'] {
  if (translations.length < 2) return [];
  const { absolute, site } = view;
  const alternates = translations.map(({ locale, path }) => ({
    language: languageOf(locale) as string,
    url: absolute(path),
  }));
  const fallback = translations.find(({ locale }) => locale === site.config.locales[0]) ?? translations[0];
  if (fallback) alternates.push({ language: 'x-default', url: absolute(fallback.path) });
  return alternates;
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

/** The links of a breadcrumb trail as the page shows them. */
export function breadcrumbLinks(view: EditionView, breadcrumbs: HeadInput['breadcrumbs']): Link[] {
  return breadcrumbs.map(({ title, path }) => ({ title, url: view.href(path) }));
}
