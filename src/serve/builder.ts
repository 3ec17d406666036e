/** Runs the builds of `serve --watch` in a thread, and restarts the thread to load new code. */

import { Worker } from 'node:worker_threads';
import type { Build } from '../build/build-result.ts';
import { lockOutput } from '../build/write/output-lock.ts';
import type { ArticleSource } from '../content/article/parse-article.ts';
import type { Problem } from '../foundation/errors.ts';
import { packageFile } from '../foundation/package-files.ts';
import type { Reporter } from '../foundation/report.ts';
import type { BuildResult } from '../results/site-results.ts';

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
  /** `stylesheet` is its URL; null where the build keeps nothing in memory. */
  | { type: 'built'; result: BuildOutput; basePath: string; stylesheet: string | null }
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

/** Milliseconds after a build until it is recorded, so that the next save does not wait for that. */
const REST = 1000;

/** @param reporter receives what belongs to no request: waiting for another build, or a read-only cache */
export function createBuilder(settings: BuilderSettings, reporter: Pick<Reporter, 'info' | 'warn'>): Builder {
  const { root, out } = settings;
  const pending = new Map<number, (answer: BuilderAnswer) => void>();
  const closing = new AbortController();
  let worker: Worker | null = null;
  let count = 0;
  /** Held from a build until it is recorded, and here, since a thread may be ended at any time. */
  let release: (() => Promise<void>) | null = null;
  let turns: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  /** A dead thread answers nothing; the next request starts another one. */
  const fail = (error: string) => {
    worker = null;
    for (const [id, settle] of pending) settle({ id, type: 'failed', error });
    pending.clear();
  };
  const start = () => {
    const started = new Worker(packageFile('lib/builder.js'), { workerData: settings });
    started.on('message', (message: BuilderMessage) => {
      if (message.type === 'warning') return reporter.warn(message.problem);
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
      if (closing.signal.aborted && !worker) return resolve({ id, type: 'failed', error: STOPPED });
      worker ??= start();
      pending.set(id, resolve);
      worker.postMessage({ ...request, id });
    });
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = turns.then(work);
    turns = turn.catch(() => undefined);
    return turn;
  };
  const finish = async () => {
    if (worker) await ask({ type: 'finish' });
    await release?.();
    release = null;
  };
  /** Asks for something that writes into the output folder. */
  const write = (request: Request): Promise<BuilderAnswer> => {
    clearTimeout(timer);
    return inTurn(async () => {
      release ??= await lockOutput({ root, out, reporter, signal: closing.signal });
      if (!release) return { id: count++, type: 'failed', error: STOPPED };
      const answer = await ask(request);
      clearTimeout(timer);
      timer = setTimeout(() => void inTurn(finish), REST).unref();
      return answer;
    });
  };
  const stop = async () => {
    clearTimeout(timer);
    const stopped = worker;
    // A running build may take long, and the build before it is recorded.
    if (stopped && pending.size === 0) await ask({ type: 'finish' });
    fail(STOPPED);
    await stopped?.terminate();
    await inTurn(finish);
  };

  return {
    async build() {
      const answer = await write({ type: 'build' });
      if (answer.type === 'built' || answer.type === 'problems' || answer.type === 'failed') return answer;
      return { type: 'failed', error: `the builder answered ${answer.type} to build` };
    },
    async refresh(file) {
      const answer = await write({ type: 'refresh', file });
      return answer.type === 'refreshed' ? answer.page : null;
    },
    async findArticle(path) {
      const answer = await ask({ type: 'find', path });
      return answer.type === 'found' ? answer.article : null;
    },
    restart: stop,
    close() {
      closing.abort();
      return stop();
    },
  };
}
