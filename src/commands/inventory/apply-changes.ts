/** Applies changes of fields to the bytes of one article. */
import {
  removeFrontMatterField,
  rewriteFrontMatterField,
  rewriteFrontMatterList,
  rewriteFrontMatterScalar,
  rewriteFrontMatterValue,
} from '../../content/front-matter/edit-field.ts';
import { type Problem, UserError } from '../../foundation/errors.ts';
import type { ArticleRow } from './inventory.ts';

export interface Changes {
  /** In the order of writing. */
  set: readonly { field: string; value: string }[];
  unset: readonly string[];
  /** The category that chose the articles, of those that have several. */
  category: string | null;
}

/** Fields whose values are numbers, days, or true and false. */
const SCALARS = new Set(['date', 'updated', 'draft', 'featured', 'pinned', 'expires', 'reviewBy']);
const LISTS = new Set(['aliases']);

/**
 * @param set as the user wrote them: `field=value`
 * @throws UserError where one is malformed, or belongs to another command
 */
export function parseChanges(
  set: readonly string[],
  unset: readonly string[],
  category: string | null,
): Changes {
  const problems: Problem[] = [];
  const parsed = set.map((text) => {
    const at = text.indexOf('=');
    const field = text.slice(0, Math.max(at, 0)).trim();
    const value = text.slice(at + 1).trim();
    if (at < 0 || !NAME.test(field))
      problems.push({
        code: 'invalid-option-value',
        message: `--set: "${text}" is not field=value`,
        hint: 'write --set author="Ann Reed"',
      });
    else if (value === '')
      problems.push({
        code: 'invalid-option-value',
        message: `--set: ${field} has no value`,
        hint: `write --unset ${field} to remove it`,
      });
    return { field, value };
  });
  for (const field of unset) {
    if (!NAME.test(field))
      problems.push({
        code: 'invalid-option-value',
        message: `--unset: "${field}" is not a field`,
        hint: 'name one field',
      });
    if (PLACES.has(field))
      problems.push({
        code: 'invalid-option-value',
        message: `--unset: ${field} is a part of entities`,
        hint: 'write --unset entities',
      });
  }
  const fields = [...parsed.map(({ field }) => field), ...unset];
  if (fields.includes('slug')) {
    const hint = 'use `articles move`, which keeps the old address as an alias';
    problems.push({ code: 'invalid-option-value', message: 'a slug is the address of an article', hint });
  }
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (twice !== undefined)
    problems.push({
      code: 'conflicting-options',
      message: `the field "${twice}" is changed twice`,
      hint: 'change it once',
    });
  if (fields.length === 0)
    problems.push({
      code: 'nothing-chosen',
      message: 'there is nothing to change',
      hint: 'add --set field=value or --unset field',
    });
  if (problems.length > 0) throw new UserError(problems);
  return { set: parsed, unset, category };
}

const NAME = /^[A-Za-z][\w-]*$/;
/** Parts of entities with separate names here. */
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

/** Writes a category or subcategory in the entry of entities that is meant. */
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
