/**
 * The package's entry, `import { build } from 'articles-press'`, for programs that read, check and build sites. docs/program.md
 * describes it; what stands here keeps its meaning until a major version.
 */
import { resolve } from 'node:path';
import { createSilentReporter } from './foundation/report.ts';
import type { BuildResult, CheckResult, ListResult } from './results/site-results.ts';

export { type Problem, UserError } from './foundation/errors.ts';
export type { CommandResults } from './results/command-results.ts';
export type { BuildResult, CheckResult } from './results/site-results.ts';

/** A site as its files describe it, articles in every state included. Nothing is built for it. */
export interface LoadedSite {
  title: string;
  /** Without a slash at its end. */
  url: string;
  /** '' or a path such as "/blog". */
  basePath: string;
  /** The first one is at the root of the site. */
  locales: readonly string[];
  timeZone: string;
  /** Ordered by file. */
  articles: ListResult['articles'];
  /** Number of files that cannot be read as articles. */
  unreadable: number;
}

interface Choice {
  /** Include drafts. Default: false. */
  drafts?: boolean;
  /** Include articles with a date in the future. Default: false. */
  future?: boolean;
}

export interface BuildOptions extends Choice {
  /** Output folder. Default: `dist` in the site. */
  out?: string;
  /** Build from nothing. Default: only what has changed. */
  clean?: boolean;
  /** End with an error for links and pictures that lead nowhere, and for lost addresses. Default: false. */
  strict?: boolean;
  /** Path under which the site is published, such as "/blog". Default: `basePath` of the settings. */
  basePath?: string;
  /** Number of threads. Default: chosen by the machine and the work. */
  jobs?: number;
  /** Stops the build before its next step. The output folder stays whole. */
  signal?: AbortSignal;
}

/** @param root folder of the site. @throws UserError for settings that are not valid */
export async function loadSite(root: string): Promise<LoadedSite> {
  const { readInventory } = await import('./articles/inventory.ts');
  const { describeRow } = await import('./articles/list-articles.ts');
  const { config, rows, unreadable } = await readInventory(resolve(root), createSilentReporter());
  const { title, url, basePath, locales, timeZone } = config;
  return { title, url, basePath, locales, timeZone, articles: rows.map(describeRow), unreadable };
}

/**
 * Builds a site into its output folder, one build at a time.
 * @param root folder of the site
 * @throws UserError with all problems of the content; the output folder is then untouched
 */
export async function build(root: string, options: BuildOptions = {}): Promise<BuildResult> {
  const site = resolve(root);
  const { out = 'dist', basePath = null, jobs = null, ...more } = options;
  const { build: run } = await import('./build/run-build.ts');
  return run({
    root: site,
    out: resolve(site, out),
    basePath,
    jobs,
    ...more,
    reporter: createSilentReporter(),
  });
}

/**
 * Reports every problem of the content, links, titles, ads and translations, and writes nothing.
 * @param root folder of the site. @throws UserError for settings that are not valid
 */
export async function check(
  root: string,
  { drafts = false, future = false }: Choice = {},
): Promise<CheckResult> {
  const { check: run } = await import('./check/run-check.ts');
  return run({ root: resolve(root), drafts, future, reporter: createSilentReporter() });
}
