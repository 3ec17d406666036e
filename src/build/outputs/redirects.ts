/** Writes pages at old addresses that send readers to the new ones. */
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../foundation/escape.ts';
import { cardsKey } from '../../pages/page-parts.ts';
import { listOldAddresses, type OldAddress } from '../../site/old-addresses.ts';
import type { OutputPath, UrlPath } from '../../site/page.ts';
import { outputPath, type Routes, trimSlashes, urlPath } from '../../site/routes.ts';
import type { Site } from '../../site/site.ts';
import type { OutputFile, OutputGenerator } from './output-generator.ts';

/**
 * Query and fragment of the old address move to the new one. The script ends the parsing before the browser reads the
 * refresh, which would drop them.
 */
const KEEP_QUERY =
  'let l=location,q=l.search+l.hash;if(q){window.stop();l.replace(document.documentElement.dataset.to+q)}';
const POLICY = `default-src 'none'; script-src 'sha256-${createHash('sha256').update(KEEP_QUERY).digest('base64')}'; base-uri 'none'; form-action 'none'`;

type Moved = OldAddress & { to: UrlPath };

export const redirects: OutputGenerator = {
  // The collision check lists old addresses with the pages that they lead to.
  owns: () => [],
  *files({ site }) {
    for (const { from } of listMoved(site)) yield fileOf(site.routes, from).path;
  },
  groups({ site, baseKey }) {
    const articles = site.editions.flatMap((edition) => edition.articles);
    return [
      {
        name: 'redirects',
        key: cardsKey(
          baseKey,
          articles.filter(({ meta }) => meta.aliases.length > 0),
        ),
        *files() {
          for (const moved of listMoved(site)) yield createRedirect(site.routes, moved);
        },
      },
    ];
  },
};

function* listMoved(site: Site): Iterable<Moved> {
  for (const address of listOldAddresses(site)) {
    const { to } = address;
    if (to !== null) yield { ...address, to };
  }
}

/** An old address that ends in .html names a file, in every layout of URLs. */
export function fileOf(routes: Routes, alias: string): { path: OutputPath; kind: 'file' | 'page' } {
  const old = trimSlashes(alias);
  return /\.html?$/.test(old)
    ? { path: outputPath(old.slice(1)), kind: 'file' }
    : { path: routes.file(urlPath(old)), kind: 'page' };
}

function createRedirect(routes: Routes, { from, to, title, language }: Moved): OutputFile {
  const target = escapeHtml(routes.href(to));
  const name = escapeHtml(title);
  return {
    ...fileOf(routes, from),
    content: `<!doctype html>
<html lang="${language}" data-to="${target}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${name}</title>
<link rel="canonical" href="${escapeHtml(routes.absolute(to))}">
<script>${KEEP_QUERY}</script>
<meta http-equiv="refresh" content="0; url=${target}">
</head>
<body>
<p><a href="${target}">${name}</a></p>
</body>
</html>
`,
  };
}
