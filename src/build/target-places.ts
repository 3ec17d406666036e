/** Finds the places in source files that a link or image of a page comes from. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPlaces, type MarkdownPlace } from '../content/markdown/source-places.ts';
import type { Place } from '../foundation/errors.ts';
import type { UrlPath } from '../site/page.ts';
import type { Site } from '../site/site.ts';
import { joinImageUrl } from './threads/worker-tasks.ts';

export interface Reference {
  /** The Markdown file that contains it; null where the page is made of other data. */
  file: string | null;
  page: UrlPath;
  /** As the page shows it. */
  target: string;
}

/** @returns every occurrence of a reference in its file, or the field that the page takes it from */
export function createPlacer(site: Site): (reference: Reference) => Place[] {
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
