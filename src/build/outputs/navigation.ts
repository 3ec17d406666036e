/** Owns the JSON that the navigation runtime loads beside page data: app data, slices, static queries (runtime-behaviours, "Files"). */

import { hashText } from '../../hash.ts';
import type { EditionView } from '../../site/edition-view.ts';
import type { OutputPath } from '../../site/page.ts';
import { bodyTexts } from '../../templates/document.ts';
import { createIslandProps } from '../../templates/islands/props.ts';
import type { EditionOutput, Output, TextFile } from './output.ts';

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

export const navigation: Output = ({ site, editions, assets, baseKey }) => {
  const { features } = site.config;
  if (!features.navigation && !features.search) return [];
  return [
    {
      name: 'navigation',
      key: baseKey,
      *files() {
        if (features.navigation) {
          yield json('page-data/app-data.json', { webpackCompilationHash: assets.buildHash });
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
};

function* slices({ view, slices: html }: EditionOutput): Iterable<TextFile> {
  const names = sliceNames(view);
  for (const slot of ['header', 'footer'] as const) {
    // The header brings along what else changes with the language.
    const edition = slot === 'header' ? { head: html.head, body: bodyTexts(view.edition.locale) } : {};
    const result = { data: { html: html[slot], ...edition }, sliceContext: {} };
    yield json(`slice-data/${names[slot]}.json`, { componentChunkName: slot, result, staticQueryHashes: [] });
  }
}

function json(path: string, value: unknown): TextFile {
  return { path: path as OutputPath, kind: 'data', content: JSON.stringify(value) };
}
