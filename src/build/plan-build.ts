/**
 * Plans a build: the pages to render, the outputs to write, and how the build is recorded. A plan covers the whole site;
 * plan-texts.ts makes one of a few articles.
 */

import { type Problem, type Problems, sortProblems } from '../foundation/errors.ts';
import type { PageGroup, PageKeys } from '../pages/page-kind.ts';
import { listPaths, planPages } from '../pages/page-registry.ts';
import type { BuildResult } from '../results/site-results.ts';
import { findReoffered } from '../site/offers.ts';
import type { Article, Site } from '../site/site.ts';
import { directivesOf } from '../theme/theme-directives.tsx';
import type { BuildTools } from './build-tools.ts';
import { findProblems } from './find-problems.ts';
import { findLostAddresses, listEnded } from './lost-addresses.ts';
import type { OutputGroup, OutputWork } from './outputs/output-generator.ts';
import { planFinalOutputs, planOutputs } from './outputs/output-registry.ts';
import { loadOwnFields, saveEditorSchema } from './parse/load-own-fields.ts';
import { loadSite } from './parse/load-site.ts';
import {
  type Comparison,
  findArticles,
  joinRecords,
  type ParsedFile,
  type ParsedSources,
} from './parse/parse-sources.ts';
import { collectBrokenImages } from './prepare/local-images.ts';
import { type PreparedSite, prepareSite } from './prepare/prepare-site.ts';
import { collectCharacters, findMissingGlyphs, listCardFonts, prepareFonts } from './prepare/site-fonts.ts';
import type { OutputRecords, RenderedPages } from './render/render-pages.ts';
import type { StoredState } from './state/build-state.ts';
import { openState } from './state/state-file.ts';
import { type Committed, commitSite } from './write/commit-build.ts';
import type { ManifestEntry } from './write/manifest.ts';
import type { Output } from './write/output-directory.ts';

export interface Plan {
  scope: BuildResult['scope'];
  /** Why the whole site is planned, for people; null where it is not. */
  reason: string | null;
  /** True where the rendered pages are shown before the build ends. */
  showsAhead: boolean;
  site: Site;
  prepared: PreparedSite;
  groups: readonly PageGroup[];
  /** Articles whose text may have changed. */
  articles: ReadonlySet<Article>;
  /** Number of pages of the whole site. */
  count: number;
  /** The outputs that are made while pages are rendered, and those that list the files of the pages. */
  outputs(work: OutputWork): {
    first: OutputGroup[];
    last(pages: readonly ManifestEntry[]): OutputGroup[];
  };
  before: StoredState | null;
  warnings: readonly Problem[];
  commit(output: Output, rendered: RenderedPages, emitted: OutputRecords): Committed;
}

/** What a build of the whole site starts from. */
export interface SiteSelection {
  reason: string;
  comparison: Comparison;
  /** The previous build; null where there is none. */
  before: StoredState | null;
}

const NO_OUTPUTS: ReturnType<Plan['outputs']> = { first: [], last: () => [] };

/** @throws UserError with every problem of the content */
export async function planSite(
  tools: BuildTools,
  { reason, comparison, before }: SiteSelection,
  parsed: readonly ParsedFile[],
): Promise<Plan> {
  const { context, problems } = tools;
  const { options, clock, stored, file } = context;
  const { shard } = options;
  for (const problem of context.sources.problems) problems.error(problem);
  const articles = joinRecords(context.sources, comparison.known, parsed);
  const site = await loadParsedSite(tools, articles, problems);
  for (const problem of context.unread) problems.warn(problem);
  if (problems.errors.length > 0) await collectBrokenImages(site, problems);
  problems.throwIfAny();
  clock.mark('site');

  const characters = collectCharacters(site, articles.records);
  const missing = findMissingGlyphs(tools.theme.fonts, site);
  if (missing) problems.warn(missing);
  const prepared = await prepare(tools, site, { characters, isWhole: true }, problems);
  problems.throwIfAny();
  // A build from nothing asks the previous build too: it knows the files that had the addresses.
  const paths = listPaths(site);
  const ended = listEnded(site, paths);
  // Another time has other addresses, and readers lose none of theirs.
  const isOfNow = context.include.date === undefined;
  const lost = isOfNow ? findLostAddresses(site, stored ?? openState(file), paths, ended) : [];
  const { pool, theme } = tools;
  const found = await findProblems({ site, paths, prepared, code: theme.code, pool, lost });
  const warnings = sortProblems([...problems.warnings, ...found]);
  const groups = planGroups(site, prepared);
  const { editions, setup } = prepared.keys;
  const changed = comparison.known.length > 0 ? [...comparison.changed] : [];
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  return {
    scope: 'everything',
    reason,
    showsAhead: false,
    site,
    prepared,
    groups,
    articles: new Set([
      ...findArticles(site, new Set(changed.map((source) => source.file))),
      ...findReoffered(site.editions, before?.offers() ?? []),
    ]),
    count,
    outputs: (work) =>
      shard.hasOutputs
        ? { first: planOutputs(work), last: (pages) => planFinalOutputs(work, pages) }
        : NO_OUTPUTS,
    before,
    warnings,
    commit: (output, rendered, emitted) =>
      commitSite(context, output, {
        ...{ site, sources: articles.records, pages: count, rendered, emitted },
        ...{ keys: { editions, setup }, characters, warnings, lost, ended: [...ended] },
      }),
  };
}

/** Problems are collected. */
export async function loadParsedSite(
  { context, theme }: BuildTools,
  parsed: ParsedSources,
  problems: Problems,
): Promise<Site> {
  const { config, clock, include } = context;
  const { code } = theme;
  const ownFields = await loadOwnFields(code, problems);
  saveEditorSchema(config.root, ownFields);
  const directives = directivesOf(code);
  const times = { now: clock.now, today: clock.today(config.timeZone) };
  const cardFonts = listCardFonts(config.root, theme.cardFonts);
  return loadSite(
    { config, parsed, clock: times, include, directives, ownFields, code, cardFonts },
    problems,
  );
}

/** @param characters that the fonts must hold. @param isWhole whether the site has all of its articles */
export async function prepare(
  { context, theme, icons }: BuildTools,
  site: Site,
  { characters, isWhole }: { characters: string; isWhole: boolean },
  problems: Problems,
): Promise<PreparedSite> {
  const { config, code } = context;
  const { reporter, copyPictures, namesLines = false } = context.options;
  const hasFonts = theme.fonts.length > 0;
  const fonts = hasFonts ? await prepareFonts(config.root, theme, characters, problems) : null;
  const pictures = { reporter, isCopied: copyPictures === true, isWhole };
  return prepareSite({ site, code, theme, fonts, icons: await icons, pictures, namesLines, problems });
}

/** @param keys of the editions that do not use the keys of the site */
export function planGroups(
  { editions }: Site,
  { planInput }: PreparedSite,
  keys: Readonly<Record<string, PageKeys>> = {},
): PageGroup[] {
  return editions.flatMap((edition) => {
    const input = planInput(edition);
    return planPages({ ...input, keys: keys[edition.locale] ?? input.keys });
  });
}
