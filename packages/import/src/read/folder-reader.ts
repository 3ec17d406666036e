/** Reads a site that is a folder, as the description of its tool says. */
import type { ImportedPost, ImportedSite, SourceRedirect, Syntax } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import type { ContentFolder, Entry, FolderTool } from '../tools/folder-tool.ts';
import { divideByLanguage, languageAtRoot, splitLanguage } from './content-languages.ts';
import { fillValues } from './fill-values.ts';
import { readAuthors, readConfig, readFolderData, readUrl } from './folder-settings.ts';
import { findFormerWorkers } from './former-workers.ts';
import { matchesGlob } from './globs.ts';
import { learnAddresses } from './linked-addresses.ts';
import { evaluateLiquid, readData } from './liquid-data.ts';
import { readLiteral } from './literals.ts';
import { NO_RECORDS } from './no-records.ts';
import { splitFields } from './notations.ts';
import { fillPartials } from './partials.ts';
import { readPostDate } from './post-dates.ts';
import {
  FIELDS,
  lastPart,
  lineOf,
  readImage,
  readOrder,
  readPostAuthors,
  reportFields,
} from './post-fields.ts';
import { giveRedirects, readRedirects } from './redirect-rules.ts';
import type { SourceFolder } from './source-folder.ts';
import { countTexts, type Reason } from './unread-texts.ts';
import { isFalse, isTrue, listAt, textAt, toValues, type Values, valueAt } from './values.ts';

const TEXT = /\.(?:md|mdx|markdown|mkd|mdown|html)$/i;

/** Files about a project and error pages, which no tool publishes as texts. */
const NEVER_CONTENT =
  /(?:^|\/)(?:404|500|CLAUDE|AGENTS|LICENSE|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY)\.(?:mdx?|markdown|html)$/;

/** Facts that all posts of a source share. */
interface Context {
  tool: FolderTool;
  source: SourceFolder;
  config: Values;
  timeZone: string | null;
  notes: Notes;
  /** The data files of the source. */
  data: Values;
  /** Fields that a folder gives to its posts, by folder. */
  folderData: ReadonlyMap<string, Values>;
  /** Why texts are not read. */
  reasons: Map<string, Reason>;
  /** Files that texts contain. */
  parts: Set<string>;
  /** Redirects of the source. Pages that only redirect are added. */
  redirects: SourceRedirect[];
  /** Texts in the order of the navigation, by address or file. */
  places: ReadonlyMap<string, number>;
}

