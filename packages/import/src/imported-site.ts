/** The site that every reader returns. The writer knows nothing else about the source. */
import type { TextCount } from './read/unread-texts.ts';

/** The syntax that a text may contain besides Markdown and HTML. */
export type Syntax = 'hugo' | 'liquid' | 'mdx' | 'docusaurus' | 'tera' | 'vue' | 'wordpress' | 'markdown';

export interface ImportedPost {
  /** Path relative to the source, with "/". */
  file: string;
  /** Line of the file on which the post begins, from 1. */
  line: number;
  kind: 'article' | 'page';
  /** Path of its file in the new site, without extension; derived from the path in the source. */
  path: string;
  title: string | null;
  /** As in the source; null to use the last part of `path`. */
  slug: string | null;
  description: string | null;
  /** Names, or keys of `ImportedSite.authors`. */
  authors: readonly string[];
  /** YYYY-MM-DD, or a time with its zone; null if the source has no date. */
  date: string | null;
  updated: string | null;
  /** YYYY-MM-DD: the first day on which the text was no longer public. */
  expires: string | null;
  draft: boolean;
  /** Address or file of the picture, as in the source. */
  image: string | null;
  pinned: boolean;
  /** Place among its neighbours, from 0; null if the source has none. */
  order: number | null;
  series: string | null;
  featured: boolean;
  /** Each is a path from the top category down, of slugs where the source has them, else of names. */
  categories: readonly (readonly string[])[];
  tags: readonly string[];
  /** Names of the folders that contain the post, below the content folder. */
  folders: readonly string[];
  /** Paths on the old site, with a leading "/": first the current path, then the paths that redirected to it. */
  addresses: readonly string[];
  /** In the form `en`; null for the language of the site. */
  language: string | null;
  body: string;
  format: 'markdown' | 'html';
  syntax: Syntax;
  /** Line of the file on which `body` begins, from 1. */
  bodyLine: number;
  /** Number by which other records and addresses such as `/?p=12` name the post. */
  id?: string;
  /** Id of its entry in the feeds of the old site: an absolute address, or a word that only RSS allows. */
  feedId?: string;
  /** Texts of footnotes that are not in the body. */
  footnotes?: readonly Footnote[];
}

export interface ImportedAuthor {
  /** The name by which posts refer to the author. */
  key: string;
  name: string;
  slug: string | null;
  description: string | null;
  /** Number by which addresses such as `/?author=3` name the author. */
  id?: string;
}

export interface ImportedCategory {
  kind: 'category' | 'tag';
  /** As posts name it, from the top category down. */
  path: readonly string[];
  name: string;
  slug: string | null;
  description: string | null;
  /** Number by which addresses such as `/?cat=3` name the category. */
  id?: string;
}

/** A folder of files that the old site served unchanged. */
export interface AssetFolder {
  /** Path relative to the source, with "/"; '' for the source itself. */
  folder: string;
  /** Path on the old site, without a slash at the end. */
  mount: string;
}

/** An old address that led to another one. */
export interface SourceRedirect {
  /** The file that says so, relative to the source, and its line from 1. */
  file: string;
  line: number;
  /** Path below the old home page, with a leading "/"; "*" at the end stands for the rest, also in `to`. */
  from: string;
  /** Such a path, or an address of another site; null for a page that is gone. */
  to: string | null;
}

export interface ImportedSite {
  title: string | null;
  description: string | null;
  /** Origin and path, without a slash at the end. */
  url: string | null;
  /** BCP 47. */
  language: string | null;
  timeZone: string | null;
  authors: readonly ImportedAuthor[];
  categories: readonly ImportedCategory[];
  posts: readonly ImportedPost[];
  /** Texts of the source that are no part of its site: templates, files about the project, parts of other texts. */
  skipped: readonly string[];
  /** How many texts the source has, and what became of them. */
  count: TextCount;
  assets: readonly AssetFolder[];
  /** Redirects that lead to no post: posts have theirs in `addresses`. */
  redirects?: readonly SourceRedirect[];
  /** Paths of service workers that the old site gave to its readers. */
  formerWorkers?: readonly string[];
  /** Records of an export to which its texts refer. */
  records: SourceRecords;
}

/** A picture of the library of WordPress. */
export interface Picture {
  url: string;
  alt: string;
  caption: string;
  /** Number of the post that it was uploaded to; '' for none. */
  parent: string;
}

export interface Footnote {
  id: string;
  /** HTML. */
  content: string;
}

export interface SourceRecords {
  /** By their numbers. */
  pictures: ReadonlyMap<string, Picture>;
  /** HTML of blocks that several texts show, by their numbers. */
  blocks: ReadonlyMap<string, string>;
  /** Links that a plugin keeps, by their numbers. */
  links: ReadonlyMap<string, { url: string; rel: string; address: string | null }>;
}
