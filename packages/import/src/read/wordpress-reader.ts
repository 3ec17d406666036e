/** Reads exports of WordPress (WXR): all their records, since the texts refer to each other's. */
import { attempt, parseJson } from '../core.ts';
import type {
  Footnote,
  ImportedAuthor,
  ImportedCategory,
  ImportedPost,
  ImportedSite,
  Picture,
} from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import { decodeAddress } from './decode-address.ts';
import { findZone } from './source-zone.ts';
import { openTextSpool } from './text-spool.ts';
import { readWxr, type WxrRecord } from './wxr-stream.ts';

/** Statuses of posts that are imported, and whether they make the post a draft. */
const STATUSES: Readonly<Record<string, boolean>> = {
  publish: false,
  future: false,
  draft: true,
  pending: true,
  private: true,
};

interface Term {
  id: string;
  name: string;
  /** Nicename of the parent. */
  parent: string;
  description: string;
}

/** A file of an export. An export may have several parts. */
export interface WxrFile {
  /** Absolute path. */
  path: string;
  /** The name that notes use. */
  shown: string;
}

/** @param each called with the numbers of posts and bytes so far */
export async function readWordPress(
  files: readonly WxrFile[],
  notes: Notes,
  each: (posts: number, bytes: number) => void,
): Promise<ImportedSite> {
  const context = createContext(notes);
  const { records, channel } = context;
  let before = 0;
  for (const { path, shown } of files) {
    const head = await readWxr(path, shown, (record, bytes) => {
      addRecord(record, shown, context);
      each(records.length, before + bytes);
    });
    before += head.bytes;
    for (const [name, value] of head.channel) if (!channel.has(name)) channel.set(name, value);
    if (head.isCut)
      notes.add({
        file: shown,
        message: 'the export is incomplete: only the posts before its end are imported',
      });
    if (head.hasEntities)
      notes.add({ file: shown, message: 'the file declares XML entities: they are not expanded' });
  }
  const textOf = (name: string) => channel.get(name) || null;
  const posts = records.flatMap((record) => readItem(record, context) ?? []);
  const url = textOf('wp:base_blog_url') ?? textOf('link');
  return {
    title: textOf('title'),
    description: textOf('description'),
    url: url && /^https?:/.test(url) && URL.canParse(url) ? url.replace(/\/+$/, '') : null,
    language: textOf('language'),
    timeZone: findZone(
      posts.flatMap(({ date, draft }) => (date === null || draft ? [] : date)),
      textOf('language'),
    ),
    authors: [...context.authors.values()],
    categories: [
      ...termList(context.terms('category'), 'category'),
      ...termList(context.terms('post_tag'), 'tag'),
    ],
    posts,
    skipped: [],
    count: { texts: posts.length, imported: posts.length, left: [], settings: [] },
    assets: ['wp-content/uploads', 'uploads'].map((folder) => ({ folder, mount: '/wp-content/uploads' })),
    records: { pictures: context.pictures, blocks: context.blocks, links: context.links },
  };
}

type Context = ReturnType<typeof createContext>;
interface StoredRecord extends Omit<WxrRecord, 'texts'> {
  shown: string;
  get(name: string): string;
  body(): string;
}

function createContext(notes: Notes) {
  const terms = new Map<string, Map<string, Term>>();
  return {
    notes,
    spool: openTextSpool(),
    channel: new Map<string, string>(),
    authors: new Map<string, ImportedAuthor>(),
    records: [] as StoredRecord[],
    pictures: new Map<string, Picture>(),
    blocks: new Map<string, string>(),
    links: new Map<string, { url: string; rel: string; address: string | null }>(),
    /** Slugs of translations of one text. */
    groups: new Map<string, string>(),
    /** Terms of a taxonomy by their nicenames. */
    terms(taxonomy: string): Map<string, Term> {
      const known = terms.get(taxonomy) ?? new Map<string, Term>();
      terms.set(taxonomy, known);
      return known;
    },
  };
}

function addRecord(record: WxrRecord, shown: string, context: Context): void {
  const get = (name: string) => record.texts.get(name)?.trim() ?? '';
  const addTerm = (taxonomy: string, nicename: string, name: string, parent: string, description: string) => {
    if (nicename !== '')
      context
        .terms(taxonomy)
        .set(nicename, { id: get('wp:term_id'), name: name || nicename, parent, description });
  };
  switch (record.name) {
    case 'wp:author': {
      const key = get('wp:author_login');
      const name = get('wp:author_display_name') || key;
      const slug = decodeAddress(key)
        .toLowerCase()
        .replace(/[\s@.]+/g, '-');
      context.authors.set(key, { key, name, slug, description: null, id: get('wp:author_id') });
      break;
    }
    case 'wp:category':
      addTerm(
        'category',
        get('wp:category_nicename'),
        get('wp:cat_name'),
        get('wp:category_parent'),
        get('wp:category_description'),
      );
      break;
    case 'wp:tag':
      addTerm('post_tag', get('wp:tag_slug'), get('wp:tag_name'), '', get('wp:tag_description'));
      break;
    case 'wp:term':
      addTerm(
        get('wp:term_taxonomy'),
        get('wp:term_slug'),
        get('wp:term_name'),
        get('wp:term_parent'),
        get('wp:term_description'),
      );
      break;
    default:
      addItem(record, shown, context);
  }
}

