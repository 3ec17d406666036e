/** Reads from a site what its host has to know. */
import { CONFIG_FILE } from '../../config/load-config.ts';
import type { Problem } from '../../foundation/errors.ts';
import { CACHE_CONTROL, type OutputKind, SECURITY_HEADERS } from '../../foundation/response-headers.ts';
import { listOldAddresses } from '../../site/old-addresses.ts';
import { editionPrefix, trimSlashes } from '../../site/routes.ts';
import type { Site } from '../../site/site.ts';
import type { HostFacts } from './host.ts';
import { HOSTS } from './host-registry.ts';

/** Outputs by path. All other files have the default, which is that of pages. */
const KINDS: readonly [pattern: string, kind: OutputKind][] = [
  ['/assets/*', 'asset'],
  ['/icons/*', 'file'],
  ['/favicon.ico', 'file'],
  ['/manifest.webmanifest', 'file'],
  ['/sw.js', 'worker'],
  ['/robots.txt', 'index'],
  ['/sitemap.xml', 'index'],
  ['/sitemap-*', 'index'],
];
const FEEDS = ['feed.xml', 'rss.xml', 'feed.json'];

export function createFacts(site: Site, maxRedirects: number): HostFacts {
  const { config, routes } = site;
  const prefixes = config.locales.map((locale) => editionPrefix(config, locale));
  const moved: { from: string; to: string }[] = [];
  const gone: string[] = [];
  for (const address of listOldAddresses(site)) {
    if (moved.length + gone.length === maxRedirects) break;
    const from = trimSlashes(address.from);
    if (address.to === null) gone.push(from);
    else moved.push({ from, to: routes.href(address.to) });
  }
  const feeds = prefixes.flatMap((prefix) =>
    FEEDS.map((name): [string, OutputKind] => [`${prefix}/${name}`, 'index']),
  );
  return {
    name: config.shortName,
    project: config.deploy.project ?? null,
    basePath: config.basePath,
    layout: config.urls.layout,
    moved,
    gone,
    notFound: prefixes
      .map((below) => ({ below, file: `${below}/404.html` }))
      .sort((a, b) => b.below.length - a.below.length),
    cache: [...KINDS, ...feeds].map(([pattern, kind]) => ({ pattern, value: CACHE_CONTROL[kind] })),
    defaultCache: CACHE_CONTROL.page,
    security: SECURITY_HEADERS,
  };
}

/** Old addresses beyond what the files of the host take; null where they take all, or the host reads none. */
export function describeRedirectLimit(site: Site): Problem | null {
  const { hosting } = site.config;
  const maxRedirects = hosting === undefined ? 0 : HOSTS[hosting].maxRedirects;
  if (maxRedirects === 0) return null;
  const count = [...listOldAddresses(site)].length;
  if (count <= maxRedirects) return null;
  return {
    file: CONFIG_FILE,
    code: 'redirects-over-limit',
    message: `the files for ${hosting} have room for ${maxRedirects} of ${count} old addresses`,
    hint: 'the others still have pages that lead readers on; remove aliases that readers no longer use',
  };
}
