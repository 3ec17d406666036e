/** Owns which addresses a site answers: its pages, its files, the ids in its pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guessSlug } from '../content/article/parse-article.ts';
import type { Problem } from '../foundation/errors.ts';
import type { UrlPath } from '../site/page.ts';
import type { Site } from '../site/site.ts';

export type Address =
  /** Of another site, or of no page: mail, telephone. */
  | { type: 'elsewhere' }
  | { type: 'ours'; path: string; fragment: string }
  | { type: 'broken'; message: string };

/** What a target in a page leads to. @param base the page's own path */
export function parseAddress(site: Site, base: UrlPath, target: string): Address {
  const { config, routes } = site;
  const origin = config.url.toLowerCase();
  let url: URL;
  try {
    url = new URL(target, `${origin}${routes.href(base)}`);
  } catch {
    return { type: 'broken', message: 'is not a URL' };
  }
  if (url.origin !== new URL(origin).origin) return { type: 'elsewhere' };
  const path = decode(url.pathname);
  const fragment = decode(url.hash.slice(1).replace(/:~:.*$/, ''));
  if (path === null || fragment === null) return { type: 'broken', message: 'is not encoded as URLs are' };
  const { basePath } = config;
  if (`${path}/`.startsWith(`${basePath}/`)) {
    return { type: 'ours', path: path.slice(basePath.length) || '/', fragment };
  }
  return { type: 'broken', message: `leads out of ${basePath}, where the site stands` };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export interface Addresses {
  isPage(path: string): boolean;
  /** Why nothing answers at a path, and what to do; null where something does. */
  explain(path: string): { message: string; hint: string } | null;
}

/** Addresses of the articles that have errors: when they are mended, links may lead there. */
export function listPending({ config, routes }: Site, errors: readonly Problem[]): Set<string> {
  const paths = new Set<string>();
  for (const file of new Set(errors.map(({ file }) => file))) {
    const [, locale, key] = /^content\/(\w+)\/articles\/(.+)\.md$/.exec(file ?? '') ?? [];
    const code = config.locales.find((known) => known === locale);
    if (file === undefined || key === undefined || code === undefined) continue;
    const slug = guessSlug(key, readText(join(config.root, file)));
    if (slug !== null) paths.add(routes.article(code, slug));
  }
  return paths;
}

/** '' where the file cannot be read: that is an error of its own. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** @param pending addresses that are not complained of */
export function createAddresses(
  pages: ReadonlySet<string>,
  files: ReadonlySet<string>,
  pending: ReadonlySet<string>,
): Addresses {
  return {
    isPage: (path) => pages.has(path),
    explain(path) {
      if (pages.has(path) || files.has(path.slice(1)) || pending.has(path)) return null;
      const clean = path.replace(/(?:\/index)?(?:\.html)?\/*$/, '') || '/';
      if (pages.has(clean)) return { message: 'is another spelling of a page', hint: `write ${clean}` };
      const near = findNear(pages, clean);
      const hint = near === null ? 'correct it or remove it' : `write ${near} if you mean that`;
      return { message: 'is neither a page nor a file of the site', hint };
    },
  };
}

/** A page whose last segment is the same: most often the category has changed. */
function findNear(pages: ReadonlySet<string>, path: string): string | null {
  const last = path.slice(path.lastIndexOf('/'));
  if (last === '/') return null;
  for (const page of pages) if (page.endsWith(last)) return page;
  return null;
}