/** Items that other items refer to are kept as what they are; the others are texts. */
function addItem(record: WxrRecord, shown: string, context: Context): void {
  const { texts, ...rest } = record;
  const get = (name: string) => texts.get(name)?.trim() ?? '';
  const id = get('wp:post_id');
  const body = texts.get('content:encoded') ?? '';
  const note = (message: string, detail?: string) =>
    context.notes.add({ file: shown, line: record.line, message, ...(detail && { detail }) });
  switch (get('wp:post_type')) {
    case 'attachment':
      context.pictures.set(id, {
        url: get('wp:attachment_url') || get('guid'),
        alt: record.meta.get('_wp_attachment_image_alt')?.trim() ?? '',
        caption: get('excerpt:encoded'),
        parent: get('wp:post_parent').replace(/^0$/, ''),
      });
      break;
    case 'wp_block':
      context.blocks.set(id, body);
      break;
    case 'thirstylink': {
      const url = record.meta.get('_ta_destination_url')?.trim() ?? '';
      const rel = [
        record.meta.get('_ta_rel_tags') ?? '',
        record.meta.get('_ta_no_follow') === 'yes' ? 'nofollow' : '',
      ]
        .filter(Boolean)
        .join(' ');
      if (/^https?:\/\//.test(url)) context.links.set(id, { url, rel, address: pathOfUrl(get('link')) });
      else note('link of a plugin without a target: not imported', get('title'));
      if (record.meta.get('_ta_link_expire_date'))
        note('link of a plugin that ends on a day: its end is not carried over', get('title'));
      break;
    }
    case 'nav_menu_item':
      note('item of a menu: not imported', get('title'));
      break;
    case 'post':
    case 'page': {
      context.records.push(storeRecord(rest, texts, shown, context.spool.put(body)));
      const group = rest.terms.find(({ domain }) => domain === 'post_translations')?.slug;
      const slug = decodeAddress(get('wp:post_name'));
      if (group && slug && !context.groups.has(group)) context.groups.set(group, slug);
      break;
    }
    default:
      note(`item of the type "${get('wp:post_type')}": not imported`, get('title'));
  }
}

/** The record without its text. As a function of its own, it holds nothing else in memory. */
function storeRecord(
  record: Omit<WxrRecord, 'texts'>,
  texts: WxrRecord['texts'],
  shown: string,
  body: () => string,
): StoredRecord {
  const kept = new Map([...texts].filter(([name]) => name !== 'content:encoded'));
  return { ...record, shown, get: (name) => kept.get(name)?.trim() ?? '', body };
}

function readItem(record: StoredRecord, context: Context): ImportedPost | null {
  const { get, line, meta, shown } = record;
  const { notes, pictures, groups } = context;
  const note = (message: string, detail?: string) =>
    notes.add({ file: shown, line, message, ...(detail && { detail }) });
  const type = get('wp:post_type');
  if (record.tooLong.includes('content:encoded')) {
    note(`${type} with a text of more than 8 MB: not imported`);
    return null;
  }
  for (const name of record.tooLong) note(`"${name}" of more than 8 MB: not carried over`);
  const status = get('wp:status');
  const isDraft = Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined;
  if (isDraft === undefined) {
    note(`${type} with the status "${status}": not imported`);
    return null;
  }
  if (status === 'private') note('private post: imported as a draft');
  const hasPassword = get('wp:post_password') !== '';
  if (hasPassword) note('post with a password: imported as a draft');
  const isHidden = reportSeo(meta, note);
  for (let count = 0; count < record.comments; count++) note('comment: not carried over');
  const terms = (domain: string) => record.terms.filter((term) => term.domain === domain);
  const thumbnail = pictures.get(meta.get('_thumbnail_id') ?? '');
  const slug = decodeAddress(get('wp:post_name'));
  const id = get('wp:post_id');
  const group = groups.get(terms('post_translations')[0]?.slug ?? '');
  const nicenames = (domain: 'category' | 'post_tag') =>
    terms(domain).map((term) => {
      const known = context.terms(domain);
      if (!known.has(term.slug))
        known.set(term.slug, { id: '', name: term.name, parent: '', description: '' });
      return term.slug || term.name;
    });
  return {
    file: shown,
    line,
    kind: type === 'page' ? 'page' : 'article',
    path: group || slug || `${type}-${id}`,
    title: get('title') || null,
    slug: slug || null,
    description:
      meta.get('_yoast_wpseo_metadesc') ||
      meta.get('rank_math_description') ||
      meta.get('_aioseo_description') ||
      get('excerpt:encoded').replace(/<[^<>]*>/g, '') ||
      null,
    authors: get('dc:creator') ? [get('dc:creator')] : [],
    date: readDate(get('wp:post_date_gmt'), get('wp:post_date')),
    updated: readDate(get('wp:post_modified_gmt'), get('wp:post_modified')),
    expires: null,
    draft: isDraft || hasPassword || isHidden,
    image: thumbnail?.url || null,
    pinned: get('wp:is_sticky') === '1',
    featured: false,
    order: null,
    series: null,
    categories: nicenames('category').map((nicename) => pathOf(nicename, context.terms('category'))),
    tags: nicenames('post_tag'),
    folders: [],
    addresses: addressesOf(pathOfUrl(get('link')), meta.get('_wp_old_slug')),
    language: terms('language')[0]?.slug ?? null,
    get body() {
      return record.body();
    },
    format: 'html',
    syntax: 'wordpress',
    bodyLine: record.contentLine,
    id,
    ...(/^https?:\/\/\S+$/.test(get('guid')) && { feedId: get('guid') }),
    footnotes: readFootnotes(meta.get('footnotes')),
  };
}

/** Reports the fields of SEO plugins. @returns true for a text that search engines must not list */
function reportSeo(
  meta: ReadonlyMap<string, string>,
  note: (message: string, detail?: string) => void,
): boolean {
  const first = (...names: string[]) => names.map((name) => meta.get(name)?.trim()).find(Boolean);
  const canonical = first('_yoast_wpseo_canonical', 'rank_math_canonical_url', '_aioseo_canonical_url');
  if (canonical) note('address of the original (canonical): not carried over', canonical);
  const title = first('_yoast_wpseo_title', 'rank_math_title', '_aioseo_title');
  if (title) note('title for search engines: not carried over', title);
  const isHidden =
    meta.get('_yoast_wpseo_meta-robots-noindex') === '1' ||
    /noindex/.test(meta.get('rank_math_robots') ?? '');
  if (isHidden) note('post that search engines must not list (noindex): imported as a draft');
  return isHidden;
}

/** Footnotes of the block editor, which are a field of the post. */
function readFootnotes(json: string | undefined): Footnote[] {
  const parsed = json ? attempt(() => parseJson(json)) : null;
  return (Array.isArray(parsed) ? parsed : []).flatMap((item: unknown) =>
    typeof item === 'object' && item !== null && 'id' in item && 'content' in item
      ? [{ id: String(item.id), content: String(item.content) }]
      : [],
  );
}

function addressesOf(address: string | null, oldSlug: string | undefined): string[] {
  if (address === null) return [];
  return [address, ...(oldSlug ? [address.replace(/[^/]+\/?$/, oldSlug)] : [])];
}

function termList(terms: ReadonlyMap<string, Term>, kind: ImportedCategory['kind']): ImportedCategory[] {
  return [...terms].map(([slug, { id, name, description }]) => ({
    kind,
    path: pathOf(slug, terms),
    name,
    slug,
    description: description || null,
    id,
  }));
}

/** Nicenames of a term and those above it, from the top down. */
function pathOf(slug: string, terms: ReadonlyMap<string, Term>): string[] {
  const path: string[] = [];
  for (let at = slug; at !== '' && !path.includes(at); at = terms.get(at)?.parent ?? '') path.unshift(at);
  return path;
}

/** The time on the clocks of the site, so that the post keeps its day. Drafts have zeros in place of the time in UTC. */
function readDate(utc: string, local: string): string | null {
  const [time, own] = [utc, local].map((text) => (/^[1-9]/.test(text) ? text.replace(' ', 'T') : null));
  if (!time || !own) return time || own ? `${time ?? own}Z` : null;
  const minutes = (Date.parse(`${own}Z`) - Date.parse(`${time}Z`)) / 60_000;
  // An export that was changed by hand may have any two times.
  if (minutes === 0 || minutes % 15 !== 0 || Math.abs(minutes) > 14 * 60) return `${time}Z`;
  const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  return `${own}${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** Path of an address; null for addresses such as `/?p=12`, which have no path to keep. */
function pathOfUrl(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { pathname, search } = new URL(url);
  return search !== '' || pathname === '/' ? null : decodeAddress(pathname).replace(/\/{2,}/g, '/');
}
