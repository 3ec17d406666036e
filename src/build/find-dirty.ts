/** Finds what a build has to make: nothing, the pages of articles whose text has changed, or everything. */
import { existsSync } from 'node:fs';
import type { ArticleMeta } from '../content/article/parse-article.ts';
import type { Source } from '../content/article/scan-sources.ts';
import type { Problem } from '../foundation/errors.ts';
import { hasFonts } from '../theme/theme-files.ts';
import type { BuildContext } from './build-context.ts';
import { type Comparison, compareSources } from './parse/parse-sources.ts';
import {
  type BuildState,
  markFile,
  openMemory,
  type SourceRecord,
  type StoredState,
} from './state/build-state.ts';
import { isUnchanged } from './state/file-age.ts';
import { loadState, MAX_CHANGES } from './state/state-file.ts';

/** The articles that the site is made of, and what the previous build knows of them. */
interface DirtySources {
  sources: readonly Source[];
  comparison: Comparison;
}

/** A changed source, with its row and the record of the previous build. */
export interface ChangedSource {
  row: number;
  record: SourceRecord;
}

export type Dirty =
  | { scope: 'nothing'; before: StoredState; warnings: Problem[] }
  /** The sources are those around the changed ones; nothing else shows their text. */
  | ({ scope: 'bodies'; before: StoredState; warnings: Problem[]; changed: ChangedSource[] } & DirtySources)
  | ({ scope: 'everything'; before: StoredState | null } & DirtySources);

/** With more changed sources all articles are loaded, and threads help. */
const MAX_BODIES = 20;

/** `bodies` is a guess from the stat of the files: `rebuild` takes it back if the parsed articles say more. */
export async function findDirty(context: BuildContext): Promise<Dirty> {
  const { options, stored, outputCheck } = context;
  // The first build of a program that keeps the site in memory has to load it.
  const canNarrow = options.memory !== null;
  try {
    const rows = stored && canNarrow ? findChangedRows(context, stored) : null;
    if (stored && rows && (await outputCheck?.result())) {
      const warnings = stored.warnings();
      if (rows.length === 0) return { scope: 'nothing', before: stored, warnings };
      if (stored.changes < MAX_CHANGES) return findBodies(context, stored, rows);
    }
  } catch {
    // The state is damaged; the whole build does not need it.
  }
  outputCheck?.cancel();
  return findEverything(context);
}

export function findEverything({
  options,
  code,
  file,
  sources,
}: BuildContext): Dirty & { scope: 'everything' } {
  const { clean, memory } = options;
  const state = clean ? null : memory ? memory.state : loadState(file);
  const list = [...sources];
  return {
    scope: 'everything',
    // The old records are large, and `known` holds those that are still valid.
    before: state && openMemory({ ...state, sources: [] }),
    sources: list,
    comparison: compareSources(list, canReuse(state, code, options.root) ? state : null),
  };
}

/** Whether the records of a state are what parsing would give. */
export function canReuse(state: BuildState | null, code: string, root: string): boolean {
  return state?.code === code && (state.characters !== '') === hasFonts(root);
}

/** Rows of the sources whose stat differs; null where anything else has changed that a build depends on. */
function findChangedRows(
  { clock, file, inputs, sources }: BuildContext,
  stored: StoredState,
): number[] | null {
  const { due, scanned, ...head } = stored.head;
  if (head.inputs !== inputs.key || existsSync(markFile(file)) || sources.problems.length > 0) return null;
  if (clock.now < due.from || (due.until !== null && clock.now >= due.until)) return null;
  if (stored.sources.length !== sources.length) return null;
  const [path, size] = [stored.sources.column('file'), stored.sources.column('size')];
  const [mtime, ctime] = [stored.sources.column('mtime'), stored.sources.column('ctime')];
  const changed: number[] = [];
  for (let row = 0; row < sources.length; row++) {
    const source = sources.at(row);
    if (path.at(row) !== source.file) return null;
    const known = { size: size.at(row), mtime: mtime.at(row), ctime: ctime.at(row) };
    if (!isUnchanged(source, known, scanned) && changed.push(row) > MAX_BODIES) return null;
  }
  return changed;
}

function findBodies({ sources }: BuildContext, stored: StoredState, rows: readonly number[]): Dirty {
  const around = findAround(stored, rows);
  const records = stored.sources.rows(around);
  const changed: ChangedSource[] = [];
  const known = records.map((record, index) => {
    const row = around[index] ?? 0;
    if (!rows.includes(row)) return record;
    changed.push({ row, record });
    return null;
  });
  return {
    scope: 'bodies',
    before: stored,
    warnings: stored.warnings(),
    changed,
    sources: around.map((row) => sources.at(row)),
    comparison: { changed: rows.map((row) => sources.at(row)), known },
  };
}

/** The articles whose pages link to those of the rows: all with the same primary category, and their translations. */
function findAround({ sources }: StoredState, rows: readonly number[]): number[] {
  const [locale, entities, key] = [
    sources.column('locale'),
    sources.column('entities'),
    sources.column('key'),
  ];
  // Many rows share one value, so each value is read once.
  const categories = new Map<unknown, string>();
  const categoryOf = (row: number) => {
    const value = entities.at(row);
    const known = categories.get(value);
    if (known !== undefined) return known;
    const [first] = value;
    const category = JSON.stringify([first?.category, first?.subcategories[0]?.subcategory]);
    categories.set(value, category);
    return category;
  };
  const placeOf = (row: number) => `${locale.at(row)} ${categoryOf(row)}`;
  const wanted = new Set(rows.map(placeOf));
  const all = Array.from({ length: sources.length }, (_, row) => row);
  const keys = new Set(all.filter((row) => wanted.has(placeOf(row))).map((row) => key.at(row)));
  return all.filter((row) => keys.has(key.at(row)));
}

/** How much of the site a changed article touches: no page, its own, those that show its title too, or any page. */
export type Reach = 'none' | 'page' | 'cards' | 'site';

const OF_THE_BODY: readonly (keyof SourceRecord)[] = [
  'hash',
  'words',
  'characters',
  'own',
  'size',
  'mtime',
  'ctime',
];
const OF_THE_CARD: readonly (keyof SourceRecord)[] = [
  ...OF_THE_BODY,
  'cardHash',
  'title',
  'description',
  'updated',
  'links',
  'html',
];

/** The one comparison of an article with its previous version. */
export function compareArticle(before: ArticleMeta, after: ArticleMeta): Reach {
  if (before.hash === after.hash) return 'none';
  const fields = Object.keys(after) as (keyof ArticleMeta)[];
  const differ = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  // An unknown field is a warning of the whole build.
  if (namesOf(before) !== namesOf(after)) return 'site';
  if (differ.every((field) => OF_THE_BODY.includes(field))) return 'page';
  return differ.every((field) => OF_THE_CARD.includes(field)) ? 'cards' : 'site';
}

function namesOf({ own }: ArticleMeta): string {
  return own === null ? '' : Object.keys(own).sort().join('\n');
}
