/** Plans a build of a few articles: their pages, and the outputs that show their texts. */

import { resolve } from 'node:path';
import { hasTextSearch } from '../config/text-search.ts';
import { readApprovals } from '../content/article/approvals.ts';
import { checkApprovals } from '../content/article/check-approvals.ts';
import { createProblems } from '../foundation/errors.ts';
import type { PageGroup } from '../pages/page-kind.ts';
import type { Article, Site } from '../site/site.ts';
import type { BuildTools } from './build-tools.ts';
import type { TextsChange } from './change.ts';
import { listedFeeds } from './outputs/feeds.ts';
import { changedTexts, textGroup } from './outputs/search-texts.ts';
import { findArticles } from './parse/parse-sources.ts';
import { loadParsedSite, type Plan, planGroups, prepare } from './plan-build.ts';
import type { PreparedSite } from './prepare/prepare-site.ts';
import type { OutputRecords } from './render/render-pages.ts';
import type { StateChange, StoredState } from './state/build-state.ts';
import { createPrevious, type PreviousOutputs } from './state/previous-outputs.ts';
import { commitChange } from './write/commit-build.ts';

/** A planned site that holds the changed articles, and all that their pages and feeds show. */
interface Base {
  site: Site;
  prepared: PreparedSite;
  groups: readonly PageGroup[];
}

/** @returns null if a page or an output of these articles has changed since the previous build */
export async function planTexts(tools: BuildTools, change: TextsChange): Promise<Plan | null> {
  const { context } = tools;
  const { before, records, rows } = change;
  const { config, options } = context;
  const hasOutputs = change.kind === 'texts' && options.shard.hasOutputs;
  const fed = hasOutputs ? findShowing(before, rows) : new Map<string, readonly number[]>();
  const base = options.memory
    ? changeMemory(context.config.root, options.memory, records)
    : await loadAround(tools, change, [...fed.values()].flat());
  if (!base) return null;
  const { site, prepared } = base;
  const articles = findArticles(site, new Set(records.map(({ file }) => file)));
  const previous = createPrevious(resolve(options.out), before);
  const groups = selectGroups(base.groups, articles, previous);
  if (!groups) return null;
  const hasIndex = hasOutputs && hasTextSearch(config);
  const remade = [...fed.keys(), ...(hasIndex ? [...articles].map(({ edition }) => textGroup(edition)) : [])];
  if (!remade.every((name) => previous.isWhole(name))) return null;
  const listed = findListed(site, before, fed);
  if (!listed) return null;
  // A page of cards is made ahead of the build that makes the other pages, which compares the article again.
  const sources = change.kind === 'texts' ? rows.map((row, index) => [row, records[index]] as const) : [];
  const recorded = sources.flatMap(([row, record]): StateChange['sources'] =>
    record ? [[row, record]] : [],
  );
  return {
    scope: 'bodies',
    reason: null,
    showsAhead: change.kind === 'cards' || remade.length > 0,
    site,
    prepared,
    groups,
    articles,
    count: before.head.summary.pages,
    outputs: (work) => ({
      first: listedFeeds(work, listed),
      last: () => (hasIndex ? changedTexts(work, articles) : []),
    }),
    before,
    warnings: change.warnings,
    commit: (_output, { replaced }, emitted) =>
      commitChange(context, before.head, {
        sources: recorded,
        outputs: [...replaced, ...replacedBy(emitted, previous)],
      }),
  };
}

/** Changes the articles of a site in memory. null where one of them now has a problem. */
function changeMemory(
  root: string,
  { site, prepared, groups }: Base,
  records: TextsChange['records'],
): Base | null {
  const isValid = records.every(({ own }) => {
    const { issues, crash } = site.ownFields.read(own);
    return issues.length === 0 && !crash;
  });
  const { problems } = checkApprovals(root, records, readApprovals(root), site.config.unapproved);
  if (!isValid || problems.length > 0) return null;
  const byFile = new Map(records.map((record) => [record.file, record]));
  for (const article of findArticles(site, new Set(byFile.keys())))
    article.meta = byFile.get(article.meta.file) ?? article.meta;
  return { site, prepared, groups };
}

/**
 * Makes a small site of the changed articles and those around them: the groups of the changed articles have the same keys
 * in it as in the whole site, unless their pages show other articles too.
 * @param others rows of further articles that the site must hold
 */
