/** Places articles in an edition by author and categories, or reports why that is not possible. */

import type { Claims } from '../content/article/article-fields.ts';
import { instantOf } from '../content/article/dates.ts';
import type { ArticleMeta } from '../content/article/parse-article.ts';
import type { Author } from '../content/data/edition-data.ts';
import type { ErrorCode, Finding } from '../foundation/errors.ts';
import { fold } from '../foundation/fold.ts';
import { suggestNear } from '../foundation/near-names.ts';
import type { LocaleCode } from '../locales/codes.ts';
import { type Addressed, articlePath, isReservedPath } from './article-path.ts';
import {
  type CategoryGroup,
  type CategoryTree,
  createDefaultEntities,
  type Entity,
  findNode,
  type Subcategory,
} from './category-tree.ts';
import type { UrlPath } from './page.ts';
import { RESERVED_SEGMENTS, type Routes } from './routes.ts';
import type { Address, Edition, Placement } from './site.ts';

/** An article with errors. It is not placed, but problems with its place are reported too. */
export interface Unplaced extends Claims {
  file: string;
  locale: LocaleCode;
}

interface Placer {
  /** Adds an article to the edition, or reports why it has no place. */
  place(meta: ArticleMeta): void;
  /** Reports problems with the place of an article that has errors. */
  explain(unplaced: Unplaced): void;
}

type Hint = Pick<Finding, 'hint' | 'fix'>;
type Report = (code: ErrorCode, message: string, hint: string | Hint, field: PropertyKey[]) => void;

/** @param hasPattern true if addresses of articles have a pattern of the site */
export function createPlacer(
  edition: Edition,
  routes: Routes,
  problems: Finding[],
  hasPattern = false,
): Placer {
  const authors = new Map<string, Author>();
  for (const author of edition.authors) authors.set(author.slug, author);
  for (const author of edition.authors) authors.set(author.name, author);
  const defaults = createDefaultEntities(edition.tree);
  // Most articles have their author and their categories in common with others, so each list is in memory once.
  const alone = new Map<Author, readonly Author[]>(edition.authors.map((author) => [author, [author]]));
  const places = new Map<readonly Entity[], readonly Placement[]>();
  const placementsOf = (entities: readonly Entity[], report: Report) => {
    const known = places.get(entities);
    if (known) return known;
    const before = problems.length;
    const found = findPlacements(edition.tree, entities, report);
    // Every article with an unknown category gets its own problem.
    if (problems.length === before) places.set(entities, found);
    return found;
  };

  const reportOn =
    (file: string): Report =>
    (code, message, hint, field) =>
      problems.push({ file, field, code, message, ...(typeof hint === 'string' ? { hint } : hint) });
  const findAuthor = (file: string, name: string, field: PropertyKey[]): Author | undefined => {
    const author = authors.get(name);
    if (author) return author;
    if (edition.missing.has('authors'))
      return { name, slug: '', description: '', metaTitle: '', metaDescription: '' };
    const near = edition.authors.find((other) => fold(other.name) === fold(name))?.name;
    const hint = near
      ? { hint: `write "${near}"`, fix: { old: name, new: near } }
      : `add the author to content/${edition.locale}/authors.json or name one of it`;
    reportOn(file)('unknown-author', `unknown author "${name}"`, hint, field);
    return undefined;
  };

  const claim = (meta: Address['meta'] & Addressed) => {
    const path = articlePath(routes, edition.tree, edition.locale, meta);
    if (path !== null) edition.claims.push({ path, meta });
    return path;
  };
  const isPlaced = !edition.missing.has('tree');
  const prefix = routes.home(edition.locale).replace(/\/$/, '');
  const checkPath = (path: UrlPath, { editorial }: ArticleMeta, report: Report) => {
    if (!isReservedPath(path, prefix)) return;
    const field = editorial.permalink === null ? 'slug' : 'permalink';
    const message = `the address ${path} is reserved for a route of the site`;
    report('reserved-address', message, `choose another ${field}`, [field]);
  };

  return {
    explain({ slug, ...unplaced }) {
      const { file, author, entities } = unplaced;
      const key = file.slice(`content/${edition.locale}/articles/`.length, -'.md'.length);
      if (slug !== null) claim({ ...unplaced, slug, key });
      const { authors } = unplaced.editorial;
      if (author !== null) findAuthor(file, author, ['author']);
      for (const [index, name] of authors.entries()) findAuthor(file, name, ['authors', index]);
      if (isPlaced) findPlacements(edition.tree, entities, reportOn(file));
    },
    place(meta) {
      const report = reportOn(meta.file);
      const names = meta.editorial.authors.length > 0 ? meta.editorial.authors : [meta.author];
      const found = names.map((name, index) =>
        findAuthor(meta.file, name, meta.editorial.authors.length > 0 ? ['authors', index] : ['author']),
      );
      const named = [...new Set(found.flatMap((author) => author ?? []))];
      const [author] = named;
      if (!hasPattern && meta.editorial.permalink === null && RESERVED_SEGMENTS.has(meta.slug)) {
        report(
          'reserved-address',
          `slug "${meta.slug}" is reserved for a route of the site`,
          'choose another slug',
          ['slug'],
        );
      }
      const entities = meta.entities.length > 0 ? meta.entities : defaults;
      const placements = isPlaced ? placementsOf(entities, report) : [];
      if (isPlaced && entities.length === 0) {
        const hint = `add a category "other" to content/${edition.locale}/categories.json, or write category`;
        report(
          'missing-category',
          'the article names no category, and the tree has no category "other"',
          hint,
          ['category'],
        );
      }
      if (!author || found.includes(undefined) || (isPlaced && placements.length === 0)) {
        claim(meta);
        return;
      }
      const path = articlePath(routes, edition.tree, edition.locale, meta);
      if (path === null) return;
      if (hasPattern || meta.editorial.permalink !== null) checkPath(path, meta, report);
      edition.articles.push({
        meta,
        edition,
        author,
        authors: (named.length === 1 && alone.get(author)) || named,
        path,
        placements,
        terms: [],
        instant: instantOf(meta.date),
        changed: instantOf(meta.updated ?? meta.date),
      });
    },
  };
}

