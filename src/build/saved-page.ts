/**
 * Renders the page of one saved article ahead of the build that follows the save. Pages that show its title are left to
 * that build.
 */
import type { ArticleMeta } from '../content/article/parse-article.ts';
import { hasCode } from '../foundation/errors.ts';
import { createSilentReporter } from '../foundation/report.ts';
import type { Article } from '../site/site.ts';
import type { Memory } from './build-result.ts';
import { compareArticle } from './find-dirty.ts';
import { createShard } from './plan/shard.ts';
import { renderPages } from './render/render-pages.ts';
import { selectGroups } from './render/select-groups.ts';
import { openMemory } from './state/build-state.ts';
import { createPrevious } from './state/previous-outputs.ts';
import { createPool } from './threads/thread-pool.ts';
import { createJobs } from './threads/worker-tasks.ts';

/**
 * @param file path of an article, relative to the root
 * @returns the path of its page; null where the page needs a build
 */
export async function renderSavedPage(memory: Memory, file: string): Promise<string | null> {
  const { site, state, setup } = memory;
  const article = findArticle(memory, file);
  if (!article) return null;
  const meta = readMeta(memory, article);
  if (!meta || !['page', 'cards'].includes(compareArticle(article.meta, meta))) return null;
  const { issues, crash } = site.ownFields.read(meta.own);
  if (issues.length > 0 || crash) return null;
  article.meta = meta;
  const articles = new Set([article]);
  const previous = createPrevious(setup.out, openMemory(state));
  const groups = selectGroups(memory.groups, articles, previous);
  if (!groups) return null;
  const pool = createPool(setup.root, 1, memory.code);
  const shard = createShard(1, 1);
  const reporter = createSilentReporter();
  const { replaced } = await renderPages({ pool, setup, groups, articles, previous, site, shard, reporter });
  for (const [row, record] of replaced) state.outputs[row] = record;
  return article.path;
}

function readMeta({ setup, code }: Memory, { meta: { file, locale, key } }: Article): ArticleMeta | null {
  try {
    return createJobs(setup.root, code).parse([{ file, locale, key }])[0]?.meta ?? null;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function findArticle({ site }: Memory, file: string): Article | null {
  for (const { articles } of site.editions) {
    const found = articles.find(({ meta }) => meta.file === file);
    if (found) return found;
  }
  return null;
}
