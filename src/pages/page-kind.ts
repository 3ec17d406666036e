/** Defines what a page kind is: where its pages are, what they show, how they look. */
import type { ReactNode } from 'react';
import type { ImageSource } from '../content/markdown/render-markdown.ts';
import type { OutputKind } from '../foundation/response-headers.ts';
import type { DrawnCover, EditionView } from '../site/edition-view.ts';
import type { Body, Page } from '../site/page.ts';
import type { PageEntry } from '../site/page-index.ts';
import type { Article, Edition, Site } from '../site/site.ts';

/** One module of this folder. To add one, write the module and add it to page-registry.ts. */
export interface PageKind<Shown extends Page = Page> {
  /** Every `kind` that its pages have. */
  kinds: readonly Shown['kind'][];
  /** Yields an entry for each page of an edition. */
  list(site: Site, edition: Edition): Iterable<PageEntry>;
  /** Paths that later pages may take, and so nothing else: each covers all paths that start with it. */
  reserves?(site: Site, edition: Edition): Iterable<string>;
  /** The same pages, in groups that are planned together. */
  groups(input: PlanInput): PageGroup[];
  /** The inside of <main>. It must treat strings as opaque; see site/page.ts. */
  view(props: { page: Shown; body: Body | null }): ReactNode;
}

/** A page and what it is rendered from besides its own data. */
export interface PlannedPage {
  page: Page;
  kind: OutputKind;
  /** The Markdown file of its text. */
  body: { file: string; hash: string } | null;
  images: Record<string, ImageSource> | null;
  cover: DrawnCover | null;
  /** Whether the navigation runtime may ask for it. */
  hasData: boolean;
}

/** Pages planned together. While the key stays the same, a plan would give the same pages but for `planArticles`. */
export interface PageGroup {
  /** Unique within the edition. */
  name: string;
  key: string;
  count: number;
  plan(): Iterable<PlannedPage>;
  /** Plans the pages of those articles that are in the group: the key does not cover their texts. */
  planArticles?(articles: ReadonlySet<Article>): Iterable<PlannedPage>;
}

/** Images of an article's text, by their target. */
export type BodyImages = (targets: readonly string[]) => Record<string, ImageSource> | null;

export interface PlanInput {
  view: EditionView;
  /** Key over program, configuration, categories, authors, texts, ads, pictures: everything but the articles. */
  baseKey: string;
  bodyImages: BodyImages;
  sitemapXml: string;
  /** URL of the islands' data. */
  islandData: string | null;
}

/** A page that is rendered from its own data alone. */
export function pageOnly(page: Page, kind: OutputKind = 'page'): PlannedPage {
  return { page, kind, body: null, images: null, cover: null, hasData: true };
}

/** A group of these pages. @param plan gets the number of the page in the group, from 1 */
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
    *plan() {
      for (const [index, entry] of entries.entries()) {
        const planned = plan(entry, index + 1);
        yield 'page' in planned ? planned : pageOnly(planned, entry.output);
      }
    },
  };
}
