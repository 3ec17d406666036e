/** Writes pages at the old addresses of articles that send readers to the new ones. */
import { escapeHtml } from '../../content/markdown/escape.ts';
import { cardsKey } from '../../pages/page-parts.ts';
import type { OutputPath } from '../../site/page.ts';
import { outputPath, type Routes, trimSlashes, urlPath } from '../../site/routes.ts';
import type { Article, Site } from '../../site/site.ts';
import type { OutputFile, OutputGenerator } from './output-generator.ts';

/** Query and fragment of the old address move to the new one. */
const KEEP_QUERY = "location.replace(document.querySelector('a').href+location.search+location.hash)";

export const redirects: OutputGenerator = {
  // The collision check knows aliases as addresses of their articles.
  owns: () => [],
  *files({ site }) {
    for (const { meta } of listMoved(site))
      for (const alias of meta.aliases) yield fileOf(site.routes, alias).path;
  },
  groups({ site, baseKey }) {
    const moved = listMoved(site);
    return [
      {
        name: 'redirects',
        key: cardsKey(baseKey, moved),
        files: () =>
          moved.flatMap((article) =>
            article.meta.aliases.map((alias) => createRedirect(site, article, alias)),
          ),
      },
    ];
  },
};

function listMoved({ editions }: Site): Article[] {
  return editions.flatMap(({ articles }) => articles.filter(({ meta }) => meta.aliases.length > 0));
}

/** An old address with an ending is that of a file, and keeps it wherever the site is deployed. */
export function fileOf(routes: Routes, alias: string): { path: OutputPath; kind: 'file' | 'page' } {
  const old = trimSlashes(alias);
  return /\.html?$/.test(old)
    ? { path: outputPath(old.slice(1)), kind: 'file' }
    : { path: routes.file(urlPath(old)), kind: 'page' };
}

function createRedirect({ routes }: Site, { meta, path, edition }: Article, alias: string): OutputFile {
  const target = escapeHtml(routes.href(path));
  const title = escapeHtml(meta.title);
  return {
    ...fileOf(routes, alias),
    content: `<!doctype html>\n<html lang="${edition.language}">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n<meta name="robots" content="noindex">\n<link rel="canonical" href="${escapeHtml(routes.absolute(path))}">\n<noscript><meta http-equiv="refresh" content="0; url=${target}"></noscript>\n</head>\n<body>\n<p><a href="${target}">${title}</a></p>\n<script>${KEEP_QUERY}</script>\n</body>\n</html>\n`,
  };
}
