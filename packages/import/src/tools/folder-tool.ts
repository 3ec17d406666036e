/** Describes a tool whose sites are folders: where its texts are, and which addresses it gives them. */
import type { AssetFolder, ImportedPost, Syntax } from '../imported-site.ts';
import type { Values } from '../read/values.ts';

/** A text of the source with its fields. */
export interface Entry {
  /** Path relative to the source. */
  file: string;
  /** Path below the content folder, without extension: `posts/2024-01-02-title`. */
  path: string;
  fields: Values;
  content: ContentFolder;
  config: Values;
  /** YYYY-MM-DD; null if the post has no date. */
  day: string | null;
  title: string;
  /** Set if nothing stands below the front matter. */
  isEmpty: boolean;
}

/** A folder of texts. */
export interface ContentFolder {
  /** Path relative to the source, with "/"; '' for the source itself. */
  folder: string;
  kind: 'article' | 'page';
  /** Path on the old site below which the texts are served, without a slash at the end. */
  mount: string;
  /** Limits the content to the files below the folder that match. */
  only?: RegExp;
  /** Language of the texts, in the form `en`. By default each text names its language, or has the language of the site. */
  language?: string;
}

/**
 * The path of a file that only one tool has, also in a hidden folder, or a path that several tools have with text that the
 * file then contains.
 */
export type Mark = RegExp | { file: RegExp; contains: RegExp } | { path: string };

export interface FolderTool {
  /** The tool made a source if one of its files matches one of these. */
  marks: readonly Mark[];
  /** Configuration files. If several exist, an earlier one overrides the settings of a later one. */
  configs: readonly string[];
  /** Matches configuration files for one setting: `name`, and `language` where its name has one. */
  configParts?: RegExp;
  /** Brings settings and fields of posts to the form that the other functions expect. */
  normalize?(values: Values): Values;
  /** For each property of the site, the settings that may contain it, in order of preference. */
  site: Readonly<
    Record<'title' | 'description' | 'url' | 'language' | 'timeZone' | 'author', readonly string[]>
  >;
  /** Folders of texts. A file belongs to the first folder that contains it. */
  contents(config: Values, files: readonly string[]): readonly ContentFolder[];
  assets(config: Values): readonly AssetFolder[];
  /** Files that list authors by key. */
  authorFiles?: readonly string[];
  /** Folder of data files that texts show as `site.data`. */
  dataFolder?: string;
  /** Addresses of the old lists of posts, by default LISTINGS. The slug of the category, tag or author follows. */
  listings?: Listings;
  /** Syntax of a text, by its file name. */
  syntax(file: string): Syntax;
  /** Removes dates, sort numbers and index names from a path; the result is the path in the new site. */
  cleanPath(path: string): string;
  /** Paths on the old site, the current one first. Empty for a post that has no page. */
  addresses(entry: Entry): readonly string[];
  /**
   * The id that the usual feed of the tool gives to an article, an absolute address. Without it, feeds of the tool have ids
   * that only the code of a site knows.
   * @param address on the old site
   * @param url origin and path of the old site
   */
  feedId?(post: ImportedPost, address: string, url: string): string;
  /** True if a post is a draft for another reason than its field `draft`. */
  isDraft?(entry: Entry): boolean;
  /** Separates categories and tags that are given as one text; a comma by default. */
  separator?: RegExp;
  /** Tags that control the tool and are not meant for readers. */
  technicalTags?: RegExp;
  /** True if a text is not a post. */
  ignores?(entry: Entry): boolean;
  /**
   * Patterns of the files that the settings leave out of the site, relative to the source, for `matchesGlob`.
   * @param unknown is called with each pattern that cannot be read
   */
  excludes?(config: Values, unknown: (pattern: string) => void): readonly string[];
  /** Matches texts that need front matter, unless most texts of the site have none. */
  needsFields?: RegExp;
  /** Set if the addresses of the default language do not contain its code. */
  hasBareLanguage?: true;
  /** Set if a list of categories is the path to one category, and a list of lists contains several paths. */
  hasCategoryPaths?: true;
  /** Files that give fields to the texts of their folder. */
  folderData?: {
    /**
     * The folder, with a slash at its end; '' for the whole source; a path with a dot at its end, for the text of this name.
     * null for a file that gives no fields.
     */
    folderOf(file: string): string | null;
    pick(values: Values): Values;
  };
  /** Fields that the configuration gives to a text. */
  defaults?(file: string, content: ContentFolder, config: Values): Values;
  /** Addresses or files of texts in the order of the navigation. */
  navigation?(config: Values): readonly string[];
  /** What ends the fields that stand above a text without a mark before them. */
  header?: 'blank line' | 'mark';
  /** Categories that follow from the path. */
  categories?(entry: Entry): readonly string[];
}

export type Listings = Readonly<Record<'category' | 'tag' | 'author', string>>;

/** The listings that most themes have. */
export const LISTINGS: Listings = { category: '/categories/', tag: '/tags/', author: '/authors/' };

export function syntaxByExtension(file: string): Syntax {
  return /\.mdx$/.test(file) ? 'mdx' : 'markdown';
}

export const SITE_FIELDS: FolderTool['site'] = {
  title: ['title', 'siteMetadata.title', 'params.title', 'site.title'],
  description: [
    'description',
    'siteMetadata.description',
    'params.description',
    'tagline',
    'subtitle',
    'params.subtitle',
  ],
  url: ['baseURL', 'baseurl', 'url', 'site', 'siteUrl', 'siteMetadata.siteUrl', 'base_url'],
  language: [
    'languageCode',
    'defaultContentLanguage',
    'lang',
    'language',
    'locale',
    'i18n.defaultLocale',
    'siteMetadata.language',
  ],
  timeZone: ['timeZone', 'timezone'],
  author: [
    'author.name',
    'params.author.name',
    'params.author',
    'author',
    'siteMetadata.author.name',
    'siteMetadata.author',
    'authors',
  ],
};
