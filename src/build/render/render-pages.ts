/** Owns the second phase: which files stand, which are rendered, and the record of all of them in a fixed order. */
import type { Reporter } from '../../foundation/report.ts';
import type { OutputKind } from '../../foundation/response-headers.ts';
import type { PageGroup, PlannedPage } from '../../pages/page-kind.ts';
import type { Routes } from '../../site/routes.ts';
import type { Article, Site } from '../../site/site.ts';
import { takeApart } from '../../templates/shape.ts';
import type { OutputGroup } from '../outputs/output-generator.ts';
import { chunksOf } from '../parse/parse-sources.ts';
import type { Shard } from '../plan/shard.ts';
import type { GroupState, OutputState } from '../state/build-state.ts';
import type { Previous } from '../state/previous-outputs.ts';
import type { PageTask, RenderSetup, Target } from '../threads/task-messages.ts';
import type { Pool } from '../threads/thread-pool.ts';
import { pageKey } from '../threads/worker-tasks.ts';
import { createFileWriter, hashBytes, type WrittenFile } from '../write/file-writer.ts';
import type { Output } from '../write/output-directory.ts';

export interface OutputRecords {
  groups: GroupState[];
  outputs: OutputState[];
  written: number;
}

export interface PageRecords extends OutputRecords {
  /** Number of pages, rendered or not. */
  pages: number;
  /** Paths of the pages whose HTML was written. */
  changed: string[];
}

export interface RenderInput {
  pool: Pool;
  setup: RenderSetup;
  groups: readonly PageGroup[];
  /** Those whose files were read anew. */
  articles: ReadonlySet<Article>;
  previous: Previous;
  site: Site;
  shard: Shard;
  reporter: Reporter;
}

/** What is kept of a task while it is worked on: its page can be as large as all the rest together. */
interface Expected {
  path: string;
  targets: Target[];
  slot: number;
  /** Where the slot has the files of a whole group: their places by path. */
  places: ReadonlyMap<string, number> | null;
}

/** Tasks of one chunk; small enough that threads end together. */
const CHUNK = 32;

export async function renderPages({
  pool,
  setup,
  groups,
  articles,
  previous,
  site,
  shard,
  reporter,
}: RenderInput): Promise<PageRecords> {
  const { routes, config } = site;
  const { navigation } = config.features;
  const pages = groups.reduce((sum, { count }) => sum + count, 0);
  const phase = reporter.phase('render', pages);
  pool.setup(setup);
  // Slots keep the order of planning, whichever thread is done first.
  const slots: OutputState[][] = [];
  const states: { name: string; key: string; first: number; end: number }[] = [];
  const changed: string[] = [];
  let written = 0;
  let done = 0;

  /** @returns the task, or the records of what stands already */
  const prepare = (planned: PlannedPage): PageTask | OutputState[] => {
    const task = createTask(planned, routes, navigation);
    const standing = targetsOf(task).map(({ path }) => previous.standing(path));
    const key = standing[0] ? pageKey(task, setup.key) : '';
    if (standing.every((output) => output?.key === key)) return standing.filter((output) => output !== null);
    for (const [index, target] of targetsOf(task).entries()) target.known = standing[index]?.hash ?? '';
    return task;
  };
  // The service worker names the offline pages, so error pages go with the outputs.
  const isOurs = ({ kind, page }: PlannedPage) =>
    kind === 'error' ? shard.hasOutputs : shard.includes(page.path);

  function* tasks(): Iterable<Omit<Expected, 'path' | 'targets'> & { task: PageTask }> {
    for (const group of groups) {
      const first = slots.length;
      const before = previous.group(group.name);
      if (before && before.key === group.key && previous.allStand(before.outputs)) {
        slots.push(before.outputs);
        done += group.count;
        const places = new Map<string, number>();
        for (const planned of articles.size > 0 ? (group.planArticles?.(articles) ?? []) : []) {
          if (!isOurs(planned)) continue;
          const task = prepare(planned);
          if (Array.isArray(task)) continue;
          if (places.size === 0)
            for (const [index, { path }] of before.outputs.entries()) places.set(path, index);
          done--;
          yield { task, slot: first, places };
        }
      } else {
        for (const planned of group.plan()) {
          if (!isOurs(planned)) continue;
          const task = prepare(planned);
          slots.push(Array.isArray(task) ? task : []);
          if (Array.isArray(task)) done++;
          else yield { task, slot: slots.length - 1, places: null };
        }
      }
      states.push({ name: group.name, key: group.key, first, end: slots.length });
      phase.update(done);
    }
  }

  const expected: Expected[][] = [];
  function* chunks(): Iterable<PageTask[]> {
    for (const chunk of chunksOf(tasks(), CHUNK)) {
      expected.push(
        chunk.map(({ task, ...place }) => ({ path: task.path, targets: targetsOf(task), ...place })),
      );
      yield chunk.map(({ task }) => task);
    }
  }
  await pool.run('render', chunks(), (results, number) => {
    const chunk = expected[number] ?? [];
    expected[number] = [];
    for (const [index, { key, files }] of results.entries()) {
      const { path, targets = [], slot = 0, places } = chunk[index] ?? {};
      if (path === undefined) throw new Error('a result came without its task');
      if (files[0]?.written) changed.push(path);
      const records = targets.map((target, position) => {
        const file = files[position]?.written ?? null;
        if (file) written++;
        const known = file ?? previous.standing(target.path);
        if (!known) throw new Error(`${target.path} was neither written nor stands`);
        return record(target.kind, key, known);
      });
      if (places) replaceRecords(slots[slot] ?? [], places, records);
      else slots[slot] = records;
      done++;
    }
    phase.update(done);
  });

  const outputs: OutputState[] = [];
  const starts = slots.map((slot) => outputs.push(...slot) - slot.length);
  const groupStates = states.map(({ name, key, first, end }) => {
    const start = starts[first] ?? outputs.length;
    return { name, key, start, count: (starts[end] ?? outputs.length) - start };
  });
  phase.end(`${pages} pages, ${written} files written`);
  return { pages, groups: groupStates, outputs, written, changed };
}

