/** Renames or merges a category everywhere: in the trees, the articles and the settings, with the old addresses as aliases. */

import { join } from 'node:path';
import * as z from 'zod';
import { withoutSchemaName } from '../config/read-json.ts';
import { parseDocument } from '../config/read-yaml.ts';
import { withoutByteOrderMark } from '../config/utf8.ts';
import {
  categoryName,
  createTreeSchema,
  type Entity,
  listCategoryNames,
} from '../content/article/category-tree.ts';
import { treeFile } from '../content/data/content-files.ts';
import { titleOfOther } from '../content/data/edition-data.ts';
import { rewriteFrontMatter } from '../content/front-matter/edit-field.ts';
import { createProblems, type Problem, UserError } from '../foundation/errors.ts';
import { logicalPath } from '../foundation/layers.ts';
import { hintNear } from '../foundation/near-names.ts';
import { formatCount, type Reporter } from '../foundation/report.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { diffLines } from '../foundation/text-diff.ts';
import { type CategoryChange, changeTree, nameAfter, type TreeFile } from './change-tree.ts';
import { headOf } from './edit-articles.ts';
import { type ArticleRow, type Inventory, readInventory } from './inventory.ts';
import { rewriteJsonTree, rewriteYamlTree } from './rewrite-tree.ts';
import { type FileEdit, offerEdits } from './write-edits.ts';

interface RenameOptions {
  /** `category` or `category/subcategory`. */
  from: string;
  /** undefined keeps the key. */
  to: string | undefined;
  merge: boolean;
  slug: string | undefined;
  title: string | undefined;
  dryRun: boolean;
  yes: boolean;
}

/** @throws UserError where a name is unknown or taken, or an article cannot be changed. No file has changed then. */
export async function renameCategory(
  root: string,
  reporter: Reporter,
  { from, to = from, merge, slug, title, dryRun, yes }: RenameOptions,
): Promise<void> {
  const change: CategoryChange = { from: parseName(from), to: parseName(to), merge, slug, title };
  const inventory = await readInventory(root, reporter);
  const names = inventory.site.editions.map(({ tree }) => listCategoryNames(tree));
  refuseWrong(change, names);
  const locales = inventory.site.editions.map(({ locale }) => locale);
  const trees = locales.filter((_locale, index) => names[index]?.includes(from));
  const articles = await prepareArticleEdits(inventory, change, new Set<string>(trees));
  // The trees are written last: a run that is repeated after a crash still finds the old name in them.
  const edits = [
    ...articles,
    ...prepareConfigEdits(root, change),
    ...(await prepareTreeEdits(inventory, change, trees)),
  ];
  const counts = { kind: 'categories-change', articles: articles.length } as const;
  if (edits.length === 0)
    return reporter.result({ ...counts, dryRun, changed: [] }, 'every file has these names already');
  const others = formatCount(edits.length - articles.length, 'other file');
  const what = `${formatCount(articles.length, 'article')} and ${others}`;
  await offerEdits(root, reporter, { edits, what, dryRun, yes, counts });
}

function parseName(name: string): CategoryChange['from'] {
  const [category = '', subcategory, more] = name.split('/');
  const isName = [category, subcategory ?? 'x'].every((part) => /^[\w-]+$/.test(part));
  if (isName && more === undefined) return subcategory === undefined ? [category] : [category, subcategory];
  const hint = 'write a key, or two with a slash: bettingStrategies/oddsCalculation';
  throw new UserError({
    code: 'invalid-option-value',
    message: `"${name}" is not the key of a category`,
    hint,
  });
}

function refuseWrong({ from, to, merge, slug, title }: CategoryChange, names: readonly string[][]): void {
  const [old, now] = [from.join('/'), to.join('/')];
  const all = [...new Set(names.flat())];
  const refuse = (message: string, hint: string, code: Problem['code'] = 'conflicting-options') => {
    throw new UserError({ code, message, hint });
  };
  const requireKnown = (name: string, known: readonly string[]) => {
    if (known.includes(name)) return;
    const hint = hintNear(name, all, 'see `articles categories`');
    refuse(`there is no category "${name}"`, hint, 'unknown-category');
  };
  requireKnown(old, all);
  if (from.length !== to.length)
    refuse(
      `"${old}" and "${now}" are a category and a subcategory`,
      'name two categories, or two subcategories',
    );
  if (from[1] === 'other')
    refuse('every category needs its subcategory "other"', 'merge the category, or another subcategory');
  if (merge && old === now)
    refuse(`"${old}" cannot be merged with itself`, 'name another category with --to');
  if (!merge && old === now && slug === undefined && title === undefined)
    refuse('there is nothing to change', 'add --to KEY, --slug SLUG or --title TITLE', 'nothing-chosen');
  for (const own of names) {
    if (!own.includes(old)) continue;
    if (merge) requireKnown(now, own);
    if (to[1] !== undefined) requireKnown(to[0], own);
    if (!merge && old !== now && own.includes(now))
      refuse(`there is a category "${now}" already`, `write --merge ${old} --to ${now}`);
  }
}

async function prepareArticleEdits(
  { config: { root }, rows }: Inventory,
  change: CategoryChange,
  locales: ReadonlySet<string>,
): Promise<FileEdit[]> {
  const edits: FileEdit[] = [];
  const problems = createProblems();
  for (const row of rows) {
    const { file, locale } = row.meta;
    if (!locales.has(locale)) continue;
    const changes = listValueChanges(row, change, problems.error);
    if (changes.length === 0) continue;
    const before = readRegularFile(join(root, file));
    let after: Uint8Array = before;
    for (const { path, value } of changes) after = await rewriteFrontMatter(after, path, value);
    const diff = diffLines(headOf(before.toString('utf8')), headOf(Buffer.from(after).toString('utf8')));
    edits.push({ file, before, after, diff });
  }
  problems.throwIfAny();
  return edits;
}

