/** Renders the pages that have changed, and returns the records of all pages in the order of the plan. */
import { sortProblems, UserError } from '../../foundation/errors.ts';
import { chunksOf } from '../../foundation/group-by.ts';
import type { Phase } from '../../foundation/report.ts';
import type { Includes, PageGroup, PlannedPage } from '../../pages/page-kind.ts';
import type { Article, Site } from '../../site/site.ts';
import { extractStrings } from '../../templates/shape.ts';
import type { Shard } from '../plan/shard.ts';
import type { GroupState } from '../state/build-state.ts';
import type { PreviousGroup, PreviousOutputs } from '../state/previous-outputs.ts';
import type { PageTask, RenderedPage, RenderSetup, TaskFile } from '../threads/task-messages.ts';
import type { Pool } from '../threads/thread-pool.ts';
import type { CachedOutput } from '../write/manifest.ts';
import { createFailures } from './failures.ts';
import { pageKey } from './page-renderer.ts';
import { createTwin } from './page-twin.ts';

/** A group of written outputs, with the articles whose whole texts they show. */
export interface WrittenGroup extends Omit<GroupState, 'shows'> {
  shown: readonly Article[];
}

/** Outputs in their final order, and the groups that they belong to. */
export interface OutputRecords {
  groups: WrittenGroup[];
  outputs: CachedOutput[];
  written: number;
}

export interface RenderedPages extends OutputRecords {
  rendered: number;
  /** Paths of the pages whose HTML was written. */
  changed: string[];
  /** New records in groups that are otherwise the same, by row of the previous outputs. */
  replaced: [row: number, record: CachedOutput][];
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
  phase: Phase;
}

/** The part of a task that the main thread keeps while the task runs. The page itself may be large. */
interface RunningTask {
  path: string;
  targets: TaskFile[];
  /** The intact records of the targets. */
  known: (CachedOutput | null)[];
  slot: number;
  /** If the slot holds the outputs of a group: the row where the group starts, and the index of each path in the group. */
  groupRows: { start: number; indexes: ReadonlyMap<string, number> } | null;
}

/** The tasks of a page, or of a group that is planned in part, write to one slot, so that slots keep the order of the plan. */
interface Slots {
  outputs: CachedOutput[][];
  /** `first` and `end` number the slots of the group. */
  groups: { name: string; key: string; first: number; end: number }[];
}

/** Number of tasks of one chunk: so few that all threads end at about the same time. */
const CHUNK = 32;

/** @throws UserError with the problems of all pages that cannot be shown */
export async function renderPages(input: RenderInput): Promise<RenderedPages> {
  const { pool, setup, phase } = input;
  pool.setup(setup);
  const slots: Slots = { outputs: [], groups: [] };
  const result: RenderedPages = {
    ...{ groups: [], outputs: [], written: 0 },
    ...{ rendered: 0, changed: [], replaced: [] },
  };
  const progress = { done: 0 };
  const failures = createFailures();
  const running: RunningTask[][] = [];
  function* chunks(): Iterable<PageTask[]> {
    for (const chunk of chunksOf(planTasks(input, slots, progress), CHUNK)) {
      running.push(chunk.map((item) => item.running));
      yield chunk.map(({ task }) => task);
    }
  }
  await pool.run('render', chunks(), (pages, number) => {
    const tasks = running[number] ?? [];
    running[number] = [];
    for (const [index, page] of pages.entries()) {
      const task = tasks[index];
      if (!task) throw new Error('a result has no task');
      if ('problems' in page) failures.add(page.problems);
      else storePage(page, task, slots, result);
    }
    progress.done += pages.length;
    phase.update(progress.done);
  });
  const failed = failures.list();
  if (failed.length > 0) throw new UserError(sortProblems(failed));
  return { ...result, ...joinSlots(slots) };
}

/** Yields a task for each page that is not current. A page that is current keeps its records. */
function* planTasks(
  input: RenderInput,
  slots: Slots,
  progress: { done: number },
): Iterable<{ task: PageTask; running: RunningTask }> {
  const { groups, previous, phase } = input;
  const { outputs } = slots;
  for (const group of groups) {
    const first = outputs.length;
    const before = previous.group(group.name);
    if (before && before.key === group.key && previous.areIntact(before.outputs)) {
      outputs.push(before.outputs);
      progress.done += group.count;
      yield* planTasksWithin(input, group, before, first);
    } else {
      for (const page of group.plan((entry) => isOurs(input, entry))) {
        const slot = outputs.push([]) - 1;
        const { isCurrent, ...planned } = prepare(input, page, slot, previous.intact);
        if (!isCurrent) yield planned;
        else {
          outputs[slot] = planned.running.known.filter((output) => output !== null);
          progress.done++;
        }
      }
    }
    slots.groups.push({ name: group.name, key: group.key, first, end: outputs.length });
    phase.update(progress.done);
  }
}

