/** Applies changes of fields to the bytes of one article. */
import {
  removeFrontMatterField,
  rewriteFrontMatterField,
  rewriteFrontMatterList,
  rewriteFrontMatterScalar,
  rewriteFrontMatterValue,
} from '../content/front-matter/edit-field.ts';
import { type Problem, UserError } from '../foundation/errors.ts';
import type { ArticleRow } from './inventory.ts';

export interface Changes {
  /** Written in this order. */
  set: readonly { field: string; value: string }[];
  unset: readonly string[];
  /** The category that chose the articles. It says which of several categories to change. */
  category: string | null;
}

/** Fields whose values are numbers, dates or booleans, which are written without quotes. */
const SCALARS = new Set(['date', 'updated', 'draft', 'featured', 'pinned', 'expires', 'reviewBy']);
const LISTS = new Set(['aliases', 'tags']);

/**
 * @param set the texts of --set: `field=value`
 * @throws UserError for a malformed change, or one that another command makes
 */
export function parseChanges(
  set: readonly string[],
  unset: readonly string[],
  category: string | null,
): Changes {
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
    if (PLACES.has(field)) refuse(`--unset: ${field} is a part of entities`, 'write --unset entities');
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
/** The parts of `entities` that have names of their own on the command line. */
const PLACES = new Set(['category', 'subcategory']);

/** @throws UserError where a field cannot be changed */
export async function applyChanges(
  bytes: Uint8Array,
  row: ArticleRow,
  { set, unset, category }: Changes,
): Promise<Uint8Array> {
  let changed = bytes;
  for (const { field, value } of set) {
    if (PLACES.has(field)) changed = await placeArticle(changed, row, field, value, category);
    else if (LISTS.has(field) || /^\[.*\]$/s.test(value) || Array.isArray(row.fields()[field]))
      changed = await rewriteFrontMatterList(changed, field, splitList(value));
    else if (SCALARS.has(field)) changed = await rewriteFrontMatterScalar(changed, field, value);
    else changed = await rewriteFrontMatterField(changed, field, value);
  }
  for (const field of unset) changed = await removeFrontMatterField(changed, field);
  return changed;
}

function splitList(value: string): string[] {
  const items = value.replace(/^\[(.*)\]$/s, '$1').split(',');
  return items.map((item) => item.trim().replace(/^(["'])(.*)\1$/s, '$2')).filter(Boolean);
}

/** Writes a category or subcategory into the entry of `entities` that the filters mean. */
async function placeArticle(
  bytes: Uint8Array,
  { meta }: ArticleRow,
  field: string,
  value: string,
  chosen: string | null,
): Promise<Uint8Array> {
  const { entities } = meta;
  const only = entities.length === 1 ? 0 : -1;
  const index = chosen === null ? only : entities.findIndex((entity) => entity.category === chosen);
  const entity = entities[index];
  const hint = 'choose by one with --where category=KEY, or change "entities" in the file';
  if (!entity)
    throw new UserError({
      code: 'ambiguous-change',
      message: `the article has ${entities.length} categories`,
      hint,
    });
  if (field === 'category') return rewriteFrontMatterValue(bytes, ['entities', index, 'category'], value);
  if (entity.subcategories.length !== 1) {
    const message = `the article has ${entity.subcategories.length} subcategories of "${entity.category}"`;
    throw new UserError({ code: 'ambiguous-change', message, hint: 'change "entities" in the file' });
  }
  return rewriteFrontMatterValue(bytes, ['entities', index, 'subcategories', 0, 'subcategory'], value);
}
