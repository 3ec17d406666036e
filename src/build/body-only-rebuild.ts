/**
 * Owns the short way for articles of which nothing has changed but the text: their pages are planned from the articles
 * around them, and the state gets a line more. The whole way would write the same, with every article in memory.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createProblems } from '../foundation/errors.ts';
import type { PlannedPage } from '../pages/page-kind.ts';
import { planPages } from '../pages/page-registry.ts';
import { type Article, createSite } from '../site/site.ts';
import { loadSiteData } from './parse/load-site.ts';
import { createRecord } from './parse/parse-sources.ts';
import { prepareSite } from './prepare/prepare-site.ts';
import { createTask, targetsOf } from './render/render-pages.ts';
import { type GroupState, markFile, type SourceRecord, type StateHead } from './state/build-state.ts';
import { type Column, type Columns, createRows, selectRows } from './state/columns.ts';
import { appendChange, type StateChange, type StoredState } from './state/state-file.ts';
import type { Begun } from './state/up-to-date.ts';
import { createJobs } from './threads/worker-tasks.ts';
import { hashBytes } from './write/file-writer.ts';

/** What another text may change: no other page shows it. */
const OF_THE_TEXT: ReadonlySet<keyof SourceRecord> = new Set(['words', 'hash', 'size', 'mtime', 'ctime']);

/** Records by the row of their source. */
type Records = ReadonlyMap<number, SourceRecord>;

export interface TextChanges {
  /** Files that have changed, as they are. */
  records: Records;
  /** Those of them that hold other bytes; the others were only touched. */
  rewritten: Records;
  /** The articles around them, as the last build knew them. */
  around: SourceRecord[];
  /** Paths of the outputs, by row. */
  paths: Column<string>;
  groups: GroupState[];
}

/**
 * Reads the sources anew.
 * @returns null where more than a text has changed, or there is something to say
 * @throws Error where the state is damaged
 */
export function readTexts(
  { options, sources }: Begun,
  stored: StoredState,
  rows: readonly number[],
): TextChanges | null {
  const jobs = createJobs(options.root);
  const before = selectRows(stored.sources, rows);
  const records = new Map<number, SourceRecord>();
  const rewritten = new Map<number, SourceRecord>();
  for (const [index, row] of rows.entries()) {
    const source = sources.at(row);
    const known = before[index];
    const [parsed] = jobs.parse([source]);
    if (!known || !parsed?.meta || parsed.problems.length > 0) return null;
    const record = createRecord(parsed.meta, source, [], (value) => value);
    if (!isSameButText(record, known)) return null;
    records.set(row, record);
    if (record.hash !== known.hash) rewritten.set(row, record);
  }
  const around = findAround(stored.sources, rewritten);
  return { records, rewritten, around, paths: stored.outputs.path, groups: createRows(stored.groups) };
}

function isSameButText(record: SourceRecord, known: SourceRecord): boolean {
  const fields = Object.keys(known) as (keyof SourceRecord)[];
  return fields.every(
    (field) => OF_THE_TEXT.has(field) || JSON.stringify(record[field]) === JSON.stringify(known[field]),
  );
}

/**
 * Writes the articles' pages. Every output must stand as the last build left it.
 * @param head of the state
 * @returns number of files written; null, with nothing written, where only the whole site can tell what they show
 */