function storePage(
  { key, files }: RenderedPage,
  { path, targets, known, slot, groupRows }: RunningTask,
  { outputs }: Slots,
  result: RenderedPages,
): void {
  const records = targets.map(({ path: file, kind }, index) => {
    const record = files[index] ?? known[index];
    if (!record) throw new Error(`${file} was neither written nor intact`);
    return createEntry(record, kind, key);
  });
  if (files[0]) result.changed.push(path);
  result.written += files.filter((file) => file !== null).length;
  result.rendered++;
  if (groupRows) replaceRecords(outputs[slot] ?? [], groupRows, records, result);
  else outputs[slot] = records;
}

function joinSlots(slots: Slots): Pick<RenderedPages, 'groups' | 'outputs'> {
  const outputs: CachedOutput[] = [];
  const starts = slots.outputs.map((slot) => {
    for (const record of slot) outputs.push(record);
    return outputs.length - slot.length;
  });
  const groups = slots.groups.map(({ name, key, first, end }) => {
    const start = starts[first] ?? outputs.length;
    return { name, key, start, count: (starts[end] ?? outputs.length) - start, shown: [] };
  });
  return { groups, outputs };
}

/** The tasks of single articles in a group whose other pages are current. */
function* planTasksWithin(input: RenderInput, group: PageGroup, before: PreviousGroup, slot: number) {
  if (input.articles.size === 0) return;
  const indexes = new Map(before.outputs.map(({ path }, index) => [path, index]));
  const find = (path: string) => before.outputs[indexes.get(path) ?? -1] ?? null;
  for (const page of group.planArticles?.(input.articles) ?? []) {
    if (!isOurs(input, { path: page.page.path, output: page.kind })) continue;
    const { task, running, isCurrent } = prepare(input, page, slot, find);
    if (!isCurrent) yield { task, running: { ...running, groupRows: { start: before.start, indexes } } };
  }
}

/** Error pages belong to the shard of the outputs, since the service worker lists the offline pages. */
function isOurs({ shard }: RenderInput, { path, output }: Parameters<Includes>[0]): boolean {
  return output === 'error' ? shard.hasOutputs : shard.includes(path);
}

function prepare(
  { site, setup }: RenderInput,
  planned: PlannedPage,
  slot: number,
  find: (path: string) => CachedOutput | null,
) {
  const task = createTask(planned, site);
  const targets = targetsOf(task);
  const known = targets.map(({ path }) => find(path));
  for (const [index, target] of targets.entries()) target.known = known[index]?.hash ?? '';
  const key = known[0] ? pageKey(task, setup) : '';
  const running: RunningTask = { path: task.path, targets, known, slot, groupRows: null };
  return { task, running, isCurrent: known.every((output) => output?.key === key) };
}

function replaceRecords(
  outputs: CachedOutput[],
  { start, indexes }: { start: number; indexes: ReadonlyMap<string, number> },
  records: readonly CachedOutput[],
  { replaced }: RenderedPages,
): void {
  for (const record of records) {
    const index = indexes.get(record.path);
    // A new title gives a saved article another cover. The build that follows plans its group again.
    if (index === undefined) continue;
    outputs[index] = record;
    replaced.push([start + index, record]);
  }
}

/** Copies a record: objects from threads have a hidden class each, which takes memory. */
function createEntry(
  { path, hash, size, mtime, ctime }: CachedOutput,
  kind: CachedOutput['kind'],
  key: string,
): CachedOutput {
  return { path, kind, key, hash, size, mtime, ctime };
}

function targetsOf({ html, data, cover, twin }: PageTask): TaskFile[] {
  return [html, ...(data ? [data] : []), ...[cover, twin].flatMap((own) => (own ? [own.target] : []))];
}

function createTask(planned: PlannedPage, { routes, config }: Site): PageTask {
  const { page, kind, body, images, links, offers, cover, hasData } = planned;
  const { navigation } = config.features;
  const hasTwin = config.agents.markdown && body !== null;
  return {
    page: extractStrings(page),
    kind: page.kind,
    locale: page.locale,
    path: page.path,
    title: page.head.title,
    body: body && { file: body.file, hash: body.hash },
    images,
    links,
    offers,
    policy: page.policy ?? [],
    html: { path: routes.file(page.path), kind, known: '' },
    data: navigation && hasData ? { path: routes.pageDataFile(page.path), kind: 'data', known: '' } : null,
    cover: cover && { ...cover, target: { path: cover.path, kind: 'asset', known: '' } },
    twin: hasTwin
      ? {
          ...createTwin(planned, routes),
          target: { path: routes.twinFile(page.path), kind: 'data', known: '' },
        }
      : null,
  };
}
