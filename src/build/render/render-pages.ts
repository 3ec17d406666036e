/** Renders the pages that have changed, and returns the records of all of them in a fixed order. */
import type { Reporter } from '../../foundation/report.ts';
import type { PageGroup, PlannedPage } from '../../pages/page-kind.ts';
import type { Routes } from '../../site/routes.ts';
import type { Article, Site } from '../../site/site.ts';
import { extractStrings } from '../../templates/shape.ts';
import { chunksOf } from '../parse/parse-sources.ts';
import type { Shard } from '../plan/shard.ts';
import type { GroupState } from '../state/build-state.ts';
import type { PreviousGroup, PreviousOutputs } from '../state/previous-outputs.ts';
import type { PageTask, RenderSetup, Target } from '../threads/task-messages.ts';
import type { Pool } from '../threads/thread-pool.ts';
import { pageKey } from '../threads/worker-tasks.ts';
import type { CachedOutput } from '../write/manifest.ts';

/** Outputs in their final order, and the groups that they belong to. */
export interface OutputRecords {
  groups: GroupState[];
  outputs: CachedOutput[];
  written: number;
}

export interface RenderedPages extends OutputRecords {
  /** Number of pages, rendered or not. */
  pages: number;
  rendered: number;
  /** Paths of the pages whose HTML was written. */
  changed: string[];
  /** Records of single articles in groups that are otherwise the same, by row of the previous outputs. */
  replaced: [row: number, record: CachedOutput][];
  /** Paths of files that such a group did not have before. */
  added: string[];
}

export interface RenderInput {
  pool: Pool;
  setup: RenderSetup;
  groups: readonly PageGroup[];
  /** Articles whose text may have changed. */
  articles: ReadonlySet<Article>;
  previous: PreviousOutputs;
  site: Site;
  shard: Shard;
  reporter: Reporter;
}

/** What is kept of a task while it runs: its page may be as large as all the rest. */
interface Expected {
  path: string;
  targets: Target[];
  /** The intact records of the targets. */
  known: (CachedOutput | null)[];
  slot: number;
  /** Where the slot holds the outputs of a whole group: the group, and their indexes by path. */
  within: { start: number; indexes: ReadonlyMap<string, number> } | null;
}

/** Tasks of one chunk; small enough that threads end together. */
const CHUNK = 32;

export async function renderPages(input: RenderInput): Promise<RenderedPages> {
  const { pool, setup, groups, previous, reporter } = input;
  const pages = groups.reduce((sum, { count }) => sum + count, 0);
  const phase = reporter.phase('render', pages);
  pool.setup(setup);
  // Slots keep the order of the plan, whichever thread ends first.
  const slots: CachedOutput[][] = [];
  const planned: { name: string; key: string; first: number; end: number }[] = [];
  const result: RenderedPages = {
    pages,
    rendered: 0,
    groups: [],
    outputs: [],
    written: 0,
    changed: [],
    replaced: [],
    added: [],
  };
  let done = 0;

  function* work(): Iterable<{ task: PageTask; expected: Expected }> {
    for (const group of groups) {
      const first = slots.length;
      const before = previous.group(group.name);
      if (before && before.key === group.key && previous.areIntact(before.outputs)) {
        slots.push(before.outputs);
        done += group.count;
        yield* tasksWithin(input, group, before, first);
      } else {
        for (const page of group.plan()) {
          if (!isOurs(input, page)) continue;
          const slot = slots.push([]) - 1;
          const { task, expected, isCurrent } = prepare(input, page, slot, previous.intact);
          if (!isCurrent) yield { task, expected };
          else {
            slots[slot] = expected.known.filter((output) => output !== null);
            done++;
          }
        }
      }
      planned.push({ name: group.name, key: group.key, first, end: slots.length });
      phase.update(done);
    }
  }

  const expected: Expected[][] = [];
  function* chunks(): Iterable<PageTask[]> {
    for (const chunk of chunksOf(work(), CHUNK)) {
      expected.push(chunk.map((item) => item.expected));
      yield chunk.map(({ task }) => task);
    }
  }
  await pool.run('render', chunks(), (results, number) => {
    const chunk = expected[number] ?? [];
    expected[number] = [];
    for (const [index, { key, files }] of results.entries()) {
      const item = chunk[index];
      if (!item) throw new Error('a result has no task');
      const { path, targets, known, slot, within } = item;
      const records = targets.map(({ path: file, kind }, position) => {
        const record = files[position] ?? known[position];
        if (!record) throw new Error(`${file} was neither written nor intact`);
        return createEntry(record, kind, key);
      });
      if (files[0]) result.changed.push(path);
      result.written += files.filter((file) => file !== null).length;
      if (within) replaceRecords(slots[slot] ?? [], within, records, result);
      else slots[slot] = records;
      result.rendered++;
    }
    done += results.length;
    phase.update(done);
  });

  const { outputs } = result;
  const starts = slots.map((slot) => {
    for (const record of slot) outputs.push(record);
    return outputs.length - slot.length;
  });
  result.groups = planned.map(({ name, key, first, end }) => {
    const start = starts[first] ?? outputs.length;
    return { name, key, start, count: (starts[end] ?? outputs.length) - start };
  });
  phase.end(`${pages} pages, ${result.written} files written`);
  return result;
}