export async function readFolderSite(
  tool: FolderTool,
  source: SourceFolder,
  notes: Notes,
  each: (done: number) => void,
): Promise<ImportedSite> {
  const unread: string[] = [];
  const config = await readConfig(tool, source, unread, notes);
  const language = textAt(config, ...tool.site.language) ?? 'en';
  // Sites in several languages may have their title in the settings of one.
  const editions = [
    ...new Set([language.toLowerCase(), language.slice(0, 2).toLowerCase()]),
    ...Object.keys(toValues(valueAt(config, 'languages') ?? null)).slice(0, 1),
  ];
  const setting = (field: keyof FolderTool['site']) =>
    textAt(
      config,
      ...tool.site[field],
      ...editions.flatMap((name) => tool.site[field].map((inner) => `languages.${name}.${inner}`)),
    );
  const timeZone = setting('timeZone');
  const url = readUrl(setting('url'), config);
  const redirects = await readRedirects(source, config, url, notes);
  const authors = await readAuthors(tool, source, notes);
  const folderData = await readFolderData(tool, source);
  const places = new Map(
    (tool.navigation?.(config) ?? [])
      .toReversed()
      .map((path, index, all) => [plainPath(path), all.length - index]),
  );
  const reasons = new Map<string, Reason>();
  const parts = new Set<string>();
  const data = tool.dataFolder ? await readData(source, tool.dataFolder) : {};
  const context = {
    tool,
    source,
    config,
    timeZone,
    notes,
    data,
    folderData,
    places,
    reasons,
    parts,
    redirects,
  };
  const read: ImportedPost[] = [];
  const assigned = assignTexts(context);
  const skipped = source.files.filter((file) => TEXT.test(file) && !assigned.has(file));
  for (const [file, content] of assigned) {
    const post = await readPost(file, content, context);
    if (post) read.push(post);
    else skipped.push(file);
    if (!post && !reasons.has(file)) reasons.set(file, 'the tool does not publish it');
    each(read.length);
  }
  const posts = withoutBare(read, context);
  const published = new Set(posts.map(({ file }) => file));
  skipped.push(...read.flatMap(({ file }) => (published.has(file) ? [] : file)));
  const learned = learnAddresses(posts, url === null ? '' : new URL(url).pathname.replace(/\/$/, ''));
  const { posts: redirected, rest } = giveRedirects(learned, redirects);
  const siteAuthor = setting('author');
  if (authors.length === 0 && siteAuthor !== null) {
    const description = textAt(config, 'siteMetadata.author.summary');
    authors.push({ key: siteAuthor, name: siteAuthor, slug: null, description });
  }
  return {
    title: setting('title'),
    description: setting('description'),
    url,
    language: setting('language') ?? languageAtRoot(posts),
    timeZone,
    authors,
    categories: [],
    posts: giveFeedIds(redirected, url, tool),
    redirects: rest,
    skipped: skipped.sort(),
    count: countTexts(source.files, published, reasons, parts, unread),
    assets: tool.assets(config).filter(
      ({ folder }) =>
        // The list of files omits hidden folders.
        folder === '' ||
        /(?:^|\/)\./.test(folder) ||
        source.files.some((file) => file.startsWith(`${folder}/`)),
    ),
    formerWorkers: findFormerWorkers(source, tool.assets(config)),
    records: NO_RECORDS,
  };
}

/** The posts without those that lack the front matter which most others have. */
function withoutBare(read: readonly ImportedPost[], { tool, reasons }: Context): ImportedPost[] {
  const bare = new Set(read.filter(({ file, bodyLine }) => bodyLine === 1 && tool.needsFields?.test(file)));
  if (bare.size * 2 >= read.length) return [...read];
  for (const { file } of bare) reasons.set(file, 'the tool does not publish it');
  return read.filter((post) => !bare.has(post));
}

/** Gives the dated articles that readers had the ids of the old feed. */
function giveFeedIds(
  posts: readonly ImportedPost[],
  url: string | null,
  { feedId }: FolderTool,
): ImportedPost[] {
  return posts.map((post) => {
    const [address] = post.addresses;
    if (url === null || !feedId || address === undefined || !post.date || post.draft || post.kind === 'page')
      return post;
    const id = feedId(post, address, url);
    return URL.canParse(id) ? { ...post, feedId: new URL(id).href } : post;
  });
}

/** More patterns that leave files out are not read. */
const MAX_PATTERNS = 500;

function noteUnknown(pattern: string, config: Values, notes: Notes): void {
  const message = 'pattern of files to leave out is not understood: look for texts that were not public';
  notes.add({ file: textAt(config, 'configFile') ?? '', message, detail: pattern.slice(0, 200) });
}

