/** Makes the keys of pages and outputs from what each of them may read, besides articles. */
import { hash as digest } from 'node:crypto';
import type { SiteConfig } from '../../config/config-schema.ts';
import type { PageKeys } from '../../pages/page-kind.ts';
import type { Edition, Site } from '../../site/site.ts';

/** Everything that pages and outputs read, besides articles. */
export interface PageInputs {
  site: Site;
  /** Key of the code that runs, the site's included. */
  code: string;
  /** Key over all pictures. */
  pictures: string;
  /** What a page of the edition is rendered with, by locale. */
  setups: ReadonlyMap<string, string>;
  /** What only outputs read. */
  outputs: unknown;
}

/** What the pages of each reader see of a part of an edition. A part without readers is made of articles. */
interface Readers<Part> {
  /** All pages of the site: they link to the pages of other editions. */
  site?: (part: Part) => unknown;
  /** All pages of the edition. */
  edition?: (part: Part) => unknown;
  /** The pages that exist once in an edition, such as home; other groups add to their keys what they show. */
  single?: (part: Part) => unknown;
}

const whole = (part: unknown) => part;

/** A new part of an edition does not compile until its readers are listed. */
const EDITION: { readonly [Name in keyof Edition]: Readers<Edition[Name]> } = {
  locale: { site: whole },
  language: { site: whole },
  tree: { site: whole },
  treeFile: {},
  themePages: { site: whole },
  strings: { edition: whole },
  authors: { site: (authors) => authors.map(({ name, slug }) => [name, slug]), single: whole },
  seo: { single: whole },
  info: { edition: (info) => Object.values(info).map(({ title }) => title), single: whole },
  pages: { site: (pages) => pages.map(({ hash: _hash, links: _links, ...page }) => page), single: whole },
  start: { single: whole },
  missing: {},
  articles: {},
  latest: {},
  claims: {},
  categories: {},
  subcategories: {},
  // Their menu is part of what all pages are rendered with.
  filled: { single: (filled) => [...filled] },
  byAuthor: {},
  terms: {},
  // The key of a text has the offers that it shows.
  offers: {},
};

/** A setting is read by every page, unless it is left out here. */
function shownByPages({
  root: _root,
  deploy: _deploy,
  generate,
  cache: _cache,
  headers: _headers,
  redirects: _redirects,
  ...config
}: SiteConfig): unknown {
  return [config, generate.disclosure];
}

const none = () => null;

/** A new part of a site does not compile until it is listed. */
const SITE: { readonly [Name in keyof Site]: (part: Site[Name]) => unknown } = {
  config: shownByPages,
  editions: (editions) => editions.map((edition) => partsOf('site', edition)),
  ads: whole,
  ledger: none,
  data: whole,
  year: whole,
  // They follow from the configuration, the articles and the code.
  routes: none,
  taxonomies: none,
  translations: none,
  ownFields: none,
  // Pages name link previews by them.
  cardFonts: (fonts) => fonts.map(({ key }) => key),
  host: none,
  including: none,
};

/** @returns the key of all outputs, and the keys of the pages of each edition */
export function createPageKeys({ site, code, pictures, setups, outputs }: PageInputs): {
  all: string;
  editions: Record<string, PageKeys>;
} {
  const read = <Name extends keyof Site>(name: Name) => SITE[name](site[name]);
  const shared = keyOf([code, pictures, namesOf(SITE).map((name) => read(name))]);
  const keysFor = (edition: Edition): PageKeys => {
    const listed = keyOf([shared, setups.get(edition.locale), partsOf('edition', edition)]);
    return { listed, single: keyOf([listed, partsOf('single', edition)]) };
  };
  const editions = site.editions.map((edition) => [edition.locale, keysFor(edition)] as const);
  const { root: _root, deploy: _deploy, generate: _generate, ...settings } = site.config;
  return { all: keyOf([editions, settings, outputs]), editions: Object.fromEntries(editions) };
}

function partsOf(reader: keyof Readers<unknown>, edition: Edition): unknown[] {
  const read = <Name extends keyof Edition>(name: Name) => EDITION[name][reader]?.(edition[name]) ?? null;
  return namesOf(EDITION).map((name) => read(name));
}

/** `Object.keys` forgets the names of a table. */
function namesOf<Table extends object>(table: Table): (keyof Table)[] {
  return Object.keys(table) as (keyof Table)[];
}

export function keyOf(inputs: unknown): string {
  return digest('sha1', JSON.stringify(inputs), 'base64url');
}
