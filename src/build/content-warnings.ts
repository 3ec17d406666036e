/** Collects warnings: problems that do not stop a build. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPlaces } from '../content/markdown/source-places.ts';
import type { Problem } from '../foundation/errors.ts';
import { listPaths } from '../pages/page-registry.ts';
import { trimEnding } from '../site/routes.ts';
import type { Site } from '../site/site.ts';

/** Links to pages that the site does not have, by article. */
export function collectWarnings(site: Site): Problem[] {
  const linking = site.editions.flatMap(({ articles }) =>
    articles.filter(({ meta }) => meta.links.length > 0),
  );
  if (linking.length === 0) return [];
  const routes = listPaths(site);
  const isRoute = (link: string) => {
    const path = routes.has(link) ? link : decodePath(link);
    return path === null || routes.has(path);
  };
  return linking.flatMap(({ meta }) => {
    const { file } = meta;
    const lost = new Set(meta.links.filter((link) => !isRoute(link)));
    if (lost.size === 0) return [];
    // Text in code may look like a link.
    const places = findPlaces(readFileSync(join(site.config.root, file), 'utf8')).filter(
      ({ kind, target }) => kind === 'link' && lost.delete(target),
    );
    return places.map(({ target, line, column }): Problem => {
      const path = trimEnding(decodePath(target) ?? target);
      const hint = routes.has(path) ? `write ${path}` : 'correct the link or remove it';
      return { file, line, column, message: `links to ${target}, which is not a page of the site`, hint };
    });
  });
}

/** The path of a link within the site, without query and fragment; null for files with an extension. */
function decodePath(link: string): string | null {
  const path = link.replace(/[?#].*$/, '');
  if (/\.(?!html$)\w{1,12}$/.test(path)) return null;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
