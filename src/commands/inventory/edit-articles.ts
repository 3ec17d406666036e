/** Changes fields of many articles: all changes are checked together before the first file is written. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSite } from '../../build/parse/load-site.ts';
import { parseArticle } from '../../content/article/parse-article.ts';
import { findBody } from '../../content/front-matter/front-matter.ts';
import { createProblems, type Problem, type Problems, UserError } from '../../foundation/errors.ts';
import { diffLines } from '../../foundation/line-diff.ts';
import type { Reporter } from '../../foundation/report.ts';
import type { EditResult } from '../../results/site-results.ts';
import type { FilterValues } from '../article-filters.ts';
import { applyChanges, type Changes, parseChanges } from './apply-changes.ts';
import { type ArticleRow, type Inventory, readInventory } from './inventory.ts';
import { isFiltered, selectRows } from './select-rows.ts';
import { type FileEdit, offerEdits } from './write-edits.ts';

interface EditOptions {
  /** `field=value` */
  set: readonly string[];
  unset: readonly string[];
  filters: Partial<FilterValues>;
  /** Whether to choose every article, which needs no filter. */
  every: boolean;
  dryRun: boolean;
  yes: boolean;
}

interface Edit extends FileEdit {
  row: ArticleRow;
}

/** @throws UserError where nothing is chosen, or an article would become invalid; then no file is changed */
export async function editArticles(root: string, reporter: Reporter, options: EditOptions): Promise<void> {
  const { filters, every, dryRun, yes } = options;
  const changes = parseChanges(options.set, options.unset, chosenCategory(filters));
  if (every === isFiltered(filters)) {
    throw new UserError({
      code: every ? 'conflicting-options' : 'nothing-chosen',
      message: every ? '--every excludes the other choices' : 'no article is chosen',
      hint: 'choose with the options of `articles list`, such as --category KEY, or with --every alone',
    });
  }
  const inventory = await readInventory(root, reporter);
  const chosen = selectRows(inventory, filters);
  const edits = await prepareEdits(inventory, chosen, changes);
  const counts = { chosen: chosen.length, unchanged: chosen.length - edits.length, dryRun };
  const resultOf = (changed: EditResult['changed']): EditResult => ({ ...counts, changed });
  const what = `${edits.length} of ${chosen.length} chosen articles`;
  const { changed, text } =
    edits.length === 0
      ? { changed: [], text: `nothing to change in ${chosen.length} chosen articles` }
      : await offerEdits(root, reporter, edits, { dryRun, yes, what, resultOf });
  reporter.result(resultOf(changed), text);
}

/** The category that the articles are chosen by. */
function chosenCategory({ category, where = [] }: Partial<FilterValues>): string | null {
  const named = where.map((condition) => /^category\s*=\s*(.+)$/.exec(condition)?.[1]?.trim());
  return category?.split('/')[0] ?? named.find((name) => name !== undefined) ?? null;
}

async function prepareEdits(
  inventory: Inventory,
  rows: readonly ArticleRow[],
  changes: Changes,
): Promise<Edit[]> {
  const { root } = inventory.config;
  const problems = createProblems();
  const edits: Edit[] = [];
  for (const row of rows) {
    const { file } = row.meta;
    const before = readFileSync(join(root, file));
    try {
      const after = await applyChanges(before, row, changes);
      if (before.equals(after)) continue;
      const [old, changed] = [before.toString('utf8'), Buffer.from(after).toString('utf8')];
      const diff = diffLines(headOf(old), headOf(changed));
      edits.push({ row, file, before, after, diff });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      for (const problem of error.problems) problems.error({ ...problem, file });
    }
  }
  problems.throwIfAny();
  await checkEdits(inventory, edits, problems);
  problems.throwIfAny();
  return edits;
}

export function headOf(text: string): string {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  return text.slice(start, start + findBody(text.slice(start)));
}

/** Reports every error that the site would have after the changes and does not have today. */
async function checkEdits(inventory: Inventory, edits: readonly Edit[], problems: Problems): Promise<void> {
  const { config, clock, parsed } = inventory;
  const edited = new Map(
    edits.map(({ row, after }) => {
      const { file, locale, key, hash } = row.meta;
      const text = Buffer.from(after).toString('utf8');
      const { meta, problems: found } = parseArticle({ file, locale, key }, text, hash);
      for (const { code, message, hint, warning } of found)
        if (!warning) problems.error({ file, code, message, hint });
      return [file, meta] as const;
    }),
  );
  if (problems.errors.length > 0) return;
  const records = parsed.records.map((record) => ({ ...record, ...edited.get(record.file) }));
  const after = createProblems();
  await loadSite(
    {
      config,
      clock,
      parsed: { ...parsed, records },
      include: { drafts: true, future: true },
      directives: null,
    },
    after,
  );
  const keyOf = ({ file, message }: Problem) => JSON.stringify([file, message]);
  const known = new Set(inventory.errors.map(keyOf));
  for (const problem of after.errors) {
    if (known.has(keyOf(problem))) continue;
    // Lines would be those of the file as it is.
    const { file = '', code, message, hint } = problem;
    problems.error(edited.has(file) ? { file, code, message, hint } : problem);
  }
}
