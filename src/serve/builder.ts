/** Runs the builds of `serve --watch` in a thread, and restarts the thread to load new code. */
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

export type BuildOutput = BuildResult & Pick<Build, 'changed' | 'removed'>;

export type BuildOutcome =
  | { type: 'built'; result: BuildOutput; basePath: string }
  | { type: 'problems'; problems: Problem[] }
  /** An internal error, with its stack. */
  | { type: 'failed'; error: string };

export type BuilderAnswer = { id: number } & (
  | BuildOutcome
  | { type: 'refreshed'; page: string | null }
  | { type: 'found'; article: ArticleSource | null }
  | { type: 'finished' }
);

/** Messages of the thread; a warning answers no request. */
export type BuilderMessage = BuilderAnswer | { type: 'warning'; problem: Problem };

export interface Builder {
  build(): Promise<BuildOutcome>;
  /**
   * Writes the page of a saved article ahead of the next build. @param file relative to the root, with "/"
   * @returns its path; null where the page needs a build
   */
  refresh(file: string): Promise<string | null>;
  /** The source of a page; null where the last build has no such article. */
  findArticle(path: string): Promise<ArticleSource | null>;
  /** Loads the program again; the state comes from the disk. */
  restart(): Promise<void>;
  /** Records the last build, and ends the thread. */
  close(): Promise<void>;
}

const STOPPED = 'the builder was stopped';

/** @param onWarning receives problems that belong to no request, such as a read-only cache */
export function createBuilder(settings: BuilderSettings, onWarning: (problem: Problem) => void): Builder {
  const pending = new Map<number, (answer: BuilderAnswer) => void>();
  let worker: Worker | null = null;
  let count = 0;
  let isClosed = false;

  /** A dead thread answers nothing; the next request starts another one. */
  const fail = (error: string) => {
    worker = null;
    for (const [id, settle] of pending) settle({ id, type: 'failed', error });
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
      // A new thread would keep the program from ending.
      if (isClosed && !worker) return resolve({ id, type: 'failed', error: STOPPED });
      worker ??= start();
      pending.set(id, resolve);
      worker.postMessage({ ...request, id });
    });
  const stop = async () => {
    const stopped = worker;
    // A running build may take long, and the build before it is recorded.
    if (stopped && pending.size === 0) await ask({ type: 'finish' });
    fail(STOPPED);
    await stopped?.terminate();
  };

  return {
    async build() {
      const answer = await ask({ type: 'build' });
      if (answer.type === 'built' || answer.type === 'problems' || answer.type === 'failed') return answer;
      return { type: 'failed', error: `the builder answered ${answer.type} to build` };
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
