/** Reads an export of WordPress (WXR): posts, pages, authors, categories and attachments. */
import type { ImportedAuthor, ImportedCategory, ImportedPost, ImportedSite } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import { decodeAddress } from './decode-address.ts';
import { readWxr, type WxrRecord } from './wxr-stream.ts';

/** Statuses of posts that are imported, and whether they make the post a draft. */
const STATUSES: Readonly<Record<string, boolean>> = {
  publish: false,
  future: false,
  draft: true,
  pending: true,
  private: true,
};

interface Category {
  name: string;
  parent: string;
  description: string;
}

/** @param file absolute path. @param shown name of the file in reports. @param each called with the numbers of posts and bytes so far */
export async function readWordPress(
  file: string,
  shown: string,
  notes: Notes,
  each: (posts: number, bytes: number) => void,
): Promise<ImportedSite> {
  const authors: ImportedAuthor[] = [];
  const categories = new Map<string, Category>();
  const attachments = new Map<string, string>();
  const records: WxrRecord[] = [];
  const head = await readWxr(file, shown, (record, bytes) => {
    const get = (name: string) => record.texts.get(name)?.trim() ?? '';
    if (record.name === 'wp:author') {
      const key = get('wp:author_login');
      authors.push({ key, name: get('wp:author_display_name') || key, slug: null, description: null });
    } else if (record.name === 'wp:category') {
      categories.set(get('wp:category_nicename'), {
        name: get('wp:cat_name'),
        parent: get('wp:category_parent'),
        description: get('wp:category_description'),
      });
    } else if (record.name === 'item') {
      if (get('wp:post_type') === 'attachment')
        attachments.set(get('wp:post_id'), get('wp:attachment_url') || get('guid'));
      else records.push(record);
      each(records.length, bytes);
    }
  });
  if (head.isCut)
    notes.add({
      file: shown,
      message: 'the export is incomplete: only the posts before its end are imported',
    });
  if (head.hasEntities)
    notes.add({ file: shown, message: 'the file declares XML entities: they are not expanded' });
  const textOf = (name: string) => head.channel.get(name) || null;
  const posts = records.flatMap(
    (record) => readItem(record, { shown, notes, categories, attachments }) ?? [],
  );
  const url = textOf('wp:base_blog_url') ?? textOf('link');
  return {
    title: textOf('title'),
    description: textOf('description'),
    url: url && /^https?:/.test(url) && URL.canParse(url) ? url.replace(/\/+$/, '') : null,
    language: textOf('language'),
    timeZone: null,
    authors,
    categories: [...categories].map(
      ([slug, { description }]): ImportedCategory => ({
        path: pathOf(slug, categories),
        slug,
        description: description || null,
      }),
    ),
    posts,
    skipped: [],
    assets: ['wp-content/uploads', 'uploads'].map((folder) => ({ folder, mount: '/wp-content/uploads' })),
    attachments,
  };
}

interface ItemContext {
  shown: string;
  notes: Notes;
  categories: ReadonlyMap<string, Category>;
  attachments: ReadonlyMap<string, string>;
}

function readItem(
  record: WxrRecord,
  { shown, notes, categories, attachments }: ItemContext,
): ImportedPost | null {
  const get = (name: string) => record.texts.get(name)?.trim() ?? '';
  const { line, meta } = record;
  const note = (message: string) => notes.add({ file: shown, line, message });
  const type = get('wp:post_type');
  if (type !== 'post' && type !== 'page') {
    note(`item of the type "${type}": not imported`);
    return null;
  }
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
  for (let count = 0; count < record.comments; count++) note('comment: not carried over');
  const terms = (domain: string) => record.terms.filter((term) => term.domain === domain);
  const thumbnail = meta.get('_thumbnail_id');
  const address = pathOfUrl(get('link'));
  const slug = decodeAddress(get('wp:post_name'));
  const id = get('wp:post_id');
  const oldSlug = meta.get('_wp_old_slug');
  return {
    file: shown,
    line,
    kind: type === 'page' ? 'page' : 'article',
    path: slug || `${type}-${id}`,
    title: get('title') || null,
    slug: slug || null,
    description:
      meta.get('_yoast_wpseo_metadesc') ||
      meta.get('rank_math_description') ||
      meta.get('_aioseo_description') ||
      get('excerpt:encoded').replace(/<[^>]*>/g, '') ||
      null,
    authors: get('dc:creator') ? [get('dc:creator')] : [],
    date: readDate(get('wp:post_date_gmt'), get('wp:post_date')),
    updated: readDate(get('wp:post_modified_gmt'), get('wp:post_modified')),
    draft: isDraft || hasPassword,
    image: (thumbnail && attachments.get(thumbnail)) || null,
    pinned: get('wp:is_sticky') === '1',
    featured: false,
    order: null,
    series: null,
    categories: terms('category').map(({ slug, name }) =>
      categories.has(slug) ? pathOf(slug, categories) : [name],
    ),
    tags: terms('post_tag').map(({ name }) => name),
    folders: [],
    addresses: address === null ? [] : [address, ...(oldSlug ? [address.replace(/[^/]+\/?$/, oldSlug)] : [])],
    language: null,
    body: record.texts.get('content:encoded') ?? '',
    format: 'html',
    syntax: 'wordpress',
    bodyLine: record.contentLine,
  };
}

/** Names of a category and those above it, from the top down. */
function pathOf(slug: string, categories: ReadonlyMap<string, Category>): string[] {
  const path: string[] = [];
  const seen = new Set<string>();
  for (let at = slug; at !== '' && !seen.has(at); ) {
    seen.add(at);
    const category = categories.get(at);
    if (!category) break;
    path.unshift(category.name);
    at = category.parent;
  }
  return path;
}

/** Prefers the date in UTC. Drafts have zeros instead of it. */
function readDate(utc: string, local: string): string | null {
  if (/^[1-9]/.test(utc)) return `${utc.replace(' ', 'T')}Z`;
  return /^[1-9]/.test(local) ? `${local.replace(' ', 'T')}Z` : null;
}

/** Path of an address; null for addresses such as `/?p=12`, which have no path to keep. */
function pathOfUrl(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { pathname, search } = new URL(url);
  return search !== '' || pathname === '/' ? null : decodeAddress(pathname).replace(/\/{2,}/g, '/');
}
