/** Changes fields of many articles: all changes are checked together before the first file is written. */

import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSite } from '../../build/parse/load-site.ts';
import { parseArticle } from '../../content/article/parse-article.ts';
import { findBody } from '../../content/front-matter/front-matter.ts';
import { createProblems, type Problem, type Problems, UserError } from '../../foundation/errors.ts';
import { diffLines } from '../../foundation/line-diff.ts';
import { replaceFile } from '../../foundation/replace-file.ts';
import type { Reporter } from '../../foundation/report.ts';
import type { EditResult } from '../../results/site-results.ts';
import type { FilterValues } from '../article-filters.ts';
import { confirm } from '../confirm.ts';
import { applyChanges, type Changes, parseChanges } from './apply-changes.ts';
import { type ArticleRow, type Inventory, readInventory } from './inventory.ts';
import { isFiltered, selectRows } from './select-rows.ts';

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

interface Edit {
  row: ArticleRow;
  before: Uint8Array;
  after: Uint8Array;
  /** Lines of the front matter that differ, after "- " and "+ ". */
  diff: string[];
}

/** Files whose changes are shown before the question. */
const SHOWN = 20;

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
  const shown = dryRun ? edits : edits.slice(0, SHOWN);
  for (const { row, diff } of shown)
    reporter.output([row.meta.file, ...diff.map((line) => `  ${line}`)].join('\n'));
  const hidden = edits.length - shown.length;
  if (hidden > 0) reporter.output(`… and ${hidden} more; --dry-run shows all`);
  const result = {
    chosen: chosen.length,
    changed: edits.map(({ row, diff }) => ({ file: row.meta.file, diff })),
    unchanged: chosen.length - edits.length,
    dryRun,
  };
  const files = `${edits.length} of ${chosen.length} chosen articles`;
  if (edits.length === 0)
    return reporter.result(result, `nothing to change in ${chosen.length} chosen articles`);
  if (dryRun) return reporter.result(result, `would change ${files}; nothing was written`);
  const otherwise: Problem = {
    code: 'not-confirmed',
    message: `${files} would change, and there is no terminal to ask on`,
    hint: 'review the changes with --dry-run, then add --yes',
  };
  if (!yes && !(await confirm(`Change ${files}?`, reporter, otherwise)))
    return reporter.result({ ...result, changed: [] }, 'nothing was written');
  await writeEdits(root, edits, result);
  reporter.result(result, `changed ${files}`);
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
      edits.push({ row, before, after, diff });
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

function headOf(text: string): string {
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

/** @throws UserError where a file could not be written; the result says which ones were */
async function writeEdits(root: string, edits: readonly Edit[], result: EditResult): Promise<void> {
  const written = new Set<string>();
  const problems: Problem[] = [];
  for (const { row, before, after } of edits) {
    const { file } = row.meta;
    const path = join(root, file);
    const isSame = async () => Buffer.from(before).equals(await readFile(path));
    const { mode } = await stat(path);
    if (await replaceFile(path, after, { mode, confirm: isSame })) written.add(file);
    else
      problems.push({
        file,
        code: 'changed-file',
        message: 'changed in the meantime, and left alone',
        hint: 'run the command again',
      });
  }
  if (problems.length > 0)
    throw new UserError(problems, {
      ...result,
      changed: result.changed.filter(({ file }) => written.has(file)),
    });
}
