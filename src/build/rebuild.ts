/** Makes what is dirty: parse → site → plan → render → outputs → commit. A build with nothing to make does not load it. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { createProblems } from '../foundation/errors.ts';
import { createSilentReporter } from '../foundation/report.ts';
import { runBoth } from '../foundation/run-concurrently.ts';
import { planPages, VIEW_NAMES } from '../pages/page-registry.ts';
import { loadTheme } from '../theme/load-theme.ts';
import { directivesOf } from '../theme/theme-directives.tsx';
import type { BuildContext } from './build-context.ts';
import { type Build, createResult, refuseBroken, reportSteps } from './build-result.ts';
import { collectBroken } from './content-warnings.ts';
import { compareArticle, type Dirty, findEverything } from './find-dirty.ts';
import { describeRedirectLimit } from './hosts/site-facts.ts';
import { describeLost, findLostAddresses } from './lost-addresses.ts';
import { planFinalOutputs, planOutputs } from './outputs/output-registry.ts';
import { loadOwnFields } from './parse/load-own-fields.ts';
import { loadSite } from './parse/load-site.ts';
import { findParsed, type ParsedSources, parseSources } from './parse/parse-sources.ts';
import { collectBrokenImages } from './prepare/local-images.ts';
import { prepareSite } from './prepare/prepare-site.ts';
import { collectCharacters, prepareFonts } from './prepare/site-fonts.ts';
import { drawIcons, finishIcons } from './prepare/site-pictures.ts';
import { createOutputWriter } from './render/output-writer.ts';
import { renderPages } from './render/render-pages.ts';
import { selectGroups } from './render/select-groups.ts';
import { cacheFolder, type StoredState } from './state/build-state.ts';
import { createPrevious } from './state/previous-outputs.ts';
import { openState } from './state/state-file.ts';
import { openBackground } from './threads/background.ts';
import { setEngineFlags } from './threads/engine-flags.ts';
import { chooseThreads } from './threads/thread-count.ts';
import { createPool } from './threads/thread-pool.ts';
import { commitAll, commitBodies, type Made } from './write/commit-build.ts';
import { discardOutput, type Output, openOutput } from './write/output-directory.ts';

type Bodies = Dirty & { scope: 'bodies' };

/**
 * Makes the pages of changed bodies only; where that is not enough, it makes everything.
 * @throws UserError with every problem of the content; the output folder is then untouched
 */
