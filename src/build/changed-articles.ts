/** Compares the site with its previous build, and selects the articles that a build reads. */
import { existsSync } from 'node:fs';
import type { SourceList } from '../content/article/scan-sources.ts';
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

/** The articles of a build, how they differ from those of the previous build, and that build's state. */
export interface Selection {
  sources: SourceList;
  comparison: Comparison;
  before: StoredState | null;
}

/** The articles whose files have changed, where nothing else has, and the articles that their pages show. */
export interface ChangedArticles extends Selection {
  before: StoredState;
  /** The warnings of the previous build. */
  warnings: Problem[];
  /** Rows of the changed articles in the state. */
  rows: readonly number[];
}

/** With more changed articles a build reads all of them, and threads help. */
const MAX_CHANGED = 20;

/** @returns null where anything but a few articles has changed, or may have changed */
export async function findChangedArticles(context: BuildContext): Promise<ChangedArticles | null> {
  const { options, stored, outputCheck } = context;
  try {
    const rows = stored && findChangedRows(context, stored);
    if (stored && rows && canSelect(options, stored, rows) && (await outputCheck?.result()))
      return selectAround(context, stored, rows);
  } catch {
    // The state is damaged. A build of the whole site does without it.
  }
  outputCheck?.cancel();
  return null;
}

/** A program that keeps the site in memory needs the whole site, first to load it and then to change it. */
function canSelect({ memory }: BuildContext['options'], { changes }: StoredState, rows: number[]): boolean {
  if (memory === undefined) return changes < MAX_CHANGES || rows.length === 0;
  return memory !== null && rows.length === 0;
}

export function selectAll({ options, code, file, sources }: BuildContext): Selection {
  const { clean, memory, ahead } = options;
  const state = clean ? null : memory ? memory.state : loadState(file);
  return {
    sources,
    comparison: compareSources(sources, canReuse(state, code, options.root) ? state : null, ahead),
    // Without the source records, which are large: the comparison holds those that are still valid.
    before: state && openMemory({ ...state, sources: [] }),
  };
}

/** True if parsing would give the records of the state again. */
export function canReuse(state: BuildState | null, code: string, root: string): boolean {
  return state?.code === code && (state.characters !== '') === hasFonts(root);
}

/** Rows of the sources whose files have changed. null where anything else that a build depends on has changed. */
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
    if (!isUnchanged(source, known, scanned) && changed.push(row) > MAX_CHANGED) return null;
  }
  return changed;
}

function selectAround(
  { sources }: BuildContext,
  before: StoredState,
  rows: readonly number[],
): ChangedArticles {
  const around = rows.length === 0 ? [] : findAround(before, rows);
  const known = before.sources
    .rows(around)
    .map((record, index) => (rows.includes(around[index] ?? -1) ? null : record));
  return {
    before,
    warnings: before.warnings(),
    rows,
    sources: around.map((row) => sources.at(row)),
    comparison: { changed: rows.map((row) => sources.at(row)), known },
  };
}

/** Rows of the articles with the same primary category as one of the rows, and of their translations. */
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

/** The pages that a changed article changes: none, its own, also those that show its title, or any page. */
const REACHES = ['none', 'page', 'cards', 'site'] as const;
type Reach = (typeof REACHES)[number];

const OF_ITS_PAGE: readonly (keyof SourceRecord)[] = [
  'hash',
  'words',
  'characters',
  'own',
  'size',
  'mtime',
  'ctime',
];
const OF_ITS_CARDS: readonly (keyof SourceRecord)[] = [
  ...OF_ITS_PAGE,
  'cardHash',
  'title',
  'description',
  'updated',
  'links',
  'html',
];

/**
 * Compares articles with their previous versions. An article with errors or warnings counts as a change of the site.
 * @param after the new versions in the same order; null for an article with errors
 * @param shown what else of a text the site shows: characters, in fonts; everything, in feeds
 */
export function compareArticles(
  before: readonly SourceRecord[],
  after: readonly (SourceRecord | null)[],
  shown: { characters: boolean; texts: boolean },
): Reach {
  const reaches = before.map((record, index): Reach => {
    const now = after[index];
    if (!now || record.problems.length + now.problems.length > 0) return 'site';
    const reach = compareArticle(record, now);
    if (reach !== 'page') return reach;
    const isShown = shown.texts || (shown.characters && record.characters !== now.characters);
    return isShown ? 'cards' : reach;
  });
  return REACHES.findLast((reach) => reaches.includes(reach)) ?? 'none';
}

/** Compares an article with its previous version. */
function compareArticle(before: SourceRecord, after: SourceRecord): Reach {
  if (before.hash === after.hash) return 'none';
  const fields = Object.keys(after) as (keyof SourceRecord)[];
  const differ = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  // A field that is new to the site is a warning of the whole build.
  if (namesOf(before) !== namesOf(after)) return 'site';
  if (differ.every((field) => OF_ITS_PAGE.includes(field))) return 'page';
  return differ.every((field) => OF_ITS_CARDS.includes(field)) ? 'cards' : 'site';
}

function namesOf({ own }: SourceRecord): string {
  return own === null ? '' : Object.keys(own).sort().join('\n');
}
