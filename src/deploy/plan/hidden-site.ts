/**
 * Changes the files of a deployment that search engines must not index: everything but production. The build stays as
 * it is.
 *
 * Crawlers have to read a page to see its noindex, so robots.txt keeps allowing that, and only names no sitemap.
 */

import * as z from 'zod';

export type Edit = (text: string) => string;

/** The directive that replaces the directive of the build. */
const DIRECTIVE = 'name="robots" content="noindex, nofollow"';
const ROBOTS_META = /<meta\b(?=[^>]*\bname\s*=\s*["']?robots["']?[\s/>])[^>]*>/gi;

const EDITS: readonly { path: RegExp; edit: Edit }[] = [
  { path: /\.html?$/i, edit: hidePage },
  { path: /(^|\/)page-data\.json$/, edit: hidePageData },
  { path: /(^|\/)robots\.txt$/, edit: dropSitemaps },
  { path: /^_headers$/, edit: hideByHeaders },
  { path: /^firebase\.json$/, edit: hideByFirebase },
  // The offline pages have other bytes, so workers must fetch them again when the directive changes.
  { path: /(^|\/)sw\.js$/, edit: (text) => text.replace(/(\brevision"?:\s*"[^"]+)"/g, '$1-noindex"') },
];

const MARK = '+noindex';

/** The hash of a changed file. @param digest of the file in the build */
export const hashOfHidden = (digest: string) => digest + MARK;
export const isHidden = (hash: string) => hash.endsWith(MARK);
/** The hash of the file in the build. */
export const withoutMark = (hash: string) => (isHidden(hash) ? hash.slice(0, -MARK.length) : hash);

/** The change to a file; null for files that are deployed as they are. */
export function hideFromCrawlers(path: string): Edit | null {
  return EDITS.find((entry) => entry.path.test(path))?.edit ?? null;
}

function hidePage(html: string): string {
  const tag = `<meta ${DIRECTIVE}>`;
  const placed = () => html.replace(/<head\b[^>]*>/i, (head) => head + tag);
  return replaceDirective(html) ?? (placed() === html ? tag + html : placed());
}

/** Replaces the first directive and removes the others. null for a page without one. */
function replaceDirective(html: string): string | null {
  let count = 0;
  const replaced = html.replace(ROBOTS_META, (tag) => {
    // Navigation replaces the elements that have this mark.
    const mark = /\bdata-page-head\b/.test(tag) ? 'data-page-head="" ' : '';
    return count++ === 0 ? `<meta ${mark}${DIRECTIVE}${tag.endsWith('/>') ? '/>' : '>'}` : '';
  });
  return count === 0 ? null : replaced;
}

/** Navigation puts the head of a page's data into the document. */
function hidePageData(json: string): string {
  const hide = (key: string, value: unknown) =>
    key === 'head' && typeof value === 'string'
      ? (replaceDirective(value) ?? `<meta data-page-head="" ${DIRECTIVE}/>${value}`)
      : value;
  return JSON.stringify(JSON.parse(json, hide));
}

function dropSitemaps(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => !/^\s*sitemap\s*:/i.test(line));
  return `${lines.join('\n').trimEnd()}\n`;
}

/** Hosts that read rules send the directive with pictures and other files too. They join headers of several rules. */
function hideByHeaders(text: string): string {
  const rule = '/*\n  X-Robots-Tag: noindex, nofollow\n';
  return /^\/\*$/m.test(text) ? text.replace(/^\/\*\r?\n/m, rule) : `${rule}${text}`;
}

function hideByFirebase(json: string): string {
  const settings = firebaseSettings.safeParse(JSON.parse(json));
  if (!settings.success) return json;
  const { hosting, ...rest } = settings.data;
  const rule = { source: '**', headers: [{ key: 'X-Robots-Tag', value: 'noindex, nofollow' }] };
  const headers = [rule, ...(hosting.headers ?? [])];
  return `${JSON.stringify({ ...rest, hosting: { ...hosting, headers } }, null, 2)}\n`;
}

const firebaseSettings = z.looseObject({
  hosting: z.looseObject({ headers: z.array(z.unknown()).optional() }),
});