export async function rebuild(
  context: BuildContext,
  dirty: Bodies | (Dirty & { scope: 'everything' }),
): Promise<Build> {
  const { options, clock, config, code, today, include } = context;
  const { root, shard } = options;
  const { scope, sources, comparison, before } = dirty;
  const bodies = scope === 'bodies' ? dirty : null;
  const widen = () => rebuild(context, findEverything(context));
  // The steps of a narrow build are shown when it is sure that they are enough.
  const reporter = bodies ? createSilentReporter() : options.reporter;
  let output: Output | null = null;
  const problems = createProblems();
  const theme = await loadTheme(config, { cacheFolder: cacheFolder(root), kinds: VIEW_NAMES }, problems);
  const threads = bodies ? 1 : chooseThreads(options.jobs, comparison.changed.length);
  const background = openBackground(threads < (options.jobs ?? availableParallelism()));
  const started = drawIcons(config, background);
  // Thrown where they are needed, after the problems of the content.
  started.catch(() => undefined);
  if (!before && config.features.serviceWorker === true) background.prepareServiceWorker();
  // A program that goes on running needs optimized code later.
  if (threads > 1 || options.memory === undefined) setEngineFlags(threads, comparison.changed.length);
  const pool = createPool(root, threads, theme.code);
  try {
    const phase = reporter.phase('parse', comparison.changed.length);
    const parsed = await parseSources(pool, sources, comparison, phase);
    phase.end(`${parsed.read} read, ${sources.length - parsed.read} unchanged`);
    clock.mark('parse');
    if (bodies && !areBodies(bodies, parsed)) return await widen();

    for (const problem of context.sources.problems) problems.error(problem);
    const ownFields = await loadOwnFields(theme.code, problems);
    const times = { now: clock.now, today };
    const directives = directivesOf(theme.code);
    const given = { config, parsed, clock: times, include, directives, ownFields, code: theme.code };
    const site = await loadSite(given, problems);
    for (const problem of context.unread) problems.warn(problem);
    const limit = describeRedirectLimit(site);
    if (limit) problems.warn(limit);
    if (bodies && problems.errors.length > 0) return await widen();
    if (problems.errors.length > 0) await collectBrokenImages(site, problems);
    problems.throwIfAny();
    clock.mark('site');

    const characters = bodies?.before.head.characters ?? collectCharacters(site, parsed.records);
    const fonts = theme.fonts.length > 0 ? await prepareFonts(root, theme, characters, problems) : null;
    const icons = await started;
    const prepared = await prepareSite({ site, code, theme, fonts, icons });
    const lost = bodies || shard.total > 1 ? [] : findLostAddresses(site, readLast(context), include);
    const warnings = bodies
      ? bodies.warnings
      : [...problems.warnings, ...collectBroken(site, prepared), ...describeLost(lost)];
    refuseBroken(options, warnings);
    const keys = bodies?.before.head.keys ?? { base: prepared.baseKey, setup: '' };
    const planned = site.editions.flatMap((edition) =>
      planPages({ ...prepared.planInput(edition), baseKey: keys.base }),
    );
    const inPlace = prepared.renderSetup(resolve(options.out), true);
    const articles = findParsed(site, comparison);
    const groups =
      bodies === null
        ? planned
        : inPlace.key === keys.setup
          ? selectGroups(planned, articles, createPrevious(inPlace.out, bodies.before))
          : null;
    if (!groups) return await widen();
    output = openOutput(context, before);
    // A failure must change no file that readers may see; a fresh folder is removed.
    if (output.replaces) await finishIcons(icons);
    clock.mark('plan');

    const setup = prepared.renderSetup(output.folder, output.replaces);
    const { previous } = output;
    const work = { ...prepared.outputInput, folder: output.folder, background };
    const hasOutputs = !bodies && shard.hasOutputs;
    const writer = createOutputWriter(output, reporter);
    // Pictures are drawn while pages are rendered.
    const [, rendered] = await runBoth(
      () => writer.write(hasOutputs ? planOutputs(work) : []),
      () => renderPages({ pool, setup, groups, articles, previous, site, shard, reporter }),
    );
    // The key of a group proves that its pages have the same files as before.
    const [added] = rendered.added;
    if (added !== undefined) throw new Error(`${added} is new in a group that has not changed`);
    clock.mark('render');

    if (hasOutputs) await writer.write(planFinalOutputs(work, rendered.outputs));
    const emitted = writer.end();
    clock.mark('outputs');

    const made: Made = { site, sources: parsed.records, rendered, emitted };
    const committed = bodies
      ? commitBodies(context, bodies, made)
      : commitAll(context, output, {
          ...made,
          keys: { base: prepared.baseKey, setup: setup.key },
          characters,
          warnings,
          lost,
        });
    clock.mark('commit');

    const { head, deleted, state, record } = committed;
    const counts = { scope, parsed: parsed.read, rendered: rendered.rendered };
    const written = rendered.written + emitted.written;
    const result = createResult(clock, head.summary, {
      ...counts,
      written,
      deleted: deleted.length,
      warnings,
    });
    if (bodies) reportSteps(options.reporter, context.sources.length, head.summary, result);
    return {
      result,
      changed: rendered.changed,
      removed: deleted.some((path) => path.endsWith('.html')),
      memory: state ? { state, site, groups, setup: inPlace, code: theme.code } : (options.memory ?? null),
      record,
    };
  } catch (error) {
    // Threads may still be writing.
    await pool.close();
    throw output ? discardOutput(output, root, error) : error;
  } finally {
    await Promise.allSettled([started.then(finishIcons), pool.close()]);
    background.close();
  }
}

/** The previous build, also for one from nothing. */
function readLast({ stored, file }: BuildContext): StoredState | null {
  return stored ?? openState(file);
}

/** Whether nothing but the text of the articles differs, and their files have no problems to report. */
function areBodies({ before, changed }: Bodies, { records }: ParsedSources): boolean {
  const byFile = new Map(records.map((record) => [record.file, record]));
  return changed.every(({ record }) => {
    const after = byFile.get(record.file);
    if (!after || record.problems.length + after.problems.length > 0) return false;
    // The fonts hold the characters of all articles.
    if (before.head.characters !== '' && record.characters !== after.characters) return false;
    return ['none', 'page'].includes(compareArticle(record, after));
  });
}