/** The tasks of single articles in a group whose other pages are current. */
function* tasksWithin(input: RenderInput, group: PageGroup, before: PreviousGroup, slot: number) {
  if (input.articles.size === 0) return;
  const indexes = new Map(before.outputs.map(({ path }, index) => [path, index]));
  const find = (path: string) => before.outputs[indexes.get(path) ?? -1] ?? null;
  for (const page of group.planArticles?.(input.articles) ?? []) {
    if (!isOurs(input, page)) continue;
    const { task, expected, isCurrent } = prepare(input, page, slot, find);
    if (!isCurrent) yield { task, expected: { ...expected, within: { start: before.start, indexes } } };
  }
}

/** The service worker names the offline pages, so error pages belong to the shard of the outputs. */
function isOurs({ shard }: RenderInput, { kind, page }: PlannedPage): boolean {
  return kind === 'error' ? shard.hasOutputs : shard.includes(page.path);
}

function prepare(
  { site, setup }: RenderInput,
  planned: PlannedPage,
  slot: number,
  find: (path: string) => CachedOutput | null,
) {
  const task = createTask(planned, site.routes, site.config.features.navigation);
  const targets = targetsOf(task);
  const known = targets.map(({ path }) => find(path));
  for (const [index, target] of targets.entries()) target.known = known[index]?.hash ?? '';
  const key = known[0] ? pageKey(task, setup.key) : '';
  const expected: Expected = { path: task.path, targets, known, slot, within: null };
  return { task, expected, isCurrent: known.every((output) => output?.key === key) };
}

function replaceRecords(
  outputs: CachedOutput[],
  { start, indexes }: { start: number; indexes: ReadonlyMap<string, number> },
  records: readonly CachedOutput[],
  { replaced, added }: RenderedPages,
): void {
  for (const record of records) {
    const index = indexes.get(record.path);
    if (index === undefined) added.push(record.path);
    else {
      outputs[index] = record;
      replaced.push([start + index, record]);
    }
  }
}

/** A copy: objects from threads each have their own layout. */
function createEntry(
  { path, hash, size, mtime, ctime }: CachedOutput,
  kind: CachedOutput['kind'],
  key: string,
): CachedOutput {
  return { path, kind, key, hash, size, mtime, ctime };
}

function targetsOf({ html, data, cover }: PageTask): Target[] {
  return [html, ...(data ? [data] : []), ...(cover ? [cover.target] : [])];
}

function createTask(
  { page, kind, body, images, cover, hasData }: PlannedPage,
  routes: Routes,
  navigation: boolean,
): PageTask {
  return {
    page: extractStrings(page),
    kind: page.kind,
    locale: page.locale,
    path: page.path,
    title: page.head.title,
    body: body && { file: body.file, hash: body.hash },
    images,
    policy: page.policy ?? [],
    html: { path: routes.file(page.path), kind, known: '' },
    data: navigation && hasData ? { path: routes.pageDataFile(page.path), kind: 'data', known: '' } : null,
    cover: cover && { ...cover, target: { path: cover.path, kind: 'asset', known: '' } },
  };
}
