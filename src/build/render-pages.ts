/** Owns the second phase: which files stand, which are rendered, and the record of all of them in a fixed order. */
import { statSync } from 'node:fs';
import type { Phase } from '../report.ts';
import type { Routes } from '../site/routes.ts';
import { takeApart } from '../templates/shape.ts';
import { createFileWriter, hashBytes, type WrittenFile } from './files.ts';
import { pageKey } from './jobs.ts';
import type { OutputKind } from './manifest.ts';
import type { TextGroup } from './outputs/output.ts';
import { chunksOf } from './parse-sources.ts';
import type { PageGroup, PlannedPage } from './plan.ts';
import type { Pool } from './pool.ts';
import type { Shard } from './shard.ts';
import type { GroupState, OutputState } from './state.ts';
import type { PageTask, RenderSetup, Target } from './tasks.ts';

/** The outputs of the previous build, by group and by path. */
export interface Previous {
  group(name: string): { key: string; outputs: OutputState[] } | null;
  /** The record of a path, if its file stands as it was written. */
  standing(path: string): OutputState | null;
  /** Whether all of them stand. */
  allStand(outputs: readonly OutputState[]): boolean;
  /** Whether all that was asked for so far stood: else somebody else has written to the folder. */
  readonly undisturbed: boolean;
}

export interface OutputRecords {
  groups: GroupState[];
  outputs: OutputState[];
  written: number;
}

export interface PageRecords extends OutputRecords {
  /** Paths of the pages whose HTML was written. */
  changed: string[];
}

/** @param folder the output folder. Without previous outputs (a fresh folder) nothing stands. */
export function createPrevious(
  folder: string,
  groups: readonly GroupState[],
  outputs: readonly OutputState[],
): Previous {
  const byName = new Map(groups.map((group) => [group.name, group]));
  let byPath: Map<string, OutputState> | null = null;
  let undisturbed = true;
  const check = (output: OutputState) => {
    const standing = stands(folder, output);
    undisturbed &&= standing;
    return standing;
  };
  return {
    get undisturbed() {
      return undisturbed;
    },
    allStand: (list) => list.every(check),
    group(name) {
      const group = byName.get(name);
      return group
        ? { key: group.key, outputs: outputs.slice(group.start, group.start + group.count) }
        : null;
    },
    standing(path) {
      byPath ??= new Map(outputs.map((output) => [output.path, output]));
      const output = byPath.get(path);
      return output && check(output) ? output : null;
    },
  };
}

function stands(folder: string, { path, size, mtime, ctime }: OutputState): boolean {
  const stat = statSync(`${folder}/${path}`, { throwIfNoEntry: false });
  return stat !== undefined && stat.size === size && stat.mtimeMs === mtime && stat.ctimeMs === ctime;
}

export interface RenderInput {
  pool: Pool;
  setup: RenderSetup;
  groups: readonly PageGroup[];
  previous: Previous;
  routes: Routes;
  navigation: boolean;
  shard: Shard;
  phase: Phase;
}

/** Tasks of one chunk; small enough that threads end together. */
const CHUNK = 32;

export async function renderPages({
  pool,
  setup,
  groups,
  previous,
  routes,
  navigation,
  shard,
  phase,
}: RenderInput): Promise<PageRecords> {
  // Slots keep the order of planning, whichever thread is done first.
  const slots: OutputState[][] = [];
  const states: { name: string; key: string; first: number; end: number }[] = [];
  const changed: string[] = [];
  let written = 0;
  let done = 0;

  function* tasks(): Iterable<{ task: PageTask; slot: number }> {
    for (const group of groups) {
      const first = slots.length;
      const before = previous.group(group.name);
      if (before && before.key === group.key && previous.allStand(before.outputs)) {
        slots.push(before.outputs);
        done += group.count;
      } else {
        for (const planned of group.plan()) {
          // The service worker names the offline pages, so error pages go with the outputs.
          const isOurs = planned.kind === 'error' ? shard.hasOutputs : shard.includes(planned.page.path);
          if (!isOurs) continue;
          const task = createTask(planned, routes, navigation);
          const standing = targetsOf(task).map(({ path }) => previous.standing(path));
          const key = standing[0] ? pageKey(task, setup.key) : '';
          if (standing.every((output) => output?.key === key)) {
            slots.push(standing.filter((output) => output !== null));
            done++;
            continue;
          }
          for (const [index, target] of targetsOf(task).entries()) target.known = standing[index]?.hash ?? '';
          slots.push([]);
          yield { task, slot: slots.length - 1 };
        }
      }
      states.push({ name: group.name, key: group.key, first, end: slots.length });
      phase.update(done);
    }
  }

  const queued: { task: PageTask; slot: number }[][] = [];
  function* chunks(): Iterable<PageTask[]> {
    for (const chunk of chunksOf(tasks(), CHUNK)) {
      queued.push(chunk);
      yield chunk.map(({ task }) => task);
    }
  }
  await pool.run('render', chunks(), (results, _items, number) => {
    const chunk = queued[number] ?? [];
    queued[number] = [];
    for (const [index, { key, files }] of results.entries()) {
      const { task, slot } = chunk[index] ?? {};
      if (!task || slot === undefined) throw new Error('a result came without its task');
      if (files[0]?.written) changed.push(task.path);
      slots[slot] = targetsOf(task).map((target, position) => {
        const file = files[position]?.written ?? null;
        if (file) written++;
        const known = file ?? previous.standing(target.path);
        if (!known) throw new Error(`${target.path} was neither written nor stands`);
        return record(target.kind, key, known);
      });
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
  return { groups: groupStates, outputs, written, changed };
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
  folder: string,
  replaces: boolean,
  groups: readonly TextGroup[],
  previous: Previous,
): Promise<OutputRecords> {
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
  return result;
}
