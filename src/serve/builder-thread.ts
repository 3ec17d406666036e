/** The thread that builds for `serve --watch`, with the previous build in memory, while the server goes on answering. */
import { workerData } from 'node:worker_threads';
import { openSession, type SessionSettings } from '../build/session.ts';
import { loadConfig } from '../config/load-config.ts';
import type { ArticleMeta } from '../content/article/parse-article.ts';
import { answerQuestions, sendNote } from '../foundation/ask-thread.ts';
import { finding, messageOf, problemsOf } from '../foundation/errors.ts';
import type { BuilderAnswer, BuilderNote, BuilderRequest, ListedArticle } from './builder.ts';

const settings: SessionSettings = workerData;
const session = openSession(settings, (error) => {
  const message = `the build cannot be recorded: ${messageOf(error)}`;
  const hint =
    'free disk space, or make the cache folder writable; until then each start builds more than it needs to';
  send({ type: 'warning', problem: finding('record-not-written', message, hint) });
});

answerQuestions(answer);

async function answer(request: BuilderRequest): Promise<BuilderAnswer> {
  try {
    if (request.type === 'find') return { type: 'found', article: findArticle(request.path) };
    if (request.type === 'list') return { type: 'listed', list: listArticles() };
    if (request.type === 'build') return await build(request.articles);
    session.record();
    return { type: 'finished' };
  } catch (error) {
    const problems = problemsOf(error, settings.root);
    if (problems) return { type: 'problems', problems };
    const stack = error instanceof Error ? error.stack : undefined;
    return { type: 'failed', error: stack ?? messageOf(error) };
  }
}

async function build(articles: readonly string[]): Promise<BuilderAnswer> {
  const onAhead = (pages: readonly string[]) => send({ type: 'ahead', pages });
  const { result, changed, removed, memory } = await session.build(articles, onAhead);
  const { basePath } = memory?.site.config ?? (await loadConfig(settings.root));
  const stylesheet = memory?.prepared.outputInput.assets.stylesheet ?? null;
  return { type: 'built', result: { ...result, changed, removed }, basePath, stylesheet };
}

/** Articles that an answer has had. Those of tens of thousands take seconds to copy to another thread. */
const sent = new WeakSet<ArticleMeta>();

function listArticles() {
  const sources = session.built?.memory?.state.sources;
  if (!sources) return null;
  const fresh = sources.filter((source) => !sent.has(source));
  for (const source of fresh) sent.add(source);
  return {
    files: sources.map(({ file }) => file).join('\0'),
    articles: JSON.stringify(fresh.map(listArticle)),
  };
}

function listArticle(article: ArticleMeta): ListedArticle {
  const { file, locale, key, title, slug, author, date, updated, status, generated, ...more } = article;
  const { review, editorial, entities, hash } = more;
  return {
    ...{ file, locale, key, title, slug, author, date, updated, status, generated },
    ...{ review, editorial, entities, hash },
  };
}

function send(note: BuilderNote): void {
  sendNote(note);
}

/** @param path as in the page's `data-path` */
function findArticle(path: string) {
  const articles = session.built?.memory?.site.editions.flatMap((edition) => edition.articles) ?? [];
  const found = articles.find((article) => article.path === path)?.meta;
  return found ? { file: found.file, locale: found.locale, key: found.key } : null;
}