export async function rebuildTexts(
  begun: Begun,
  head: StateHead,
  changes: TextChanges,
): Promise<number | null> {
  const { options, config, file, inputs, scanned } = begun;
  const { records } = changes;
  const out = resolve(options.out);
  const change: StateChange = {
    head: { scanned, inputs: inputs.settled ? inputs.key : '' },
    sources: [...records],
    outputs: [],
  };
  const planned = await planTexts(begun, head, changes);
  if (!planned) return null;
  // A cover is drawn from the title.
  const tasks = planned.pages.map((page) => ({
    ...createTask(page, planned.routes, config.features.navigation),
    cover: null,
  }));
  const targets = tasks.flatMap(targetsOf);
  const rowOf = findRows(
    changes.paths,
    targets.map(({ path }) => path),
  );
  if (rowOf.size < targets.length) return null;
  for (const target of targets) target.known = hashBytes(readFileSync(join(out, target.path)));

  const jobs = createJobs(options.root);
  jobs.setup(planned.setup);
  writeFileSync(markFile(file), '');
  let count = 0;
  for (const { key, files } of jobs.render(tasks)) {
    for (const { path, written } of files) {
      if (written) count++;
      const row = rowOf.get(path);
      if (row === undefined) throw new Error(`${path} was not planned`);
      change.outputs.push([row, { ...written, key }]);
    }
  }
  appendChange(file, change);
  rmSync(markFile(file), { force: true });
  return count;
}

function findRows(column: Column<string>, values: readonly string[]): Map<string, number> {
  const wanted = new Set(values);
  const rows = new Map<string, number>();
  for (let row = 0; row < column.length && rows.size < wanted.size; row++) {
    const value = column.at(row);
    if (wanted.has(value)) rows.set(value, row);
  }
  return rows;
}

/** The pages as the whole site would plan them: the keys of their groups are the same. */
async function planTexts(begun: Begun, head: StateHead, { rewritten, around, groups }: TextChanges) {
  const { options, config, code, clock, today, include } = begun;
  const problems = createProblems();
  const data = await loadSiteData(config, problems);
  const records = new Map(around.map((record) => [record.file, record]));
  for (const record of rewritten.values()) records.set(record.file, record);
  const created = createSite({
    config,
    ...data,
    metas: [...records.values()],
    clock: { now: clock.now, today },
    include,
  });
  if (created.problems.length > 0 || problems.errors.length > 0) return null;
  const { site } = created;
  const prepared = await prepareSite({ site, code });
  const setup = prepared.renderSetup(resolve(options.out), true);
  if (setup.key !== head.keys.setup) return null;

  const wanted = new Set<Article>();
  const files = new Set([...rewritten.values()].map((record) => record.file));
  for (const { articles } of site.editions)
    for (const article of articles) if (files.has(article.meta.file)) wanted.add(article);
  const keys = new Map(groups.map(({ name, key }) => [name, key]));
  const pages: PlannedPage[] = [];
  for (const edition of site.editions) {
    // Of the pictures only those of these articles are there; the inputs say that they are the same for all.
    const input = { ...prepared.planInput(edition), baseKey: head.keys.base };
    for (const group of planPages(input)) {
      const found = [...(group.planArticles?.(wanted) ?? [])];
      if (found.length > 0 && keys.get(group.name) !== group.key) return null;
      pages.push(...found);
    }
  }
  return pages.length === wanted.size ? { pages, setup, routes: site.routes } : null;
}

/** The articles that begin with the same place, and all their translations. */
function findAround(known: Columns<SourceRecord>, changed: Records): SourceRecord[] {
  const { locale, entities, key } = known;
  // Rows share their values, so each is looked into once.
  const places = new Map<unknown, string>();
  const placeOf = (value: SourceRecord['entities']) => {
    let place = places.get(value);
    if (place === undefined) {
      const [first] = value;
      place = JSON.stringify([first?.category, first?.subcategories[0]?.subcategory]);
      places.set(value, place);
    }
    return place;
  };
  const wanted = new Map<string, Set<string>>();
  for (const { locale, entities } of changed.values()) {
    const places = wanted.get(locale) ?? new Set();
    wanted.set(locale, places.add(placeOf(entities)));
  }
  const keys = new Set<string>();
  for (let row = 0; row < key.length; row++) {
    if (wanted.get(locale.at(row))?.has(placeOf(entities.at(row)))) keys.add(key.at(row));
  }
  const rows: number[] = [];
  for (let row = 0; row < key.length; row++) if (keys.has(key.at(row))) rows.push(row);
  return selectRows(known, rows);
}
