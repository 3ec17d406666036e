/** Applies changes of fields to the bytes of one article. */
import { fitsCategory, writeCategories } from '../content/article/category-tree.ts';
import { rewriteFrontMatter, rewriteFrontMatterScalar } from '../content/front-matter/edit-field.ts';
import { type Problem, UserError } from '../foundation/errors.ts';
import type { ArticleRow } from './inventory.ts';

/** The facts about an article that a change needs. */
interface Changed extends Pick<ArticleRow, 'fields'> {
  entities: ArticleRow['meta']['entities'];
}

export interface FieldChanges {
  /** Written in this order. A list is the items of a list, or a text with commas. */
  set: readonly { field: string; value: string | readonly string[] }[];
  unset: readonly string[];
  /** The category that chose the articles. It says which of several categories to change. */
  category: string | null;
}

/** Fields whose values are numbers, dates or booleans, which are written without quotes. */
const SCALARS = new Set(['date', 'updated', 'draft', 'featured', 'pinned', 'order', 'expires', 'reviewBy']);
const LISTS = new Set(['aliases', 'tags', 'authors']);

/**
 * @param set the texts of --set: `field=value`
 * @throws UserError for a malformed change, or one that another command makes
 */
export function parseChanges(
  set: readonly string[],
  unset: readonly string[],
  category: string | null,
): FieldChanges {
  const problems: Problem[] = [];
  const refuse = (message: string, hint: string, code: Problem['code'] = 'invalid-option-value') =>
    problems.push({ code, message, hint });
  const parsed = set.map((text) => {
    const at = text.indexOf('=');
    const field = text.slice(0, Math.max(at, 0)).trim();
    const value = text.slice(at + 1).trim();
    if (at < 0 || !NAME.test(field))
      refuse(`--set: "${text}" is not field=value`, 'write --set author="Ann Reed"');
    else if (value === '') refuse(`--set: ${field} has no value`, `write --unset ${field} to remove it`);
    return { field, value };
  });
  for (const field of unset) {
    if (!NAME.test(field)) refuse(`--unset: "${field}" is not a field`, 'name one field');
    if (field === 'subcategory')
      refuse('--unset: subcategory is a part of category', 'write --set subcategory=other');
  }
  const fields = [...parsed.map(({ field }) => field), ...unset];
  if (fields.includes('slug'))
    refuse(
      'a slug is the address of an article',
      'use `articles move`, which keeps the old address as an alias',
    );
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (twice !== undefined)
    refuse(`the field "${twice}" is changed twice`, 'change it once', 'conflicting-options');
  if (fields.length === 0)
    refuse('there is nothing to change', 'add --set field=value or --unset field', 'nothing-chosen');
  if (problems.length > 0) throw new UserError(problems);
  return { set: parsed, unset, category };
}

const NAME = /^[A-Za-z][\w-]*$/;
/** The two parts of a category on the command line. */
const PLACES = new Set(['category', 'subcategory']);

/** @throws UserError where a field cannot be changed */
export async function applyChanges(
  bytes: Uint8Array,
  row: Changed,
  { set, unset, category }: FieldChanges,
): Promise<Uint8Array> {
  let changed = bytes;
  const places = set.filter(({ field }) => PLACES.has(field));
  if (places.length > 0) changed = await placeArticle(changed, row, places, category);
  for (const { field, value } of set) {
    if (PLACES.has(field)) continue;
    if (typeof value !== 'string') changed = await rewriteFrontMatter(changed, field, value);
    else if (LISTS.has(field) || /^\[.*\]$/s.test(value) || Array.isArray(row.fields()[field]))
      changed = await rewriteFrontMatter(changed, field, splitList(value));
    else if (SCALARS.has(field)) changed = await rewriteFrontMatterScalar(changed, field, value);
    else changed = await rewriteFrontMatter(changed, field, value);
  }
  for (const field of unset) {
    changed = await rewriteFrontMatter(changed, field, undefined);
    if (field === 'category') changed = await rewriteFrontMatter(changed, 'entities', undefined);
  }
  return changed;
}

function splitList(value: string): string[] {
  const items = value.replace(/^\[(.*)\]$/s, '$1').split(',');
  return items.map((item) => item.trim().replace(/^(["'])(.*)\1$/s, '$2')).filter(Boolean);
}

/** Writes the field `category` with a change of the category that the filters mean, and removes `entities`. */
async function placeArticle(
  bytes: Uint8Array,
  { entities, fields }: Changed,
  set: FieldChanges['set'],
  chosen: string | null,
): Promise<Uint8Array> {
  const newValue = (name: string) => {
    const value = set.find(({ field }) => field === name)?.value;
    return typeof value === 'object' ? value.join(', ') : value;
  };
  const [category, subcategory] = [newValue('category'), newValue('subcategory')];
  const names = category !== undefined && /[,[]/.test(category) ? splitList(category) : null;
  const written = names ?? placesAfter(entities, { category, subcategory, chosen });
  const isList = Array.isArray(fields().category);
  const placed = await rewriteFrontMatter(bytes, 'category', isList ? [written].flat() : written);
  return rewriteFrontMatter(placed, 'entities', undefined);
}

interface PlaceChange {
  category: string | undefined;
  subcategory: string | undefined;
  chosen: string | null;
}

function placesAfter(
  entities: ArticleRow['meta']['entities'],
  { category, subcategory, chosen }: PlaceChange,
): string | string[] {
  const refuse = (message: string, hint: string): never => {
    throw new UserError({ code: 'ambiguous-change', message, hint });
  };
  const whole = category?.includes('/') ? category : null;
  if (entities.length === 0 && category !== undefined)
    return whole ?? (subcategory === undefined ? category : `${category}/${subcategory}`);
  const only = entities.length === 1 ? 0 : -1;
  const index = chosen === null ? only : entities.findIndex((entity) => entity.category === chosen);
  const entity = entities[index];
  if (!entity)
    return refuse(
      `the article has ${entities.length} categories`,
      'choose by one with --where category=KEY, or write all: --set category="[a/b, c]"',
    );
  const { subcategories } = entity;
  if (!fitsCategory(entities))
    refuse('the article has subsubcategories, which category cannot hold', 'change "entities" in the file');
  if (subcategory !== undefined && subcategories.length > 1)
    refuse(
      `the article has ${subcategories.length} subcategories of "${entity.category}"`,
      'write all categories: --set category="[a/b, c]"',
    );
  const [first, second] = whole?.split('/') ?? [category ?? entity.category, subcategory];
  const children = second === undefined ? subcategories : [{ subcategory: second, subsubcategories: [] }];
  return writeCategories(entities.with(index, { category: first ?? '', subcategories: children }));
}
