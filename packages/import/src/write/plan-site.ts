/** Plans all files of an import without writing any. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { convertBody } from '../convert/convert-body.ts';
import {
  CONFIG_FILE,
  calendarDay,
  DIRECTIVES,
  dateIn,
  findBody,
  findImageProblem,
  findRefusal,
  INFO_KINDS,
  infoFile,
  isFuture,
  languageOf,
  listTaxonomies,
  PROBLEM_GATES,
  parseArticle,
  parseArticleDate,
  siteConfigJsonSchema,
  slugifyName,
  summarizeBody,
  UserError,
  writeYaml,
} from '../core.ts';
import type { ImportedPost, ImportedSite } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import type { SourceFolder } from '../read/source-folder.ts';
import { openTextSpool } from '../read/text-spool.ts';
import type { Listings } from '../tools/folder-tool.ts';
import type { FileCopy } from './copied-files.ts';
import { settleMarks } from './dead-parts.ts';
import { type Destination, fitNewSite } from './destination.ts';
import { IMPORT_FOLDER, type ImportRecord } from './import-record.ts';
import { listKnownUrls, namePosts, type PlacedPost, patternOf, placePosts } from './place-posts.ts';
import { type AliasPlan, createAliasPlan } from './plan-aliases.ts';
import { type AuthorPlan, planAuthors } from './plan-authors.ts';
import { type CategoryPlan, planCategories } from './plan-categories.ts';
import { addListingAliases, planListings } from './plan-listings.ts';
import { planRedirects } from './plan-redirects.ts';
import { renderPost } from './post-file.ts';
import { createTargetResolver, type TargetResolver } from './resolve-targets.ts';
import { type PlannedFile, settleTargets } from './settle-targets.ts';

/** Folder of the texts that the build would refuse. It is not published. */
const ASIDE = `${IMPORT_FOLDER}/set-aside`;

interface PostCounts {
  articles: number;
  pages: number;
  drafts: number;
  scheduled: number;
  /** Texts that the build would refuse. */
  aside: number;
}

export interface SitePlan {
  /** Files that every site needs: path → text. They are written only where no file exists. */
  basics: ReadonlyMap<string, string>;
  /** Data files of the site with new entries: path → text. They replace the existing files. */
  merged: ReadonlyMap<string, string>;
  files: PlannedFile[];
  counts: PostCounts & { authors: number; categories: number };
  grouping: CategoryPlan['grouping'];
  placed: readonly PlacedPost[];
}

export interface ImportPlanInput {
  imported: ImportedSite;
  destination: Destination;
  source: SourceFolder;
  record: ImportRecord;
  notes: Notes;
  /** Name of the import: the folder of its pictures and the file of its report. */
  name: string;
  listings: Listings;
  containers: ReadonlyMap<string, string>;
  /** Milliseconds. */
  now: number;
  each(done: number): void;
}

export async function planImport(input: ImportPlanInput): Promise<SitePlan> {
  const { imported, source, record, notes, name, listings } = input;
  const posts = chooseLanguage(input);
  noteLanguage(input);
  noteWorkers(input);
  const { timeZone } = input.destination.config;
  const named = await namePosts(
    posts,
    input.destination,
    (post) => post.date ?? calendarDay(post.draft ? 0 : source.changed(post.file), timeZone),
  );
  const hasSidebar = posts.filter(({ order }) => order !== null).length * 2 >= posts.length;
  const destination = fitNewSite(input.destination, {
    ...listings,
    article: patternOf(named, timeZone),
    hasSidebar,
  });
  const placed = placePosts(named, destination, record);
  const categories = await planCategories(placed, imported.categories, destination, notes);
  const authors = await planAuthors(posts, imported, destination, notes);
  const lists = { imported, destination, listings, categories, authors };
  const resolver = createTargetResolver({
    imported,
    placed,
    listings: planListings(lists),
    source,
    notes,
    name,
    oldSite: oldSiteOf(imported, destination),
    answers: createAnswerTest(destination, record),
  });
  const pages = [...listPages(placed, categories, authors, destination)];
  const aliasesOf = createAliasPlan(pages, destination.oldBase, notes);

  const { files, counts } = await planPosts({ ...input, destination }, placed, {
    categories,
    authors,
    resolver,
    aliasesOf,
  });
  const { copies, refused } = await checkCopies(resolver.copies(), source, notes);
  settleTargets(files, { placed, found: resolver.found, refused, destination, notes });
  files.push(...copies);
  // Posts have been given their aliases before.
  addListingAliases(lists, aliasesOf);
  const redirected = planRedirects({
    redirects: imported.redirects ?? [],
    destination,
    pages,
    drafts: new Set(placed.flatMap(({ post, url }) => (post.draft ? url : []))),
    aliasesOf,
    findPage: resolver.findPage,
    notes,
  });
  return {
    basics: planSiteFiles(redirected),
    merged: await planData(destination, categories, authors),
    files,
    counts: {
      ...counts,
      authors: authors.added.length,
      categories: categories.members.filter(({ isNew }) => isNew).length,
    },
    grouping: categories.grouping,
    placed,
  };
}

