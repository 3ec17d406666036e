/** The thread that builds for `serve --watch`, with the previous build in memory, while the server goes on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Build } from '../build/build-result.ts';
import { buildUnrecorded } from '../build/run-build.ts';
import { renderSavedArticles } from '../build/saved-articles.ts';
import { loadConfig } from '../config/load-config.ts';
import { finding, messageOf, problemsOf } from '../foundation/errors.ts';
import { createSilentReporter } from '../foundation/report.ts';
import type { BuilderAnswer, BuilderMessage, BuilderRequest, BuilderSettings } from './builder.ts';

const settings: BuilderSettings = workerData;
let built: Build | null = null;
/** True if the last build succeeded, so that the site in memory is the site of the sources. */
let isCurrent = false;
let isRecorded = true;

parentPort?.on('message', async (request: BuilderRequest) => {
  send(await answer(request));
});

async function answer(request: BuilderRequest): Promise<BuilderAnswer> {
  const { id } = request;
  try {
    if (request.type === 'find') return { id, type: 'found', article: await findArticle(request.path) };
    if (request.type === 'list')
      return { id, type: 'listed', articles: built?.memory?.state.sources ?? null };
    if (request.type === 'build') return await build(id, request.articles);
    record();
    return { id, type: 'finished' };
  } catch (error) {
    const problems = problemsOf(error, settings.root);
    if (problems) return { id, type: 'problems', problems };
    const stack = error instanceof Error ? error.stack : undefined;
    return { id, type: 'failed', error: stack ?? messageOf(error) };
  }
}

/** @param articles the files that have changed, where all of them are articles; else empty */
async function build(id: number, articles: readonly string[]): Promise<BuilderAnswer> {
  const wasCurrent = isCurrent;
  isCurrent = false;
  const memory = built?.memory ?? null;
  const saved = memory && articles.length > 0 ? await renderSavedArticles(memory, articles) : null;
  if (wasCurrent && saved?.build) built = saved.build;
  else {
    // The author looks at the saved page, so it comes first.
    if (saved?.pages) send({ id, type: 'ahead', pages: saved.pages.changed });
    // The next build starts from this state if this one is killed while it writes.
    record();
    const ahead = saved?.records ?? [];
    built = await buildUnrecorded({ ...settings, reporter: createSilentReporter(), memory, ahead });
    built.result.parsed += saved?.records.length ?? 0;
    built.result.rendered += saved?.pages?.rendered ?? 0;
    built.result.written += saved?.pages?.written ?? 0;
  }
  isCurrent = true;
  isRecorded = false;
  const { result, changed, removed } = built;
  const { basePath } = built.memory?.site.config ?? (await loadConfig(settings.root));
  const stylesheet = built.memory?.setup.assets.stylesheet ?? null;
  return { id, type: 'built', result: { ...result, changed, removed }, basePath, stylesheet };
}

/** Writes the state for the next start, which otherwise builds more than it needs to. */
function record(): void {
  if (isRecorded) return;
  isRecorded = true;
  try {
    built?.record?.();
  } catch (error) {
    const message = `the build cannot be recorded: ${messageOf(error)}`;
    const hint =
      'free disk space, or make the cache folder writable; until then each start builds more than it needs to';
    send({ type: 'warning', problem: finding('record-not-written', message, hint) });
  }
}

function send(message: BuilderMessage): void {
  parentPort?.postMessage(message);
}

/** @param path as in the page's `data-path` */
async function findArticle(path: string) {
  const articles = built?.memory?.site.editions.flatMap((edition) => edition.articles) ?? [];
  const found = articles.find((article) => article.path === path)?.meta;
  return found ? { file: found.file, locale: found.locale, key: found.key } : null;
}