/** The key of a group says that its pages have the same files. */
function replaceRecords(
  outputs: OutputState[],
  places: ReadonlyMap<string, number>,
  records: readonly OutputState[],
): void {
  for (const record of records) {
    const place = places.get(record.path);
    if (place === undefined) throw new Error(`${record.path} is new in a group that has not changed`);
    outputs[place] = record;
  }
}

function record(kind: OutputKind, key: string, { path, hash, size, mtime, ctime }: WrittenFile): OutputState {
  return { path, kind, key, hash, size, mtime, ctime };
}

export function targetsOf({ html, data, cover }: PageTask): Target[] {
  return [html, ...(data ? [data] : []), ...(cover ? [cover.target] : [])];
}

export function createTask(
  { page, kind, body, images, cover, hasData }: PlannedPage,
  routes: Routes,
  navigation: boolean,
): PageTask {
  return {
    page: takeApart(page),
    kind: page.kind,
    locale: page.locale,
    path: page.path,
    title: page.head.title,
    body: body && { file: body.file, hash: body.hash },
    images,
    html: { path: routes.file(page.path), kind, known: '' },
    data: navigation && hasData ? { path: routes.pageDataFile(page.path), kind: 'data', known: '' } : null,
    cover: cover && { ...cover, target: { path: cover.path, kind: 'asset', known: '' } },
  };
}

/** Writes the outputs that are made from the whole site; those whose key stands are left as they are. */
export async function writeOutputs(
  { folder, replaces, previous }: Output,
  groups: readonly OutputGroup[],
  reporter: Reporter,
): Promise<OutputRecords> {
  const phase = reporter.phase('outputs');
  const writer = createFileWriter(folder, replaces);
  const result: OutputRecords = { groups: [], outputs: [], written: 0 };
  for (const group of groups) {
    const start = result.outputs.length;
    const before = previous.group(group.name);
    if (before && before.key === group.key && previous.allStand(before.outputs)) {
      result.outputs.push(...before.outputs);
    } else {
      for await (const { path, kind, content } of group.files()) {
        const standing = previous.standing(path);
        const same = standing !== null && standing.hash === hashBytes(content);
        if (!same) result.written++;
        result.outputs.push(record(kind, group.key, same ? standing : writer.write(path, content)));
      }
    }
    result.groups.push({ name: group.name, key: group.key, start, count: result.outputs.length - start });
  }
  phase.end(`${result.outputs.length} files`);
  return result;
}
