/** The site that every reader returns. The writer knows nothing else about the source. */

/** The syntax that a text may contain besides Markdown and HTML. */
export type Syntax = 'hugo' | 'liquid' | 'mdx' | 'docusaurus' | 'tera' | 'wordpress' | 'markdown';

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
  draft: boolean;
  /** Address or file of the picture, as in the source. */
  image: string | null;
  pinned: boolean;
  /** Place among its neighbours, from 0; null if the source has none. */
  order: number | null;
  series: string | null;
  featured: boolean;
  /** Each is a path from the top category down. */
  categories: readonly (readonly string[])[];
  tags: readonly string[];
  /** Names of the folders that contain the post, below the content folder. */
  folders: readonly string[];
  /** Paths on the old site, with a leading "/": first the current one, then those that redirected to it. */
  addresses: readonly string[];
  /** In the form `en`; null for the language of the site. */
  language: string | null;
  body: string;
  format: 'markdown' | 'html';
  syntax: Syntax;
  /** Line of the file on which `body` begins, from 1. */
  bodyLine: number;
}

export interface ImportedAuthor {
  /** The name by which posts refer to the author. */
  key: string;
  name: string;
  slug: string | null;
  description: string | null;
}

export interface ImportedCategory {
  /** From the top category down. */
  path: readonly string[];
  slug: string | null;
  description: string | null;
}

/** A folder of files that the old site served unchanged. */
export interface AssetFolder {
  /** Path relative to the source, with "/"; '' for the source itself. */
  folder: string;
  /** Path on the old site, without a slash at the end. */
  mount: string;
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
  assets: readonly AssetFolder[];
  /** Addresses of attachments of WordPress by their number. */
  attachments: ReadonlyMap<string, string>;
}
