/** Finds the places in source files that a link or image of a page comes from. */

import { join } from 'node:path';
import { decodeEntities } from '../content/markdown/html-text.ts';
import { findPlaces, type MarkdownPlace } from '../content/markdown/source-places.ts';
import { attempt } from '../foundation/attempt.ts';
import type { Place, Problem } from '../foundation/errors.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import type { UrlPath } from '../site/page.ts';
import type { Site } from '../site/site.ts';
import { createTextLinks } from '../site/text-links.ts';
import { joinImageUrl } from './plan/image-url.ts';

export interface Reference {
  /** The Markdown file that contains it; null where the page is made of other data. */
  file: string | null;
  page: UrlPath;
  /** The target in the HTML of the page. */
  target: string;
  /** The target as the file spells it, where that is known. */
  written?: string;
  /** Finds a target that works in its place. */
  near?: (() => string | null) | undefined;
}

export interface SourcePlaces {
  /** Links, images and raw HTML of a file, in order. */
  placesIn(file: string): readonly MarkdownPlace[];
  /** The links, images and raw HTML of a file that become this target in the page. */
  placesFor(file: string, target: string): MarkdownPlace[];
  /** Every occurrence of a reference in its file, or the field that the page takes it from. */
  placesOf(reference: Reference): Place[];
  /** The failure at each of these places, with the target as it is written there. */
  report(reference: Reference, failure: Problem): Problem[];
}

/**
 * Keeps the last file that was read, so callers should ask about one file after the other.
 * @param known places of files that were found before
 */
export function createSourcePlaces(
  site: Site,
  known: ReadonlyMap<string, readonly MarkdownPlace[]> = new Map(),
): SourcePlaces {
  const { config } = site;
  const textLink = createTextLinks(site);
  const covers = new Map(
    site.editions.flatMap(({ articles }) =>
      articles.flatMap(({ meta }) =>
        meta.image === null
          ? []
          : [[joinImageUrl(meta.image, config.articleImageBaseUrl, config.basePath), meta] as const],
      ),
    ),
  );
  let last: (ReturnType<typeof indexPlaces> & { file: string }) | null = null;
  const read = (file: string) => {
    if (last?.file !== file) {
      const places = known.get(file) ?? findPlaces(readRegularFile(join(config.root, file)).toString());
      last = { file, ...indexPlaces(places, (place) => keysOf(place, site, textLink(file, place.target))) };
    }
    return last;
  };
  const find = ({ file, page, target }: Reference): { place: Place; written: string }[] => {
    if (file === null) {
      const { file: article, image } = covers.get(target) ?? {};
      return article && image
        ? [{ place: fieldPlace(config.root, article, 'image'), written: image }]
        : [{ place: { file: `page ${page}` }, written: target }];
    }
    const places = read(file).placesFor(target);
    if (places.length === 0) return [{ place: { file }, written: target }];
    return places.map(({ line, column, kind, target: written }) => ({
      place: { file, line, column },
      written: kind === 'html' ? target : written,
    }));
  };
  return {
    placesIn: (file) => read(file).places,
    placesFor: (file, target) => read(file).placesFor(target),
    placesOf: (reference) => find(reference).map(({ place }) => place),
    report: (reference, failure) =>
      find(reference).map(({ place, written }) => ({
        ...place,
        ...failure,
        message: `"${written}" ${failure.message}`,
      })),
  };
}

/** Indexes the places of a file by the targets that they become in the page, for files with thousands of dead links. */
function indexPlaces(places: readonly MarkdownPlace[], listKeys: (place: MarkdownPlace) => Iterable<string>) {
  const numbers = new Map<string, Set<number>>();
  for (const [number, place] of places.entries()) {
    for (const key of listKeys(place)) {
      const known = numbers.get(key) ?? new Set();
      numbers.set(key, known.add(number));
    }
  }
  return {
    places,
    placesFor(shown: string): MarkdownPlace[] {
      const found = [exact(shown), decoded(shown)].flatMap((key) => [...(numbers.get(key) ?? [])]);
      return [...new Set(found)].sort((a, b) => a - b).flatMap((number) => places[number] ?? []);
    },
  };
}

const exact = (target: string) => `=${target}`;
const decoded = (target: string) => `~${attempt(() => decodeURI(target)) ?? target}`;

const ATTRIBUTE = /=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+))/g;

/** Yields possible addresses in raw HTML: values of attributes, and parts of values such as srcset and style. */
function* valuesOf(html: string): Iterable<string> {
  for (const [, double, single, plain] of html.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? plain ?? '';
    yield value;
    if (/[\s,(]/.test(value)) yield* value.split(/[\s,()"']+/);
  }
}

/** Lists the targets in the page that a place in a Markdown file may become. @param linked the page of a text that it names */
function* keysOf({ kind, target }: MarkdownPlace, { config }: Site, linked: string | null): Iterable<string> {
  const { basePath, articleImageBaseUrl } = config;
  if (kind === 'html') {
    for (const value of valuesOf(target)) yield exact(decodeEntities(value));
    return;
  }
  if (kind === 'link' && linked !== null) yield exact(linked);
  const isFromRoot = target.startsWith('/') && !target.startsWith('//');
  const url =
    kind === 'image'
      ? joinImageUrl(target, articleImageBaseUrl, basePath)
      : isFromRoot
        ? basePath + target
        : target;
  yield exact(encodeURI(url));
  yield decoded(url);
}

function fieldPlace(root: string, file: string, field: string): Place {
  const lines = readRegularFile(join(root, file)).toString().split(/\r?\n/);
  const index = lines.findIndex((line) => line.startsWith(`${field}:`));
  return index < 0 ? { file } : { file, line: index + 1, column: field.length + 3 };
}
