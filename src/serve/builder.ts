/** Owns the builder of `serve --watch` as the server sees it: requests to its thread, and a fresh thread for new code. */
import { Worker } from 'node:worker_threads';
import type { Build, BuildResult } from '../build/build-result.ts';
import type { ArticleSource } from '../content/article/parse-article.ts';
import type { Problem } from '../foundation/errors.ts';
import { packageFile } from '../foundation/package-files.ts';

export interface BuilderSettings {
  root: string;
  out: string;
  drafts: boolean;
  future: boolean;
}

type Request =
  | { type: 'build' }
  | { type: 'refresh'; file: string }
  | { type: 'find'; path: string }
  | { type: 'finish' };
export type BuilderRequest = Request & { id: number };

/** What crosses from the thread. */
export type BuildOutput = BuildResult & Pick<Build, 'changed' | 'removed'>;

export type BuilderAnswer = { id: number } & (
  | { type: 'built'; result: BuildOutput; basePath: string }
  | { type: 'refreshed'; page: string | null }
  | { type: 'problems'; problems: Problem[] }
  | { type: 'fault'; fault: string }
  | { type: 'found'; article: ArticleSource | null }
  | { type: 'finished' }
);

/** What the thread says; a warning belongs to no request. */
export type BuilderMessage = BuilderAnswer | { type: 'warning'; problem: Problem };

export type BuildOutcome =
  | { type: 'built'; result: BuildOutput; basePath: string }
  | { type: 'problems'; problems: Problem[] }
  /** An error of the program, with its stack. */
  | { type: 'fault'; fault: string };

export interface Builder {
  build(): Promise<BuildOutcome>;
  /**
   * Writes the page of a saved article ahead of the next build. @param file relative to the root, with "/"
   * @returns its path; null where it has to wait for the build
   */
  refresh(file: string): Promise<string | null>;
  /** The source of a page; null where it is no article of the last build. */
  findArticle(path: string): Promise<ArticleSource | null>;
  /** Loads the program anew; the state comes from the disk. */
  restart(): Promise<void>;
  /** Records what has been built, and ends the thread. */
  close(): Promise<void>;
}

const STOPPED = 'the builder was stopped';

/** @param onWarning what no request is at fault for, such as a cache that cannot be written */
export function createBuilder(settings: BuilderSettings, onWarning: (problem: Problem) => void): Builder {
  const pending = new Map<number, (answer: BuilderAnswer) => void>();
  let worker: Worker | null = null;
  let count = 0;
  let isClosed = false;

  /** A thread that has died answers nothing; the next request starts another one. */
  const fail = (fault: string) => {
    worker = null;
    for (const [id, settle] of pending) settle({ id, type: 'fault', fault });
    pending.clear();
  };
  const start = () => {
    const started = new Worker(packageFile('lib/builder.js'), { workerData: settings });
    started.on('message', (message: BuilderMessage) => {
      if (message.type === 'warning') return onWarning(message.problem);
      pending.get(message.id)?.(message);
      pending.delete(message.id);
    });
    started.on('error', (error: Error) => fail(error.stack ?? error.message));
    return started;
  };
  const ask = (request: Request): Promise<BuilderAnswer> =>
    new Promise((resolve) => {
      const id = count++;
      // A thread that began now would keep the program from ending.
      if (isClosed && !worker) return resolve({ id, type: 'fault', fault: STOPPED });
      worker ??= start();
      pending.set(id, resolve);
      worker.postMessage({ ...request, id });
    });
  const stop = async () => {
    const stopped = worker;
    // One that is at work is stopped there: it may be long, and it has recorded what was before.
    if (stopped && pending.size === 0) await ask({ type: 'finish' });
    fail(STOPPED);
    await stopped?.terminate();
  };

  return {
    async build() {
      const answer = await ask({ type: 'build' });
      if (answer.type === 'built' || answer.type === 'problems' || answer.type === 'fault') return answer;
      return { type: 'fault', fault: 'another answer than asked for' };
    },
    async refresh(file) {
      const answer = await ask({ type: 'refresh', file });
      return answer.type === 'refreshed' ? answer.page : null;
    },
    async findArticle(path) {
      const answer = await ask({ type: 'find', path });
      return answer.type === 'found' ? answer.article : null;
    },
    restart: stop,
    close() {
      isClosed = true;
      return stop();
    },
  };
}
