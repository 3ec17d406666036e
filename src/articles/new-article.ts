/** Writes a draft article: category, author, slug and file. */
import { dirname, join, resolve } from 'node:path';
import { compareSources, parseSources } from '../build/parse/parse-sources.ts';
import { stateFile } from '../build/state/build-state.ts';
import { loadSources } from '../build/state/state-file.ts';
import { createPool } from '../build/threads/thread-pool.ts';
import type { SiteConfig } from '../config/config-schema.ts';
import { writeFields } from '../config/read-yaml.ts';
import {
  type CategoryGroup,
  type CategoryTree,
  categoryName,
  findNode,
  readCategories,
} from '../content/article/category-tree.ts';
import { calendarDay } from '../content/article/dates.ts';
import { scanSources } from '../content/article/scan-sources.ts';
import type { Author, EditionData } from '../content/data/edition-data.ts';
import { type ErrorCode, UserError } from '../foundation/errors.ts';
import { refusedByWindows } from '../foundation/file-names.ts';
import { fold } from '../foundation/fold.ts';
import { makeFolder } from '../foundation/make-folder.ts';
import { createFile } from '../foundation/replace-file.ts';
import { createSilentReporter } from '../foundation/report.ts';
import { createSlug, joinWords } from '../foundation/slug.ts';
import { type LocaleCode, languageOf } from '../locales/codes.ts';
import { patternPath } from '../site/article-path.ts';
import { createRoutes, RESERVED_SEGMENTS } from '../site/routes.ts';

/** The values of the command line. */
export interface DraftInput {
  title: string;
  category: string | undefined;
  subcategory: string | undefined;
  author: string | undefined;
}

/**
 * @returns `file`, the path below the root, and `url`, the path of the page once it is published
 * @throws UserError where the category or the author is unknown, with the choices
 */
export async function writeDraft(config: SiteConfig, edition: EditionData, input: DraftInput) {
  const { locale, tree, authors } = edition;
  const title = input.title.replace(/\s+/g, ' ').trim();
  if (title === '')
    throw new UserError({
      code: 'invalid-option-value',
      message: 'the title is empty',
      hint: 'put it in quotes',
    });
  const place = choosePlace(tree, input);
  const author = chooseAuthor(authors, input.author, locale);
  const folder = place ? `${toKebab(place.split('/')[0] ?? '')}/` : '';
  const { slugs, keys } = await readTaken(config, locale);
  const isTaken = (slug: string) =>
    RESERVED_SEGMENTS.has(slug) ||
    slugs.has(slug) ||
    keys.has(`${folder}${slug}`) ||
    refusedByWindows(slug) !== null;
  const slug = await createSlug(title, languageOf(locale), isTaken);
  const key = `${folder}${slug}`;
  const file = `content/${locale}/articles/${key}.md`;
  const date = calendarDay(Date.now(), config.timeZone);
  const fields = {
    title,
    slug,
    // The slug stays when the author gets another name.
    author: author.slug,
    date,
    draft: true,
    ...(place && { category: place }),
  };
  const path = join(config.root, file);
  makeFolder(dirname(path));
  if (!(await createFile(path, `---\n${await writeFields(fields)}---\n`))) {
    throw new UserError({
      file,
      code: 'existing-file',
      message: 'the file already exists',
      hint: 'choose another title',
    });
  }
  const entities = place ? readCategories([place]) : [];
  const url = patternPath(createRoutes(config), tree, locale, { key, slug, date: { day: date }, entities });
  return { file, slug, locale, url: url ?? '' };
}

/** Slugs of the edition, and keys of all editions. Two files with the same key are translations of each other. */
async function readTaken({ root, locales }: SiteConfig, locale: LocaleCode) {
  const sources = [...scanSources(root, locales)];
  const own = sources.filter((source) => source.locale === locale);
  const state = loadSources(stateFile(root, resolve(root, 'dist')));
  const phase = createSilentReporter().phase('parse');
  const { records } = await parseSources(createPool(root, 1), own, compareSources(own, state), phase);
  return {
    slugs: new Set(records.map(({ slug }) => slug)),
    keys: new Set(sources.map(({ key }) => key)),
  };
}

/** The value of the field `category`. null for an article without one, which is listed under "other". */
function choosePlace(tree: CategoryTree, input: DraftInput): string | null {
  const groups = Object.values(tree);
  // --category takes both names, as the field does.
  const [category, subcategory = input.subcategory] = input.category?.split('/') ?? [];
  if (category === undefined) return subcategory === undefined ? null : findPlace(groups, subcategory);
  const group = findNode(tree, category);
  if (!group) throw createChoiceError('unknown-category', `there is no category "${category}"`, groups);
  const children = Object.values(group.children);
  const child = findNode(group.children, subcategory ?? 'other');
  if (!child)
    throw createChoiceError(
      'unknown-subcategory',
      `"${group.key}" has no subcategory "${subcategory}"`,
      children,
    );
  return categoryName(group.key, child.key);
}

/** @throws UserError unless exactly one category has the subcategory */
function findPlace(groups: readonly CategoryGroup[], subcategory: string): string {
  const places = groups.flatMap((group) => {
    const child = findNode(group.children, subcategory);
    return child ? [categoryName(group.key, child.key)] : [];
  });
  const [only] = places;
  if (only && places.length === 1) return only;
  if (!only) {
    const message = `no category has a subcategory "${subcategory}"`;
    throw new UserError({ code: 'unknown-subcategory', message, hint: '`articles categories` lists them' });
  }
  throw new UserError({
    code: 'ambiguous-name',
    message: `several categories have a subcategory "${subcategory}"`,
    hint: `add --category with one of ${places.map((place) => place.split('/')[0]).join(', ')}`,
  });
}

function createChoiceError(code: ErrorCode, message: string, nodes: readonly { key: string }[]): UserError {
  return new UserError({ code, message, hint: `use one of ${nodes.map(({ key }) => key).join(', ')}` });
}

function chooseAuthor(authors: readonly Author[], asked: string | undefined, locale: LocaleCode): Author {
  const file = `content/${locale}/authors.json`;
  const [first] = authors;
  if (!first)
    throw new UserError({
      file,
      code: 'missing-author',
      message: 'the list of authors is empty',
      hint: 'add an author',
    });
  if (asked === undefined) return first;
  const found =
    authors.find(({ name }) => name === asked) ??
    authors.find(({ name, slug }) => slug === asked || fold(name) === fold(asked));
  if (found) return found;
  throw new UserError({
    code: 'unknown-author',
    message: `there is no author "${asked}"`,
    hint: `add the author to ${file}, or use one of ${listAuthorNames(authors)}`,
  });
}

function listAuthorNames(authors: readonly Author[]): string {
  const names = authors.slice(0, 20).map(({ name }) => name);
  return names.join(', ') + (authors.length > 20 ? ` and ${authors.length - 20} more` : '');
}

/** `bettingStrategies` → `betting-strategies`. */
function toKebab(key: string): string {
  return joinWords(key.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1-$2').toLowerCase(), '-');
}
