/**
 * Changes the files of a deployment that search engines must not index: everything but production. The build stays as
 * it is.
 *
 * Crawlers have to read a page to see its noindex, so robots.txt keeps allowing that, and only names no sitemap.
 */

export type Edit = (text: string) => string;

/** What a page says instead of the directive that the build wrote. */
const DIRECTIVE = 'name="robots" content="noindex, nofollow"';
const ROBOTS_META = /<meta\b(?=[^>]*\bname\s*=\s*["']?robots["']?[\s/>])[^>]*>/gi;

const EDITS: readonly { path: RegExp; edit: Edit }[] = [
  { path: /\.html?$/i, edit: hidePage },
  { path: /(^|\/)page-data\.json$/, edit: hidePageData },
  { path: /(^|\/)robots\.txt$/, edit: dropSitemaps },
  // The offline pages have other bytes, so workers must fetch them again when the directive changes.
  { path: /(^|\/)sw\.js$/, edit: (text) => text.replace(/(\brevision"?:\s*"[^"]+)"/g, '$1-noindex"') },
];

/** The change to a file; null for files that are deployed as they are. */
export function hideFromCrawlers(path: string): Edit | null {
  return EDITS.find((entry) => entry.path.test(path))?.edit ?? null;
}

function hidePage(html: string): string {
  const tag = `<meta ${DIRECTIVE}>`;
  const placed = () => html.replace(/<head\b[^>]*>/i, (head) => head + tag);
  return replaceDirective(html) ?? (placed() === html ? tag + html : placed());
}

/** Puts the directive in place of the first one, and removes the others; null where there is none. */
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
