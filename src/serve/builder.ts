/** Runs the builds of `serve --watch` in a thread. */
import type { Build } from '../build/build-result.ts';
import type { SessionSettings } from '../build/session.ts';
import { placeCache } from '../build/state/cache-place.ts';
import { lockOutput } from '../build/write/output-lock.ts';
import type { ArticleMeta, ArticleSource } from '../content/article/parse-article.ts';
import { createAskedThread } from '../foundation/ask-thread.ts';
import { messageOf, type Problem, problemsOf } from '../foundation/errors.ts';
import { packageFile } from '../foundation/package-files.ts';
import type { Reporter } from '../foundation/report.ts';
import { createTurns } from '../foundation/run-concurrently.ts';
import type { BuildResult } from '../results/site-results.ts';

export type BuilderRequest =
  /** `articles`: the files that have changed, where all of them are articles; else empty. */
  | { type: 'build'; articles: readonly string[] }
  | { type: 'find'; path: string }
  | { type: 'list' }
  | { type: 'finish' };
export type BuildOutput = BuildResult & Pick<Build, 'changed' | 'removed'>;

export type BuildOutcome =
  /** `stylesheet` is its URL; null where the build keeps nothing in memory. */
  | { type: 'built'; result: BuildOutput; basePath: string; stylesheet: string | null }
  | { type: 'problems'; problems: Problem[] }
  /** An internal error, with its stack. */
  | { type: 'failed'; error: string };

export type BuilderAnswer =
  | BuildOutcome
  | { type: 'found'; article: ArticleSource | null }
  /**
   * `files` in their order, with NUL between them, and as JSON those of their articles that no answer before had: a text is copied
   * faster than what it says. null where no build has succeeded.
   */
  | { type: 'listed'; list: { files: string; articles: string } | null }
  | { type: 'finished' };

/** What the thread says unasked: the pages that can be shown before the build ends, and warnings. */
export type BuilderNote = { type: 'ahead'; pages: readonly string[] } | { type: 'warning'; problem: Problem };

/** What lists show of an article. */
export type ListedArticle = Pick<
  ArticleMeta,
  | ('file' | 'locale' | 'key' | 'title' | 'slug' | 'author' | 'date' | 'updated' | 'status' | 'generated')
  | ('review' | 'editorial' | 'entities' | 'hash')
>;

export interface Builder {
  /**
   * @param articles the files that have changed, relative to the root, where all of them are articles; else empty
   * @param onAhead gets the paths of pages that can be shown before the build ends
   */
  build(articles?: readonly string[], onAhead?: (pages: readonly string[]) => void): Promise<BuildOutcome>;
  /** The source of a page; null where the last build has no such article. */
  findArticle(path: string): Promise<ArticleSource | null>;
  /** Every article of the last build that succeeded, in any state; null where none has. One that has not changed is the same object. */
  listArticles(): Promise<readonly ListedArticle[] | null>;
  /** Records the last build, and ends the thread. */
  close(): Promise<void>;
}

const STOPPED = 'the builder was stopped';

/** Milliseconds after a build until it is recorded, so that the next save does not wait for that. */
const REST = 1000;

/** @param reporter receives what belongs to no request: waiting for another build, or a read-only cache */
export function createBuilder(settings: SessionSettings, reporter: Pick<Reporter, 'info' | 'warn'>): Builder {
  const { root, out } = settings;
  placeCache(settings, reporter);
  const closing = new AbortController();
  const stopped = new Error(STOPPED);
  let showAhead: (pages: readonly string[]) => void = () => undefined;
  const thread = createAskedThread<BuilderRequest, BuilderAnswer, BuilderNote>(
    packageFile('lib/builder.js'),
    settings,
    (note) => (note.type === 'ahead' ? showAhead(note.pages) : reporter.warn(note.problem)),
  );
  /** The lock, held from a build until it is recorded. It is held here, since the thread may be ended at any time. */
  let release: (() => Promise<void>) | null = null;
  let timer: NodeJS.Timeout | undefined;

  const ask = async (request: BuilderRequest): Promise<BuilderAnswer> => {
    // A new thread would keep the program from ending.
    if (closing.signal.aborted && !thread.isRunning()) return { type: 'failed', error: STOPPED };
    try {
      return await thread.ask(request);
    } catch (error) {
      const problems = problemsOf(error, root);
      if (problems) return { type: 'problems', problems };
      const stack = error instanceof Error && error !== stopped ? error.stack : undefined;
      return { type: 'failed', error: stack ?? messageOf(error) };
    }
  };
  let listed = new Map<string, ListedArticle>();
  const inTurn = createTurns();
  const finish = async () => {
    if (thread.isRunning()) await ask({ type: 'finish' });
    await release?.();
    release = null;
  };

  return {
    build(articles = [], onAhead = () => undefined) {
      clearTimeout(timer);
      return inTurn(async () => {
        release ??= await lockOutput({ root, out, reporter, signal: closing.signal });
        if (!release) return { type: 'failed', error: STOPPED };
        showAhead = onAhead;
        const answer = await ask({ type: 'build', articles });
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
      if (answer.type !== 'listed' || !answer.list) return null;
      const { files } = answer.list;
      const articles: readonly ListedArticle[] = JSON.parse(answer.list.articles);
      const changed = new Map(articles.map((article) => [article.file, article]));
      const names = files === '' ? [] : files.split('\0');
      const list = names.flatMap((file) => changed.get(file) ?? listed.get(file) ?? []);
      listed = new Map(list.map((article) => [article.file, article]));
      return list;
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      // A running build may take long, and the build before it is recorded.
      if (thread.isRunning() && !thread.isBusy()) await ask({ type: 'finish' });
      await thread.end(stopped);
      await inTurn(finish);
    },
  };
}
