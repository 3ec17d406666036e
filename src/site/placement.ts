/** Places articles in an edition by author and categories, or reports why that is not possible. */

import { type Claims, hintOf } from '../content/article/article-fields.ts';
import {
  type CategoryGroup,
  createDefaultEntities,
  type Entity,
  findNode,
  type Subcategory,
} from '../content/article/category-tree.ts';
import type { ArticleMeta } from '../content/article/parse-article.ts';
import type { Author } from '../content/data/edition-data.ts';
import { type Ledger, ledgerName } from '../content/data/offers.ts';
import type { ErrorCode, Finding } from '../foundation/errors.ts';
import { fold } from '../foundation/fold.ts';
import { hintNear, suggestNear } from '../foundation/near-names.ts';
import type { LocaleCode } from '../locales/codes.ts';
import { fillText } from '../locales/locale-format.ts';
import { type Addressed, articlePath, isReservedPath } from './article-path.ts';
import type { UrlPath } from './page.ts';
import { RESERVED_SEGMENTS, type Routes } from './routes.ts';
import type { Article, ArticleAddress, Edition, Placement } from './site.ts';

/** An article with errors. It gets no place, but problems with its author and categories are reported too. */
export interface Unplaced extends Claims {
  file: string;
  locale: LocaleCode;
}

interface Placer {
  /** Adds an article to the edition, or reports why it has no place. */
  place(meta: ArticleMeta): void;
  /** Reports problems with the place of an article that has errors. */
  reportProblems(unplaced: Unplaced): void;
}

type Hint = Pick<Finding, 'hint' | 'fix'>;
type Report = (code: ErrorCode, message: string, hint: string | Hint, field: PropertyKey[]) => void;
type FindAuthor = (name: string, field: PropertyKey[], report: Report) => Author | undefined;

interface PlacerInput {
  routes: Routes;
  /** The advertisers of the ledger, by name. */
  advertisers: Ledger['advertisers'];
  problems: Finding[];
  /** True if addresses of articles have a pattern of the site. */
  hasPattern: boolean;
}

export function createPlacer(
  edition: Edition,
  { routes, advertisers, problems, hasPattern }: PlacerInput,
): Placer {
  const findAuthor = createAuthorFinder(edition);
  const placementsOf = createPlacementFinder(edition);
  const prefix = routes.home(edition.locale).replace(/\/$/, '');
  // Most articles have one author, so the list of each author alone is in memory once.
  const singleAuthorLists = new Map<Author, readonly Author[]>(
    edition.authors.map((author) => [author, [author]]),
  );
  const isPlaced = !edition.missing.has('tree');
  const reportOn =
    (file: string): Report =>
    (code, message, hint, field) =>
      problems.push({ file, field, code, message, ...(typeof hint === 'string' ? { hint } : hint) });
  const pathOf = (meta: Addressed) => articlePath(routes, edition.tree, edition.locale, meta);
  const claim = (meta: ArticleAddress['meta'] & Addressed) => {
    const path = pathOf(meta);
    if (path !== null) edition.claims.push({ path, meta });
  };

  return {
    reportProblems({ slug, ...unplaced }) {
      const { file, author, entities } = unplaced;
      const report = reportOn(file);
      const key = file.slice(`content/${edition.locale}/articles/`.length, -'.md'.length);
      if (slug !== null) claim({ ...unplaced, slug, key });
      const { authors } = unplaced.editorial;
      if (author !== null) findAuthor(author, ['author'], report);
      for (const [index, name] of authors.entries()) findAuthor(name, ['authors', index], report);
      if (isPlaced) findPlacements(edition, entities, report);
    },
    place(meta) {
      const report = reportOn(meta.file);
      const authors = findAuthors(meta, findAuthor, report);
      const placements = isPlaced ? placementsOf(meta.entities, report) : [];
      const path = pathOf(meta);
      if (path !== null) checkAddress(meta, path, hasPattern, prefix, report);
      const [author] = authors ?? [];
      if (!authors || !author || (isPlaced && placements.length === 0)) return claim(meta);
      if (path === null) return;
      edition.articles.push({
        meta: labelSponsored(meta, edition),
        sponsor: findSponsor(meta, advertisers, report),
        edition,
        author,
        authors: (authors.length === 1 && singleAuthorLists.get(author)) || authors,
        path,
        placements,
        terms: [],
        instant: meta.date.time,
        changed: (meta.updated ?? meta.date).time,
      });
    },
  };
}

/** The label is a part of the title, so no list, feed, search or view of a site can leave it out. */
function labelSponsored(meta: ArticleMeta, { strings }: Edition): ArticleMeta {
  if (meta.editorial.sponsored === null) return meta;
  return { ...meta, title: fillText(strings.ads.sponsoredTitle, { title: meta.title }) };
}

