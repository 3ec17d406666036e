/** Plans the parts of every page: head, breadcrumbs, links to translations, paid links. */

import type { SiteConfig } from '../config/config-schema.ts';
import type { PolicySources } from '../config/policy-schema.ts';
import type { Author } from '../content/data/edition-data.ts';
import { createKeyFold } from '../foundation/hash.ts';
import { languageOf } from '../locales/codes.ts';
import { initials } from '../locales/locale-format.ts';
import type { EditionView } from '../site/edition-view.ts';
import { plainLink } from '../site/emoji.ts';
import { taxonomyPage } from '../site/named-pages.ts';
import { editionTitle, linksEdition } from '../site/navigation.ts';
import type { Ads, AuthorCard, Page, UrlPath } from '../site/page.ts';
import type { PageEntry } from '../site/page-index.ts';
import { createHead, type HeadInput } from '../site/page-seo.ts';
import { needSources } from '../site/paid-links.ts';
import type { Article, Taxonomy } from '../site/site.ts';

/** @param input includes the sources that the page needs in its policy, without the sources of paid links */
export function planParts(
  view: EditionView,
  entry: PageEntry,
  input: HeadInput & { policy?: readonly PolicySources[] },
): Omit<Page, 'kind'> {
  const { path, translations, output } = entry;
  const { locale } = view.edition;
  const ads = output === 'error' ? null : view.ads(path);
  const policy = [...(ads ? adPolicy(ads, view.site.config) : []), ...(input.policy ?? [])];
  return {
    locale,
    path,
    head: createHead(view, entry, input),
    breadcrumbs: input.breadcrumbs.map(({ title, path }) => plainLink({ title, url: view.href(path) })),
    translations: translations
      .filter((other) => other.locale !== locale && linksEdition(locale, other.locale))
      .map((other) => ({
        title: editionTitle(view, other.locale),
        url: view.href(other.path),
        language: languageOf(other.locale),
      })),
    ads,
    ...(policy.length > 0 && { policy }),
  };
}

/** Returns the sources that the operator allows for paid links, if the paid links of the page need them. */
function adPolicy({ blocks }: Ads, { security }: SiteConfig): PolicySources[] {
  return Object.keys(security.ads).length > 0 && needSources(blocks) ? [security.ads] : [];
}

/** Plans the parts of a page one level below home. */
export function planBelowHome(
  view: EditionView,
  entry: PageEntry,
  { title, seo }: { title: string; seo: { title: string; description: string } },
): Omit<Page, 'kind'> & { title: string } {
  const breadcrumbs = [homeCrumb(view), { title, path: entry.path }];
  return { ...planParts(view, entry, { ...seo, breadcrumbs }), title };
}

/** An author in a byline or a list. */
export function authorCard(view: EditionView, author: Author): AuthorCard {
  const { locale } = view.edition;
  const photo = view.pictures.photo(author, locale);
  return {
    title: author.name,
    url: view.href(view.site.routes.author(locale, author.slug)),
    description: author.description,
    initials: initials(author.name, locale),
    ...(author.role !== undefined && { role: author.role }),
    ...(photo && { photo }),
  };
}

/** The author in JSON-LD; the site for a pen name, behind which there is no such person. @param more further properties */
export function describeAuthor(
  view: EditionView,
  { type, name, slug, photo, role, links }: Author,
  more: object = {},
): { url: string } {
  const { config, routes } = view.site;
  if (type === 'pen-name')
    return {
      ...{ '@type': 'Organization', name: config.title },
      url: view.absolute(routes.home(view.edition.locale)),
    };
  const picture = photo === undefined ? null : view.pictures.photo({ photo }, view.edition.locale);
  return {
    ...{ '@type': type === 'organization' ? 'Organization' : 'Person', name, ...more },
    url: view.absolute(routes.author(view.edition.locale, slug)),
    ...(picture && { image: new URL(picture.url, config.url).href }),
    ...(role !== undefined && type !== 'organization' && { jobTitle: role }),
    ...(links && { sameAs: links.map(({ url }) => url) }),
  };
}

export function homeCrumb(view: EditionView): { title: string; path: UrlPath } {
  return { title: view.strings.layout.home, path: view.site.routes.home(view.edition.locale) };
}

/** Title and path of the list of all terms of a taxonomy. */
export function taxonomyCrumb(
  { site, edition }: EditionView,
  taxonomy: Taxonomy,
): { title: string; path: UrlPath } {
  return taxonomyPage(site, edition, taxonomy);
}

/** The address where readers suggest a change of a file; null without the setting. */
export function editLink({ site }: EditionView, file: string): string | null {
  const { editLink } = site.config.navigation;
  return editLink?.replace('{file}', file.split('/').map(encodeURIComponent).join('/')) ?? null;
}

/** Returns a key over everything that other pages show of these articles. */
export function cardsKey(baseKey: string, articles: readonly Article[]): string {
  const fold = createKeyFold().add(baseKey);
  for (const { meta } of articles) fold.add(meta.cardHash);
  return fold.key();
}
