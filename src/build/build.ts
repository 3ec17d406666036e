/** Owns the whole build: content becomes the site in one ordered list of steps (docs/architecture.md walks through it). */
import { resolve } from 'node:path';
import { nextDue } from '../content/dates.ts';
import type { Problem } from '../errors.ts';
import type { Reporter } from '../report.ts';
import { type Article, createSite, type Site } from '../site/site.ts';
import { commit, openOutput } from './commit.ts';
import { collectProblems, loadSiteData } from './load-site.ts';
import { planOutputs } from './outputs/registry.ts';
import { type Comparison, compareSources, parseSources } from './parse-sources.ts';
import { planPages } from './plan.ts';
import { createPool } from './pool.ts';
import { prepareSite } from './prepare.ts';
import { createRefresh, type Refresh } from './refresh.ts';
import { renderPages, writeOutputs } from './render-pages.ts';
import type { Shard } from './shard.ts';
import { type Begun, beginBuild } from './standing.ts';
import type { BuildState } from './state.ts';
import { chooseThreads } from './threads.ts';
import { collectWarnings } from './warnings.ts';

export interface BuildOptions {
  root: string;
  /** Absolute path of the output folder. */
  out: string;
  drafts: boolean;
  future: boolean;
  /** Builds from nothing. */
  clean: boolean;
  /** null chooses by the machine and the work. */
  jobs: number | null;
  shard: Shard;
  /** Replaces the configuration's. */
  basePath: string | null;
  reporter: Reporter;
  /** State of the previous build, where the caller has it in memory. */
  state?: BuildState | null;
  /** Milliseconds since the epoch, instead of the clock's. */
  now?: number;
}

export interface BuildResult {
  articles: number;
  pages: number;
  outputs: number;
  written: number;
  unchanged: number;
  deleted: number;
  warnings: Problem[];
  /** Milliseconds, in all and by phase. */
  ms: number;
  phases: Record<string, number>;
}

/** The result, and what a program that goes on running does with the build. */
export interface Built {
  result: BuildResult;
  state: BuildState;
  /** Paths of the pages whose HTML was written. */
  changed: string[];
  /** Whether pages are gone. */
  removed: boolean;
  refresh: Refresh;
  /** Records the build for the next program; to be called once, when there is time. */
  record(): void;
}

/** For a program that goes on running. @throws UserError as `buildWhole` */
export async function buildResident(options: BuildOptions): Promise<Built> {
  return buildWhole(await beginBuild(options));
}

/** @throws UserError with every problem of the content; the output folder is then untouched */
export async function buildWhole(begun: Begun): Promise<Built> {
  const { options, clock, config, code, file, today, include, scanned, inputs, sources } = begun;
  const { root, reporter, shard } = options;
  begun.look?.end();
  const { state, comparison } = compareWithState(begun);
  clock.mark('state');

  const pool = createPool(root, chooseThreads(options.jobs, comparison.changed.length));
  try {
    const parse = reporter.phase('parse', comparison.changed.length);
    const parsed = await parseSources(pool, sources, comparison, parse);
    parse.end(`${parsed.read} read, ${sources.length - parsed.read} unchanged`);
    clock.mark('parse');

    const problems = await collectProblems(root, parsed.problems);
    const data = await loadSiteData(config, problems);
    const created = createSite({
      config,
      ...data,
      metas: parsed.records,
      clock: { now: clock.now, today },
      include,
    });
    await collectProblems(root, created.problems, problems);
    problems.throwIfAny();
    const { site } = created;
    clock.mark('site');

    const prepared = await prepareSite({ site, code });
    const output = openOutput({
      root,
      out: resolve(options.out),
      file,
      clean: options.clean,
      state,
      shard,
      site,
    });
    const groups = site.editions.flatMap((edition) => planPages(prepared.planInput(edition)));
    clock.mark('plan');

    const pages = groups.reduce((sum, group) => sum + group.count, 0);
    const render = reporter.phase('render', pages);
    const setup = prepared.renderSetup(output.folder, output.replaces);
    pool.setup(setup);
    const { previous } = output;
    const navigation = config.features.navigation;
    const rendered = await renderPages({
      pool,
      setup,
      groups,
      articles: findArticles(site, comparison),
      previous,
      routes: site.routes,
      navigation,
      shard,
      phase: render,
    });
    render.end(`${pages} pages, ${rendered.written} files written`);
    clock.mark('render');

    const outputs = reporter.phase('outputs');
    const whole = shard.hasOutputs ? await planOutputs(prepared.outputInput(rendered.outputs)) : [];
    const emitted = await writeOutputs(output.folder, output.replaces, whole, previous);
    outputs.end(`${emitted.outputs.length} files`);
    clock.mark('outputs');

    const warnings = [...problems.warnings, ...collectWarnings(site)];
    const summary = {
      articles: site.editions.reduce((sum, edition) => sum + edition.articles.length, 0),
      pages,
      outputs: rendered.outputs.length + emitted.outputs.length,
      emitted: emitted.outputs.length,
    };
    const dates = parsed.records.map(({ date }) => date);
    const committed = commit({
      output,
      file,
      head: {
        code,
        scanned,
        keys: { base: prepared.baseKey, setup: setup.key },
        site: {
          name: config.shortName,
          basePath: config.basePath,
          layout: config.urls.layout,
          shard: { index: shard.index, total: shard.total },
        },
        inputs: inputs.settled ? inputs.key : '',
        due: { from: clock.now, until: nextDue(dates, clock.now) },
        summary,
      },
      warnings,
      sources: parsed.records,
      parts: [rendered, emitted],
    });
    clock.mark('commit');

    const { articles, outputs: total } = summary;
    const written = rendered.written + emitted.written;
    return {
      result: {
        articles,
        pages,
        outputs: total,
        written,
        unchanged: total - written,
        deleted: committed.deleted.length,
        warnings,
        ms: clock.total(),
        phases: clock.phases(),
      },
      state: committed.state,
      record: committed.record,
      changed: rendered.changed,
      removed: committed.deleted.some((path) => path.endsWith('.html')),
      refresh: createRefresh({
        site,
        groups,
        setup: prepared.renderSetup(resolve(options.out), true),
        state: committed.state,
      }),
    };
  } finally {
    await pool.close();
  }
}

/** What the previous build left. Its records that do not hold any more are let go here: they are large. */
function compareWithState(begun: Begun): { state: BuildState | null; comparison: Comparison } {
  const { options, sources, code, stored } = begun;
  const state = options.clean ? null : (options.state ?? stored?.whole() ?? null);
  begun.stored = null;
  const comparison = compareSources(sources, state?.code === code ? state : null);
  return { state: state && { ...state, sources: [] }, comparison };
}

/** The articles that were read anew though an older build is known. */
function findArticles({ editions }: Site, { changed, known }: Comparison): Set<Article> {
  const files = new Set(known.length > 0 ? changed.map(({ file }) => file) : []);
  const found = new Set<Article>();
  if (files.size === 0) return found;
  for (const { articles } of editions)
    for (const article of articles) if (files.has(article.meta.file)) found.add(article);
  return found;
}
