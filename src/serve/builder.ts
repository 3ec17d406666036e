/** Runs the builds of `serve --watch` in a thread. */
import { Worker } from 'node:worker_threads';
import type { Build } from '../build/build-result.ts';
import type { SessionSettings } from '../build/session.ts';
import { lockOutput } from '../build/write/output-lock.ts';
import type { ArticleMeta, ArticleSource } from '../content/article/parse-article.ts';
import type { Problem } from '../foundation/errors.ts';
import { packageFile } from '../foundation/package-files.ts';
import type { Reporter } from '../foundation/report.ts';
import type { BuildResult } from '../results/site-results.ts';

export type BuilderSettings = SessionSettings;

type Request =
  /** `articles`: the files that have changed, where all of them are articles; else empty. */
  | { type: 'build'; articles: readonly string[] }
  | { type: 'find'; path: string }
  | { type: 'list' }
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
  | { type: 'found'; article: ArticleSource | null }
  | { type: 'listed'; articles: readonly ArticleMeta[] | null }
  | { type: 'finished' }
);

/** Messages of the thread. Each request has one answer; `ahead` comes before the answer, a warning at any time. */
export type BuilderMessage =
  | BuilderAnswer
  | { id: number; type: 'ahead'; pages: readonly string[] }
  | { type: 'warning'; problem: Problem };

export interface Builder {
  /**
   * @param articles the files that have changed, relative to the root, where all of them are articles; else empty
   * @param onAhead gets the paths of pages that can be shown before the build ends
   */
  build(articles?: readonly string[], onAhead?: (pages: readonly string[]) => void): Promise<BuildOutcome>;
  /** The source of a page; null where the last build has no such article. */
  findArticle(path: string): Promise<ArticleSource | null>;
  /** Every article of the last build that succeeded, in any state; null where none has. */
  listArticles(): Promise<readonly ArticleMeta[] | null>;
  /** Records the last build, and ends the thread. */
  close(): Promise<void>;
}

interface Pending {
  settle(answer: BuilderAnswer): void;
  onAhead(pages: readonly string[]): void;
}

const STOPPED = 'the builder was stopped';

/** Milliseconds after a build until it is recorded, so that the next save does not wait for that. */
const REST = 1000;

/** @param reporter receives what belongs to no request: waiting for another build, or a read-only cache */
export function createBuilder(settings: BuilderSettings, reporter: Pick<Reporter, 'info' | 'warn'>): Builder {
  const { root, out } = settings;
  const pending = new Map<number, Pending>();
  const closing = new AbortController();
  let worker: Worker | null = null;
  let count = 0;
  /** The lock, held from a build until it is recorded. It is held here, since the thread may be ended at any time. */
  let release: (() => Promise<void>) | null = null;
  let turns: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  /** A dead thread answers nothing; the next request starts another one. */
  const fail = (error: string) => {
    worker = null;
    for (const [id, { settle }] of pending) settle({ id, type: 'failed', error });
    pending.clear();
  };
  const start = () => {
    const started = new Worker(packageFile('lib/builder.js'), { workerData: settings });
    started.on('message', (message: BuilderMessage) => {
      if (message.type === 'warning') return reporter.warn(message.problem);
      const request = pending.get(message.id);
      if (message.type === 'ahead') return request?.onAhead(message.pages);
      pending.delete(message.id);
      request?.settle(message);
    });
    started.on('error', (error: Error) => fail(error.stack ?? error.message));
    return started;
  };
  const ask = (request: Request, onAhead: Pending['onAhead'] = () => undefined): Promise<BuilderAnswer> =>
    new Promise((settle) => {
      const id = count++;
      // A new thread would keep the program from ending.
      if (closing.signal.aborted && !worker) return settle({ id, type: 'failed', error: STOPPED });
      worker ??= start();
      pending.set(id, { settle, onAhead });
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
    build(articles = [], onAhead) {
      clearTimeout(timer);
      return inTurn(async () => {
        release ??= await lockOutput({ root, out, reporter, signal: closing.signal });
        if (!release) return { type: 'failed', error: STOPPED };
        const answer = await ask({ type: 'build', articles }, onAhead);
        clearTimeout(timer);
        timer = setTimeout(() => void inTurn(finish), REST).unref();
        if (answer.type === 'built' || answer.type === 'problems' || answer.type === 'failed') return answer;
        return { type: 'failed', error: `the builder answered ${answer.type} to build` };
      });
    },
    async findArticle(path) {
      const answer = await ask({ type: 'find', path });
      return answer.type === 'found' ? answer.article : null;
    },
    async listArticles() {
      const answer = await ask({ type: 'list' });
      return answer.type === 'listed' ? answer.articles : null;
    },
    close() {
      closing.abort();
      return stop();
    },
  };
}
