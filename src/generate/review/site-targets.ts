/** Finds out which pages and images a site has, for the links that an editor adds to an article. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '../../config/config-schema.ts';
import { readClaims } from '../../content/article/article-fields.ts';
import { scanSources } from '../../content/article/scan-sources.ts';
import { loadEditionData } from '../../content/data/edition-data.ts';
import { addressOfKey, listPageFiles, pageKeyOf } from '../../content/data/own-pages.ts';
import { createProblems } from '../../foundation/errors.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import { articlePath } from '../../site/article-path.ts';
import type { CategoryTree } from '../../site/category-tree.ts';
import { createRoutes, trimEnding } from '../../site/routes.ts';
import type { SiteTargets } from '../checks/check-markdown.ts';
import { readArticleFile } from '../files/origin.ts';

const IMAGE_FOLDER = 'content/images';

/** @param approved articles that are being approved together, so they count as published */
export async function createSiteTargets(
  config: SiteConfig,
  approved: ReadonlySet<string>,
): Promise<SiteTargets> {
  const pages = new Set<string>();
  const routes = createRoutes(config);
  const add = (path: string) => void pages.add(path);
  for (const locale of config.locales) {
    for (const path of [routes.home(locale), routes.authors(locale), routes.sitemap(locale)]) add(path);
    for (const kind of ['about-us', 'privacy-policy', 'terms'] as const) add(routes.info(locale, kind));
    // Problems of the data are ignored here, because the build reports them.
    const data = await loadEditionData(config, locale, createProblems());
    for (const { slug } of data?.authors ?? []) add(routes.author(locale, slug));
    for (const { slug, children } of Object.values(data?.tree ?? {})) {
      add(routes.category(locale, slug));
      for (const child of Object.values(children)) add(routes.subcategory(locale, slug, child.slug));
    }
    for (const file of listPageFiles(config.root, locale)) {
      const address = addressOfKey(pageKeyOf(file));
      if (address !== null) add(routes.below(locale, address));
    }
    for (const path of articlePaths(config, locale, data?.tree ?? {}, approved)) add(path);
  }
  return {
    hasPage(target) {
      if (/^[#?]/.test(target)) return true;
      const base = `${config.url}${config.basePath}/articles/`;
      const path = URL.canParse(target, base) ? decode(new URL(target, base).pathname) : null;
      if (path === null || !`${path}/`.startsWith(`${config.basePath}/`)) return false;
      return pages.has(trimEnding(path.slice(config.basePath.length)));
    },
    hasImage(target) {
      const name = decode(target.replace(/[?#].*$/, '').replace(/^(?:\.?\/)?(?:images\/)?/, ''));
      if (name === null || name === '' || /^[a-z]+:|\\|\0/i.test(name) || name.split('/').includes('..'))
        return false;
      return existsSync(join(config.root, IMAGE_FOLDER, name));
    },
  };
}

function* articlePaths(
  config: SiteConfig,
  locale: LocaleCode,
  tree: CategoryTree,
  approved: ReadonlySet<string>,
) {
  const routes = createRoutes(config);
  for (const { file, key } of scanSources(config.root, [locale])) {
    const { data, origin } = readArticleFile(join(config.root, file)) ?? {};
    const isWithheld = origin?.status === 'needs-review' || origin?.status === 'rejected';
    if (!data || ((data.draft === 'true' || isWithheld) && !approved.has(file))) continue;
    const slug = typeof data.slug === 'string' ? data.slug : key.slice(key.lastIndexOf('/') + 1);
    const path = articlePath(routes, tree, locale, { ...readClaims(data), key, slug });
    if (path !== null) yield path;
    for (const alias of Array.isArray(data.aliases) ? data.aliases : []) yield String(alias);
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
