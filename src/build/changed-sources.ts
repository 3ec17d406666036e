/** Lists the files of a site that have changed since a build. */
import { join } from 'node:path';
import { CONFIG_FILE } from '../config/config-file.ts';
import type { SiteConfig } from '../config/config-schema.ts';
import { loadConfig } from '../config/load-config.ts';
import { readDated } from '../content/article/article-fields.ts';
import { type Dated, isReady, presenceOf } from '../content/article/presence.ts';
import { type Sources, scanSources } from '../content/article/scan-sources.ts';
import { listBesidePages } from '../content/data/content-files.ts';
import { isError, parseFrontMatter } from '../content/front-matter/front-matter.ts';
import { attempt } from '../foundation/attempt.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { hashSource } from './parse/parse-file.ts';
import { type StoredState, stateFile } from './state/build-state.ts';
import { isSame } from './state/file-age.ts';
import { listInputFiles, readInputs } from './state/input-key.ts';
import { PUBLISHED_FILE } from './state/published.ts';
import { openState } from './state/state-file.ts';

/**
 * Compares sizes and times, and reads a file only where its time differs. A change that readers cannot see, as of a draft,
 * does not count. Another machine may have the build without its sources, and a copy has other times: both list nothing by
 * times alone.
 * @param out absolute path of the build. @returns paths relative to the root; a name that ends in "/" stands for files of a folder
 */
export async function listChangedSources(root: string, out: string): Promise<string[]> {
  const stored = openState(stateFile(root, out));
  if (!stored || stored.sources.length === 0) return [];
  const config = await loadConfig(root, stored.head.site.basePath);
  const sources = scanSources(root, config.locales);
  if (sources.length === 0) return [];
  const { changed, isCopy } = compareArticles(config, stored, sources);
  return [...changed, ...compareInputs(config, stored, sources, isCopy)];
}

function compareArticles(config: SiteConfig, { sources: before, head }: StoredState, sources: Sources) {
  const [file, size, hash] = [before.column('file'), before.column('size'), before.column('hash')];
  const [mtime, ctime] = [before.column('mtime'), before.column('ctime')];
  const [status, date] = [before.column('status'), before.column('date')];
  const [editorial, review] = [before.column('editorial'), before.column('review')];
  const { include, due } = head;
  const isShown = (dated: Dated | null) =>
    dated === null ||
    (isReady(dated, include) && (include.future || presenceOf(dated, due.from) === 'published'));
  const wasShown = (row: number) =>
    isShown({ status: status.at(row), date: date.at(row), editorial: editorial.at(row) });
  const rows = new Map(Array.from({ length: file.length }, (_, row) => [file.at(row), row]));
  const changed: string[] = [];
  let isCopy = false;
  for (const source of sources) {
    const row = rows.get(source.file);
    rows.delete(source.file);
    const known = row !== undefined && { size: size.at(row), mtime: mtime.at(row), ctime: ctime.at(row) };
    if (known && isSame(source, known)) continue;
    const text = attempt(() => readRegularFile(join(config.root, source.file)).toString()) ?? '';
    // The record of a text that waits for its approval is that of the approved one.
    if (row !== undefined && (hashSource(text) === hash.at(row) || review.at(row)?.isReplaced === true)) {
      isCopy = true;
      continue;
    }
    const front = parseFrontMatter(text.replace(/^\uFEFF/, ''));
    const now = isError(front) ? null : readDated(front.data, config.timeZone);
    if (isShown(now) || (row !== undefined && wasShown(row))) changed.push(source.file);
  }
  for (const [path, row] of rows) if (wasShown(row)) changed.push(path);
  return { changed, isCopy };
}

/** The data of the site are compared by their bytes, pictures and the theme by their times. */
function compareInputs(config: SiteConfig, { head, parts }: StoredState, sources: Sources, isCopy: boolean) {
  const { root, locales } = config;
  const { include, site, scanned } = head;
  const besides = [...sources.others, ...locales.flatMap((locale) => listBesidePages(root, locale))];
  const options = { config, code: '', approved: null, include, shard: site.shard, namesLines: false };
  const now = readInputs({ ...options, scanned, unread: [], besides }).parts;
  const before = attempt(parts) ?? now;
  const byBytes = new Set([CONFIG_FILE, ...listInputFiles(config)]);
  const changed = Object.keys({ ...before, ...now }).filter((name) => {
    if (before[name] === now[name] || name === PUBLISHED_FILE) return false;
    const isRemoved = now[name] === undefined && name.includes('/');
    const isByTime = name.endsWith('/') || name.includes('theme/');
    return isRemoved || byBytes.has(name) || (isByTime && !isCopy);
  });
  return changed.filter(
    (name) => !changed.some((other) => name.endsWith('/') && other !== name && other.startsWith(name)),
  );
}
