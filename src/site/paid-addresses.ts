/** Decides which addresses the site is paid for: addresses of the setting `paidLinks` and of the ledger, and redirects that lead to them. */
import type { SiteConfig } from '../config/config-schema.ts';
import { attempt } from '../foundation/attempt.ts';
import { offerAddresses } from './offers.ts';
import { trimSlashes } from './routes.ts';
import type { Site } from './site.ts';

/** The settings that decide. They are plain JSON, so a thread can receive them. */
export type PaidSettings = Pick<SiteConfig, 'url' | 'basePath' | 'paidLinks' | 'redirects'> & {
  /** Addresses of the ledger. */
  offers: readonly string[];
};

/** @returns null for a site that names no paid addresses */
export function paidSettings({ config, ledger }: Pick<Site, 'config' | 'ledger'>): PaidSettings | null {
  const { url, basePath, paidLinks, redirects } = config;
  const offers = offerAddresses(ledger);
  return paidLinks.links.length + offers.length > 0 ? { url, basePath, paidLinks, redirects, offers } : null;
}

interface Rule {
  /** As `URL` writes it. */
  host: string;
  /** Without a slash at its end. */
  path: string;
  /** A parameter that the address must have, and its value; null for any. */
  parameter: { name: string; value: string | null } | null;
}

/** @param settings null for a site without paid addresses */
export function createPaidTest(settings: PaidSettings | null): (href: string) => boolean {
  if (settings === null) return () => false;
  const { url, basePath, paidLinks, redirects } = settings;
  const offersAt = createOfferFinder(settings.offers.map((offer) => ({ url: offer })));
  const site = new URL(url);
  const [links, except] = [paidLinks.links.map(parseRule), paidLinks.except.map(parseRule)];
  const isPaid = (href: string, hops: number): boolean => {
    const target = readAddress(href, site);
    if (!target || !/^https?:$/.test(target.protocol)) return false;
    if (offersAt(target.href).length > 0) return true;
    if (target.host !== site.host || hops === 0) {
      const best = bestMatch(links, target);
      const exception = bestMatch(except, target);
      return best !== null && (exception === null || compareRanks(best, exception) > 0);
    }
    const path = `${target.pathname}/`.startsWith(`${basePath}/`)
      ? target.pathname.slice(basePath.length) || '/'
      : target.pathname;
    const to = redirectedTo(redirects, path, target.search);
    return to !== null && isPaid(to.startsWith('/') ? basePath + to : to, hops - 1);
  };
  // A chain has each redirect once.
  return (href) => isPaid(href, redirects.length + 1);
}

/** A dot at the end of a host names the same host. */
function readAddress(href: string, base?: URL): URL | undefined {
  const url = attempt(() => new URL(href, base));
  if (url?.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '');
  return url;
}

/** Finds the offers that an address leads to: it may have a fragment, and parameters that an offer has not. */
export function createOfferFinder<Offer extends { url: string }>(
  offers: readonly Offer[],
): (href: string) => readonly Offer[] {
  const known = new Map<string, Offer[]>();
  const placeOf = ({ hostname, port, pathname }: URL) => `${hostname}:${port}${pathname}`;
  for (const offer of offers) {
    const place = placeOf(new URL(offer.url));
    known.set(place, [...(known.get(place) ?? []), offer]);
  }
  return (href) => {
    const url = readAddress(href);
    const found = (url && known.get(placeOf(url))) ?? [];
    return found.filter((offer) =>
      [...new URL(offer.url).searchParams].every(([name, value]) =>
        url?.searchParams.getAll(name).includes(value),
      ),
    );
  };
}

function parseRule(text: string): Rule {
  const { hostname, pathname, searchParams } = new URL(`https://${text}`);
  const [parameter] = searchParams;
  const [name, value] = parameter ?? [];
  return {
    host: hostname,
    path: pathname.replace(/\/+$/, ''),
    parameter:
      name === undefined ? null : { name, value: text.endsWith(`?${name}`) ? null : (value ?? null) },
  };
}

/** Length of host and path, and whether a parameter is asked for: what says more comes first. */
type Rank = readonly [number, number, number];

function bestMatch(rules: readonly Rule[], url: URL): Rank | null {
  let best: Rank | null = null;
  for (const { host, path, parameter } of rules) {
    if (url.hostname !== host && !url.hostname.endsWith(`.${host}`)) continue;
    if (path !== '' && !`${url.pathname}/`.startsWith(`${path}/`)) continue;
    if (parameter && !hasParameter(url, parameter)) continue;
    const rank: Rank = [host.length, path.length, parameter ? 1 : 0];
    if (best === null || compareRanks(rank, best) > 0) best = rank;
  }
  return best;
}

function hasParameter({ searchParams }: URL, { name, value }: NonNullable<Rule['parameter']>): boolean {
  return value === null ? searchParams.has(name) : searchParams.getAll(name).includes(value);
}

function compareRanks(a: Rank, b: Rank): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** @returns where a redirect of the configuration sends an address; null without one */
function redirectedTo(redirects: SiteConfig['redirects'], path: string, query: string): string | null {
  const found =
    redirects.find(({ from }) => query !== '' && from === path + query) ??
    redirects.find(({ from }) => trimSlashes(from) === trimSlashes(path)) ??
    redirects.find(({ from }) => from.endsWith('/*') && `${path}/`.startsWith(from.slice(0, -1)));
  if (found?.to === undefined) return null;
  return found.to.replace(/\*$/, path.slice(found.from.length - 1));
}
