/**
 * Renders the pages of saved articles over the site in memory, without comparing the rest of the site. Where only texts
 * have changed, this is the whole build.
 */
import { lstatSync } from 'node:fs';
import { hasTextSearch } from '../config/text-search.ts';
import type { OwnFields } from '../content/article/own-fields.ts';
import type { Source } from '../content/article/scan-sources.ts';
import { createSilentReporter } from '../foundation/report.ts';
import type { Clock } from './build-clock.ts';
import { type Build, createResult, type Memory } from './build-result.ts';
import { compareArticles } from './changed-articles.ts';
import { feedsShowTexts } from './outputs/feeds.ts';
import { findArticles, parseFiles } from './parse/parse-sources.ts';
import { createShard } from './plan/shard.ts';
import { type RenderedPages, renderPages } from './render/render-pages.ts';
import { selectGroups } from './render/select-groups.ts';
import { openMemory, type SourceRecord, stateFile } from './state/build-state.ts';
import { createPrevious } from './state/previous-outputs.ts';
import { createPool, type Pool } from './threads/thread-pool.ts';
import { recordState } from './write/commit-build.ts';

export interface SavedArticles {
  /** The parsed files, so that a build that follows need not parse them again. */
  records: SourceRecord[];
  /** null where the pages were not rendered. */
  pages: RenderedPages | null;
  /** null where other pages may have changed too, so that a build must follow. */
  build: Build | null;
}

/** More files are left to a build, which has threads. */
const MAX_SAVED = 20;

/**
 * @param files paths of articles, relative to the root
 * @returns null where the saved files cannot be rendered without a build
 */
export async function renderSavedArticles(
  memory: Memory,
  files: readonly string[],
  clock: Clock,
): Promise<SavedArticles | null> {
  const { state, site, setup } = memory;
  const { due } = state;
  const isDue = clock.now < due.from || (due.until !== null && clock.now >= due.until);
  if (isDue || clock.today(site.config.timeZone) !== memory.today || files.length > MAX_SAVED) return null;
  const rows = files.map((file) => state.sources.findIndex((record) => record.file === file));
  const before = rows.flatMap((row) => state.sources[row] ?? []);
  const sources = before.flatMap((record) => readSource(setup.root, record) ?? []);
  if (sources.length < files.length) return null;
  const pool = createPool(setup.root, 1, memory);
  const phase = createSilentReporter().phase('parse');
  const parsed = await parseFiles(pool, sources, phase);
  const reach = compareArticles(
    before,
    parsed.map(({ record }) => record),
    { characters: state.characters !== '', texts: feedsShowTexts(site.config) },
  );
  const records = parsed.flatMap(({ record }) => record ?? []);
  if (reach === 'site' || !records.every(({ own }) => isValid(site.ownFields.read(own))))
    return { records, pages: null, build: null };
  const pages = await render(memory, pool, records);
  if (!pages) return { records, pages, build: null };
  for (const [row, output] of pages.replaced) state.outputs[row] = output;
  // The search index holds the texts of all articles.
  if (reach === 'cards' || hasTextSearch(site.config)) return { records, pages, build: null };

  for (const [index, record] of records.entries()) state.sources[rows[index] ?? -1] = record;
  const result = createResult(clock, state.summary, {
    scope: 'bodies',
    parsed: records.length,
    rendered: pages.rendered,
    written: pages.written,
    deleted: 0,
    warnings: state.warnings,
  });
  const record = () => recordState(stateFile(setup.root, setup.out), state);
  return { records, pages, build: { result, changed: pages.changed, removed: false, memory, record } };
}

/** null where the file is gone. */
function readSource(root: string, { file, locale, key }: SourceRecord): Source | null {
  const stat = lstatSync(`${root}/${file}`, { throwIfNoEntry: false });
  if (!stat?.isFile()) return null;
  const { size, mtimeMs: mtime, ctimeMs: ctime } = stat;
  return { file, locale, key, size, mtime, ctime };
}

function isValid({ issues, crash }: ReturnType<OwnFields['read']>): boolean {
  return issues.length === 0 && !crash;
}

/** Renders the pages of the articles. null where a page cannot be planned from the site in memory. */
async function render(
  { site, state, setup, groups }: Memory,
  pool: Pool,
  records: readonly SourceRecord[],
): Promise<RenderedPages | null> {
  const byFile = new Map(records.map((record) => [record.file, record]));
  const articles = findArticles(site, new Set(byFile.keys()));
  for (const article of articles) article.meta = byFile.get(article.meta.file) ?? article.meta;
  const previous = createPrevious(setup.out, openMemory(state));
  const selected = selectGroups(groups, articles, previous);
  if (articles.size < records.length || !selected) return null;
  const phase = createSilentReporter().phase('render');
  const shard = createShard(1, 1);
  return renderPages({ pool, setup, groups: selected, articles, previous, site, shard, phase });
}
