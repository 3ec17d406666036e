/** Lists every article of a site in any state, with its address, state, last change and links. */
import { join } from 'node:path';
import { loadSite } from '../build/parse/load-site.ts';
import type { ParsedSources } from '../build/parse/parse-sources.ts';
import { readArticles, readTimes } from '../build/read-site.ts';
import type { SiteConfig } from '../config/config-schema.ts';
import { loadConfig } from '../config/load-config.ts';
import { resolveEntities } from '../content/article/category-tree.ts';
import type { ArticleMeta } from '../content/article/parse-article.ts';
import { presenceOf } from '../content/article/presence.ts';
import { isError, parseFrontMatter } from '../content/front-matter/front-matter.ts';
import { createProblems, type Problem } from '../foundation/errors.ts';
import type { Reporter } from '../foundation/report.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { articlePath } from '../site/article-path.ts';
import type { SiteInput } from '../site/create-site.ts';
import { countInbound } from '../site/select-articles.ts';
import type { Site } from '../site/site.ts';

/** "error": an article to publish whose problems stop the build. */
export type ArticleState = ReturnType<typeof presenceOf> | 'draft' | 'withheld' | 'error';

export interface ArticleRow {
  /** Its categories are named by their keys. */
  meta: ArticleMeta;
  path: string;
  state: ArticleState;
  /** YYYY-MM-DD of the last change: updated, else date. */
  changed: string;
  /** Number of published articles that link to it. */
  linked: number;
  /** The fields of the front matter. The first call reads the file. */
  fields(): Readonly<Record<string, unknown>>;
}

export interface Inventory {
  config: SiteConfig;
  clock: SiteInput['clock'];
  /** Ordered by file. */
  rows: ArticleRow[];
  site: Site;
  parsed: ParsedSources;
  /** Errors of the content. */
  errors: readonly Problem[];
  /** Number of files that cannot be read as articles. */
  unreadable: number;
}

export async function readInventory(root: string, reporter: Reporter): Promise<Inventory> {
  const config = await loadConfig(root);
  const clock = readTimes(config);
  const problems = createProblems();
  const parsed = await readArticles(config, reporter, problems);
  const include = { drafts: true, future: true };
  const site = await loadSite({ config, parsed, clock, include, directives: null }, problems);
  const wrong = new Set(problems.errors.map(({ file }) => file));
  const trees = new Map(site.editions.map(({ locale, tree }) => [locale, tree]));
  const placed = new Map(
    site.editions.flatMap(({ articles }) => articles.map(({ meta, path }) => [meta.file, path] as const)),
  );
  const rows = parsed.records.map((record): ArticleRow => {
    const tree = trees.get(record.locale) ?? {};
    const meta = { ...record, entities: resolveEntities(tree, record.entities) };
    let fields: Readonly<Record<string, unknown>> | null = null;
    return {
      meta,
      path: placed.get(meta.file) ?? articlePath(site.routes, tree, meta.locale, meta) ?? '',
      state: stateOf(meta, clock, wrong.has(meta.file)),
      changed: (meta.updated ?? meta.date).day,
      linked: 0,
      fields: () => {
        fields ??= readFields(root, meta.file);
        return fields;
      },
    };
  });
  const inbound = countInbound(site, { articles: rows.filter(({ state }) => state === 'published') });
  for (const row of rows) row.linked = inbound(row);
  const unreadable = new Set(parsed.unplaced.map(({ file }) => file));
  for (const { file, severity } of parsed.problems)
    if (file !== undefined && severity !== 'warning') unreadable.add(file);
  for (const { meta } of rows) unreadable.delete(meta.file);
  return { config, clock, rows, site, parsed, errors: problems.errors, unreadable: unreadable.size };
}

/** @param isWrong true where the article has problems that stop the build */
export function stateOf(
  meta: Pick<ArticleMeta, 'status' | 'review' | 'date' | 'editorial'>,
  { now }: SiteInput['clock'],
  isWrong: boolean,
): ArticleState {
  if (meta.status !== 'published') return meta.status;
  if (meta.review?.waits && !meta.review.isReplaced) return 'withheld';
  if (isWrong) return 'error';
  return presenceOf(meta, now);
}

/** Why a newer text of an article waits while readers get the approved one; null if none does. */
export const waitsBeside = ({ review }: Pick<ArticleMeta, 'review'>) =>
  review?.approved ? review.waits : null;

function readFields(root: string, file: string): Readonly<Record<string, unknown>> {
  const parsed = parseFrontMatter(
    readRegularFile(join(root, file))
      .toString()
      .replace(/^\uFEFF/, ''),
  );
  return isError(parsed) ? {} : parsed.data;
}

/** Fields that filters can use although the front matter does not always have them. */
const COMPUTED: Readonly<Record<string, (row: ArticleRow) => readonly string[]>> = {
  file: ({ meta }) => [meta.file],
  path: ({ path }) => [path],
  locale: ({ meta }) => [meta.locale],
  state: ({ state }) => [state],
  slug: ({ meta }) => [meta.slug],
  category: ({ meta }) => meta.entities.map(({ category }) => category),
  subcategory: ({ meta }) =>
    meta.entities.flatMap(({ subcategories }) => subcategories.map(({ subcategory }) => subcategory)),
};

/** The values of a field. Empty where the article does not have the field. */
export function valuesOf(row: ArticleRow, field: string): readonly string[] {
  const compute = Object.hasOwn(COMPUTED, field) ? COMPUTED[field] : undefined;
  if (compute) return compute(row);
  const fields = row.fields();
  const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
  return (Array.isArray(value) ? value : [value]).flatMap((item) => {
    if (item === undefined || item === null || item === '') return [];
    return typeof item === 'string' ? [item.trim()] : [JSON.stringify(item)];
  });
}