async function loadAround(
  tools: BuildTools,
  { before, rows, records }: TextsChange,
  others: readonly number[],
): Promise<Base | null> {
  const { head } = before;
  const around = findAround(before, new Set(rows), new Set(others));
  const changed = new Map(rows.map((row, index) => [row, records[index]]));
  const known = before.sources
    .rows(around)
    .map((record, index) => changed.get(around[index] ?? -1) ?? record);
  const problems = createProblems();
  const found = known.flatMap((record) => record.problems);
  const site = await loadParsedSite(tools, { records: known, problems: found, unplaced: [] }, problems);
  if (problems.errors.length > 0) return null;
  // The menu is that of the whole site.
  for (const edition of site.editions) edition.filled = new Set(head.filled[edition.locale]);
  tools.context.clock.mark('site');
  const prepared = await prepare(tools, site, { characters: head.characters, isWhole: false }, problems);
  if (problems.errors.length > 0 || prepared.keys.setup !== head.keys.setup) return null;
  return { site, prepared, groups: planGroups(site, prepared, head.keys.editions) };
}

/** Rows of the articles with the same primary category as one of the rows, of the others, and of their translations. */
function findAround(
  { sources }: StoredState,
  rows: ReadonlySet<number>,
  others: ReadonlySet<number>,
): number[] {
  const [locale, entities, key] = [
    sources.column('locale'),
    sources.column('entities'),
    sources.column('key'),
  ];
  // Many rows share one value, so each value is read once.
  const categories = new Map<unknown, string>();
  const categoryOf = (row: number) => {
    const value = entities.at(row);
    const known = categories.get(value);
    if (known !== undefined) return known;
    const [first] = value;
    const category = JSON.stringify([first?.category, first?.subcategories[0]?.subcategory]);
    categories.set(value, category);
    return category;
  };
  const placeOf = (row: number) => `${locale.at(row)} ${categoryOf(row)}`;
  const wanted = new Set(Array.from(rows, placeOf));
  const all = Array.from({ length: sources.length }, (_, row) => row);
  const near = all.filter((row) => others.has(row) || wanted.has(placeOf(row)));
  const keys = new Set(near.map((row) => key.at(row)));
  return all.filter((row) => keys.has(key.at(row)));
}

/** The groups whose outputs show the whole text of one of the rows, with all rows that they show, in their order. */
function findShowing({ groups }: StoredState, rows: readonly number[]): Map<string, readonly number[]> {
  const [name, shows] = [groups.column('name'), groups.column('shows')];
  const found = new Map<string, readonly number[]>();
  for (let group = 0; group < groups.length; group++) {
    const shown = shows.at(group);
    if (shown.some((row) => rows.includes(row))) found.set(name.at(group), shown);
  }
  return found;
}

/** The articles of these groups. null where the site lacks one of them. */
function findListed(
  site: Site,
  { sources }: StoredState,
  fed: ReadonlyMap<string, readonly number[]>,
): Map<string, readonly Article[]> | null {
  const file = sources.column('file');
  const files = new Set([...fed.values()].flat().map((row) => file.at(row)));
  const byFile = new Map(Array.from(findArticles(site, files), (article) => [article.meta.file, article]));
  if (byFile.size < files.size) return null;
  return new Map(
    Array.from(fed, ([name, rows]) => [name, rows.flatMap((row) => byFile.get(file.at(row)) ?? [])]),
  );
}

/**
 * Narrows a plan to the pages of some articles, where no other page depends on them.
 * @returns null if a group of these articles must be planned again: it has changed, or one of them is not in it
 */
function selectGroups(
  groups: readonly PageGroup[],
  articles: ReadonlySet<Article>,
  previous: PreviousOutputs,
): PageGroup[] | null {
  const found: PageGroup[] = [];
  let count = 0;
  for (const group of groups) {
    const pages = [...(group.planArticles?.(articles) ?? [])];
    if (pages.length === 0) continue;
    const before = previous.group(group.name);
    if (before?.key !== group.key || !previous.areIntact(before.outputs)) return null;
    count += pages.length;
    found.push({ ...group, planArticles: () => pages });
  }
  return count === articles.size ? found : null;
}

/** The changed records of groups that have the same files as before, by row of the previous outputs. */
function replacedBy({ groups, outputs }: OutputRecords, previous: PreviousOutputs): StateChange['outputs'] {
  return groups.flatMap(({ name, start, count }) => {
    const before = previous.group(name);
    return outputs
      .slice(start, start + count)
      .flatMap((record, index): StateChange['outputs'] =>
        before && before.outputs[index]?.hash !== record.hash ? [[before.start + index, record]] : [],
      );
  });
}
