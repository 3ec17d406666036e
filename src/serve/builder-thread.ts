/** The thread that builds for `serve --watch`, with the previous build in memory, while the server goes on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import { openSession } from '../build/session.ts';
import { loadConfig } from '../config/load-config.ts';
import { finding, messageOf, problemsOf } from '../foundation/errors.ts';
import type { BuilderAnswer, BuilderMessage, BuilderRequest, BuilderSettings } from './builder.ts';

const settings: BuilderSettings = workerData;
const session = openSession(settings, (error) => {
  const message = `the build cannot be recorded: ${messageOf(error)}`;
  const hint =
    'free disk space, or make the cache folder writable; until then each start builds more than it needs to';
  send({ type: 'warning', problem: finding('record-not-written', message, hint) });
});

parentPort?.on('message', async (request: BuilderRequest) => {
  send(await answer(request));
});

async function answer(request: BuilderRequest): Promise<BuilderAnswer> {
  const { id } = request;
  try {
    if (request.type === 'find') return { id, type: 'found', article: findArticle(request.path) };
    if (request.type === 'list')
      return { id, type: 'listed', articles: session.built?.memory?.state.sources ?? null };
    if (request.type === 'build') return await build(id, request.articles);
    session.record();
    return { id, type: 'finished' };
  } catch (error) {
    const problems = problemsOf(error, settings.root);
    if (problems) return { id, type: 'problems', problems };
    const stack = error instanceof Error ? error.stack : undefined;
    return { id, type: 'failed', error: stack ?? messageOf(error) };
  }
}

async function build(id: number, articles: readonly string[]): Promise<BuilderAnswer> {
  const onAhead = (pages: readonly string[]) => send({ id, type: 'ahead', pages });
  const { result, changed, removed, memory } = await session.build(articles, onAhead);
  const { basePath } = memory?.site.config ?? (await loadConfig(settings.root));
  const stylesheet = memory?.prepared.outputInput.assets.stylesheet ?? null;
  return { id, type: 'built', result: { ...result, changed, removed }, basePath, stylesheet };
}

function send(message: BuilderMessage): void {
  parentPort?.postMessage(message);
}

/** @param path as in the page's `data-path` */
function findArticle(path: string) {
  const articles = session.built?.memory?.site.editions.flatMap((edition) => edition.articles) ?? [];
  const found = articles.find((article) => article.path === path)?.meta;
  return found ? { file: found.file, locale: found.locale, key: found.key } : null;
}
