/** Plans all files of an import without writing any. */
import { calendarDay, isFuture, parseArticleDate } from '../../content/article/dates.ts';
import { loadStrings } from '../../content/data/interface-strings.ts';
import { findRefusal } from '../../content/markdown/text-limits.ts';
import { createProblems } from '../../foundation/errors.ts';
import { languageOf } from '../../locales/codes.ts';
import { convertBody } from '../convert/convert-body.ts';
import { createHtmlConverter } from '../convert/html-to-markdown.ts';
import type { ImportedPost, ImportedSite } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import type { SourceFolder } from '../read/source-folder.ts';
import { urlize } from '../tools/folder-tool.ts';
import type { ImportRecord } from './import-record.ts';
import { json, planSiteFiles } from './new-site-files.ts';
import { type PlacedPost, placePosts } from './place-posts.ts';
import { createAliasPlan } from './plan-aliases.ts';
import { type AuthorPlan, planAuthors } from './plan-authors.ts';
import { type CategoryPlan, planCategories } from './plan-categories.ts';
import { renderPost } from './post-file.ts';
import { createTargetResolver } from './resolve-targets.ts';
import type { SiteTarget } from './site-target.ts';

/** A file to write: its text, or the file of the source that it is a copy of. */
export type PlannedFile = { path: string } & ({ text: string } | { copyOf: string });

export interface SitePlan {
  /** Written where nothing is yet, and never again. */
  basics: ReadonlyMap<string, string>;
  /** Data files of the site with entries added; they replace the ones that were read. */
  merged: ReadonlyMap<string, string>;
  files: PlannedFile[];
  counts: {
    articles: number;
    pages: number;
    drafts: number;
    scheduled: number;
    authors: number;
    categories: number;
  };
  grouping: CategoryPlan['grouping'];
}

export interface PlanInput {
  imported: ImportedSite;
  target: SiteTarget;
  source: SourceFolder | null;
  record: ImportRecord;
  notes: Notes;
  /** Of the import. */
  name: string;
  listings: Readonly<Record<'category' | 'tag' | 'author', string>>;
  /** Milliseconds. */
  now: number;
  each(done: number): void;
}

export async function planSite(input: PlanInput): Promise<SitePlan> {
  const { imported, target, source, record, notes, name } = input;
  const posts = chooseLanguage(input);
  const placed = await placePosts(posts, target, record);
  const categories = await planCategories(placed, imported.categories, target, notes);
  const authors = await planAuthors(posts, imported, target);
  const listings = planListings(input, categories, authors);
  const resolver = createTargetResolver({ imported, placed, listings, source, notes, name });
  const aliasesOf = createAliasPlan(listPages(placed, categories, target), target.oldBase, notes);
  const html = await createHtmlConverter();
  const { timeZone } = target.config;
  const today = calendarDay(input.now, timeZone);
  const files: PlannedFile[] = [];
  const counts = {
    articles: 0,
    pages: 0,
    drafts: 0,
    scheduled: 0,
    authors: authors.added.length,
    categories: categories.members.filter(({ isNew }) => isNew).length,
  };

  for (const [index, entry] of placed.entries()) {
    const { post } = entry;
    const place = { file: post.file, line: post.line };
    input.each(index + 1);
    const body = convertBody(post, {
      html,
      notes,
      attachments: imported.attachments,
      targetsAt: resolver.targetsAt,
    });
    const refusal = body === null ? null : findRefusal(body);
    if (refusal) notes.add({ ...place, message: `not imported: ${refusal.message}` });
    if (body === null || refusal) continue;
    const date = post.date ?? calendarDay(changedAt(post, source), timeZone);
    if (post.date === null && !post.draft && post.kind === 'article')
      notes.add({ ...place, message: 'no date: that of the file was taken' });
    const slugs = authors.slugsOf(post);
    if (slugs.length > 1) notes.add({ ...place, message: 'further authors: only the first is carried over' });
    const fields = {
      author: slugs[0] ?? '',
      date,
      image: post.image && resolver.targetsAt(post, post.line).image(post.image),
      aliases: post.draft ? [] : aliasesOf(post.addresses, entry.url, place),
      tags: categories.grouping === 'tags' ? [] : post.tags,
      entities: categories.entityOf(post),
      body,
    };
    files.push({ path: entry.file, text: await renderPost(entry, fields) });
    if (post.kind === 'page') counts.pages++;
    else counts.articles++;
    if (post.draft) counts.drafts++;
    else if (isAfter(date, input.now, today)) counts.scheduled++;
  }
  for (const [from, to] of resolver.copies) {
    const path = source?.toCopy(from);
    if (path) files.push({ path: to, copyOf: path });
  }
  addListingAliases(input, categories, authors, aliasesOf);
  const strings = await loadStrings(target.config, target.locale, createProblems());
  return {
    basics: planSiteFiles(target, strings),
    merged: planData(target, categories, authors),
    files,
    counts,
    grouping: categories.grouping,
  };
}