/** A name of the ledger is looked up there. Any other text is the name that readers know. */
function findSponsor(
  { editorial: { sponsored } }: ArticleMeta,
  advertisers: Ledger['advertisers'],
  report: Report,
): Article['sponsor'] {
  if (sponsored === null) return null;
  const known = advertisers.get(sponsored);
  if (known) return { name: known.name, site: known.site ?? null };
  if (advertisers.size > 0 && ledgerName.safeParse(sponsored).success) {
    const hint = hintNear(
      sponsored,
      advertisers.keys(),
      'add it there, or write the name as readers know it',
    );
    report('unknown-offer', `there is no advertiser "${sponsored}" in content/offers.yaml`, hint, [
      'sponsored',
    ]);
  }
  return { name: sponsored, site: null };
}

/** Finds authors by name or slug, and reports an unknown one. */
function createAuthorFinder(edition: Edition): FindAuthor {
  const authors = new Map<string, Author>();
  for (const author of edition.authors) authors.set(author.slug, author);
  for (const author of edition.authors) authors.set(author.name, author);
  const [only, ...further] = edition.authors;
  const slugs = edition.authors.map(({ slug }) => slug);
  return (name, field, report) => {
    if (name === '' && (further.length > 0 || !only) && !edition.missing.has('authors')) {
      report('missing-field', 'the front matter has no author', hintOf('author'), field);
      return undefined;
    }
    const author = name === '' ? only : authors.get(name);
    if (author) return author;
    if (edition.missing.has('authors'))
      return { name, slug: '', description: '', metaTitle: '', metaDescription: '' };
    const near = edition.authors.find((other) => fold(other.name) === fold(name))?.name;
    const hint = near
      ? { hint: `write "${near}"`, fix: { old: name, new: near } }
      : `write ${[...slugs.slice(0, 5), ...(slugs.length > 5 ? ['another slug'] : [])].join(' or ')}, or add the author to content/${edition.locale}/authors.json`;
    report('unknown-author', `unknown author "${name}"`, hint, field);
    return undefined;
  };
}

/** @returns the authors, each once; null if one of them is unknown */
function findAuthors(
  { author, editorial: { authors } }: ArticleMeta,
  findAuthor: FindAuthor,
  report: Report,
): readonly Author[] | null {
  const found =
    authors.length > 0
      ? authors.map((name, index) => findAuthor(name, ['authors', index], report))
      : [findAuthor(author, ['author'], report)];
  const known = found.flatMap((one) => one ?? []);
  return known.length === found.length ? [...new Set(known)] : null;
}

/** Finds the places of articles. Most have their categories in common with others, so each list is in memory once. */
function createPlacementFinder({ tree, treeFile }: Edition) {
  const defaults = createDefaultEntities(tree);
  const known = new Map<readonly Entity[], readonly Placement[]>();
  return (named: readonly Entity[], report: Report): readonly Placement[] => {
    const entities = named.length > 0 ? named : defaults;
    const before = known.get(entities);
    if (before) return before;
    if (entities.length === 0) {
      const hint = `add a category "other" to ${treeFile}, or write category`;
      const message = 'the article names no category, and the tree has no category "other"';
      report('missing-category', message, hint, ['category']);
    }
    let isComplete = entities.length > 0;
    const found = findPlacements({ tree, treeFile }, entities, (...problem) => {
      isComplete = false;
      report(...problem);
    });
    // Every article with an unknown category gets its own problem.
    if (isComplete) known.set(entities, found);
    return found;
  };
}

/** Reports an address that is a route of the site. */
function checkAddress(
  { slug, editorial: { permalink } }: ArticleMeta,
  path: UrlPath,
  hasPattern: boolean,
  prefix: string,
  report: Report,
): void {
  const field = permalink === null ? 'slug' : 'permalink';
  const hint = `choose another ${field}`;
  if (!hasPattern && permalink === null) {
    if (RESERVED_SEGMENTS.has(slug))
      report('reserved-address', `slug "${slug}" is reserved for a route of the site`, hint, [field]);
  } else if (isReservedPath(path, prefix))
    report('reserved-address', `the address ${path} is reserved for a route of the site`, hint, [field]);
}

function findPlacements(
  { tree, treeFile }: Pick<Edition, 'tree' | 'treeFile'>,
  entities: readonly Entity[],
  report: Report,
): Placement[] {
  const name = treeFile.slice(treeFile.lastIndexOf('/') + 1);
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
      const hint = keys ? `use a key of ${name}: ${keys}` : `add it to ${name}, which has none yet`;
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
