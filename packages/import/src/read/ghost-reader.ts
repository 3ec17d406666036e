/** Reads an export of Ghost (JSON): posts, pages, authors and tags. */
import { readFileSync, statSync } from 'node:fs';
import { Marked } from 'marked';
import { parseJson, UserError } from '../core.ts';
import type { ImportedPost, ImportedSite } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import { lexicalToHtml, mobiledocToHtml } from './ghost-cards.ts';
import { NO_RECORDS } from './no-records.ts';
import { isMap, isTrue, listAt, textAt, toValue, toValues, type Values, valueAt } from './values.ts';

/** Bytes. The export must fit into one string. */
const MAX_EXPORT = 400_000_000;

/** @param file absolute path. @param shown name of the file in reports */
export function readGhost(
  file: string,
  shown: string,
  notes: Notes,
  progress: (posts: number) => void,
): ImportedSite {
  const text = readExport(file, shown);
  const data = findData(parseJson(text));
  if (!data)
    throw new UserError({
      file: shown,
      code: 'wrong-source',
      message: 'the file is not an export of Ghost',
      hint: 'in Ghost choose Settings, Import/Export, Export content, and import the JSON file that it makes',
    });
  const tables = readTables(data);
  const lineOf = createLineFinder(text);
  const markdown = createMarkdownRenderer();
  const posts: ImportedPost[] = [];
  for (const row of rowsOf(data, 'posts')) {
    posts.push(readPost(row, tables, { shown, notes, lineOf, markdown }));
    progress(posts.length);
  }
  const { settings, users, tags } = tables;
  return {
    title: settings.get('title') ?? null,
    description: settings.get('description') ?? null,
    url: null,
    language: settings.get('locale') ?? settings.get('lang') ?? settings.get('default_locale') ?? null,
    timeZone: settings.get('timezone') ?? settings.get('active_timezone') ?? null,
    authors: [...users].map(([key, user]) => ({
      key,
      name: textAt(user, 'name') ?? key,
      slug: textAt(user, 'slug'),
      description: textAt(user, 'bio'),
    })),
    categories: [...tags.values()].map((tag) => ({
      kind: 'tag',
      path: [textAt(tag, 'slug') ?? ''],
      name: textAt(tag, 'name') ?? '',
      slug: textAt(tag, 'slug'),
      description: textAt(tag, 'description'),
    })),
    posts,
    skipped: [],
    count: { texts: posts.length, imported: posts.length, left: [], settings: [] },
    assets: [
      { folder: 'content', mount: '/content' },
      { folder: 'images', mount: '/content/images' },
      { folder: 'data/content', mount: '/content' },
    ],
    records: NO_RECORDS,
  };
}

function readExport(file: string, shown: string): string {
  if (statSync(file).size > MAX_EXPORT)
    throw new UserError({
      file: shown,
      code: 'file-too-large',
      message: `the export has more than ${MAX_EXPORT / 1e6} MB`,
      hint: 'export fewer posts at a time',
    });
  return readFileSync(file, 'utf8');
}

type Tables = ReturnType<typeof readTables>;

function readTables(data: Values) {
  return {
    tags: byId(rowsOf(data, 'tags')),
    users: byId(rowsOf(data, 'users')),
    tagsOf: groupByPost(rowsOf(data, 'posts_tags'), 'tag_id'),
    authorsOf: groupByPost(rowsOf(data, 'posts_authors'), 'author_id'),
    metaOf: new Map(rowsOf(data, 'posts_meta').map((row) => [textAt(row, 'post_id') ?? '', row])),
    settings: new Map(
      rowsOf(data, 'settings').map((row) => [textAt(row, 'key') ?? '', textAt(row, 'value')]),
    ),
  };
}

/** Characters of the longest comment within a line. */
const MAX_COMMENT = 20_000;

function createMarkdownRenderer(): (source: string) => string {
  const marked = new Marked({ gfm: true, async: false });
  marked.use({
    tokenizer: {
      // The package looks for the end of each comment in all of the text.
      tag(source) {
        if (!source.startsWith('<!--') || source.slice(0, MAX_COMMENT).includes('-->')) return false;
        return { type: 'html', raw: '<!--', text: '&lt;!--', inLink: false, inRawBlock: false, block: false };
      },
    },
  });
  return (source) => String(marked.parse(source));
}

interface PostContext {
  shown: string;
  notes: Notes;
  /** Returns the line of the export that has a slug. Must be called in the order of the posts. */
  lineOf(slug: string): number;
  markdown(source: string): string;
}

