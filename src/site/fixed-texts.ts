/** Titles and descriptions of the pages that every edition has: what the site writes, and what the pages say where it writes none. */

import type { SiteConfig } from '../config/config-schema.ts';
import type { CategoryTree } from '../content/article/category-tree.ts';
import type { InfoKind } from '../content/data/content-files.ts';
import type { Author, SeoKind, WrittenSeo } from '../content/data/edition-data.ts';
import type { InfoMeta } from '../content/data/info-pages.ts';
import type { Strings } from '../locales/strings.ts';
import { stripEmoji } from './emoji.ts';
import type { UrlPath } from './page.ts';
import { DESCRIPTION_LENGTH } from './text-width.ts';

type InfoPages = Readonly<Record<InfoKind, InfoMeta & { path: UrlPath }>>;

const NO_INFO: InfoMeta = { file: '', title: '', description: '', images: [], hash: '' };

/** The title and description of a page for search engines. */
interface SeoText {
  title: string;
  description: string;
  /** Present if the description is a list of what the page shows, which readers need not read above it. */
  isList?: true;
}
export type Seo = Readonly<Record<SeoKind, SeoText>>;

/** The file of a page has its title; without one that is the word of the language. Headings, menus and the footer show it. */
export function placeInfo(
  info: Readonly<Record<InfoKind, InfoMeta>> | null,
  { info: words }: Strings,
  pathOf: (kind: InfoKind) => UrlPath,
): InfoPages {
  const place = (kind: InfoKind, word: string) => {
    const meta = info?.[kind] ?? NO_INFO;
    return { ...meta, title: meta.title || word, path: pathOf(kind) };
  };
  return {
    'about-us': place('about-us', words.aboutUs),
    'privacy-policy': place('privacy-policy', words.privacyPolicy),
    terms: place('terms', words.terms),
  };
}

interface Shown {
  /** BCP 47. */
  language: string;
  strings: Strings;
  info: InfoPages;
  authors: readonly Author[];
  tree: CategoryTree;
}

/** seo.json comes first, then what the page itself shows. */
export function completeSeo(
  written: WrittenSeo,
  { language, strings, info, authors, tree }: Shown,
  { title, description }: Pick<SiteConfig, 'title' | 'description'>,
): Seo {
  const { notFound } = strings.errors;
  const list = (title: string, names: readonly string[]) => ({
    title,
    description: listNames(names, language),
    isList: true as const,
  });
  const texts: Seo = {
    home: { title, description: description ?? '' },
    authors: list(
      strings.info.authors,
      authors.map(({ name }) => name),
    ),
    'not-found': { title: notFound.title, description: notFound.message },
    'about-us': info['about-us'],
    'privacy-policy': info['privacy-policy'],
    terms: info.terms,
    sitemap: list(
      strings.info.sitemap,
      Object.values(tree).map((category) => stripEmoji(category.title)),
    ),
  };
  const complete = (kind: SeoKind): SeoText => {
    const { title: own, description: said } = written[kind] ?? {};
    const { title, description, isList } = texts[kind];
    return {
      title: own ?? title,
      description: said ?? description,
      ...(isList && said === undefined && { isList }),
    };
  };
  return {
    home: complete('home'),
    authors: complete('authors'),
    'not-found': complete('not-found'),
    'about-us': complete('about-us'),
    'privacy-policy': complete('privacy-policy'),
    terms: complete('terms'),
    sitemap: complete('sitemap'),
  };
}

/** As many names as result pages show. */
function listNames(names: readonly string[], language: string): string {
  const format = new Intl.ListFormat(language, { type: 'unit' });
  let shown = '';
  for (let count = 1; count <= names.length; count++) {
    const longer = format.format(names.slice(0, count));
    if (longer.length > DESCRIPTION_LENGTH) break;
    shown = longer;
  }
  return shown;
}
