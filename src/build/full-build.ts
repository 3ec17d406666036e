/** Owns the whole build: content becomes the site in one ordered list of steps (docs/architecture.md walks through it). */
import { resolve } from 'node:path';
import { createProblems } from '../foundation/errors.ts';
import { planPages } from '../pages/page-registry.ts';
import { type BuildOptions, type BuildResult, createResult } from './build-result.ts';
import { collectWarnings } from './content-warnings.ts';
import { planOutputs } from './outputs/output-registry.ts';
import { loadSite } from './parse/load-site.ts';
import { compareWithState, findRead, parseSources } from './parse/parse-sources.ts';
import { collectBrokenImages } from './prepare/local-images.ts';
import { prepareSite } from './prepare/prepare-site.ts';
import { createRefresh, type Refresh } from './refresh-article.ts';
import { renderPages, writeOutputs } from './render/render-pages.ts';
import type { BuildState } from './state/build-state.ts';
import { type Begun, beginBuild } from './state/up-to-date.ts';
import { chooseThreads } from './threads/thread-count.ts';
import { createPool } from './threads/thread-pool.ts';
import { commit } from './write/commit-build.ts';
import { openOutput } from './write/output-directory.ts';

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
  const { options, clock, config, code, today, include } = begun;
  const sources = [...begun.sources];
  const { root, reporter, shard } = options;
  begun.look?.end();
  const { state, comparison } = compareWithState(begun, sources);
  clock.mark('state');

  const pool = createPool(root, chooseThreads(options.jobs, comparison.changed.length));
  try {
    const phase = reporter.phase('parse', comparison.changed.length);
    const parsed = await parseSources(pool, sources, comparison, phase);
    phase.end(`${parsed.read} read, ${sources.length - parsed.read} unchanged`);
    clock.mark('parse');

    const problems = createProblems();
    for (const problem of begun.sources.problems) problems.error(problem);
    const site = await loadSite({ config, parsed, clock: { now: clock.now, today }, include }, problems);
    if (problems.errors.length > 0) await collectBrokenImages(site, problems);
    problems.throwIfAny();
    clock.mark('site');

    const prepared = await prepareSite({ site, code });
    const output = openOutput(begun, state, site);
    const groups = site.editions.flatMap((edition) => planPages(prepared.planInput(edition)));
    clock.mark('plan');

    const setup = prepared.renderSetup(output.folder, output.replaces);
    const articles = findRead(site, comparison);
    const { previous } = output;
    const rendered = await renderPages({ pool, setup, groups, articles, previous, site, shard, reporter });
    clock.mark('render');

    const whole = shard.hasOutputs ? planOutputs(prepared.outputInput(rendered.outputs, output.folder)) : [];
    const emitted = await writeOutputs(output, whole, reporter);
    clock.mark('outputs');

    const committed = commit(begun, output, {
      site,
      sources: parsed.records,
      keys: { base: prepared.baseKey, setup: setup.key },
      rendered,
      emitted,
      warnings: [...problems.warnings, ...collectWarnings(site)],
    });
    clock.mark('commit');

    const { state: next, deleted, record } = committed;
    const counts = { written: rendered.written + emitted.written, deleted: deleted.length };
    const inPlace = prepared.renderSetup(resolve(options.out), true);
    return {
      result: createResult(clock, next, counts),
      state: next,
      record,
      changed: rendered.changed,
      removed: deleted.some((path) => path.endsWith('.html')),
      refresh: createRefresh({ site, groups, setup: inPlace, state: next }),
    };
  } finally {
    await pool.close();
  }
}
