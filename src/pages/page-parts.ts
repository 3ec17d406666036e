/** Plans what all pages have: head, breadcrumbs, links to translations, paid links. */
import { createKeyFold } from '../foundation/hash.ts';
import { languageName, languageOf } from '../locales/codes.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { Page, UrlPath } from '../site/page.ts';
import type { PageEntry, Translation } from '../site/page-index.ts';
import { createHead, type HeadInput } from '../site/page-seo.ts';
import type { Article } from '../site/site.ts';

/** The entry of the page gives path, translations and whether it is indexed. */
export type PartsInput = Omit<HeadInput, 'path' | 'translations' | 'indexed' | 'social'> &
  Partial<Pick<HeadInput, 'social'>>;

export function planParts(view: EditionView, entry: PageEntry, input: PartsInput): Omit<Page, 'kind'> {
  const { site, edition } = view;
  const { path, translations, indexed } = entry;
  const social = { locale: edition.locale, title: site.config.title, kicker: '', level: 'site' } as const;
  return {
    locale: edition.locale,
    path,
    head: createHead(view, { social, ...input, path, translations, indexed }),
    breadcrumbs: input.breadcrumbs.map((crumb) => ({ title: crumb.title, url: view.href(crumb.path) })),
    translations: translationLinks(view, translations),
    ads: entry.output === 'error' ? null : view.ads(path),
  };
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

/** Links to the other editions' pages, for the reader. */
function translationLinks(view: EditionView, translations: readonly Translation[]): Page['translations'] {
  return translations
    .filter(({ locale }) => locale !== view.edition.locale)
    .map(({ locale, path }) => ({
      title: languageName(locale),
      url: view.href(path),
      language: languageOf(locale),
    }));
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