function findPlacements(tree: CategoryTree, entities: readonly Entity[], report: Report): Placement[] {
  const placements: Placement[] = [];
  const place = (category: CategoryGroup, subcategory: Subcategory | undefined) => {
    if (!subcategory || placements.some((other) => other.subcategory === subcategory)) return;
    placements.push({ category, subcategory });
  };
  for (const [index, entity] of entities.entries()) {
    const category = findNode(tree, entity.category);
    const field = entity.isShort ? ['category', index] : ['entities', index];
    if (!category) {
      const keys = Object.keys(tree).join(', ');
      const hint = keys
        ? `use a key of categories.json: ${keys}`
        : 'add it to categories.json, which has none yet';
      const at = entity.isShort ? field : [...field, 'category'];
      const meant = suggestNear(entity.category, Object.keys(tree), hint);
      report('unknown-category', `unknown category "${entity.category}"`, meant, at);
      continue;
    }
    if (entity.subcategories.length === 0) place(category, category.children.other);
    for (const [childIndex, { subcategory }] of entity.subcategories.entries()) {
      const child = findNode(category.children, subcategory);
      if (child) {
        place(category, child);
        continue;
      }
      const hint = `use a key of "${category.key}": ${Object.keys(category.children).join(', ')}`;
      const at = entity.isShort ? field : [...field, 'subcategories', childIndex, 'subcategory'];
      const meant = suggestNear(subcategory, Object.keys(category.children), hint);
      report('unknown-subcategory', `unknown subcategory "${subcategory}" of "${category.key}"`, meant, at);
    }
  }
  return placements;
}
