/** Finds the Markdown pages of a site's own, content/{locale}/pages, and makes addresses of their names. */
import { join } from 'node:path';
import { walkDirectory } from '../../foundation/walk-directory.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import type { SiteIndex } from '../../site/theme-page-data.ts';
import { parseSlug } from '../article/article-fields.ts';
import type { InfoMeta } from './info-pages.ts';

export interface OwnPageMeta extends InfoMeta {
  /** Path below pages/ without ".md": the same in two locales for translations of one page. */
  key: string;
  /** Path below the edition's home, without a leading slash. */
  address: string;
}

/** A page of theme/pages. */
export interface ThemePageMeta {
  /** Name of the module: the same page in all locales. */
  key: string;
  /** Path below the edition's home, without a leading slash. */
  address: string;
  /** Relative to the root. */
  file: string;
  title: string;
  description: string;
  navigation?: 'menu' | 'footer';
  /** Loads the data that the page shows; null if its module exports no `load`. @throws UserError */
  load: ((index: SiteIndex) => unknown) | null;
}

/** Paths of the files, relative to the root, in order. */
export function listPageFiles(root: string, locale: LocaleCode): string[] {
  const files: string[] = [];
  const folder = `content/${locale}/pages`;
  walkDirectory(join(root, folder), (entry, prefix) => {
    if (entry.isFile() && entry.name.endsWith('.md') && !entry.name.startsWith('.'))
      files.push(`${folder}/${prefix}${entry.name}`);
  });
  return files;
}

export function pageKeyOf(file: string): string {
  return file
    .replace(/^content\/\w+\/pages\//, '')
    .replace(/\.md$/, '')
    .normalize('NFC');
}

/** `guides/index` is the page of the folder. @returns null where the name makes no address */
export function addressOfKey(key: string): string | null {
  const address = key.replace(/\/index$/, '');
  return address.split('/').every((segment) => parseSlug(segment) === segment) ? address : null;
}
