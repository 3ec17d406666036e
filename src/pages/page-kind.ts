/** Defines what a page kind is: where its pages are, what they show, how they look. */

import type { ReactNode } from 'react';
import type { OfferStates } from '../content/data/offers.ts';
import type { ImageSource } from '../content/markdown/markdown-options.ts';
import type { OutputKind } from '../foundation/response-headers.ts';
import type { DrawnCover, EditionView } from '../site/edition-view.ts';
import type { Body, Page } from '../site/page.ts';
import type { PageEntry } from '../site/page-index.ts';
import type { Article, Edition, Site } from '../site/site.ts';

/** A page kind is one module of this folder. To add one, write the module and add it to page-registry.ts. */
export interface PageKind<Shown extends Page = Page> {
  /** Every value of `kind` that its pages may have. */
  kinds: readonly Shown['kind'][];
  /** Yields an entry for each page of an edition. */
  list(site: Site, edition: Edition): Iterable<PageEntry>;
  /** Prefixes of paths that are reserved for pages of this kind, which may not exist yet. */
  reserves?(site: Site, edition: Edition): Iterable<string>;
  /** Returns the same pages in groups that are planned together. */
  groups(input: PlanInput): PageGroup[];
  /** Renders the content of <main>. It must treat strings as opaque (site/page.ts). */
  view(props: { page: Shown; body: Body | null }): ReactNode;
}

/** A page, with the other inputs of its rendering. */
export interface PlannedPage extends TextTargets {
  page: Page;
  kind: OutputKind;
  /** The Markdown file of its text. */
  body: { file: string; hash: string } | null;
  cover: DrawnCover | null;
  /** Facts for the front matter of its Markdown twin, besides title and address. */
  facts?: Readonly<Record<string, string>>;
  /** True if navigation in the browser may request the page. */
  hasData: boolean;
}

export type Includes = (page: { path: string; output: OutputKind }) => boolean;

/** Pages that are planned together. An equal key means equal pages, except for the pages of `planArticles`. */
export interface PageGroup {
  /** Unique within the edition. */
  name: string;
  key: string;
  count: number;
  /** @param includes true for the pages that this machine makes. Without it, all pages are planned. */
  plan(includes?: Includes): Iterable<PlannedPage>;
  /** Plans the pages of the given articles that are in the group. The key does not cover their texts. */
  planArticles?(articles: ReadonlySet<Article>): Iterable<PlannedPage>;
}

/** What the targets of a text lead to, by the target: images that the site holds, addresses of files that links name, and offers. */
export interface TextTargets {
  images: Record<string, ImageSource> | null;
  links: Record<string, string> | null;
  offers: OfferStates | null;
}

/** The targets of one text. */
export type TargetsOf = (text: {
  file: string;
  images: readonly string[];
  links?: readonly string[];
  offers?: readonly string[];
}) => TextTargets;

/** Keys over everything that pages of an edition read, besides articles. */
export interface PageKeys {
  /** Of articles and listings, which add to it what they show of authors. */
  listed: string;
  /** Of pages that exist once in the edition. */
  single: string;
}

export interface PlanInput {
  view: EditionView;
  keys: PageKeys;
  targetsOf: TargetsOf;
  sitemapXml: string;
  /** URL of the islands' data. */
  islandData: string | null;
}

/** A page that is rendered from nothing but its data. */
export function pageOnly(page: Page, kind: OutputKind = 'page'): PlannedPage {
  return { page, kind, body: null, images: null, links: null, offers: null, cover: null, hasData: true };
}

/** Creates a group of such pages. @param plan receives the number of the page in the group, from 1 */
export function createGroup(
  name: string,
  key: string,
  list: Iterable<PageEntry>,
  plan: (entry: PageEntry, number: number) => Page | PlannedPage,
): PageGroup {
  const entries = [...list];
  return {
    name,
    key,
    count: entries.length,
    *plan(includes) {
      for (const [index, entry] of entries.entries()) {
        if (includes?.(entry) === false) continue;
        const planned = plan(entry, index + 1);
        yield 'page' in planned ? planned : pageOnly(planned, entry.output);
      }
    },
  };
}
