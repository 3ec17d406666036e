/** Derives the facts that the host of a site needs: old addresses, not-found pages, headers by path. */
import { CONFIG_FILE } from '../../config/config-file.ts';
import { needsHost } from '../../config/redirect-rules.ts';
import { finding, type Problem } from '../../foundation/errors.ts';
import {
  CACHE_CONTROL,
  DRAWING_HEADERS,
  type OutputKind,
  SECURITY_HEADERS,
} from '../../foundation/response-headers.ts';
import type { Host, HostFacts } from '../../hosts/host.ts';
import { listOldAddresses } from '../../site/old-addresses.ts';
import { editionPrefix, trimSlashes, urlPath } from '../../site/routes.ts';
import type { Site } from '../../site/site.ts';

/** Kinds of outputs by path. All other files are treated as pages. */
const KINDS: readonly [pattern: string, kind: OutputKind][] = [
  ['/icons/*', 'file'],
  ['/favicon.ico', 'file'],
  ['/manifest.webmanifest', 'file'],
  ['/sw.js', 'worker'],
  ['/robots.txt', 'index'],
  ['/sitemap.xml', 'index'],
  ['/sitemap-*', 'index'],
];
const FEEDS = ['feed.xml', 'rss.xml', 'feed.json'];
/** Apple reads it as JSON, and its name has no ending. */
const APPS = '/.well-known/apple-app-site-association';
const PICTURES = ['/assets/covers/*', '/assets/images/*', '/assets/social/*'];
/** A day. */
const PICTURE_CACHE = 'public, max-age=86400';

/** @param shipped paths of the scripts, styles and fonts below the output folder */
export function createFacts(site: Site, host: Host, shipped: readonly string[]): HostFacts {
  const { config, routes } = site;
  const prefixes = config.locales.map((locale) => editionPrefix(config, locale));
  const moved: { from: string; to: string }[] = [];
  const gone: string[] = [];
  for (const address of listOldAddresses(site)) {
    if (moved.length + gone.length === host.maxRedirects) break;
    const from = trimSlashes(address.from);
    if (address.to === null) gone.push(from);
    else moved.push({ from, to: plainTarget(routes.href(address.to)) });
  }
  const rules = host.maxRedirects > 0 ? config.redirects.filter(needsHost) : [];
  const patterns: HostFacts['patterns'][number][] = [];
  const queries: HostFacts['queries'][number][] = [];
  for (const { from, to = '' } of rules) {
    const target = plainTarget(hrefOf(site, host, to));
    const [path = '', query] = from.split('?');
    if (query !== undefined) queries.push({ path: trimSlashes(path), query, to: target });
    else if (from.endsWith('*'))
      patterns.push({ from: from.slice(0, -1), to: target, rest: to.endsWith('*') });
    else moved.push({ from: trimSlashes(from), to: target });
  }
  const finger = webFinger(site);
  if (finger !== null && host.maxRedirects > 0) moved.push(finger);
  const feeds = prefixes.flatMap((prefix) => FEEDS.map((name) => `${prefix}/${name}`));
  return {
    name: config.shortName,
    project: config.deploy.project ?? null,
    basePath: config.basePath,
    layout: config.urls.layout,
    moved,
    patterns,
    queries,
    gone,
    notFound: prefixes
      .map((below) => ({ below, file: `${below}/404.html` }))
      .sort((a, b) => b.below.length - a.below.length),
    typed: [...feeds, APPS],
    cache: [
      ...cacheAssets(host, shipped),
      ...KINDS.map(([pattern, kind]) => ({ pattern, value: CACHE_CONTROL[kind] })),
      ...feeds.map((pattern) => ({ pattern, value: CACHE_CONTROL.index })),
    ],
    defaultCache: CACHE_CONTROL.page,
    drawings: DRAWING_HEADERS,
    headers: host.lacks?.includes('headers')
      ? []
      : config.headers.map(({ path, set }) => ({ pattern: path, set })),
    twinOrigin: config.agents.markdown ? config.url : null,
    security: {
      ...SECURITY_HEADERS,
      ...(config.security.hsts !== undefined && {
        'Strict-Transport-Security': `max-age=${config.security.hsts}`,
      }),
    },
  };
}

