/** Changes fields of many articles, after a check of all changes together. */

import { join } from 'node:path';
import { loadSite } from '../build/parse/load-site.ts';
import { parseArticle } from '../content/article/parse-article.ts';
import { readingOf } from '../content/article/reading.ts';
import { findBody } from '../content/front-matter/front-matter.ts';
import { createProblems, type Problem, type Problems, UserError } from '../foundation/errors.ts';
import { formatCount, type Reporter } from '../foundation/report.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { diffLines } from '../foundation/text-diff.ts';
import { applyChanges, type FieldChanges, parseChanges } from './apply-changes.ts';
import { type ArticleRow, type Inventory, readInventory } from './inventory.ts';
import { type ArticleFilters, isFiltered, selectRows } from './select-rows.ts';
import { type FileEdit, offerEdits } from './write-edits.ts';

interface EditOptions {
  /** `field=value` */
  set: readonly string[];
  unset: readonly string[];
  filters: ArticleFilters;
  /** Choose every article. Excludes filters. */
  every: boolean;
  dryRun: boolean;
  yes: boolean;
}

interface ArticleEdit extends FileEdit {
  row: ArticleRow;
}

/** @throws UserError where nothing is chosen, or an article would become invalid. No file has changed then. */
export async function editArticles(root: string, reporter: Reporter, options: EditOptions): Promise<void> {
  const { filters, every, dryRun, yes } = options;
  const changes = parseChanges(options.set, options.unset, chosenCategory(filters));
  const inventory = await readInventory(root, reporter);
  if (every === isFiltered(inventory, filters)) {
    throw new UserError({
      code: every ? 'conflicting-options' : 'nothing-chosen',
      message: every
        ? '--every chooses all articles, and another option chooses some'
        : 'no article is chosen',
      hint: 'choose with the options of `articles list`, such as --category KEY, or with --every alone',
    });
  }
  const chosen = selectRows(inventory, filters);
  const edits = await prepareEdits(inventory, chosen, changes);
  const counts = { chosen: chosen.length, unchanged: chosen.length - edits.length };
  if (edits.length === 0) {
    const result = { ...counts, dryRun, changed: [] };
    if (chosen.length > 0) {
      const text = `${formatCount(chosen.length, 'article')} matched, and nothing has to change`;
      return reporter.result(result, text);
    }
    const message = 'no article matches these options';
    const hint = 'try the same options with `articles list`';
    throw new UserError({ code: 'nothing-chosen', message, hint }, result);
  }
  const what = `${edits.length} of ${formatCount(chosen.length, 'chosen article')}`;
  await offerEdits(root, reporter, { edits, what, dryRun, yes, counts });
}

/** The category in --category or --where, which says which of several entities to change. */
function chosenCategory({ category, where = [] }: ArticleFilters): string | null {
  const named = where.map((condition) => /^category\s*=\s*(.+)$/.exec(condition)?.[1]?.trim());
  return category?.split('/')[0] ?? named.find((name) => name !== undefined) ?? null;
}

async function prepareEdits(
  inventory: Inventory,
  rows: readonly ArticleRow[],
  changes: FieldChanges,
): Promise<ArticleEdit[]> {
  const { root } = inventory.config;
  const problems = createProblems();
  const edits: ArticleEdit[] = [];
  for (const row of rows) {
    const { file } = row.meta;
    const before = readRegularFile(join(root, file));
    try {
      const after = await applyChanges(before, { entities: row.meta.entities, fields: row.fields }, changes);
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

/** The front matter with its delimiters. */
export function headOf(text: string): string {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  return text.slice(start, start + findBody(text.slice(start)));
}

/** Reports every error that the site would have after the changes and does not have today. */
async function checkEdits(
  inventory: Inventory,
  edits: readonly ArticleEdit[],
  problems: Problems,
): Promise<void> {
  const { config, clock, parsed } = inventory;
  const edited = new Map(
    edits.map(({ row, after }) => {
      const { file, locale, key, hash } = row.meta;
      const text = Buffer.from(after).toString('utf8');
      const { meta, problems: found } = parseArticle({ file, locale, key }, text, hash, {
        reading: readingOf(config),
      });
      for (const { code, message, hint, severity } of found)
        if (severity !== 'warning') problems.error({ file, code, message, hint });
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
    // Line numbers are left out: they would refer to text that is not in the file yet.
    const { file = '', code, message, hint } = problem;
    problems.error(edited.has(file) ? { file, code, message, hint } : problem);
  }
}
