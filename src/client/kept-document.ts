/**
 * Composes the document of a page that the reader opened by navigation. The cache has only the data of such a page; the
 * parts around it come from the offline page of its edition.
 */
import { escapeHtml } from '../foundation/escape.ts';
import type { PageData } from './navigation/page-data.ts';

/** Matches the head elements of one page, which are adjacent. */
const OWN_HEAD =
  /(?:<(title|script) data-page-head\b[^>]*>.*?<\/\1>|<(?:meta|link) data-page-head\b[^>]*>)+/s;
const POLICY_START = '<meta http-equiv="Content-Security-Policy" content="';
const POLICY = new RegExp(`${POLICY_START}[^>]*>`);
const MAIN = /<main\b.*<\/main>/s;

/**
 * @param around HTML of the offline page. @param build hash of the build that made the data
 * @returns the HTML that the build wrote for the page; null if data and offline page come from different builds
 */
export function composeDocument(around: string, { path, result }: PageData, build: string): string | null {
  if (!around.includes(` data-build="${escapeHtml(build)}"`)) return null;
  const { head, main, policy } = result.data;
  return around
    .replace(/ data-path="[^"]*"/, () => ` data-path="${escapeHtml(path)}"`)
    .replace(POLICY, (meta) => (policy === undefined ? meta : `${POLICY_START}${policy}" data-own="">`))
    .replace(OWN_HEAD, () => head)
    .replace(MAIN, () => main);
}
