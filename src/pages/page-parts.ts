/** Plans what all pages have: head, breadcrumbs, links to translations, paid links. */
import type { SiteConfig } from '../config/config-schema.ts';
import { createKeyFold } from '../foundation/hash.ts';
import { languageName, languageOf } from '../locales/codes.ts';
import type { EditionView } from '../site/edition-view.ts';
import { plainLink } from '../site/emoji.ts';
import type { Ads, Page, PolicySources, UrlPath } from '../site/page.ts';
import type { PageEntry } from '../site/page-index.ts';
import { createHead, type HeadInput } from '../site/page-seo.ts';
import { needSources } from '../site/paid-links.ts';
import type { Article } from '../site/site.ts';

/** @param input also what the page needs of its policy, besides paid links */
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
      .filter((other) => other.locale !== locale)
      .map((other) => ({
        title: languageName(other.locale),
        url: view.href(other.path),
        language: languageOf(other.locale),
      })),
    ads,
    ...(policy.length > 0 && { policy }),
  };
}

/** What the operator allows paid links, where those of the page need it. */
function adPolicy({ blocks }: Ads, { security }: SiteConfig): PolicySources[] {
  return Object.keys(security.ads).length > 0 && needSources(blocks) ? [security.ads] : [];
}

/** The parts of a page one step below home. */
export function planBelowHome(
  view: EditionView,
  entry: PageEntry,
  { title, seo }: { title: string; seo: { title: string; description: string } },
): Omit<Page, 'kind'> & { title: string } {
  const breadcrumbs = [homeCrumb(view), { title, path: entry.path }];
  return { ...planParts(view, entry, { ...seo, breadcrumbs }), title };
}

export function homeCrumb(view: EditionView): { title: string; path: UrlPath } {
  return { title: view.strings.layout.home, path: view.site.routes.home(view.edition.locale) };
}

/** A key over what other pages show of these articles. */
export function cardsKey(baseKey: string, articles: readonly Article[]): string {
  const fold = createKeyFold().add(baseKey);
  for (const { meta } of articles) fold.add(meta.cardHash);
  return fold.key();
}
