/** Reads a built site as a browser and a search engine do: pages, links, head. */
import { type DefaultTreeAdapterMap, parse } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];
export type Element = DefaultTreeAdapterMap['element'];

export interface BuiltPage {
  /** Output path, such as `articles/a.html`. */
  file: string;
  /** Path of the URL, such as `/articles/a`. */
  path: string;
  html: string;
  elements: Element[];
  ids: Set<string>;
}

/** Every HTML page of an output folder read with `readTree`; `layout: file` only. */
export function readPages(tree: Map<string, Buffer>): BuiltPage[] {
  return [...tree].flatMap(([file, bytes]): BuiltPage[] => {
    if (!file.endsWith('.html')) return [];
    const html = bytes.toString('utf8');
    const elements = [...walk(parse(html))];
    const ids = elements.flatMap((element) => attribute(element, 'id') ?? []);
    if (new Set(ids).size !== ids.length) throw new Error(`${file} has an id twice: ${ids}`);
    const path = file === 'index.html' ? '/' : `/${file.slice(0, -'.html'.length)}`;
    return [{ file, path, html, elements, ids: new Set(ids) }];
  });
}

function* walk(node: Node): Iterable<Element> {
  if ('tagName' in node) yield node;
  if ('content' in node) yield* walk(node.content);
  if ('childNodes' in node) for (const child of node.childNodes) yield* walk(child);
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value;
}

export function textOf(node: Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

/** Elements of a page by tag and attributes. */
export function find(
  { elements }: BuiltPage,
  tag: string,
  attributes: Readonly<Record<string, string>> = {},
): Element[] {
  const wanted = Object.entries(attributes);
  return elements.filter(
    (element) =>
      element.tagName === tag && wanted.every(([name, value]) => attribute(element, name) === value),
  );
}

/** The one value of `content` or `href` of a head element. @throws where there are several */
export function headValue(
  page: BuiltPage,
  tag: 'meta' | 'link',
  attributes: Readonly<Record<string, string>>,
): string | null {
  const found = find(page, tag, attributes);
  if (found.length > 1) throw new Error(`${page.file} has ${found.length} of ${JSON.stringify(attributes)}`);
  const [element] = found;
  return element ? (attribute(element, tag === 'meta' ? 'content' : 'href') ?? '') : null;
}

/** All that a page points to: links, images, scripts, forms, absolute URLs of the head. */
function targetsOf(page: BuiltPage): string[] {
  return page.elements.flatMap((element) => {
    const single = ['href', 'src', 'action', 'data-props'].flatMap((name) => attribute(element, name) ?? []);
    const set = (attribute(element, 'srcset') ?? '')
      .split(',')
      .map((candidate) => candidate.trim().split(/\s+/)[0] ?? '')
      .filter(Boolean);
    const property = attribute(element, 'property') ?? attribute(element, 'name') ?? '';
    const content = /^(og:url|og:image|twitter:image)$/.test(property)
      ? attribute(element, 'content')
      : undefined;
    return [...single, ...set, ...(content === undefined ? [] : [content])];
  });
}

/** Targets within the site that no file answers, as `page → target`. @param origin with the base path */
export function findBrokenTargets(
  pages: readonly BuiltPage[],
  tree: ReadonlyMap<string, Buffer>,
  origin: string,
): string[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return pages.flatMap((page) =>
    targetsOf(page).flatMap((target) => {
      const url = new URL(target, `${origin}${page.path}`);
      if (url.origin !== new URL(origin).origin) return [];
      const path = decodeURIComponent(url.pathname);
      const fragment = decodeURIComponent(url.hash.slice(1));
      const found = byPath.get(path);
      const resolves = fragment ? found?.ids.has(fragment) : found || tree.has(path.slice(1));
      return resolves ? [] : [`${page.file} → ${target}`];
    }),
  );
}
