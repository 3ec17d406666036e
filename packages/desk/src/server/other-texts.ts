/** Lists the words of a site that are no articles: info pages, own pages, and the files of categories, authors, titles and strings. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  addressOfKey,
  attempt,
  createRoutes,
  EDITION_FILES,
  INFO_KINDS,
  infoFile,
  listPageFiles,
  logicalPath,
  readSiteFile,
  type SiteConfig,
  treeFile,
} from './core.ts';
import { titleIn } from './source-files.ts';

export interface OtherText {
  file: string;
  locale: string;
  /** The same for translations of one text, and different from those of articles. */
  key: string;
  title: string;
  /** Address of the page that shows it; '' without one. */
  path: string;
  /** `page` has an address of its own. */
  type: 'page' | 'data';
  /** Last change, in milliseconds since the epoch. */
  time: number;
}

const TITLES: Readonly<Record<(typeof EDITION_FILES)[number], string>> = {
  categories: 'Categories',
  authors: 'Authors',
  seo: 'Titles and descriptions of pages',
  strings: 'Words of the interface',
};

export function listOtherTexts(config: SiteConfig): OtherText[] {
  const { root } = config;
  const routes = createRoutes(config);
  return config.locales.flatMap((locale) => {
    const start = `content/${locale}/`;
    const pages = [
      ...INFO_KINDS.map((kind) => ({ file: infoFile(locale, kind), path: routes.info(locale, kind) })),
      ...listPageFiles(root, locale).map((file) => {
        const key = file.slice(`${start}pages/`.length, -'.md'.length);
        const address = addressOfKey(key);
        if (key === 'index') return { file, path: routes.home(locale) };
        return { file, path: address === null ? '' : routes.below(locale, address) };
      }),
    ].map((page) => ({ ...page, type: 'page' as const, title: readTitle(root, page.file) }));
    const data = EDITION_FILES.map((name) => ({
      file: name === 'categories' ? treeFile(root, locale) : `${start}${name}.json`,
      path: name === 'authors' ? routes.authors(locale) : routes.home(locale),
      type: 'data' as const,
      title: TITLES[name],
    }));
    return [...pages, ...data].flatMap((text): OtherText[] => {
      const path = join(root, text.file);
      // The texts of a layer are those of other sites, too.
      if (!existsSync(path) || logicalPath(root, text.file) !== text.file) return [];
      return [{ ...text, locale, key: `/${text.file.slice(start.length)}`, time: statSync(path).mtimeMs }];
    });
  });
}

const readTitle = (root: string, file: string): string =>
  titleIn(attempt(() => readSiteFile(root, file).toString()) ?? '') ?? file;