/** Assigns each text to the first content folder that contains it. */
function assignTexts({ tool, source, config, notes, reasons }: Context): Map<string, ContentFolder> {
  const texts = source.files.filter((file) => TEXT.test(file));
  const contents = tool
    .contents(config, source.files)
    .flatMap((content) => divideByLanguage(content, texts, config, tool));
  const excluded = (tool.excludes?.(config, (pattern) => noteUnknown(pattern, config, notes)) ?? []).slice(
    0,
    MAX_PATTERNS,
  );
  const assigned = new Map<string, ContentFolder>();
  for (const content of contents) {
    const prefix = content.folder === '' ? '' : `${content.folder}/`;
    if (content.folder.startsWith('../'))
      notes.add({
        file: content.folder,
        message: 'content folder outside of the source: not read; import the parent folder instead',
      });
    for (const file of texts) {
      if (!file.startsWith(prefix) || assigned.has(file) || NEVER_CONTENT.test(file)) continue;
      if (content.only && !content.only.test(file.slice(prefix.length))) continue;
      if (excluded.some((pattern) => matchesGlob(pattern, file))) {
        reasons.set(file, 'the tool does not publish it');
        continue;
      }
      assigned.set(file, content);
    }
  }
  return assigned;
}

/** @returns null for a text that is not a post, or that cannot be read */
async function readPost(file: string, folder: ContentFolder, context: Context): Promise<ImportedPost | null> {
  const { tool, config, source, notes, data } = context;
  const text = source.text(file);
  if (text === null) {
    context.reasons.set(file, 'the front matter cannot be read');
    return null;
  }
  const split = await splitFields(text, tool.header);
  if (split.problem) {
    const { line, message } = split.problem;
    notes.add({ file, line, message: `not imported: ${message}` });
    context.reasons.set(file, 'the front matter cannot be read');
    return null;
  }
  const isHtml = /\.html$/i.test(file);
  // HTML without front matter is a template.
  if (isHtml && Object.keys(split.fields).length === 0) return null;
  const raw: Values = {
    ...tool.defaults?.(file, folder, config),
    ...inheritedFields(file, context),
    ...(await exportedFields(split.body, file)),
    ...split.fields,
  };
  const fields = tool.normalize?.(raw) ?? raw;
  const inFolder = folder.folder === '' ? file : file.slice(folder.folder.length + 1);
  const { path, content } = splitLanguage(inFolder.replace(TEXT, ''), folder, config, tool);
  const syntax = syntaxOf(split.body, tool.syntax(file));
  const missing = (line: number, detail: string) =>
    notes.add({ file, line: split.bodyLine + line, message: 'text of another file: left out', detail });
  const whole = await fillPartials(split.body, file, { source, missing, parts: context.parts });
  const shown = syntax === 'liquid' ? evaluateLiquid(whole, data) : whole;
  const body = fillValues(removeBlockMarks(shown, syntax), syntax, { config, fields });
  const heading = findHeading(body);
  const title = textAt(fields, 'title') ?? heading;
  const given = readDateField(FIELDS.date, { file, text, fields }, context) ?? readPathDate(path);
  const entry: Entry = {
    file,
    path,
    fields,
    content,
    config,
    day: given?.slice(0, 10) ?? null,
    title: title ?? '',
    isEmpty: body.trim() === '',
  };
  const addresses = tool.addresses(entry);
  const date = given ?? readPathDate(addresses[0] ?? '');
  // The new site has a search of its own.
  const isSearch = textAt(fields, 'layout', 'type') === 'search' && entry.isEmpty;
  if (isSearch || onlyRedirects(entry, addresses, context) || tool.ignores?.(entry)) return null;
  reportFields(tool.normalize?.(split.fields) ?? split.fields, { file, text, notes });
  const clean = tool.cleanPath(path) || path;
  return {
    file,
    line: 1,
    kind: content.kind,
    path: clean,
    title,
    slug: lastPart(textAt(fields, 'slug')),
    description: textAt(fields, ...FIELDS.description),
    authors: readPostAuthors(fields),
    date,
    updated: readDateField(FIELDS.updated, { file, text, fields }, context),
    expires: readDateField(FIELDS.expires, { file, text, fields }, context),
    draft: isUnpublished(entry, context),
    image: readImage(fields),
    pinned: ['pinned', 'pin', 'sticky'].some((name) => isTrue(fields, name)),
    featured: isTrue(fields, 'featured'),
    order: readOrder(fields) ?? placeOf(entry, context),
    series: listAt(fields, FIELDS.series)[0] ?? null,
    ...readTerms(entry, tool),
    folders: clean.split('/').slice(0, -1),
    addresses,
    language: textAt(fields, 'lang', 'language') ?? content.language ?? null,
    // Pages show the title anyway.
    body: heading !== null && heading === title ? withoutHeading(body) : body,
    format: isHtml ? 'html' : 'markdown',
    syntax,
    bodyLine: split.bodyLine,
  };
}

