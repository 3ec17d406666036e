/** Resolves links from one text to the file of another, as editors write them: `other.md#part` is the address of its page. */
import { mayNameFile, pathBeside } from '../content/data/named-files.ts';
import { logicalPath } from '../foundation/layers.ts';
import type { UrlPath } from './page.ts';
import type { Site } from './site.ts';
import { listTextPages } from './text-pages.ts';

/** Returns the URL that a target leads to, with base path and fragment; null for one that names no text of the site. */
export type TextLinks = (file: string, target: string) => string | null;

export function createTextLinks(site: Site): TextLinks {
  const { routes } = site;
  // Most sites have no such link.
  let pages: Map<string, UrlPath> | null = null;
  return (file, target) => {
    if (!mayNameFile(target) || !/\.md(?:[?#]|$)/i.test(target)) return null;
    const path = pathBeside(logicalPath(site.config.root, file), target);
    if (path === null) return null;
    pages ??= listPages(site);
    const page = pages.get(path.normalize('NFC'));
    return page === undefined ? null : routes.href(page) + target.replace(/^[^#]*/, '');
  };
}

function listPages({ config, editions }: Site): Map<string, UrlPath> {
  const pages = new Map<string, UrlPath>();
  for (const edition of editions) {
    for (const { meta, path } of edition.articles) pages.set(meta.file.normalize('NFC'), path);
    for (const { file, path } of listTextPages(edition))
      pages.set(logicalPath(config.root, file).normalize('NFC'), path);
  }
  return pages;
}
