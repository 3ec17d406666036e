/**
 * Owns the short way for articles of which nothing has changed but the text: their pages are planned from the articles
 * around them, and the state gets a line more. The whole way would write the same, with every article in memory.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createProblems } from '../errors.ts';
import { type Article, createSite } from '../site/site.ts';
import { type Columns, selectRows } from './columns.ts';
import { markFile } from './commit.ts';
import { hashBytes } from './files.ts';
import { createJobs } from './jobs.ts';
import { loadSiteData } from './load-site.ts';
import { createRecord } from './parse-sources.ts';
import { type PlannedPage, planPages } from './plan.ts';
import { prepareSite } from './prepare.ts';
import { createTask, targetsOf } from './render-pages.ts';
import type { Begun } from './standing.ts';
import type { GroupState, SourceRecord, StateHead } from './state.ts';
import { appendChange, type StateChange } from './state-file.ts';
import type { PageTask } from './tasks.ts';

/** What another text may change: no other page shows it. */
const OF_THE_TEXT: ReadonlySet<keyof SourceRecord> = new Set(['words', 'hash', 'size', 'mtime', 'ctime']);

/** Records by the row of their source. */
type Records = ReadonlyMap<number, SourceRecord>;

export interface TextChanges {
  /** As the articles were. */
  known: Columns<SourceRecord>;
  /** Those that have changed, as they are. */
  records: Records;
  /** Paths of the outputs, by row. */
  paths: ArrayLike<string>;
  groups: readonly GroupState[];
}

/** Reads the sources anew. @returns null where more than a text has changed, or there is something to say */
export function readTexts(
  { options, sources }: Begun,
  known: Columns<SourceRecord>,
  rows: readonly number[],
): Records | null {
  const jobs = createJobs(options.root, null);
  const changed = new Map<number, SourceRecord>();
  const fields = Object.keys(known) as (keyof SourceRecord)[];
  for (const row of rows) {
    const source = sources[row];
    const [parsed] = source ? jobs.parse([source]) : [];
    if (!source || !parsed?.meta || parsed.problems.length > 0) return null;
    const record = createRecord(parsed.meta, source, [], (value) => value);
    const isSame = (field: keyof SourceRecord) =>
      JSON.stringify(record[field]) === JSON.stringify(known[field][row]);
    if (!fields.every((field) => OF_THE_TEXT.has(field) || isSame(field))) return null;
    changed.set(row, record);
  }
  return changed;
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
  const { known, records, paths } = changes;
  const out = resolve(options.out);
  const change: StateChange = {
    head: { scanned, inputs: inputs.settled ? inputs.key : '' },
    sources: [...records],
    outputs: [],
  };
  // A file that was only touched has no page to write.
  const rewritten = new Map([...records].filter(([row, { hash }]) => hash !== known.hash[row]));
  const planned = await planTexts(begun, head, { ...changes, records: rewritten });
  if (!planned) return null;
  const pages: { task: PageTask; rows: number[] }[] = [];
  for (const page of planned.pages) {
    // A cover is drawn from the title.
    const task = { ...createTask(page, planned.routes, config.features.navigation), cover: null };
    const rows = targetsOf(task).map(({ path }) => Array.prototype.indexOf.call(paths, path));
    if (rows.includes(-1)) return null;
    for (const target of targetsOf(task)) target.known = hashBytes(readFileSync(join(out, target.path)));
    pages.push({ task, rows });
  }

  const jobs = createJobs(options.root, planned.setup);
  writeFileSync(markFile(file), '');
  let count = 0;
  for (const { task, rows } of pages) {
    const [rendered] = jobs.render([task]);
    if (!rendered) throw new Error(`${task.path} was not rendered`);
    for (const [index, row] of rows.entries()) {
      const written = rendered.files[index]?.written;
      if (written) count++;
      change.outputs.push([row, { ...written, key: rendered.key }]);
    }
  }
  appendChange(file, change);
  rmSync(markFile(file), { force: true });
  return count;
}

/** The pages as the whole site would plan them: the keys of their groups are the same. */
async function planTexts(begun: Begun, head: StateHead, { known, records: changed, groups }: TextChanges) {
  const { options, config, code, clock, today, include } = begun;
  const problems = createProblems();
  const data = await loadSiteData(config, problems);
  const records = new Map(findAround(known, changed).map((record) => [record.file, record]));
  for (const record of changed.values()) records.set(record.file, record);
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
  const files = new Set([...changed.values()].map((record) => record.file));
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
  const count = locale.length;
  const places = new Map<unknown, string>();
  const placeOf = (row: number) => {
    const first = entities[row]?.[0];
    let place = places.get(entities[row]);
    if (place === undefined) {
      place = JSON.stringify([first?.category, first?.subcategories[0]?.subcategory]);
      places.set(entities[row], place);
    }
    return locale[row] + place;
  };
  const wanted = new Set([...changed.keys()].map(placeOf));
  const keys = new Set<string | undefined>();
  for (let row = 0; row < count; row++) if (wanted.has(placeOf(row))) keys.add(key[row]);
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (keys.has(key[row])) rows.push(row);
  return selectRows(known, rows);
}
