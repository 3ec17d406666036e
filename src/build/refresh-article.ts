/**
 * Owns the page of one saved article between two builds of `serve --watch`: it is written at once, as the coming build
 * would write it. What other pages show of the article is left to that build.
 */

import type { ArticleMeta } from '../content/article/parse-article.ts';
import { hasCode } from '../foundation/errors.ts';
import type { PageGroup, PlannedPage } from '../pages/page-kind.ts';
import type { Article, Site } from '../site/site.ts';
import { createTask, targetsOf } from './render/render-pages.ts';
import type { BuildState, OutputState } from './state/build-state.ts';
import type { RenderSetup } from './threads/task-messages.ts';
import { createJobs } from './threads/worker-tasks.ts';

/**
 * @param file path of an article, relative to the root
 * @returns the path of the page that has been written; null where the change is one for a whole build
 */
export type Refresh = (file: string) => string | null;

export interface RefreshInput {
  site: Site;
  groups: readonly PageGroup[];
  setup: RenderSetup;
  /** Of the build before; what is written is noted in it. */
  state: BuildState;
}

export function createRefresh({ site, groups, setup, state }: RefreshInput): Refresh {
  const jobs = createJobs(setup.root);
  jobs.setup(setup);
  let articles: Map<string, Article> | null = null;
  let outputs: Map<string, OutputState> | null = null;

  return (file) => {
    articles ??= new Map(
      site.editions.flatMap((edition) => edition.articles.map((article) => [article.meta.file, article])),
    );
    const article = articles.get(file);
    const meta = article && readMeta(article.meta);
    if (!article || !meta || meta.hash === article.meta.hash || !keepsItsPlace(article.meta, meta))
      return null;
    article.meta = meta;
    const planned = planPage(article);
    if (!planned) return null;
    const task = createTask(planned, site.routes, site.config.features.navigation);
    const [rendered] = jobs.render([task]);
    outputs ??= new Map(state.outputs.map((output) => [output.path, output]));
    for (const [index, { path }] of targetsOf(task).entries()) {
      const known = outputs.get(path);
      const written = rendered?.files[index]?.written;
      if (known && written) Object.assign(known, written, { key: rendered.key });
    }
    return planned.page.path;
  };

  function planPage(article: Article): PlannedPage | null {
    const wanted = new Set([article]);
    for (const group of groups) {
      for (const planned of group.planArticles?.(wanted) ?? []) return planned;
    }
    return null;
  }

  function readMeta({ file, locale, key }: ArticleMeta): ArticleMeta | null {
    try {
      return jobs.parse([{ file, locale, key }])[0]?.meta ?? null;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null;
      throw error;
    }
  }
}

/** Whether the article has the same path, neighbours, author and pictures as before. */
function keepsItsPlace(before: ArticleMeta, after: ArticleMeta): boolean {
  const place = ({ slug, author, date, status, aliases, entities, image, images }: ArticleMeta) =>
    JSON.stringify([slug, author, date, status, aliases, entities, image, images]);
  return place(before) === place(after);
}