interface ValueChange {
  path: readonly [string, ...(string | number)[]];
  value: string;
}

function listValueChanges(
  row: ArticleRow,
  change: CategoryChange,
  error: (problem: Problem) => void,
): ValueChange[] {
  const { file, entities } = row.meta;
  const {
    from: [category, subcategory],
    to: [toCategory, toSubcategory = ''],
  } = change;
  return entities.flatMap((entity, index): ValueChange[] => {
    if (entity.category !== category) return [];
    if (entity.isShort) return renameShort(row, entity, index, change);
    const rename: ValueChange = { path: ['entities', index, 'category'], value: toCategory };
    if (subcategory === undefined) return category === toCategory ? [] : [rename];
    const at = entity.subcategories.findIndex((item) => item.subcategory === subcategory);
    if (at < 0) return [];
    const path: ValueChange['path'] = ['entities', index, 'subcategories', at, 'subcategory'];
    const own = subcategory === toSubcategory ? [] : [{ path, value: toSubcategory }];
    if (category === toCategory) return own;
    if (entity.subcategories.length === 1) return [rename, ...own];
    error({
      file,
      code: 'ambiguous-change',
      message: `the article has further subcategories of "${category}"`,
      hint: 'divide its "entities" in the file, and run the command again',
    });
    return [];
  });
}

/** Writes keys, since a slug may change with the category. */
function renameShort(
  row: ArticleRow,
  { subcategories: [child] }: Entity,
  index: number,
  { from: [, subcategory], to: [toCategory, toSubcategory = ''] }: CategoryChange,
): ValueChange[] {
  if (subcategory !== undefined && child?.subcategory !== subcategory) return [];
  const value = categoryName(
    toCategory,
    subcategory === undefined ? (child?.subcategory ?? 'other') : toSubcategory,
  );
  const { category } = row.fields();
  const written = Array.isArray(category) ? category[index] : category;
  return value === written
    ? []
    : [{ path: Array.isArray(category) ? ['category', index] : ['category'], value }];
}

/** Renames the category in the menu, the footer and the sections of site-config.json. */
function prepareConfigEdits(root: string, change: CategoryChange): FileEdit[] {
  const file = 'site-config.json';
  const before = readRegularFile(join(root, file));
  const data: unknown = JSON.parse(textOf(before));
  const renamed = renameKeys(data, change, false);
  return JSON.stringify(renamed) === JSON.stringify(data) ? [] : [editJson(file, before, renamed)];
}

const NAMING = new Set(['navigation', 'footer', 'home', 'category']);

function renameKeys(value: unknown, change: CategoryChange, isNaming: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, change, isNaming));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      isNaming && key === 'category' && typeof inner === 'string'
        ? nameAfter(inner, change)
        : renameKeys(inner, change, isNaming || NAMING.has(key)),
    ]),
  );
}

async function prepareTreeEdits(
  { config: { root }, site: { routes } }: Inventory,
  change: CategoryChange,
  locales: readonly Inventory['site']['editions'][number]['locale'][],
): Promise<FileEdit[]> {
  const edits: FileEdit[] = [];
  const problems: Problem[] = [];
  for (const locale of locales) {
    const file = treeFile(root, locale);
    if (logicalPath(root, file) !== file)
      throw new UserError({
        file,
        code: 'uneditable-field',
        message: 'these categories are those of a layer, which other sites may use',
        hint: `copy the file to ${logicalPath(root, file)} first, or change the layer`,
      });
    const before = readRegularFile(join(root, file));
    const schema = z.preprocess(withoutSchemaName, createTreeSchema(await titleOfOther(locale)));
    const read = await parseDocument(file, before, schema);
    if (!read.ok) throw new UserError(read.problems);
    const tree: TreeFile = changeTree(read.value, change, (category, child) =>
      child === undefined ? routes.category(locale, category) : routes.subcategory(locale, category, child),
    );
    const edit = file.endsWith('.yaml')
      ? createEdit(file, before, await rewriteYamlTree(before, change, tree, schema))
      : editJson(file, before, await rewriteJsonTree(JSON.parse(textOf(before)), change, tree, schema));
    const checked = await parseDocument(file, Buffer.from(edit.after), schema);
    // Line numbers are left out: they would refer to text that is not in the file yet.
    if (!checked.ok)
      problems.push(...checked.problems.map(({ code, message, hint }) => ({ file, code, message, hint })));
    if (edit.diff.length > 0) edits.push(edit);
  }
  if (problems.length > 0) throw new UserError(problems);
  return edits;
}

const textOf = (bytes: Uint8Array) => withoutByteOrderMark(Buffer.from(bytes).toString('utf8'));

/** Keeps the indentation of the file. */
function editJson(file: string, before: Uint8Array, data: unknown): FileEdit {
  const text = textOf(before);
  const indent = /^[[{]\r?\n([ \t]+)/.exec(text)?.[1] ?? '  ';
  return createEdit(file, before, `${JSON.stringify(data, null, indent)}\n`);
}

function createEdit(file: string, before: Uint8Array, written: string): FileEdit {
  return { file, before, after: Buffer.from(written), diff: diffLines(textOf(before), written) };
}
