/** Makes addresses of the names of a site's own pages. */
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
