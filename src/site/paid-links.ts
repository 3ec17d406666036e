/** Prepares paid links: HTML from content/paid-links.json with every link marked as sponsored, under a visible heading. */
import type { PaidLinksData } from '../content/data/edition-data.ts';
import { hashText } from '../foundation/hash.ts';
import { type LocaleCode, languageOf } from '../locales/codes.ts';
import type { Strings } from '../locales/strings.ts';
import type { UrlPath } from './page.ts';
import { trimSlashes } from './routes.ts';

/** Chooses one of the locale's headings by a hash of the site's title, so all pages have the same one. */
export function adHeading(siteTitle: string, { headings }: Pick<Strings['ads'], 'headings'>): string {
  return headings[hashText(siteTitle) % headings.length] ?? '';
}

/** Returns the paid links of a page as processed HTML blocks. */
export type AdBlocks = (path: UrlPath, locale: LocaleCode) => string[];

/**
 * Marks every link of every block once; pages then share the strings.
 * @param main the locale of `everyPage`; on pages of other editions the block gets a `lang` attribute
 */
export async function createAdBlocks(ads: PaidLinksData, main: LocaleCode): Promise<AdBlocks> {
  const paths = Object.entries(ads.paidLinks)
    .map(([path, blocks]) => [path, blocks.filter((html) => html.trim() !== '')] as const)
    .filter(([, blocks]) => blocks.length > 0);
  const own = Object.entries(ads.locales ?? {});
  const texts = [ads.everyPage, ...own.map(([, { everyPage }]) => everyPage)];
  if (texts.every((html) => html.trim() === '') && paths.length === 0) return () => [];
  const mark = await createLinkMarker();
  const process = (html: string) => (html.trim() === '' ? [] : [mark(html)]);
  const first = process(ads.everyPage);
  const others = first.map((html) =>
    isBlankHtml(html) ? html : `<div lang="${languageOf(main)}">${html}</div>`,
  );
  const byLocale = new Map([
    [main, first],
    ...own.map(([locale, { everyPage }]) => [locale, process(everyPage)] as const),
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

/** True for HTML that consists of white space and comments only, such as the check code of a link exchange. */
export function isBlankHtml(html: string): boolean {
  return html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').trim() === '';
}

const BEYOND_LINKS = /<(?:script|style|link|i?frame|form|object|embed|video|audio)\b| (?:style|on[a-z]+)="/;

/** True if processed blocks have markup that the Content-Security-Policy of most pages would block. */
export function needSources(blocks: readonly string[]): boolean {
  return blocks.some((html) => BEYOND_LINKS.test(html));
}

/** Without scripting the parser reads the content of <noscript> as elements, so its links are found. */
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
      // <plaintext> has no end tag: it would turn the rest of the page into text.
      if (node.tagName === 'plaintext' && node.namespaceURI === NS.HTML) node.tagName = 'pre';
    }
    if ('content' in node) visit(node.content);
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
    if (!defaultTreeAdapter.isElementNode(node)) return;
    if (node.tagName === 'script') for (const child of node.childNodes) closeScript(child);
    // A browser with scripts reads <noscript> as text up to the first end tag, even inside an attribute or a comment.
    if (node.tagName === 'noscript' && /<\/noscript/i.test(serialize(node, OPTIONS))) node.childNodes = [];
  };
  const closeScript = (text: Node): void => {
    if (!defaultTreeAdapter.isTextNode(text) || !text.value.includes('<!--')) return;
    // After "<!--" in a script, "<script" would need a second end tag. The escape has the same meaning in a string.
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
