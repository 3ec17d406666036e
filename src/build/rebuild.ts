/**
 * Makes what has changed: parse → plan → render → outputs → commit. Every build takes these steps; the plan says which
 * pages and outputs they are about. A build with nothing to make does not load this module.
 */

import type { SourceList } from '../content/article/scan-sources.ts';
import type { Problem } from '../foundation/errors.ts';
import { formatCount } from '../foundation/report.ts';
import { runBoth } from '../foundation/run-concurrently.ts';
import type { BuildContext } from './build-context.ts';
import { type Build, createResult, type Memory, refuseBroken } from './build-result.ts';
import { type BuildTools, openSaveTools, openTools } from './build-tools.ts';
import { type ArticlesChange, canReuse, type SiteChange, weighChange } from './change.ts';
import { listTerms } from './parse/list-terms.ts';
import { compareSources, type ParsedFile, parseFiles } from './parse/parse-sources.ts';
import { type Plan, planSite, type SiteSelection } from './plan-build.ts';
import { planTexts } from './plan-texts.ts';
import { finishIcons } from './prepare/site-pictures.ts';
import { createOutputWriter } from './render/output-writer.ts';
import { renderPages } from './render/render-pages.ts';
import { openMemory, type SourceRecord } from './state/build-state.ts';
import { describeUpgrade } from './state/input-key.ts';
import { readGroup } from './state/previous-outputs.ts';
import { loadState } from './state/state-file.ts';
import { discardOutput, openOutput } from './write/output-directory.ts';

/** @throws UserError with every problem of the content; the output folder is then untouched */
export async function rebuild(context: BuildContext, change: ArticlesChange | SiteChange): Promise<Build> {
  const start = change.kind === 'site' ? selectSite(context, change.reason) : change;
  const files = 'files' in start ? start.files : start.comparison.changed;
  const tools = await openTools(context, files.length, start.before === null);
  try {
    return await make(tools, await planBuild(tools, start, files), files.length);
  } finally {
    await closeTools(tools);
  }
}

/** Plans the whole site, and renders nothing. @throws UserError with every problem of the content */
export async function planWarnings(context: BuildContext): Promise<readonly Problem[]> {
  const start = selectSite(context, 'the whole site is examined');
  const files = start.comparison.changed;
  const tools = await openTools(context, files.length, false);
  try {
    const { warnings } = await planBuild(tools, start, files);
    return warnings;
  } finally {
    await closeTools(tools);
  }
}

/** The parsed files are not needed any longer when it returns, and a large site has many. */
async function planBuild(
  tools: BuildTools,
  start: ArticlesChange | SiteSelection,
  files: SourceList,
): Promise<Plan> {
  const parsed = await parse(tools, files);
  if (!('files' in start)) return planSite(tools, start, parsed);
  const change = weighChange(start, parsed);
  const plan = change.kind === 'texts' ? await planTexts(tools, change) : null;
  return plan ?? planSite(tools, selectSite(tools.context, describeSite(change)), parsed);
}

export interface Saved {
  /** The parsed files whose pages are made, so that a build that follows need not parse them again. */
  records: SourceRecord[];
  /** The build of these articles; null where nothing was made. */
  build: Build | null;
  /** True where a build of the whole site must follow. */
  isPart: boolean;
}

/** Makes the pages of saved articles in the site that is in memory. */
export async function rebuildSaved(
  context: BuildContext,
  memory: Memory,
  change: ArticlesChange,
  onAhead: (pages: readonly string[]) => void,
): Promise<Saved> {
  const tools = openSaveTools(context, memory);
  try {
    const parsed = await parse(tools, change.files);
    const records = parsed.flatMap(({ record }) => record ?? []);
    const weighed = weighChange(change, parsed);
    const plan = weighed.kind === 'site' ? null : await planTexts(tools, weighed);
    // The next build makes the pages of the files that it parses itself.
    if (!plan) return { records: [], build: null, isPart: true };
    const build = await make(tools, plan, change.files.length, onAhead);
    return { records, build, isPart: weighed.kind !== 'texts' };
  } finally {
    await closeTools(tools);
  }
}

async function closeTools({ icons, pool, background }: BuildTools): Promise<void> {
  // The threads end while the build is recorded.
  void pool.close();
  await icons.then(finishIcons).catch(() => undefined);
  background.close();
}

