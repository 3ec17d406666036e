/** Owns what is worth a word but does not stop a build. */
import type { Problem } from '../errors.ts';
import type { Site } from '../site/site.ts';
import { listRoutes } from './route-list.ts';

/** Links to pages that the site does not have, by article. */
export function collectWarnings(site: Site): Problem[] {
  const linking = site.editions.flatMap(({ articles }) =>
    articles.filter(({ meta }) => meta.links.length > 0),
  );
  if (linking.length === 0) return [];
  const routes = listRoutes(site);
  const warnings: Problem[] = [];
  for (const { meta } of linking) {
    for (const link of meta.links) {
      if (routes.has(link)) continue;
      const path = decodePath(link);
      if (path === null || routes.has(path)) continue;
      const trimmed = path.replace(/(?:\/index)?(?:\.html)?\/*$/, '') || '/';
      const hint = routes.has(trimmed) ? `write ${trimmed}` : 'correct the link or remove it';
      warnings.push({ file: meta.file, message: `links to ${link}, which is not a page of the site`, hint });
    }
  }
  return warnings;
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