/** A page without a text that leads to another one. */
function onlyRedirects(
  { file, fields, isEmpty }: Entry,
  [address = file]: readonly string[],
  { redirects, reasons }: Context,
): boolean {
  const [to] = listAt(fields, ['redirect_to', 'redirectTo']);
  if (to === undefined || !isEmpty) return false;
  redirects.push({ file, line: 1, from: address, to });
  reasons.set(file, 'it only redirects');
  return true;
}

/** Place of a text in the navigation; null if it is not there. */
function placeOf(entry: Entry, { places, tool }: Context): number | null {
  if (places.size === 0) return null;
  const [address = ''] = tool.addresses(entry);
  return places.get(plainPath(address)) ?? places.get(plainPath(entry.path)) ?? null;
}

/** `/guide/index.md` and `guide/` are `guide`. */
const plainPath = (path: string) =>
  path
    .replace(/^\/+/, '')
    .replace(/(?:\.(?:mdx?|html))?\/*$/, '')
    .replace(/(?:^|\/)(?:index|README)$/, '')
    .toLowerCase();

/** Plain Markdown may have the comments of MDX, the tags of GitBook or the shortcodes of Hugo, for a tool that the source does not name. */
function syntaxOf(body: string, byTool: Syntax): Syntax {
  if (byTool !== 'markdown') return byTool;
  const prose = body.replace(/^(`{3,})[\s\S]*?(?:^\1|(?![\s\S]))|`[^`\n]+`/gm, '');
  const comment = prose.indexOf('{/*');
  if (comment >= 0 && prose.includes('*/}', comment)) return 'mdx';
  if (/\{%\s*(?:end(?:hint|tabs?|code|content-ref|stepper|columns?)|embed\s+url=[^%\n]*)\s*%\}/.test(prose))
    return 'liquid';
  // Plugins of Pelican and the themes before Hexo.
  if (/^\{%\s*(?:img|video|include_code|notebook)\s+\S[^%\n]*%\}/m.test(prose)) return 'liquid';
  return /\{\{[<%]\s*(?:\/\s*)?[a-z][^{}]*[>%]\}\}/i.test(prose) ? 'hugo' : 'markdown';
}

/** A text that its tool would not publish, or not let search engines list, is a draft here. */
function isUnpublished(entry: Entry, { tool, notes }: Context): boolean {
  const { fields, file } = entry;
  const isHidden =
    isTrue(fields, 'noindex') || /noindex/i.test(textAt(fields, 'robots', 'meta.robots', 'seo.robots') ?? '');
  if (isHidden)
    notes.add({ file, message: 'text that search engines must not list (noindex): imported as a draft' });
  return (
    isHidden ||
    ['draft', 'isDraft'].some((name) => isTrue(fields, name)) ||
    isFalse(fields, 'published') ||
    /^(?:draft|hidden|private)$/i.test(textAt(fields, 'status') ?? '') ||
    (tool.isDraft?.(entry) ?? false)
  );
}

/** Text of the first heading of level 1 outside of code. */
function findHeading(body: string): string | null {
  const prose = body.replace(/^(`{3,})[\s\S]*?(?:^\1|(?![\s\S]))/gm, '');
  const [, line = ''] = /^#[ \t]+(.+)$/m.exec(prose) ?? [];
  // Number signs at the end close the heading, and attributes may stand before them.
  const [, text = ''] = /^(.*[^#])?#*$/.exec(line) ?? [];
  const heading = text.trimEnd();
  const attributes = heading.endsWith('}') ? heading.lastIndexOf('{') : -1;
  return (attributes < 0 ? heading : heading.slice(0, attributes).trimEnd()) || null;
}

/** Reads the first date field of a post. A date that is not understood gets a note. */
function readDateField(
  names: readonly string[],
  { file, text, fields }: { file: string; text: string; fields: Values },
  { timeZone, notes }: Context,
): string | null {
  const written =
    names
      .map((name) => textAt(fields, name))
      .find((value) => value !== null && !/^(?:true|false)$/.test(value)) ?? null;
  const date = written === null ? null : readPostDate(written, timeZone);
  if (written !== null && date === null)
    notes.add({ file, line: lineOf(text, written), message: `date "${written}" is not understood` });
  return date;
}

/** The date in the name of a file or in its folders, or in an address. */
function readPathDate(path: string): string | null {
  const parts =
    /(\d{4})-(\d{1,2})-(\d{1,2})/.exec(path.slice(path.lastIndexOf('/') + 1)) ??
    /(?:^|\/)(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:\/|-)/.exec(path);
  return parts && readPostDate(parts.slice(1, 4).join('-'), null);
}

function readTerms(entry: Entry, tool: FolderTool): Pick<ImportedPost, 'categories' | 'tags'> {
  const { fields } = entry;
  const separator = tool.separator ?? /\s*,\s*/;
  const plural = listAt(fields, ['categories'], separator);
  const named = plural.length > 0 ? plural : listAt(fields, FIELDS.categories, /\s*,\s*/);
  const byPath = tool.categories?.(entry) ?? [];
  return {
    categories: tool.hasCategoryPaths
      ? categoryPaths(fields)
      : [...new Set([...byPath, ...named])].map((name) => [name]),
    tags: listAt(fields, FIELDS.tags, separator).filter((tag) => !tool.technicalTags?.test(tag)),
  };
}

/** `[a, b]` is one path, and `[[a, b], c]` two. */
function categoryPaths(fields: Values): string[][] {
  const value = valueAt(fields, 'categories') ?? valueAt(fields, 'category') ?? null;
  const paths = Array.isArray(value) && value.some(Array.isArray) ? value : [value];
  return paths.map((path) => listAt({ path }, ['path'])).filter((path) => path.length > 0);
}

/** Fields that the post inherits from the data files of its folders. */
function inheritedFields(file: string, { folderData }: Context): Values {
  let values: Values = {};
  for (const [folder, fields] of folderData) if (file.startsWith(folder)) values = { ...values, ...fields };
  return values;
}

/** Fields in `export const metadata = {…}` of MDX. */
async function exportedFields(body: string, file: string): Promise<Values> {
  if (!file.endsWith('.mdx')) return {};
  const start = /^export\s+const\s+(?:meta(?:data)?|frontmatter)\s*(?::[^=\n]+)?=\s*(?=\{)/m.exec(body);
  const rest = start ? body.slice(start.index + start[0].length) : '';
  const [object] = /^(?:\{[\s\S]*?\n\}|\{.*\})/.exec(rest) ?? [];
  return object === undefined ? {} : toValues(await readLiteral(object));
}

/** Removes the fences of blocks that Docusaurus reads as MDX. Line numbers stay the same. */
function removeBlockMarks(body: string, syntax: Syntax): string {
  if (syntax !== 'docusaurus') return body;
  return body.replace(
    /^([ \t]*)(`{3,}|~{3,})mdx-code-block[^\n]*(\n(?:(?!\1\2)[^\n]*\n)*)\1\2[ \t]*$/gm,
    '$3',
  );
}

/** Removes the first heading but keeps its line, so that reports name the right lines. */
function withoutHeading(body: string): string {
  return body.replace(/^[ \t]*#[ \t]+.+$/m, (heading) => heading.replace(/[^\n]/g, ''));
}
