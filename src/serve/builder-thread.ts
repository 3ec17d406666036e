/** The thread that builds for `serve --watch`, with the previous build in memory, while the server goes on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Build } from '../build/build-result.ts';
import { createShard } from '../build/plan/shard.ts';
import { buildUnrecorded } from '../build/run-build.ts';
import { renderSavedPage } from '../build/saved-page.ts';
import { loadConfig } from '../config/load-config.ts';
import { messageOf, problemsOf } from '../foundation/errors.ts';
import { createSilentReporter } from '../foundation/report.ts';
import { createRoutes } from '../site/routes.ts';
import type { BuilderAnswer, BuilderMessage, BuilderRequest, BuilderSettings } from './builder.ts';

const settings: BuilderSettings = workerData;
let built: Build | null = null;
let isRecorded = true;

parentPort?.on('message', async (request: BuilderRequest) => {
  const answer = await work(request).catch((error: unknown): BuilderAnswer => {
    const problems = problemsOf(error, settings.root);
    if (problems) return { id: request.id, type: 'problems', problems };
    const stack = error instanceof Error ? error.stack : undefined;
    return { id: request.id, type: 'failed', error: stack ?? messageOf(error) };
  });
  send(answer);
});

async function work(request: BuilderRequest): Promise<BuilderAnswer> {
  const { id } = request;
  if (request.type === 'find') return { id, type: 'found', article: await findArticle(request.path) };
  if (request.type === 'refresh') {
    const page = built?.memory ? await renderSavedPage(built.memory, request.file) : null;
    return { id, type: 'refreshed', page };
  }
  // A build that is killed while it writes must find the state of the build before it.
  record();
  if (request.type === 'finish') return { id, type: 'finished' };
  const { root, out, drafts, future } = settings;
  built = await buildUnrecorded({
    root,
    out,
    drafts,
    future,
    clean: false,
    jobs: null,
    shard: createShard(1, 1),
    basePath: null,
    reporter: createSilentReporter(),
    memory: built?.memory ?? null,
  });
  isRecorded = false;
  const { memory, result, changed, removed } = built;
  const { basePath } = memory?.site.config ?? (await loadConfig(root));
  const stylesheet = memory?.setup.assets.stylesheet ?? null;
  return { id, type: 'built', result: { ...result, changed, removed }, basePath, stylesheet };
}

/** Writes the state for the next start, which otherwise builds more than it needs to. */
function record(): void {
  if (isRecorded) return;
  isRecorded = true;
  try {
    built?.record?.();
  } catch (error) {
    send({
      type: 'warning',
      problem: {
        code: 'record-not-written',
        message: `the build cannot be recorded: ${messageOf(error)}`,
        hint: 'free disk space, or make the cache folder writable; until then each start builds more than it needs to',
      },
    });
  }
}

function send(message: BuilderMessage): void {
  parentPort?.postMessage(message);
}

/** @param path as in the page's `data-path` */
async function findArticle(path: string) {
  const routes = createRoutes(await loadConfig(settings.root));
  const found = built?.memory?.state.sources.find(
    ({ locale, slug }) => routes.article(locale, slug) === path,
  );
  return found ? { file: found.file, locale: found.locale, key: found.key } : null;
}
