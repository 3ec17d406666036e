/** Output: the JSON that navigation loads beside page data: app data, slices, static queries. */

import { createKeyFold, hashText } from '../../foundation/hash.ts';
import type { EditionView } from '../../site/edition-view.ts';
import { listOldAddresses } from '../../site/old-addresses.ts';
import type { OutputPath } from '../../site/page.ts';
import { trimSlashes } from '../../site/routes.ts';
import type { Site } from '../../site/site.ts';
import { bodyTexts } from '../../templates/document.ts';
import { createIslandProps } from '../../templates/islands/island-props.ts';
import type { EditionOutput, OutputFile, OutputGenerator } from './output-generator.ts';

/** Hash of the static query with the islands' props. It names the query, not its data: pages do not change with the data. */
function islandQueryHash(view: EditionView): string {
  return String(hashText(`islands/${view.edition.locale}`) % 4294967296);
}

/** A static query is a file of data that many pages share. */
export function islandQueryPath(view: EditionView): OutputPath {
  return `page-data/sq/d/${islandQueryHash(view)}.json` as OutputPath;
}

export function sliceNames(view: EditionView): { header: string; footer: string } {
  return { header: `header-${view.edition.language}`, footer: `footer-${view.edition.language}` };
}

export const navigation: OutputGenerator = {
  owns({ config }) {
    const { navigation, search } = config.features;
    return [...(navigation || search ? ['page-data/*'] : []), ...(navigation ? ['slice-data/*'] : [])];
  },
  groups({ site, editions, assets, baseKey }) {
    const { features } = site.config;
    if (!features.navigation && !features.search) return [];
    const redirects = listRedirects(site);
    return [
      {
        name: 'navigation',
        key: createKeyFold().add(baseKey).add(JSON.stringify(redirects)).key(),
        *files() {
          if (features.navigation) {
            yield json('page-data/app-data.json', {
              webpackCompilationHash: assets.buildHash,
              ...(Object.keys(redirects).length > 0 ? { redirects } : {}),
            });
            for (const edition of editions) yield* slices(edition);
          }
          for (const { view, chrome } of editions)
            yield json(islandQueryPath(view), { data: createIslandProps(chrome) });
        },
      },
    ];
  },
};

/** Every reader loads them, so they are few. Other old addresses have a page that redirects. */
const MAX_REDIRECTS = 100;

/** Old path → path. */
function listRedirects(site: Site): Record<string, string> {
  const moved = [...listOldAddresses(site)]
    .flatMap(({ from, to, instant }) => (to === null ? [] : [{ from, to, instant }]))
    .sort((a, b) => b.instant - a.instant)
    .slice(0, MAX_REDIRECTS);
  return Object.fromEntries(moved.map(({ from, to }) => [trimSlashes(from), to]));
}

function* slices({ view, slices: html }: EditionOutput): Iterable<OutputFile> {
  const names = sliceNames(view);
  for (const slot of ['header', 'footer'] as const) {
    const isHeader = slot === 'header';
    // The header's file also has the other elements that change with the language, and names the data of its islands.
    const edition = isHeader ? { head: html.head, body: bodyTexts(view.strings) } : {};
    yield json(`slice-data/${names[slot]}.json`, {
      componentChunkName: slot,
      result: { data: { html: html[slot], ...edition }, sliceContext: {} },
      staticQueryHashes: isHeader ? [islandQueryHash(view)] : [],
    });
  }
}

function json(path: string, value: unknown): OutputFile {
  return { path: path as OutputPath, kind: 'data', content: JSON.stringify(value) };
}
