/**
 * Composes the document of a page that was reached by navigation: only its data is kept, and the offline page of its
 * edition has the parts around it.
 */
import { escapeHtml } from '../content/markdown/escape.ts';
import type { PageData } from './navigation/page-data.ts';

/** The head elements that a page owns; they are adjacent. */
const OWN_HEAD =
  /(?:<(title|script) data-page-head\b[^>]*>.*?<\/\1>|<(?:meta|link) data-page-head\b[^>]*>)+/s;
const POLICY_START = '<meta http-equiv="Content-Security-Policy" content="';
const POLICY = new RegExp(`${POLICY_START}[^>]*>`);
const MAIN = /<main\b.*<\/main>/s;

/**
 * @param around the offline page. @param build hash of the build that the data is of
 * @returns the HTML that the build has written for the page; null where data and offline page are of different builds
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
