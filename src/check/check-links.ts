/** Checks links: every target in every page, with its place in the source file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinImageUrl } from '../build/threads/worker-tasks.ts';
import { findPlaces, type MarkdownPlace } from '../content/markdown/source-places.ts';
import type { Place, Problems } from '../foundation/errors.ts';
import type { UrlPath } from '../site/page.ts';
import type { Site } from '../site/site.ts';
import type { CheckedPage } from './rendered-pages.ts';
import { type Addresses, parseAddress } from './site-addresses.ts';

export interface LinkCheck {
  visit(page: CheckedPage): void;
  /** Checks fragments of other pages, after all pages have been visited. */
  finish(): void;
}

interface Reference {
  /** The Markdown file that contains it; null where the page is made of other data. */
  file: string | null;
  page: UrlPath;
  target: string;
}

const HEADINGS = 'use the id of a heading: its words in lower case, joined by hyphens';

export function createLinkCheck(site: Site, addresses: Addresses, problems: Problems): LinkCheck {
  const ids = new Map<string, string>();
  const fragments: (Reference & { path: string; fragment: string })[] = [];
  const valid = new Set<string>();
  const reported = new Set<string>();
  const placesOf = createPlacer(site);

  const report = (reference: Reference, message: string, hint: string) => {
    const key = `${reference.file ?? ''}\n${reference.target}`;
    if (reported.has(key)) return;
    reported.add(key);
    for (const place of placesOf(reference))
      problems.error({ ...place, message: `"${reference.target}" ${message}`, hint });
  };
  const check = (reference: Reference, own: ReadonlySet<string>) => {
    const { target, page } = reference;
    // Most targets are those of menus and cards: the same on many pages.
    if (target.startsWith('/') && valid.has(target)) return;
    const address = parseAddress(site, page, target);
    if (address.type === 'external') return;
    if (address.type === 'broken') return report(reference, address.message, 'correct the link');
    const { path, fragment } = address;
    const missing = addresses.explain(path);
    if (missing) return report(reference, missing.message, missing.hint);
    if (fragment === '' || fragment === 'top') {
      if (target.startsWith('/')) valid.add(target);
    } else if (path !== page) fragments.push({ ...reference, path, fragment });
    else if (!own.has(fragment)) report(reference, 'leads to no heading of this page', HEADINGS);
  };

  return {
    visit({ page, file, ids: own, bodyTargets, otherTargets }) {
      // One string a page: a large site has many ids, and few are asked for.
      ids.set(page.path, own.join('\n'));
      const known = new Set(own);
      for (const target of bodyTargets) check({ file, page: page.path, target }, known);
      for (const target of otherTargets) check({ file: null, page: page.path, target }, known);
    },
    finish() {
      for (const { path, fragment, ...reference } of fragments) {
        // Fragments of a file that is not a page have another meaning.
        if (!addresses.isPage(path) || ids.get(path)?.split('\n').includes(fragment)) continue;
        report(reference, `leads to no heading of ${path}`, HEADINGS);
      }
    },
  };
}

/** Finds the places of a reference: every occurrence in its file, or the field that the page takes it from. */
function createPlacer(site: Site): (reference: Reference) => Place[] {
  const { config } = site;
  const covers = new Map(
    site.editions.flatMap(({ articles }) =>
      articles.flatMap(({ meta }) =>
        meta.image === null
          ? []
          : [[joinImageUrl(meta.image, config.articleImageBaseUrl, config.basePath), meta.file] as const],
      ),
    ),
  );
  return ({ file, page, target }) => {
    if (file === null) {
      const article = covers.get(target);
      return [article ? fieldPlace(config.root, article, 'image') : { file: `page ${page}` }];
    }
    const places = findPlaces(readFileSync(join(config.root, file), 'utf8')).filter((place) =>
      isWrittenAs(place, target, site),
    );
    return places.length === 0 ? [{ file }] : places.map(({ line, column }) => ({ file, line, column }));
  };
}

/** Whether a place in a Markdown file became this target of the page. */
function isWrittenAs({ kind, target }: MarkdownPlace, shown: string, { config }: Site): boolean {
  if (kind === 'html') return target.includes(shown);
  const { basePath, articleImageBaseUrl } = config;
  const isFromRoot = target.startsWith('/') && !target.startsWith('//');
  const url =
    kind === 'image'
      ? joinImageUrl(target, articleImageBaseUrl, basePath)
      : isFromRoot
        ? basePath + target
        : target;
  return url === shown || encodeURI(url) === shown || safeDecode(url) === safeDecode(shown);
}

function safeDecode(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

function fieldPlace(root: string, file: string, field: string): Place {
  const lines = readFileSync(join(root, file), 'utf8').split(/\r?\n/);
  const index = lines.findIndex((line) => line.startsWith(`${field}:`));
  return index < 0 ? { file } : { file, line: index + 1, column: field.length + 3 };
}
