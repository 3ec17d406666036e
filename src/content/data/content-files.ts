/** Names the files of content/ besides articles. Every build asks for them, so this module loads no parser. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listFolder, siteFile, siteFiles, walkSite } from '../../foundation/site-folders.ts';
import { walkDirectory } from '../../foundation/walk-directory.ts';
import type { LocaleCode } from '../../locales/codes.ts';

export const PAID_LINKS_FILE = 'content/paid-links.json';
export const ADS_FILE = 'content/ads.json';

/** The JSON files of an edition, without ".json". */
export const EDITION_FILES = ['categories', 'authors', 'seo', 'strings'] as const;

/** Names of the data files of an edition. Categories may be YAML. */
export const EDITION_NAMES: readonly string[] = [
  ...EDITION_FILES.map((name) => `${name}.json`),
  'categories.yaml',
];

/** The file with the categories of an edition: categories.yaml where there is one, else categories.json. */
export function treeFile(root: string, locale: LocaleCode): string {
  const yaml = siteFile(root, `content/${locale}/categories.yaml`);
  return existsSync(join(root, yaml)) ? yaml : siteFile(root, `content/${locale}/categories.json`);
}

export const INFO_KINDS = ['about-us', 'privacy-policy', 'terms'] as const;
export type InfoKind = (typeof INFO_KINDS)[number];

export function infoFile(locale: LocaleCode, kind: InfoKind): string {
  return `content/${locale}/info/${kind}.md`;
}

/** Files beside the pages of a locale that are no pages themselves, relative to the root, in order. */
export function listBesidePages(root: string, locale: LocaleCode): string[] {
  return ['info', 'pages'].flatMap((name) => {
    const files: string[] = [];
    const folder = `content/${locale}/${name}`;
    walkDirectory(join(root, folder), (entry, prefix) => {
      if (!entry.name.endsWith('.md')) files.push(`${folder}/${prefix}${entry.name}`);
    });
    return files;
  });
}

/** Files of the Markdown pages of the site and its layers, relative to the root, in the order of their names. */
export function listPageFiles(root: string, locale: LocaleCode): string[] {
  const files: string[] = [];
  walkSite(root, `content/${locale}/pages`, (entry, _path, file) => {
    if (entry.isFile() && entry.name.endsWith('.md') && !entry.name.startsWith('.')) files.push(file);
  });
  return files;
}

const OFFERS = ['content/offers.yaml', 'content/offers.json'];
const OFFERS_FOLDER = 'content/offers';
const NOTICES = ['content/notices.yaml', 'content/notices.json'];

/**
 * The files of the ledger and of the notices that exist, relative to the root, in order. The notices of a site are added to those
 * of its layers, so the strictest one counts.
 */
export function listOfferFiles(root: string): { offers: string[]; notices: string[] } {
  const exists = (file: string) => existsSync(join(root, file));
  const parts = listFolder(root, OFFERS_FOLDER)
    .map(({ file }) => file)
    .filter((file) => /\/[^./][^/]*\.(?:yaml|json)$/.test(file));
  const offers = [...OFFERS.map((file) => siteFile(root, file)).filter(exists), ...parts];
  return { offers, notices: NOTICES.flatMap((file) => siteFiles(root, file)).filter(exists) };
}
