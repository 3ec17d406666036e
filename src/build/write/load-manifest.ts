/** Reads the record of the last build, for deploys and the server. */
import { isReady, presenceOf } from '../../content/article/presence.ts';
import { attempt } from '../../foundation/attempt.ts';
import type { Problem } from '../../foundation/errors.ts';
import { stopsStrict } from '../../foundation/problem-gates.ts';
import type { OutputKind } from '../../foundation/response-headers.ts';
import { type SourceRecord, type StoredState, stateFile } from '../state/build-state.ts';
import { addressOfFile } from '../state/published.ts';
import { openState } from '../state/state-file.ts';
import type { Manifest, ManifestEntry } from './manifest.ts';

/** Returns the warnings of the last build that a strict build does not allow, without addresses: the target knows these. */
export function loadBroken(root: string, out: string): Problem[] {
  const warnings = attempt(() => openState(stateFile(root, out))?.warnings()) ?? [];
  return warnings.filter((warning) => stopsStrict(warning) && warning.code !== 'lost-address');
}

/** Returns the manifest of the last build into an output folder; null where there is none, or it is damaged. */
export function loadManifest(root: string, out: string): Manifest | null {
  const state = openState(stateFile(root, out));
  if (!state) return null;
  const { name, basePath, layout, shard } = state.head.site;
  const rows = attempt(() => state.outputs.rows());
  const early = attempt(() => listEarly(state));
  const times = attempt(() => state.times());
  const offers = attempt(() => state.offers());
  if (!rows || !early || !times || !offers) return null;
  const outputs = new Map<string, ManifestEntry>();
  for (const { path, kind, hash, size } of rows) outputs.set(path, { path, kind, hash, size });
  const { include, due } = state.head;
  const options = { basePath, layout, shard, include, time: due.from, times, offers };
  return { version: 1, site: name, ...options, early, outputs: [...outputs.values()] };
}

const isPage = (kind: OutputKind) => kind === 'article' || kind === 'page';

/** Hashes of what the last build into a folder has made. */
export interface BuiltPages {
  /** Of pages, by address. */
  pages: ReadonlyMap<string, string>;
  /** Of the sources of articles, by their path below the root. */
  texts: ReadonlyMap<string, string>;
}

/** null where there is no build, or its record is damaged. */
export function readBuiltPages(root: string, out: string): BuiltPages | null {
  const state = openState(stateFile(root, out));
  return (
    attempt(() => {
      if (!state) return null;
      const { outputs, sources } = state;
      const [path, kind, hash] = [outputs.column('path'), outputs.column('kind'), outputs.column('hash')];
      const pages = new Map<string, string>();
      for (let row = 0; row < outputs.length; row++)
        if (isPage(kind.at(row))) pages.set(addressOfFile(path.at(row)), hash.at(row));
      const [file, text] = [sources.column('file'), sources.column('hash')];
      const texts = new Map<string, string>();
      for (let row = 0; row < sources.length; row++) texts.set(file.at(row), text.at(row));
      return { pages, texts };
    }) ?? null
  );
}

/** The articles of the last build into a folder, in any state; null where there is none, or its record is damaged. */
export const readBuiltArticles = (root: string, out: string): SourceRecord[] | null =>
  attempt(() => openState(stateFile(root, out))?.sources.rows()) ?? null;

/** Lists the articles that the build may have by its options only. */
function listEarly({ head: { include, due }, sources }: StoredState): Manifest['early'] {
  if (!include.drafts && !include.future) return [];
  const [file, status] = [sources.column('file'), sources.column('status')];
  const [date, editorial] = [sources.column('date'), sources.column('editorial')];
  const early: Manifest['early'] = [];
  for (let row = 0; row < sources.length; row++) {
    const article = { status: status.at(row), date: date.at(row), editorial: editorial.at(row) };
    if (!isReady(article, include)) continue;
    const isDraft = article.status === 'draft';
    const presence = presenceOf(article, due.from);
    if (isDraft || presence !== 'published')
      early.push({ file: file.at(row), date: article.date, isDraft, presence });
  }
  return early;
}
