/**
 * Owns the thread that builds for `serve --watch`: the same build with the previous state in memory. The server keeps
 * answering meanwhile, and a new thread loads new code.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type Built, buildResident } from '../build/build.ts';
import { createShard } from '../build/shard.ts';
import { loadConfig } from '../config/load.ts';
import { UserError } from '../errors.ts';
import { createSilentReporter } from '../report.ts';
import { createRoutes } from '../site/routes.ts';
import type { BuilderAnswer, BuilderRequest, BuilderSettings } from './builder.ts';

const settings: BuilderSettings = workerData;
let built: Built | null = null;

parentPort?.on('message', async (request: BuilderRequest) => {
  const answer = await work(request).catch((error: unknown): BuilderAnswer => {
    if (error instanceof UserError)
      return { id: request.id, type: 'problems', problems: [...error.problems] };
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { id: request.id, type: 'fault', fault };
  });
  parentPort?.postMessage(answer);
  if (answer.type === 'built') built?.record();
});

async function work(request: BuilderRequest): Promise<BuilderAnswer> {
  const { id } = request;
  if (request.type === 'find') return { id, type: 'found', article: await findArticle(request.path) };
  if (request.type === 'refresh')
    return { id, type: 'refreshed', page: built?.refresh(request.file) ?? null };
  const { root, out, drafts, future } = settings;
  built = await buildResident({
    root,
    out,
    drafts,
    future,
    clean: false,
    jobs: null,
    shard: createShard(1, 1),
    basePath: null,
    reporter: createSilentReporter(),
    state: built?.state ?? null,
  });
  const { state, result, changed, removed } = built;
  return { id, type: 'built', result: { ...result, changed, removed }, basePath: state.site.basePath };
}

/** @param path as in the page's `data-path` */
async function findArticle(path: string) {
  const routes = createRoutes(await loadConfig(settings.root));
  const found = built?.state.sources.find(({ locale, slug }) => routes.article(locale, slug) === path);
  return found ? { file: found.file, locale: found.locale, key: found.key } : null;
}
