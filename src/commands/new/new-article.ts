/** Owns making a draft: its place in the tree, its author, its slug, its file. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { compareSources, parseSources } from '../../build/parse/parse-sources.ts';
import { stateFile } from '../../build/state/build-state.ts';
import { loadState } from '../../build/state/state-file.ts';
import { createPool } from '../../build/threads/thread-pool.ts';
import type { SiteConfig } from '../../config/config-schema.ts';
import { calendarDay } from '../../content/article/dates.ts';
import { scanSources } from '../../content/article/scan-sources.ts';
import type { Author, EditionData } from '../../content/data/edition-data.ts';
import { hasCode, UserError } from '../../foundation/errors.ts';
import { createSilentReporter } from '../../foundation/report.ts';
import { createSlug } from '../../foundation/slug.ts';
import { type LocaleCode, languageOf } from '../../locales/codes.ts';
import type { CategoryGroup, CategoryTree, Entity, Subcategory } from '../../site/category-tree.ts';
import { createRoutes, RESERVED_SEGMENTS } from '../../site/routes.ts';

/** As the user gave it; null for what was not given. */
export interface DraftInput {
  title: string;
  category: string | null;
  subcategory: string | null;
  author: string | null;
}

export interface Draft {
  /** Path below the root. */
  file: string;
  slug: string;
  locale: LocaleCode;
  /** Path of the page, once it is published. */
  url: string;
}

/** @throws UserError where the category or the author is unknown, with the choices */
export async function writeDraft(
  config: SiteConfig,
  edition: EditionData,
  input: DraftInput,
): Promise<Draft> {
  const { locale, tree, authors } = edition;
  const title = input.title.replace(/\s+/g, ' ').trim();
  if (title === '') throw new UserError({ message: 'the title is empty', hint: 'give it in quotes' });
  const entity = chooseEntity(tree, input);
  const author = chooseAuthor(authors, input.author, locale);
  const folder = entity ? `${toKebab(entity.category)}/` : '';
  const { slugs, keys } = await readTaken(config, locale);
  const isTaken = (slug: string) =>
    RESERVED_SEGMENTS.has(slug) || slugs.has(slug) || keys.has(`${folder}${slug}`);
  const slug = await createSlug(title, languageOf(locale), isTaken);
  const file = `content/${locale}/articles/${folder}${slug}.md`;
  const date = calendarDay(Date.now(), config.timeZone);
  await writeNew(config.root, file, await renderDraft({ title, slug, author: author.name, date, entity }));
  return { file, slug, locale, url: createRoutes(config).article(locale, slug) };
}

/** Slugs of the edition, and keys of all editions: two files with one key would be translations of each other. */
async function readTaken(
  config: SiteConfig,
  locale: LocaleCode,
): Promise<{ slugs: Set<string>; keys: Set<string> }> {
  const { root, locales } = config;
  const sources = [...scanSources(root, locales)];
  const own = sources.filter((source) => source.locale === locale);
  const state = loadState(stateFile(root, resolve(root, 'dist')));
  const phase = createSilentReporter().phase('parse');
  const { records } = await parseSources(createPool(root, 1), own, compareSources(own, state), phase);
  return {
    slugs: new Set(records.map(({ slug }) => slug)),
    keys: new Set(sources.map(({ key }) => key)),
  };
}

async function writeNew(root: string, file: string, content: string): Promise<void> {
  const path = join(root, file);
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, content, { flag: 'wx' });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) {
      // A part of an article would end every build.
      await rm(path, { force: true });
      throw error;
    }
    throw new UserError({ file, message: 'the file exists already', hint: 'choose another title' });
  }
}

interface DraftFields {
  title: string;
  slug: string;
  author: string;
  date: string;
  entity: Entity | null;
}

async function renderDraft({ title, slug, author, date, entity }: DraftFields): Promise<string> {
  const { stringify } = await import('yaml');
  const fields = { title, slug, author, date, draft: true, ...(entity && { entities: [entity] }) };
  const yaml = stringify(fields, { version: '1.1', lineWidth: 0 })
    // A calendar date stands bare, as people write it.
    .replace(/^date: "(.*)"$/m, 'date: $1');
  return `---\n${yaml}---\n`;
}

/** null for an article of no category: it goes to "other". */
function chooseEntity(
  tree: CategoryTree,
  { category, subcategory }: Pick<DraftInput, 'category' | 'subcategory'>,
): Entity | null {
  const groups = Object.values(tree);
  if (category === null) {
    if (subcategory === null) return null;
    const matches = groups.filter((group) => find(Object.values(group.children), subcategory));
    const [only] = matches;
    if (only && matches.length === 1) return entityOf(only, find(Object.values(only.children), subcategory));
    throw new UserError(
      only
        ? {
            message: `several categories have a subcategory "${subcategory}"`,
            hint: `add --category with one of ${matches.map(({ key }) => key).join(', ')}`,
          }
        : {
            message: `no category has a subcategory "${subcategory}"`,
            hint: 'see them with articles categories',
          },
    );
  }
  const group = find(groups, category);
  if (!group) {
    const keys = groups.map(({ key }) => key).join(', ');
    throw new UserError({ message: `there is no category "${category}"`, hint: `use one of ${keys}` });
  }
  const children = Object.values(group.children);
  const child = find(children, subcategory ?? 'other');
  if (!child) {
    const keys = children.map(({ key }) => key).join(', ');
    const message = `"${group.key}" has no subcategory "${subcategory}"`;
    throw new UserError({ message, hint: `use one of ${keys}` });
  }
  return entityOf(group, child);
}

function entityOf({ key }: CategoryGroup, child: Subcategory | undefined): Entity {
  return { category: key, subcategories: [{ subcategory: child?.key ?? 'other', subsubcategories: [] }] };
}

function find<Node extends CategoryGroup | Subcategory>(
  nodes: readonly Node[],
  name: string,
): Node | undefined {
  return nodes.find(({ key }) => key === name) ?? nodes.find(({ slug }) => slug === name);
}

function chooseAuthor(authors: readonly Author[], asked: string | null, locale: LocaleCode): Author {
  const file = `content/${locale}/authors.json`;
  const [first] = authors;
  if (!first) throw new UserError({ file, message: 'the list of authors is empty', hint: 'add an author' });
  if (asked === null) return first;
  const found =
    authors.find(({ name }) => name === asked) ??
    authors.find(({ name, slug }) => slug === asked || name.toLowerCase() === asked.toLowerCase());
  if (found) return found;
  throw new UserError({
    message: `there is no author "${asked}"`,
    hint: `add the author to ${file}, or use one of ${listNames(authors)}`,
  });
}

function listNames(authors: readonly Author[]): string {
  const shown = authors.slice(0, 20).map(({ name }) => name);
  const rest = authors.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** `bettingStrategies` → `betting-strategies`. */
function toKebab(key: string): string {
  return key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1-$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-');
}
