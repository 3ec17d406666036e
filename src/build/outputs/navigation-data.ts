/** Owns the JSON that the navigation runtime loads beside page data: app data, slices, static queries (runtime-behaviours, "Files"). */

import { createKeyFold, hashText } from '../../foundation/hash.ts';
import type { EditionView } from '../../site/edition-view.ts';
import type { OutputPath } from '../../site/page.ts';
import { trimSlashes } from '../../site/routes.ts';
import type { Site } from '../../site/site.ts';
import { bodyTexts } from '../../templates/document.ts';
import { createIslandProps } from '../../templates/islands/island-props.ts';
import type { EditionOutput, OutputFile, OutputGenerator } from './output-generator.ts';

/** The name of a static query, stable over all content: pages name it, and must not change with its data. */
export function queryHash(query: 'islands' | 'site' | 'ads', view: EditionView): string {
  return String(hashText(`${query}/${view.edition.locale}`) % 4294967296);
}

export function sliceNames(view: EditionView): { header: string; footer: string } {
  return { header: `header-${view.edition.language}`, footer: `footer-${view.edition.language}` };
}

export function queryPath(hash: string): OutputPath {
  return `page-data/sq/d/${hash}.json` as OutputPath;
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
          for (const { view, chrome } of editions) {
            yield json(queryPath(queryHash('islands', view)), { data: createIslandProps(chrome) });
            if (!features.navigation) continue;
            const { config } = site;
            const data = {
              title: config.title,
              url: config.url,
              language: view.edition.language,
              tree: view.edition.tree,
            };
            yield json(queryPath(queryHash('site', view)), { data });
            yield json(queryPath(queryHash('ads', view)), { data: site.ads });
          }
        },
      },
    ];
  },
};

/** Every reader loads them, so they are few: an older article's old address is left to the page that stands there. */
const MAX_REDIRECTS = 100;

/** Old path → path. */
function listRedirects({ editions }: Site): Record<string, string> {
  const moved = editions
    .flatMap(({ articles }) => articles)
    .flatMap(({ meta, path, instant }) => meta.aliases.map((alias) => ({ alias, path, instant })))
    .sort((a, b) => b.instant - a.instant)
    .slice(0, MAX_REDIRECTS);
  return Object.fromEntries(moved.map(({ alias, path }) => [trimSlashes(alias), path]));
}

function* slices({ view, slices: html }: EditionOutput): Iterable<OutputFile> {
  const names = sliceNames(view);
  for (const slot of ['header', 'footer'] as const) {
    // The header brings along what else changes with the language.
    const edition = slot === 'header' ? { head: html.head, body: bodyTexts(view.edition.locale) } : {};
    const result = { data: { html: html[slot], ...edition }, sliceContext: {} };
    yield json(`slice-data/${names[slot]}.json`, { componentChunkName: slot, result, staticQueryHashes: [] });
  }
}

function json(path: string, value: unknown): OutputFile {
  return { path: path as OutputPath, kind: 'data', content: JSON.stringify(value) };
}
