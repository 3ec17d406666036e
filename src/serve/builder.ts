/** Runs the builds of `serve --watch` in a thread. */
import { Worker } from 'node:worker_threads';
import type { Build } from '../build/build-result.ts';
import { lockOutput } from '../build/write/output-lock.ts';
import type { ArticleSource } from '../content/article/parse-article.ts';
import type { Problem } from '../foundation/errors.ts';
import { packageFile } from '../foundation/package-files.ts';
import type { Reporter } from '../foundation/report.ts';

export interface BuilderSettings {
  root: string;
  out: string;
  drafts: boolean;
  future: boolean;
}

type Request = { type: 'build' } | { type: 'find'; path: string };
export type BuilderRequest = Request & { id: number };

export type BuildOutcome =
  | ({ type: 'built' } & Build)
  | { type: 'problems'; problems: Problem[] }
  /** An internal error, with its stack. */
  | { type: 'failed'; error: string };

export type BuilderAnswer = { id: number } & (
  | BuildOutcome
  | { type: 'found'; article: ArticleSource | null }
);

export interface Builder {
  build(): Promise<BuildOutcome>;
  /** The source of a page; null where the last build has no such article. */
  findArticle(path: string): Promise<ArticleSource | null>;
  /** Ends the thread, and a build that is running. */
  close(): Promise<void>;
}

const STOPPED = 'the builder was stopped';

/** @param reporter is told of waiting for another build */
export function createBuilder(settings: BuilderSettings, reporter: Pick<Reporter, 'info'>): Builder {
  const { root, out } = settings;
  const pending = new Map<number, (answer: BuilderAnswer) => void>();
  const closing = new AbortController();
  let worker: Worker | null = null;
  let count = 0;
  let turns: Promise<unknown> = Promise.resolve();

  /** A dead thread answers nothing; the next request starts another one. */
  const fail = (error: string) => {
    worker = null;
    for (const [id, settle] of pending) settle({ id, type: 'failed', error });
    pending.clear();
  };
  const start = () => {
    const started = new Worker(packageFile('lib/builder.js'), { workerData: settings });
    started.on('message', (answer: BuilderAnswer) => {
      const settle = pending.get(answer.id);
      pending.delete(answer.id);
      settle?.(answer);
    });
    started.on('error', (error: Error) => fail(error.stack ?? error.message));
    return started;
  };
  const ask = (request: Request): Promise<BuilderAnswer> =>
    new Promise((settle) => {
      const id = count++;
      // A new thread would keep the program from ending.
      if (closing.signal.aborted) return settle({ id, type: 'failed', error: STOPPED });
      worker ??= start();
      pending.set(id, settle);
      worker.postMessage({ ...request, id });
    });
  const build = async (): Promise<BuildOutcome> => {
    // The lock is held here, since the thread may be ended at any time.
    const release = await lockOutput({ root, out, reporter, signal: closing.signal });
    if (!release) return { type: 'failed', error: STOPPED };
    try {
      const answer = await ask({ type: 'build' });
      if (answer.type !== 'found') return answer;
      return { type: 'failed', error: `the builder answered ${answer.type} to build` };
    } finally {
      await release();
    }
  };

  return {
    build() {
      const turn = turns.then(build);
      turns = turn.catch(() => undefined);
      return turn;
    },
    async findArticle(path) {
      const answer = await ask({ type: 'find', path });
      return answer.type === 'found' ? answer.article : null;
    },
    async close() {
      closing.abort();
      const stopped = worker;
      fail(STOPPED);
      await stopped?.terminate();
      await turns;
    },
  };
}