function describeSite(change: ReturnType<typeof weighChange>): string {
  if (change.kind === 'site') return change.reason;
  const [first] = change.records;
  return change.kind === 'cards'
    ? `other pages show what changed in ${first?.file}`
    : `a page of the previous build that ${first?.file} needs is not as it was`;
}

function selectSite(
  { options, config, code, file, sources, approved }: BuildContext,
  reason: string,
): SiteSelection {
  const { clean, memory, ahead, reporter } = options;
  const upgrade = clean || memory ? null : describeUpgrade(config, file);
  if (upgrade) {
    reporter.info(`${upgrade.message}, so all pages are made again\n  → ${upgrade.hint}`);
    for (const { message, hint } of upgrade.breaking) reporter.info(`${message}\n  → ${hint}`);
  }
  const state = clean ? null : memory ? memory.state : loadState(file);
  const known = canReuse(state, code, config) ? state : null;
  return {
    reason,
    comparison: compareSources(sources, known, ahead, approved),
    // Without the source records, which are large: the comparison holds those that are still valid.
    before: state && openMemory({ ...state, sources: [] }),
  };
}

async function parse({ context, pool }: BuildTools, files: SourceList): Promise<ParsedFile[]> {
  const { options, clock, sources } = context;
  const phase = options.reporter.phase('parse', files.length);
  const parsed = await parseFiles(pool, files, phase);
  phase.end(`${files.length} read, ${sources.length - files.length} unchanged`);
  clock.mark('parse');
  return parsed;
}

/** Renders, writes and commits what is planned. @param parsed number of files */
async function make(
  tools: BuildTools,
  plan: Plan,
  parsed: number,
  onAhead: (pages: readonly string[]) => void = () => undefined,
): Promise<Build> {
  const { context, pool, background } = tools;
  const { options, clock } = context;
  const { root, shard, reporter } = options;
  const { site, groups, articles, prepared, warnings } = plan;
  refuseBroken(options, warnings);
  options.signal?.throwIfAborted();
  const output = openOutput(context, plan.before);
  try {
    // A failure must change no file that readers may see; a fresh folder is removed.
    if (output.replaces) await finishIcons(await tools.icons);
    clock.mark('plan');

    const phases = { render: reporter.phase('render', plan.count), outputs: reporter.phase('outputs') };
    const setup = prepared.renderSetup(output.folder, output.replaces);
    const texts = prepared.articleTexts(setup);
    const { folder, previous } = output;
    const outputs = plan.outputs({
      ...prepared.outputInput,
      folder,
      background,
      texts,
      previous: (name) => readGroup(folder, previous, name),
      listTerms: (texts) => listTerms(pool, texts),
    });
    const writer = createOutputWriter(output);
    // Pictures are drawn while pages are rendered. Pages name all that is wrong with the texts that feeds have too.
    const [rendered] = await runBoth(
      () => renderPages({ pool, setup, groups, articles, previous, site, shard, phase: phases.render }),
      () => writer.write(outputs.first),
    );
    phases.render.end(`${formatCount(plan.count, 'page')}, ${formatCount(rendered.written, 'file')} written`);
    clock.mark('render');
    if (plan.showsAhead) onAhead(rendered.changed);

    await writer.write(outputs.last(rendered.outputs));
    clock.mark('outputs');
    options.signal?.throwIfAborted();

    const emitted = writer.result();
    const { head, state, deleted, record } = plan.commit(output, rendered, emitted);
    phases.outputs.end(formatCount(head.summary.emitted, 'file'));
    clock.mark('commit');

    const result = createResult(clock, head.summary, {
      scope: plan.scope,
      reason: plan.reason,
      parsed,
      rendered: rendered.rendered,
      written: rendered.written + emitted.written,
      deleted: deleted.length,
      warnings: [...warnings],
    });
    return {
      result,
      changed: rendered.changed,
      removed: deleted.some((path) => path.endsWith('.html')),
      memory:
        options.memory && state === options.memory.state
          ? options.memory
          : state && { state, site, groups, prepared, theme: tools.theme },
      record,
    };
  } catch (error) {
    // Threads may still be writing.
    await pool.close();
    throw discardOutput(output, root, error);
  }
}