/**
 * The address of a page, of the start of paths that ends with "/", or of another host. What follows the root of a site may
 * name another host, so the site is named first.
 */
function hrefOf({ config, routes }: Site, { refusesUnclean }: Host, to: string): string {
  const start = to.replace(/\*$/, '');
  if (to.startsWith('https:')) return start;
  const href = routes.href(urlPath(trimSlashes(start)));
  if (to === '/*' && href === '/' && !refusesUnclean) return new URL(href, config.url).href;
  return start.endsWith('/') && !href.endsWith('/') ? `${href}/` : href;
}

/** A header has plain characters, and hosts read `$name` and `{name}` as values. */
function plainTarget(to: string): string {
  const [, host = '', path = to] = /^(https:\/\/[^/?#]*)(.*)$/s.exec(to) ?? [];
  const plain = path.replace(/[^\x21-\x7e]|[${}[\]^`|]|%(?![0-9a-f]{2})/giu, encodeURIComponent);
  return (host && new URL(host).origin) + plain;
}

/** Programs of the fediverse find the account by the domain of the site, and are sent to its server. */
function webFinger({ config: { fediverse, basePath } }: Site): HostFacts['moved'][number] | null {
  const [, user, server] = /^@(.+)@(.+)$/.exec(fediverse ?? '') ?? [];
  if (user === undefined || basePath !== '') return null;
  const account = encodeURI(`acct:${user}@${server}`);
  return {
    from: '/.well-known/webfinger',
    to: `https://${server}/.well-known/webfinger?resource=${account}`,
  };
}

/**
 * A browser must not keep the 404 of an asset for a year: the next release may have it. Where a rule reaches missing files,
 * each of the shipped files has its own rule, and pictures, which are too many for that, are kept for a day.
 */
function cacheAssets({ rulesReachMissing }: Host, shipped: readonly string[]): HostFacts['cache'] {
  const value = CACHE_CONTROL.asset;
  if (!rulesReachMissing) return [{ pattern: '/assets/*', value }];
  return [
    ...shipped.map((path) => ({ pattern: `/${path}`, value })),
    ...PICTURES.map((pattern) => ({ pattern, value: PICTURE_CACHE })),
  ];
}

/** Reports redirects and headers that the host of the site cannot make. */
export function describeMissingRules({ config, host }: Site): Problem[] {
  const lacks = host?.maxRedirects ? (host.lacks ?? []) : null;
  const missing = (words: string, field: PropertyKey[]) => {
    const message = `${config.hosting ?? 'a site without the setting "hosting"'} cannot ${words}`;
    const hint = 'choose a host that can (docs/hosting/README.md), or do without';
    return [finding('unsupported-rule', message, hint, { file: CONFIG_FILE, field })];
  };
  const redirects = config.redirects.flatMap((redirect, index) => {
    const { from, to = '' } = redirect;
    const isMade =
      lacks !== null &&
      !(from.endsWith('*') && lacks.includes('patterns')) &&
      !(from.includes('?') && lacks.includes('queries')) &&
      !host?.lacksRedirect?.(from, to);
    return isMade || !needsHost(redirect) ? [] : missing(`redirect ${from}`, ['redirects', index]);
  });
  const headers = config.headers.flatMap(({ path }, index) =>
    lacks?.includes('headers') === false ? [] : missing(`set headers of ${path}`, ['headers', index]),
  );
  return [...redirects, ...headers];
}

/** Reports more old addresses than the files of the host have room for; null if all fit, or the host reads no rules. */
export function describeRedirectLimit(site: Site): Problem | null {
  const { hosting } = site.config;
  const maxRedirects = site.host?.maxRedirects ?? 0;
  if (maxRedirects === 0) return null;
  const count = [...listOldAddresses(site)].length;
  if (count <= maxRedirects) return null;
  const message = `the files for ${hosting} have room for ${maxRedirects} of ${count} old addresses`;
  const hint = 'the others still have pages that lead readers on; remove aliases that readers no longer use';
  return finding('redirects-over-limit', message, hint, { file: CONFIG_FILE });
}
