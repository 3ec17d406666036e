/** Lists the words of a site that are no articles: info pages, own pages, the files of categories, authors, titles and strings, and the ledger. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  addressOfKey,
  attempt,
  createRoutes,
  EDITION_FILES,
  INFO_KINDS,
  infoFile,
  listOfferFiles,
  listPageFiles,
  logicalPath,
  readSiteFile,
  type SiteConfig,
  treeFile,
} from './core.ts';
import { titleIn } from './source-files.ts';

export interface OtherText {
  file: string;
  /** '' for the ledger, which is one for all editions. */
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
  const texts = config.locales.flatMap((locale) => {
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
    return [...pages, ...data].map((text) => ({ ...text, locale, key: `/${text.file.slice(start.length)}` }));
  });
  const { offers, notices } = listOfferFiles(root);
  const describe = (title: string) => (file: string) => {
    const part = /^content\/offers\/(.*)\.\w+$/.exec(file)?.[1];
    const named = { title: part === undefined ? title : `${title}: ${part}`, key: `/${file}` };
    return { ...named, file, type: 'data' as const, locale: '', path: '' };
  };
  const ledger = [...offers.map(describe('Offers')), ...notices.map(describe('Rules of countries'))];
  return [...texts, ...ledger].flatMap((text): OtherText[] => {
    const path = join(root, text.file);
    // The texts of a layer are those of other sites, too.
    if (!existsSync(path) || logicalPath(root, text.file) !== text.file) return [];
    return [{ ...text, time: statSync(path).mtimeMs }];
  });
}

const readTitle = (root: string, file: string): string =>
  titleIn(attempt(() => readSiteFile(root, file).toString()) ?? '') ?? file;
