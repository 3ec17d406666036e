/** The thread that builds for `serve --watch`, while the server goes on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import { readSite } from '../build/read-site.ts';
import { buildLocked } from '../build/run-build.ts';
import { loadConfig } from '../config/load-config.ts';
import type { ArticleSource } from '../content/article/parse-article.ts';
import { createProblems, messageOf, problemsOf } from '../foundation/errors.ts';
import { createSilentReporter } from '../foundation/report.ts';
import type { BuilderAnswer, BuilderRequest, BuilderSettings } from './builder.ts';

const settings: BuilderSettings = workerData;

parentPort?.on('message', async (request: BuilderRequest) => {
  parentPort?.postMessage(await answer(request));
});

async function answer(request: BuilderRequest): Promise<BuilderAnswer> {
  const { id } = request;
  try {
    if (request.type === 'find') return { id, type: 'found', article: await findArticle(request.path) };
    return {
      id,
      type: 'built',
      ...(await buildLocked({ ...settings, reporter: createSilentReporter(), goesOn: true })),
    };
  } catch (error) {
    const problems = problemsOf(error, settings.root);
    if (problems) return { id, type: 'problems', problems };
    const stack = error instanceof Error ? error.stack : undefined;
    return { id, type: 'failed', error: stack ?? messageOf(error) };
  }
}

/** @param path as in the page's `data-path` */
async function findArticle(path: string): Promise<ArticleSource | null> {
  const config = await loadConfig(settings.root);
  const site = await readSite(config, { ...settings, reporter: createSilentReporter() }, createProblems());
  const articles = site.editions.flatMap((edition) => edition.articles);
  const found = articles.find((article) => article.path === path)?.meta;
  return found ? { file: found.file, locale: found.locale, key: found.key } : null;
}
