/** Lists the pages of an edition that have a counterpart in others, so that a translation links to pages of its edition. */

import { join } from 'node:path';
import type { SiteConfig } from '../../config/config-schema.ts';
import { readClaims, readDated } from '../../content/article/article-fields.ts';
import { scanSources } from '../../content/article/scan-sources.ts';
import { INFO_KINDS, listPageFiles } from '../../content/data/content-files.ts';
import { loadEditionParts } from '../../content/data/edition-data.ts';
import { addressOfKey, pageKeyOf } from '../../content/data/own-pages.ts';
import { createProblems } from '../../foundation/errors.ts';
import { logicalPath } from '../../foundation/layers.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import { articlePath } from '../../site/article-path.ts';
import type { UrlPath } from '../../site/page.ts';
import { createRoutes, SEARCH_PAGE, trimSlashes } from '../../site/routes.ts';
import { readArticleFile } from './origin.ts';

/** The addresses of an edition, by names that are the same in all editions, such as `article poker/pot-odds`. */
export type EditionAddresses = ReadonlyMap<string, string>;

export async function listEditionAddresses(
  config: SiteConfig,
  locale: LocaleCode,
): Promise<EditionAddresses> {
  const { root, timeZone } = config;
  const routes = createRoutes(config);
  const { tree, authors } = await loadEditionParts(config, locale, createProblems());
  const found = new Map<string, UrlPath | null>([
    ['home', routes.home(locale)],
    ['authors', routes.authors(locale)],
    ['sitemap', routes.sitemap(locale)],
    ['search', routes.below(locale, SEARCH_PAGE)],
    ...INFO_KINDS.map((kind) => [`info ${kind}`, routes.info(locale, kind)] as const),
    ...(authors ?? []).map(({ slug }) => [`author ${slug}`, routes.author(locale, slug)] as const),
  ]);
  for (const { key, slug, children } of Object.values(tree ?? {})) {
    found.set(`category ${key}`, routes.category(locale, slug));
    for (const child of Object.values(children))
      found.set(`category ${key}/${child.key}`, routes.subcategory(locale, slug, child.slug));
  }
  for (const file of listPageFiles(root, locale)) {
    const key = pageKeyOf(logicalPath(root, file));
    const address = addressOfKey(key);
    // That one is the text of the home page.
    if (address !== null && key !== 'index') found.set(`page ${key}`, routes.below(locale, address));
  }
  for (const { file, key } of scanSources(root, [locale])) {
    const data = readArticleFile(join(root, file))?.data ?? {};
    // A link to a draft would lead nowhere.
    if (readDated(data, timeZone)?.status !== 'published') continue;
    const slug = typeof data.slug === 'string' ? data.slug : key.slice(key.lastIndexOf('/') + 1);
    const claims = readClaims(data, timeZone);
    found.set(`article ${key}`, articlePath(routes, tree ?? {}, locale, { ...claims, key, slug }));
  }
  return new Map([...found].flatMap(([name, path]) => (path === null ? [] : [[name, routes.href(path)]])));
}

/** @returns the address of the same page in another edition; null for any other target, and for a page that the edition lacks */
export function createPairFinder(
  from: EditionAddresses,
  to: EditionAddresses,
): (target: string) => string | null {
  const names = new Map([...from].map(([name, address]) => [trimSlashes(address), name]));
  return (target) => {
    const [, path = '', query = ''] = /^(\/[^?#]*)(\?[^#]*)?/.exec(target) ?? [];
    const name = names.get(trimSlashes(path));
    const address = name === undefined ? undefined : to.get(name);
    return address === undefined ? null : address + query;
  };
}