/** Divides the files to copy into those that the build accepts, and the pictures that it would refuse. */
async function checkCopies(all: Iterable<FileCopy>, source: SourceFolder, notes: Notes) {
  const copies: PlannedFile[] = [];
  const refused = new Set<string>();
  for (const { from, to } of all) {
    const path = source.toCopy(from);
    if (path === null) continue;
    const problem = to.startsWith('content/') ? await findImageProblem(await readFile(path)) : null;
    if (problem === null) copies.push({ path: to, copyOf: path });
    else {
      refused.add(from);
      notes.add({ file: from, message: `picture not copied: ${problem}` });
    }
  }
  return { copies, refused };
}

interface Decisions {
  categories: CategoryPlan;
  authors: AuthorPlan;
  resolver: TargetResolver;
  aliasesOf: AliasPlan;
}

/** Converts every post to its file. A post that cannot be converted gets a note and no file. */
async function planPosts(
  { imported, destination, notes, now, containers, each }: ImportPlanInput,
  placed: readonly PlacedPost[],
  { categories, authors, resolver, aliasesOf }: Decisions,
): Promise<{ files: PlannedFile[]; counts: PostCounts }> {
  const { targetsAt } = resolver;
  const context = { notes, records: imported.records, containers, targetsAt };
  const { timeZone, markdown } = destination.config;
  const files: PlannedFile[] = [];
  const counts: PostCounts = { articles: 0, pages: 0, drafts: 0, scheduled: 0, aside: 0 };
  const spool = openTextSpool();

  for (const [index, entry] of placed.entries()) {
    const { post, date } = entry;
    const note = (message: string) => notes.add({ file: post.file, line: post.line, message });
    each(index + 1);
    // A signal waits for this.
    if (index % 20 === 0) await setImmediate();
    const body = convertBody(post, context);
    const refusal = findRefusal(body);
    if (refusal) note(`not imported: ${refusal.message}`);
    if (refusal) continue;

    if (post.date === null && !post.draft && post.kind === 'article')
      note('post without a date: it gets the date of its file');
    const written = await renderPost(entry, {
      authors: authors.slugsOf(post),
      image: post.image && targetsAt(post, post.line).image(post.image),
      aliases: post.draft ? [] : aliasesOf(post.addresses, entry.url, { file: post.file, line: post.line }),
      tags: categories.tags.get(post) ?? [],
      entities: categories.entityOf(post),
      body,
      timeZone,
    });
    const text = settleMarks(written, markdown.rawHtml, (line, message, detail) =>
      notes.add({ file: entry.file, line, message, detail }),
    );
    const problem = findBuildProblem(entry, text, destination);
    if (problem !== null) {
      note(`set aside, since it would stop every build (${problem}): its text is in ${ASIDE}`);
      files.push({
        path: `${ASIDE}/${entry.file.replace(/^.*?(?:articles|pages|info)\//, '')}`,
        text: spool.put(text),
      });
      counts.aside++;
      continue;
    }
    files.push({ path: entry.file, text: spool.put(text) });
    counts[post.kind === 'page' ? 'pages' : 'articles']++;
    if (post.draft) counts.drafts++;
    else if (isScheduled(date, now, timeZone)) counts.scheduled++;
  }
  return { files, counts };
}

/** What would stop every build; null if it accepts the text. */
function findBuildProblem(
  { post, file, segments }: PlacedPost,
  text: string,
  { locale }: Destination,
): string | null {
  const key = segments.join('/');
  const problems =
    post.kind === 'article'
      ? parseArticle({ file, locale, key }, text, '', { directives: DIRECTIVES }).problems
      : summarizeBody(text.slice(findBody(text)), '', DIRECTIVES).directives.problems;
  return problems.find(({ code }) => !Object.hasOwn(PROBLEM_GATES, code))?.message ?? null;
}

/** The old site, if the new one has another address. */
function oldSiteOf({ url }: ImportedSite, { config }: Destination): string | null {
  if (url === null) return null;
  const host = (address: string) => new URL(address).host.replace(/^www\./, '');
  return host(url) === host(config.url) ? null : url;
}