function readPost(
  row: Values,
  { tags, users, tagsOf, authorsOf, metaOf }: Tables,
  { shown, notes, lineOf, markdown }: PostContext,
): ImportedPost {
  const id = textAt(row, 'id') ?? '';
  const slug = textAt(row, 'slug') ?? `post-${id}`;
  const line = lineOf(slug);
  const note = (message: string, detail?: string) =>
    notes.add({ file: shown, line, message, ...(detail && { detail }) });
  const visibility = textAt(row, 'visibility') ?? 'public';
  if (visibility !== 'public') note(`post for ${visibility} only: imported as a draft`);
  for (const field of ['codeinjection_head', 'codeinjection_foot'])
    if (textAt(row, field)) note(`code in "${field}": not carried over`);
  const status = textAt(row, 'status') ?? 'draft';
  const meta = metaOf.get(id) ?? {};
  const isEmail = status === 'sent' || isTrue(meta, 'email_only') || isTrue(row, 'email_only');
  if (isEmail) note('post that was sent by email only: imported as a draft');
  for (const [field, name] of UNUSED)
    if (textAt(meta, field) ?? textAt(row, field))
      note(`${name}: not carried over`, textAt(meta, field) ?? textAt(row, field) ?? '');
  // Ghost does not show tags whose names begin with "#".
  const shownTags = (tagsOf.get(id) ?? []).flatMap((key) => {
    const tag = tags.get(key) ?? {};
    return textAt(tag, 'name')?.startsWith('#') ? [] : (textAt(tag, 'slug') ?? []);
  });
  const authorIds = authorsOf.get(id) ?? [textAt(row, 'author_id') ?? ''];
  return {
    file: shown,
    line,
    kind: textAt(row, 'type') === 'page' || isTrue(row, 'page') ? 'page' : 'article',
    path: slug,
    title: textAt(row, 'title'),
    slug,
    description:
      textAt(row, 'custom_excerpt') ?? textAt(meta, 'meta_description') ?? textAt(row, 'meta_description'),
    authors: authorIds.filter((key) => users.has(key)),
    date: dateAt(row, 'published_at') ?? dateAt(row, 'created_at'),
    updated: dateAt(row, 'updated_at'),
    expires: null,
    // A status that is not known does not make a text public.
    draft: !/^(?:published|scheduled)$/.test(status) || isEmail || visibility !== 'public',
    image: readImage(withoutHost(textAt(row, 'feature_image')), note),
    pinned: false,
    featured: isTrue(row, 'featured'),
    order: null,
    series: null,
    categories: [],
    tags: shownTags,
    folders: [],
    addresses: [`/${slug}`],
    language: null,
    body: withoutHost(bodyOf(row, (message) => note(`${message} (${slug})`), markdown)) ?? '',
    format: 'html',
    syntax: 'markdown',
    bodyLine: line,
    ...(id !== '' && { feedId: id }),
  };
}

/** Fields without a place in the front matter of this site. */
const UNUSED = [
  ['feature_image_alt', "description of the post's picture"],
  ['feature_image_caption', "caption of the post's picture"],
  ['meta_title', 'title for search engines'],
  ['canonical_url', 'address of the original (canonical)'],
] as const;

/** A page can show a picture of the site or of a web host only. */
function readImage(image: string | null, note: (message: string) => void): string | null {
  if (image === null || !/^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(image)) return image;
  note(`"feature_image" with an address that no page can load (${image.slice(0, 80)}): left out`);
  return null;
}

function findData(parsed: unknown): Values | null {
  const whole = isObject(parsed) ? parsed : {};
  const first = Array.isArray(whole.db) ? whole.db[0] : whole;
  const data = isObject(first) ? first.data : null;
  return isObject(data) && Array.isArray(data.posts) ? toValues(data) : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function rowsOf(data: Values, table: string): Values[] {
  const rows = data[table];
  return Array.isArray(rows) ? rows.filter(isMap) : [];
}

function byId(rows: readonly Values[]): Map<string, Values> {
  return new Map(rows.map((row) => [textAt(row, 'id') ?? '', row]));
}

/** Maps each post to the ids in another column of a relation table, sorted as Ghost sorts them. */
function groupByPost(rows: readonly Values[], field: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const orderOf = (row: Values) => Number(textAt(row, 'sort_order') ?? 0);
  for (const row of rows.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    const post = textAt(row, 'post_id') ?? '';
    found.set(post, [...(found.get(post) ?? []), textAt(row, field) ?? '']);
  }
  return found;
}

/** A date as UTC time. Old exports contain milliseconds instead of a date. */
function dateAt(row: Values, field: string): string | null {
  const written = textAt(row, field);
  if (written === null) return null;
  const time = /^\d{9,}$/.test(written)
    ? Number(written)
    : Date.parse(written.replace(/^([\d-]+) ([\d:.]+)$/, '$1T$2Z'));
  return Number.isNaN(time) ? null : `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** The body of a post as HTML. Structured text is preferred, because it says more than the HTML that Ghost renders. */
function bodyOf(row: Values, note: (message: string) => void, markdown: (text: string) => string): string {
  const lexical = toValue(parseJson(textAt(row, 'lexical') ?? ''));
  const root = isMap(lexical) ? valueAt(lexical, 'root') : undefined;
  if (root && isMap(root)) return lexicalToHtml(root, note, markdown);
  const mobiledoc = toValue(parseJson(textAt(row, 'mobiledoc') ?? ''));
  if (isMap(mobiledoc) && listAt(mobiledoc, ['version']).length > 0)
    return mobiledocToHtml(mobiledoc, note, markdown);
  const html = textAt(row, 'html');
  return html ?? markdown(textAt(row, 'markdown') ?? '');
}

function withoutHost(text: string | null): string | null {
  return text?.replaceAll('__GHOST_URL__', '') ?? null;
}

/** Finds the lines of slugs. Each search begins where the last one ended, so slugs must be looked up in order. */
function createLineFinder(text: string): (slug: string) => number {
  let at = 0;
  let line = 1;
  return (slug) => {
    const found = new RegExp(
      `"slug"\\s*:\\s*${JSON.stringify(slug).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`,
      'g',
    );
    found.lastIndex = at;
    const match = found.exec(text);
    if (!match) return line;
    for (
      let next = text.indexOf('\n', at);
      next >= 0 && next < match.index;
      next = text.indexOf('\n', next + 1)
    )
      line++;
    at = match.index;
    return line;
  };
}
