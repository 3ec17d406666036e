/** The common shape of a site to import: what every reader gives, and all that the writer knows of the source. */

/** Something that was not carried over, or not as it was. Notes with equal messages are counted together. */
export interface Note {
  /** Relative to the source. */
  file: string;
  /** From 1. */
  line?: number;
  message: string;
  /** What it is about, where notes with one message differ. */
  detail?: string;
}

/** The notations, besides Markdown and HTML, that a text may have. */
export type Syntax = 'hugo' | 'liquid' | 'mdx' | 'docusaurus' | 'wordpress' | 'markdown';

export interface ImportedPost {
  /** Relative to the source, with "/". */
  file: string;
  /** Line of the file on which the post begins, from 1. */
  line: number;
  kind: 'article' | 'page';
  /** Where its file is to be, without extension: the path in the source. */
  path: string;
  title: string | null;
  /** As the source gives it; null for the last part of `path`. */
  slug: string | null;
  description: string | null;
  /** Names, or keys of `ImportedSite.authors`. */
  authors: readonly string[];
  /** As written in the source; null where it has none. */
  date: string | null;
  updated: string | null;
  draft: boolean;
  /** Address or file of the picture, as written. */
  image: string | null;
  pinned: boolean;
  featured: boolean;
  /** Each a path from the top category down. */
  categories: readonly (readonly string[])[];
  tags: readonly string[];
  /** Names of the folders that it is in, below the folder of the content. */
  folders: readonly string[];
  /** Paths on the old site, with a leading "/"; the first is that of the post itself. */
  addresses: readonly string[];
  /** In the form `en`; null for that of the site. */
  language: string | null;
  body: string;
  format: 'markdown' | 'html';
  syntax: Syntax;
  /** Line of the file on which `body` begins, from 1. */
  bodyLine: number;
}

export interface ImportedAuthor {
  /** As posts name the author. */
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

/** A folder whose files the old site served. */
export interface AssetFolder {
  /** Relative to the source, with "/"; '' for the source itself. */
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
  assets: readonly AssetFolder[];
  /** Addresses of files that posts name by a number: attachments of WordPress. */
  attachments: ReadonlyMap<string, string>;
}