/** Posts of other languages belong to other locales. */
function chooseLanguage({ imported, target, notes }: PlanInput): ImportedPost[] {
  const language = languageOf(target.locale);
  const byDefault = (imported.language ?? language).slice(0, 2).toLowerCase();
  const isMixed = imported.posts.some(
    (post) => post.language !== null && post.language.slice(0, 2).toLowerCase() !== byDefault,
  );
  if (!isMixed) return [...imported.posts];
  return imported.posts.filter((post) => {
    const own = (post.language ?? byDefault).slice(0, 2).toLowerCase();
    if (own === language) return true;
    notes.add({
      file: post.file,
      line: post.line,
      message: `text in the language "${own}": not imported, run the import again with --locale for it`,
    });
    return false;
  });
}

/** Milliseconds. */
function changedAt({ file, draft }: ImportedPost, source: SourceFolder | null): number {
  return source && !draft ? source.changed(file) : 0;
}

function isAfter(date: string, now: number, today: string): boolean {
  const parsed = parseArticleDate(date);
  return typeof parsed !== 'string' && isFuture(parsed, now, today);
}

/** Old address → new one, of the lists of posts. */
function planListings(
  { target, listings, imported }: PlanInput,
  { grouping, members }: CategoryPlan,
  authors: AuthorPlan,
): Map<string, string> {
  const { routes, locale } = target;
  const found = new Map<string, string>();
  const slugs = new Map(imported.categories.map(({ path, slug }) => [path.join('\n'), slug]));
  for (const { slug, child, names } of members) {
    const url = child ? routes.subcategory(locale, slug, child.slug) : routes.category(locale, slug);
    for (const address of oldListing(listings, grouping, names, slugs.get(names.join('\n')) ?? null))
      found.set(address, url);
  }
  for (const [slug, name] of authors.used)
    for (const key of [slug, urlize(name)]) found.set(listings.author + key, routes.author(locale, slug));
  return found;
}

function oldListing(
  listings: PlanInput['listings'],
  grouping: CategoryPlan['grouping'],
  names: readonly string[],
  slug: string | null,
): string[] {
  const name = slug ?? urlize(names.at(-1) ?? '');
  if (grouping === 'folders') return [`/${names.map(urlize).join('/')}`];
  const start = grouping === 'tags' ? listings.tag : listings.category;
  const parents = names.slice(0, -1).map(urlize);
  return parents.length > 0 ? [start + [...parents, name].join('/'), start + name] : [start + name];
}

function* listPages(
  placed: readonly PlacedPost[],
  { tree }: CategoryPlan,
  { routes, locale }: SiteTarget,
): Iterable<string> {
  for (const { url } of placed) yield url;
  for (const { slug, children } of Object.values(tree)) {
    yield routes.category(locale, slug);
    for (const child of Object.values(children)) yield routes.subcategory(locale, slug, child.slug);
  }
}

/** The old lists lead to the new ones; posts come first. */
function addListingAliases(
  { listings, imported, target }: PlanInput,
  { grouping, members, tree }: CategoryPlan,
  authors: AuthorPlan,
  aliasesOf: ReturnType<typeof createAliasPlan>,
): void {
  const { routes, locale } = target;
  const slugs = new Map(imported.categories.map(({ path, slug }) => [path.join('\n'), slug]));
  for (const { key, slug, child, names, isNew } of members) {
    if (!isNew) continue;
    const group = tree[key];
    const node = child ? group?.children[child.key] : group;
    const url = child ? routes.subcategory(locale, slug, child.slug) : routes.category(locale, slug);
    const old = oldListing(listings, grouping, names, slugs.get(names.join('\n')) ?? null);
    const aliases = aliasesOf(old.slice(0, 1), url, null);
    if (node && aliases.length > 0) node.aliases = aliases;
  }
  for (const author of authors.added) {
    const aliases = aliasesOf([listings.author + author.slug], routes.author(locale, author.slug), null);
    if (aliases.length > 0) author.aliases = aliases;
  }
}

function planData(
  { edition, locale }: SiteTarget,
  { tree, isChanged }: CategoryPlan,
  { added }: AuthorPlan,
): Map<string, string> {
  const merged = new Map<string, string>();
  if (isChanged || !edition.tree) merged.set(`content/${locale}/categories.json`, json(tree));
  if (added.length > 0 || !edition.authors) {
    const known = (edition.authors ?? []).map(
      ({ name, slug, description, metaTitle, metaDescription, aliases }) => ({
        name,
        slug,
        description,
        meta_title: metaTitle,
        meta_description: metaDescription,
        ...(aliases && { aliases }),
      }),
    );
    merged.set(`content/${locale}/authors.json`, json([...known, ...added]));
  }
  return merged;
}
