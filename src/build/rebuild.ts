/**
 * Makes what has changed: parse → plan → render → outputs → commit. Every build takes these steps; plan-build.ts decides
 * which pages and outputs they are about. A build with nothing to make does not load this module.
 */

import { resolve } from 'node:path';
import { formatCount } from '../foundation/report.ts';
import { runBoth } from '../foundation/run-concurrently.ts';
import type { BuildContext } from './build-context.ts';
import { type Build, createResult, refuseBroken } from './build-result.ts';
import { type BuildTools, openTools } from './build-tools.ts';
import { type ChangedArticles, type Selection, selectAll } from './changed-articles.ts';
import { listTerms } from './parse/list-terms.ts';
import { type ParsedFile, parseFiles } from './parse/parse-sources.ts';
import { type Plan, planChangedPages, planSite } from './plan-build.ts';
import { finishIcons } from './prepare/site-pictures.ts';
import { createOutputWriter } from './render/output-writer.ts';
import { renderPages } from './render/render-pages.ts';
import { readGroup } from './state/previous-outputs.ts';
import { discardOutput, openOutput } from './write/output-directory.ts';

/**
 * @param changes null where the whole site must be compared
 * @throws UserError with every problem of the content; the output folder is then untouched
 */
export async function rebuild(context: BuildContext, changes: ChangedArticles | null): Promise<Build> {
  const selection = changes ?? selectAll(context);
  const tools = await openTools(context, selection);
  try {
    const plan = await planBuild(tools, selection, changes);
    return await make(tools, plan, selection.comparison.changed.length);
  } finally {
    const { icons, pool, background } = tools;
    // The threads end while the build is recorded.
    void pool.close();
    await icons.then(finishIcons).catch(() => undefined);
    background.close();
  }
}

/** The parsed files are not needed any longer when it returns, and a large site has many. */
async function planBuild(
  tools: BuildTools,
  selection: Selection,
  changes: ChangedArticles | null,
): Promise<Plan> {
  const parsed = await parse(tools, selection);
  const pages = changes && (await planChangedPages(tools, changes, parsed));
  return pages ?? (await planSite(tools, changes ? selectAll(tools.context) : selection, parsed));
}

async function parse({ context, pool }: BuildTools, { comparison }: Selection): Promise<ParsedFile[]> {
  const { options, clock, sources } = context;
  const { changed } = comparison;
  const phase = options.reporter.phase('parse', changed.length);
  const parsed = await parseFiles(pool, changed, phase);
  phase.end(`${changed.length} read, ${sources.length - changed.length} unchanged`);
  clock.mark('parse');
  return parsed;
}

/** Renders, writes and commits what is planned. @param parsed number of files */
async function make(tools: BuildTools, plan: Plan, parsed: number): Promise<Build> {
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
      listTerms: (articles) => listTerms(pool, articles),
    });
    const writer = createOutputWriter(output);
    // Pictures are drawn while pages are rendered.
    const [, rendered] = await runBoth(
      () => writer.write(outputs.first),
      () => renderPages({ pool, setup, groups, articles, previous, site, shard, phase: phases.render }),
    );
    phases.render.end(`${formatCount(plan.count, 'page')}, ${formatCount(rendered.written, 'file')} written`);
    clock.mark('render');

    await writer.write(outputs.last(rendered.outputs));
    clock.mark('outputs');
    options.signal?.throwIfAborted();

    const emitted = writer.result();
    const { head, state, deleted, record } = plan.commit(output, rendered, emitted);
    phases.outputs.end(formatCount(head.summary.emitted, 'file'));
    clock.mark('commit');

    const result = createResult(clock, head.summary, {
      scope: plan.scope,
      parsed,
      rendered: rendered.rendered,
      written: rendered.written + emitted.written,
      deleted: deleted.length,
      warnings: [...warnings],
    });
    const inPlace = prepared.renderSetup(resolve(options.out), true);
    return {
      result,
      changed: rendered.changed,
      removed: deleted.some((path) => path.endsWith('.html')),
      memory: state && { state, site, groups, setup: inPlace, code: tools.theme.code, today: context.today },
      record,
    };
  } catch (error) {
    // Threads may still be writing.
    await pool.close();
    throw discardOutput(output, root, error);
  }
}
