/** What the reader of a folder has to know of a tool: where its texts are, and how it makes addresses of them. */
import type { AssetFolder, Syntax } from '../imported-site.ts';
import type { Values } from '../read/values.ts';

/** A text of the source with its fields. */
export interface Entry {
  /** Relative to the source. */
  file: string;
  /** Below the folder of its content, without extension: `posts/2024-01-02-title`. */
  path: string;
  fields: Values;
  content: ContentFolder;
  config: Values;
  /** YYYY-MM-DD; null where the post has no date. */
  day: string | null;
  title: string;
}

export interface ContentFolder {
  /** Relative to the source, with "/"; '' for the source itself. */
  folder: string;
  kind: 'article' | 'page';
  /** Path on the old site, without a slash at the end. */
  mount: string;
  /** Files below it that are its own; default: all. */
  only?: RegExp;
  /** Of its texts, in the form `en`; default: what they say, else that of the site. */
  language?: string;
}

export interface FolderTool {
  /** Files and folders of the source of which one shows that the tool made it. */
  marks: readonly RegExp[];
  /** Files with the settings; the first that exists is read. */
  configs: readonly string[];
  /** Fields of the settings by what they mean. */
  site: Readonly<
    Record<'title' | 'description' | 'url' | 'language' | 'timeZone' | 'author', readonly string[]>
  >;
  /** Texts; a file belongs to the first folder that has it. */
  contents(config: Values, files: readonly string[]): readonly ContentFolder[];
  assets(config: Values): readonly AssetFolder[];
  /** Files with authors, by their keys. */
  authorFiles: readonly string[];
  /** Where the old site lists a category, a tag or an author: each before its slug. */
  listings: Readonly<Record<'category' | 'tag' | 'author', string>>;
  /** By the extension of the file. */
  syntax(file: string): Syntax;
  /** Parts of the path in the new site: without dates and numbers in front. */
  cleanPath(path: string): string;
  /** Paths on the old site, that of the post first. Empty for a post without a page. */
  addresses(entry: Entry): readonly string[];
  /** Whether a field makes the post a draft, besides `draft`. */
  isDraft?(entry: Entry): boolean;
  /** Between several categories or tags in one text; default: commas. */
  separator?: RegExp;
  /** Tags that steer the tool and say nothing to readers. */
  technicalTags?: RegExp;
  /** Texts that are no posts. */
  ignores?(entry: Entry): boolean;
  /** Whether texts in the language of the site are below the mount itself, not below its code. */
  hasBareLanguage?: true;
  /** Categories that the path names. */
  categories?(entry: Entry): readonly string[];
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

/** `2024-01-02-title` → `title`. */
export function withoutDay(name: string): string {
  return name.replace(/^\d{4}-\d{1,2}-\d{1,2}-(?=.)/, '');
}

/** The last part of a path changed. */
export function mapName(path: string, change: (name: string) => string): string {
  const at = path.lastIndexOf('/') + 1;
  return path.slice(0, at) + change(path.slice(at));
}

/** `a/b/index` → `a/b`. */
export function withoutIndex(path: string): string {
  return path.replace(/(?:^|\/)(?:_?index|readme)$/i, '');
}

/** Parts joined with one slash between them, a leading one, and none at the end. */
export function joinPath(...parts: readonly string[]): string {
  return `/${parts.join('/')}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
}

/** Letters, digits and hyphens, lower case, in the script of the text: as most tools make a slug of a title. */
export function urlize(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’"]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}_.~-]+/gu, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '');
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The parts of a date that patterns of permalinks may contain. */
export function datePartsOf(day: string | null): Record<string, string> {
  const [year = '', month = '', date = ''] = (day ?? '').split('-');
  const time = new Date(`${day}T00:00:00Z`);
  const dayOfYear = Math.floor((time.getTime() - Date.UTC(Number(year), 0, 0)) / 86_400_000);
  const monthName = MONTHS[Number(month) - 1] ?? '';
  const weekday = DAYS[time.getUTCDay()] ?? '';
  return {
    year,
    short_year: year.slice(2),
    month,
    i_month: String(Number(month)),
    short_month: monthName.slice(0, 3),
    long_month: monthName,
    monthname: monthName.toLowerCase(),
    day: date,
    i_day: String(Number(date)),
    y_day: String(dayOfYear).padStart(3, '0'),
    yearday: String(dayOfYear),
    weekday: String(time.getUTCDay()),
    weekdayname: weekday.toLowerCase(),
    short_day: weekday.slice(0, 3),
    long_day: weekday,
    hour: '00',
    minute: '00',
    second: '00',
  };
}

/** A pattern such as `/:year/:title/` with its parts; null where a part is unknown. */
export function fillPattern(pattern: string, parts: Readonly<Record<string, string>>): string | null {
  let isKnown = true;
  const filled = pattern.replace(/:([a-z_]+)/g, (_all, name: string) => {
    if (!Object.hasOwn(parts, name)) isKnown = false;
    return parts[name] ?? '';
  });
  return isKnown ? filled.replace(/\/{2,}/g, '/') : null;
}
