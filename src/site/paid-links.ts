/** Prepares paid links: HTML from content/ads.json with every link marked as sponsored, under one of four headings. */
import type { AdData } from '../content/data/edition-data.ts';
import { hashText } from '../foundation/hash.ts';
import { type LocaleCode, languageOf } from '../locales/codes.ts';
import type { UrlPath } from './page.ts';
import { trimSlashes } from './routes.ts';

/** Index of the heading among the four of the locale, the same for every page: by the hash of the site's name. */
export function adHeading(siteTitle: string): number {
  return hashText(siteTitle) % 4;
}

/** Paid links of a page path in an edition: processed HTML blocks. */
export type AdBlocks = (path: UrlPath, locale: LocaleCode) => string[];

/**
 * Marks every link of every block once; pages then share the strings.
 * @param main the locale that `sapeNewUrl` is written for: in other editions it says its language
 */
export async function createAdBlocks(ads: AdData, main: LocaleCode): Promise<AdBlocks> {
  const paths = Object.entries(ads.sapeLinks)
    .map(([path, blocks]) => [path, blocks.filter((html) => !isBlankHtml(html))] as const)
    .filter(([, blocks]) => blocks.length > 0);
  const own = Object.entries(ads.locales ?? {});
  const texts = [ads.sapeNewUrl, ...own.map(([, { sapeNewUrl }]) => sapeNewUrl)];
  if (texts.every(isBlankHtml) && paths.length === 0) return () => [];
  const mark = await createLinkMarker();
  const process = (html: string) => (isBlankHtml(html) ? [] : [mark(html)]);
  const first = process(ads.sapeNewUrl);
  const others = first.map((html) => `<div lang="${languageOf(main)}">${html}</div>`);
  const byLocale = new Map([
    [main, first],
    ...own.map(([locale, { sapeNewUrl }]) => [locale, process(sapeNewUrl)] as const),
  ]);
  const byPath = new Map<string, string[]>();
  for (const [path, blocks] of paths) {
    // "/authors" and "/authors/" are one page.
    const page = trimSlashes(path);
    byPath.set(page, [...(byPath.get(page) ?? []), ...blocks.map(mark)]);
  }
  return (path, locale) => {
    const everywhere = byLocale.get(locale) ?? others;
    const blocks = byPath.get(path);
    return blocks ? [...everywhere, ...blocks] : everywhere;
  };
}

/** Whether it shows nothing: white space and comments only. */
export function isBlankHtml(html: string): boolean {
  return html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').trim() === '';
}

const BEYOND_LINKS = /<(?:script|style|link|i?frame|form|object|embed|video|audio)\b| (?:style|on[a-z]+)="/;

/** Whether processed blocks have markup that the policy of most pages blocks. */
export function needSources(blocks: readonly string[]): boolean {
  return blocks.some((html) => BEYOND_LINKS.test(html));
}

/** <noscript> contains links too. */
const OPTIONS = { scriptingEnabled: false };

const LINKS: ReadonlySet<string> = new Set(['a', 'area']);

/**
 * Every link gets rel="sponsored" merged into what it has, and noopener where it opens a new tab.
 * The HTML is parsed as browsers do, so an unclosed element cannot swallow the rest of the page.
 */
export async function createLinkMarker(): Promise<(html: string) => string> {
  const {
    defaultTreeAdapter,
    html: { NS },
    parseFragment,
    serialize,
  } = await import('parse5');
  type Node = Parameters<typeof defaultTreeAdapter.getParentNode>[0];
  const visit = (node: Node): void => {
    if (defaultTreeAdapter.isElementNode(node)) {
      if (LINKS.has(node.tagName)) markLink(node.attrs);
      // Nothing ends it: the rest of the page would be its text.
      if (node.tagName === 'plaintext' && node.namespaceURI === NS.HTML) node.tagName = 'pre';
    }
    if ('content' in node) visit(node.content);
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
    if (!defaultTreeAdapter.isElementNode(node)) return;
    if (node.tagName === 'script') for (const child of node.childNodes) closeScript(child);
    // With scripts on, a browser reads it as text up to the first end tag, even one in an attribute or a comment.
    if (node.tagName === 'noscript' && /<\/noscript/i.test(serialize(node, OPTIONS))) node.childNodes = [];
  };
  const closeScript = (text: Node): void => {
    if (!defaultTreeAdapter.isTextNode(text) || !text.value.includes('<!--')) return;
    // After "<!--", the next "<script" needs a separate end tag. In a string the escape means the same.
    text.value = text.value.replace(/<(?=\/?script)/gi, '\\u003C');
  };
  return (html) => {
    const fragment = parseFragment(html, OPTIONS);
    visit(fragment);
    return serialize(fragment, OPTIONS);
  };
}

function markLink(attributes: { name: string; value: string }[]): void {
  const value = (name: string) => attributes.find((attribute) => attribute.name === name)?.value ?? '';
  const tokens = new Set(value('rel').toLowerCase().split(/\s+/).filter(Boolean));
  tokens.add('sponsored');
  if (value('target') && value('target') !== '_self') tokens.add('noopener');
  const rel = [...tokens].join(' ');
  const known = attributes.find((attribute) => attribute.name === 'rel');
  if (known) known.value = rel;
  else attributes.push({ name: 'rel', value: rel });
}
