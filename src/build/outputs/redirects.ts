/** Owns the pages that stand at an article's old addresses and send readers on. */
import { escapeHtml } from '../../content/markdown/escape.ts';
import { createKeyFold } from '../../foundation/hash.ts';
import { outputPath, urlPath } from '../../site/routes.ts';
import type { Output, TextFile } from './output-generator.ts';

/** What readers and campaigns have put behind the old address stands behind the new one. */
const KEEP_QUERY = "location.replace(document.querySelector('a').href+location.search+location.hash)";

export const redirects: Output = ({ site, baseKey }) => {
  const moved = site.editions.flatMap(({ articles }) =>
    articles.filter(({ meta }) => meta.aliases.length > 0),
  );
  const fold = createKeyFold().add(baseKey);
  for (const { meta } of moved) fold.add(meta.card);
  return [
    {
      name: 'redirects',
      key: fold.key(),
      files: () =>
        moved.flatMap(({ meta, path, edition }) =>
          meta.aliases.map((alias): TextFile => {
            const target = site.routes.href(path);
            const absolute = site.routes.absolute(path);
            const old = alias.replace(/(.)\/+$/, '$1');
            return {
              // An old address with an ending is that of a file, and keeps it wherever the site is deployed.
              ...(/\.html?$/.test(old)
                ? ({ path: outputPath(old.slice(1)), kind: 'file' } as const)
                : ({ path: site.routes.file(urlPath(old)), kind: 'page' } as const)),
              content: `<!doctype html>\n<html lang="${edition.language}">\n<head>\n<meta charset="utf-8">\n<title>${escapeHtml(meta.title)}</title>\n<meta name="robots" content="noindex">\n<link rel="canonical" href="${escapeHtml(absolute)}">\n<noscript><meta http-equiv="refresh" content="0; url=${escapeHtml(target)}"></noscript>\n</head>\n<body>\n<p><a href="${escapeHtml(target)}">${escapeHtml(meta.title)}</a></p>\n<script>${KEEP_QUERY}</script>\n</body>\n</html>\n`,
            };
          }),
        ),
    },
  ];
};
