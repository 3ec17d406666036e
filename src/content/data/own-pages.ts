/** Makes addresses of the names of a site's own pages. */
import { parseSlug } from '../article/article-fields.ts';
import type { InfoMeta } from './info-pages.ts';

export interface OwnPageMeta extends InfoMeta {
  /** Path below pages/ without ".md": the same in two locales for translations of one page. */
  key: string;
  /** Path below the edition's home, without a leading slash. */
  address: string;
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
