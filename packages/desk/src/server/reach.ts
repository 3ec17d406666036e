/** Says how far each article is on its way to readers: what the newest release of a target has, beside the last build and the text. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type ArticleState,
  type BuiltPages,
  findHome,
  type ListedArticle,
  type LivePages,
  loadConfig,
  readBuiltPages,
  readLivePages,
  type SiteConfig,
  stateFile,
  UserError,
} from './core.ts';
import type { OtherText } from './other-texts.ts';
import { type Environment, environment } from './run-command.ts';
import { forgetDeleted } from './whole-texts.ts';

/**
 * `live`: readers have this text. `changed`: they have an older one, and no build has this one. `built`: the last build has it, and
 * readers do not. `new`: neither has it. `leaves`: readers have a page that the next release takes away. null: readers have no page and
 * shall have none, or no target says what they have.
 */
export type Reach = 'live' | 'changed' | 'built' | 'new' | 'leaves' | null;

/**
 * How far a text is on its way. `unreadable`: the file is no article that can be read. `changed`: since its approval, which stops the
 * release. `deleted`: kept until the next release.
 */
export type RowState = ArticleState | 'unreadable' | 'changed' | 'deleted';

export interface Place {
  environment: Environment;
  /** Where its readers are, or its target where nothing says so. */
  address: string;
}

export interface Readers extends Place {
  /** Why the target does not say what readers have; else null. */
  problem: string | null;
}

export interface Reached {
  of(article: Pick<ListedArticle, 'file' | 'hash' | 'review'>, row: { path: string; state: RowState }): Reach;
  /** The same of a page that is no article; the times of its file and of the last build say whether that has it. */
  ofPage(page: Pick<OtherText, 'path' | 'type' | 'time'>, state: RowState): Reach;
}

export interface ReachFinder {
  /** Asks the target, which may take as long as its store. @param environment whose readers it is about from now on */
  refresh(environment?: Environment): Promise<void>;
  /** Changes when the answers may have changed. */
  stamp(): string;
  /** What holds of all texts at one moment. */
  look(): Reached;
  /** null where no environment has a target. */
  readers(): Readers | null;
}

/** The environments that have a target. */
export const listPlaces = (config: SiteConfig): Place[] =>
  environment.options.flatMap((name) => {
    const target = config.deploy[name];
    if (target === undefined) return [];
    const choice = { env: name, target: undefined, preview: undefined };
    return { environment: name, address: findHome(config, choice) ?? target };
  });

export function createReach(root: string): ReachFinder {
  const state = stateFile(root, resolve(root, 'dist'));
  let live: LivePages | null = null;
  let readers: Readers | null = null;
  let wanted: Environment | null = null;
  let built: { time: number; pages: BuiltPages | null } = { time: 0, pages: null };
  const lastBuild = () => {
    const time = statSync(state, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (time !== built.time) built = { time, pages: readBuiltPages(root, join(root, 'dist')) };
    return built;
  };
  const look = (): Reached => {
    const { time: builtAt, pages: known } = lastBuild();
    const { pages, texts } = known ?? NO_BUILD;
    const find = (path: string, state: RowState, isBuilt: boolean): Reach => {
      if (!live || path === '') return null;
      return reachOf({ state, isBuilt, live: live.pages.get(path), built: pages.get(path) });
    };
    return {
      // Readers keep the approved text while another one waits.
      of: ({ file, hash, review }, { path, state }) =>
        find(path, state, review?.isReplaced || !texts.has(file) || texts.get(file) === hash),
      ofPage: ({ path, type, time }, state) => (type === 'data' ? null : find(path, state, time < builtAt)),
    };
  };
  return {
    async refresh(chosen) {
      const config = await loadConfig(root);
      wanted = chosen ?? wanted;
      const places = listPlaces(config);
      const place = places.find(({ environment }) => environment === wanted) ?? places[0];
      if (place?.environment !== readers?.environment) live = null;
      readers = place ? { ...place, problem: null } : null;
      if (!readers) return;
      try {
        live = await readLivePages(config, readers.environment, live);
        forgetDeleted(root, live.built);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        live = null;
        readers.problem = error.message;
      }
    },
    stamp: () =>
      `${readers?.environment} ${live?.release ?? ''} ${live?.pages.size ?? -1} ${lastBuild().time}`,
    readers: () => readers,
    look,
  };
}

const NO_BUILD: BuiltPages = { pages: new Map(), texts: new Map() };
const STOPS: ReadonlySet<RowState> = new Set(['changed', 'error', 'unreadable']);

interface Page {
  state: RowState;
  /** False where the text has changed since the last build. */
  isBuilt: boolean;
  /** Hash of the page that readers have. */
  live: string | undefined;
  /** Hash of the page of the last build. */
  built: string | undefined;
}

export function reachOf({ state, isBuilt, live, built }: Page): Reach {
  // What stops the release leaves readers what they have.
  if (STOPS.has(state)) return live === undefined ? 'new' : 'changed';
  if (state !== 'published') return live === undefined ? null : 'leaves';
  if (live === undefined) return isBuilt && built !== undefined ? 'built' : 'new';
  if (!isBuilt) return 'changed';
  return built === undefined || built === live ? 'live' : 'built';
}