/** Addresses of files that the build makes, and of pages that no import wrote. */
function createAnswerTest(destination: Destination, record: ImportRecord): (path: string) => boolean {
  const { root, locale, routes } = destination;
  const known = new Set(Array.from(listKnownUrls(destination), ({ url }) => url));
  const home = routes.home(locale).replace(/\/$/, '');
  return (path) => {
    const page = `content/${locale}/pages${path.slice(home.length)}.md`;
    return (
      known.has(path) ||
      /^\/(?:[\w-]+\/)?(?:feed|rss|sitemap|robots|atom)(?:\.\w+)?$/.test(path) ||
      (!record.files.has(page) && existsSync(join(root, page)))
    );
  };
}

/** The posts in the language of the destination. A note says which locale the others belong to. */
function chooseLanguage({ imported, destination, notes }: ImportPlanInput): ImportedPost[] {
  const language = languageOf(destination.locale).slice(0, 2);
  const byDefault = (imported.language ?? language).slice(0, 2).toLowerCase();
  const isMixed = imported.posts.some(
    (post) => post.language !== null && post.language.slice(0, 2).toLowerCase() !== byDefault,
  );
  if (!isMixed) return [...imported.posts];
  const languageOfPost = (post: ImportedPost) => (post.language ?? byDefault).slice(0, 2).toLowerCase();
  if (!imported.posts.some((post) => languageOfPost(post) === language))
    throw new UserError({
      code: 'empty-source',
      message: `the source has no texts in the language "${language}"`,
      hint: `name one of its languages with --locale: ${[...new Set(imported.posts.map(languageOfPost))].sort().join(', ')}`,
    });
  return imported.posts.filter((post) => {
    const own = languageOfPost(post);
    if (own === language) return true;
    notes.add({
      file: post.file,
      line: post.line,
      message: `text in the language "${own}": not imported; import it again with the --locale of this language`,
    });
    return false;
  });
}

/** Says so if the source is in a language for which the program has no edition. */
function noteLanguage({
  imported: { language, posts },
  destination: { locale },
  notes,
}: ImportPlanInput): void {
  const own = (language ?? '').slice(0, 2).toLowerCase();
  if (own !== '' && own !== languageOf(locale).slice(0, 2))
    notes.add({
      file: posts[0]?.file ?? '',
      message: `the source is in the language "${language}", and the texts are imported into ${locale}`,
    });
}

/** Names the service workers that readers may still have, which a site that exists must name itself. */
function noteWorkers({
  imported: { formerWorkers = [] },
  destination: { config },
  notes,
}: ImportPlanInput): void {
  const missing = formerWorkers.filter((path) => !config.formerWorkers.includes(path));
  if (missing.length > 0)
    notes.add({
      file: CONFIG_FILE,
      message: `readers may keep a service worker of the old site: add ${JSON.stringify(missing)} to "formerWorkers"`,
    });
}

function isScheduled(date: string, now: number, timeZone: string): boolean {
  const parsed = parseArticleDate(date);
  return typeof parsed !== 'string' && isFuture(dateIn(parsed, timeZone), now);
}

function* listPages(
  placed: readonly PlacedPost[],
  { tree, tags }: CategoryPlan,
  { added }: AuthorPlan,
  { routes, locale, config, edition }: Destination,
): Iterable<string> {
  for (const { url } of placed) yield url;
  for (const { slug } of listTaxonomies(config, [])) yield routes.below(locale, slug);
  const names = new Set([...tags.values()].flat());
  for (const name of names) yield routes.term(locale, 'tags', slugifyName(name, languageOf(locale)), true);
  for (const { slug } of [...(edition.authors ?? []), ...added]) yield routes.author(locale, slug);
  for (const { slug, children } of Object.values(tree)) {
    yield routes.category(locale, slug);
    for (const child of Object.values(children)) yield routes.subcategory(locale, slug, child.slug);
  }
}

async function planData(
  { edition, locale }: Destination,
  { tree, isChanged }: CategoryPlan,
  { added }: AuthorPlan,
): Promise<Map<string, string>> {
  const merged = new Map<string, string>();
  if (isChanged || !edition.tree) {
    const { treeFile = `content/${locale}/categories.json` } = edition;
    merged.set(treeFile, treeFile.endsWith('.yaml') ? await writeYaml(tree) : json(tree));
  }
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

/** @returns path → content; the writer skips files that exist */
function planSiteFiles({ newConfig, locale, config }: Destination): Map<string, string> {
  const files = new Map<string, string>();
  if (newConfig) {
    files.set(CONFIG_FILE, json(newConfig));
    files.set('site-config.schema.json', json(siteConfigJsonSchema()));
    files.set('.gitignore', 'node_modules/\ndist/\n.dist.*\n.articles/\n');
  }
  for (const kind of INFO_KINDS) files.set(infoFile(locale, kind), `${config.title}\n`);
  return files;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
