/** Lists the articles of a site for their editors, with what waits for a decision: state, stale translations, reviews that are due. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  APPROVALS_FILE,
  articleFolder,
  articlePath,
  attempt,
  checkApprovals,
  createProblems,
  createRoutes,
  createSilentReporter,
  createTurns,
  type EditionParts,
  type Finding,
  findTranslations,
  isOlder,
  type ListedArticle,
  listCategoryNames,
  loadConfig,
  loadEditionParts,
  parseArticle,
  readApprovals,
  readArticles,
  readingOf,
  readSiteFile,
  readTimes,
  resolveEntities,
  type SiteConfig,
  stateOf,
  toSlashes,
  type WatchSession,
  waitsBeside,
  writeCategories,
} from './core.ts';
import { listOtherTexts } from './other-texts.ts';
import type { Reach, Reached, ReachFinder, RowState } from './reach.ts';
import type { People } from './share.ts';
import { sourceOf, titleIn } from './source-files.ts';
import { type DeletedText, listDeleted, stampOfDeleted } from './whole-texts.ts';

export interface QueueRow {
  /** How far it is on its way to readers. */
  reach: Reach;
  /** Path below the root. */
  file: string;
  /** `page`: an info page or one of the site's own. `data`: a file of words, or of the ledger. */
  type: 'article' | 'page' | 'data';
  locale: string;
  /** The same for translations of one article. */
  key: string;
  title: string;
  state: RowState;
  /** What stops a release at this file; null where nothing does. */
  stops: string | null;
  /** YYYY-MM-DD. */
  date: string;
  changed: string;
  /** Address of the page below the site; '' without one. */
  path: string;
  author: string;
  /** Who has committed it last; '' where git does not know it. */
  writer: string;
  /** True if that was the person at this desk. */
  isMine: boolean;
  category: string;
  /** True if a model wrote it: a build publishes it once somebody has approved it. */
  isGenerated: boolean;
  /** Why a newer text waits while readers get the approved one; else null. */
  waits: ReturnType<typeof waitsBeside>;
  /** True if the original has changed since the translation. */
  isStale: boolean;
  expires: string | null;
  reviewBy: string | null;
}

/** All texts of the site at one moment. */
export interface Listing {
  today: string;
  locales: string[];
  rows: readonly QueueRow[];
  /** Choices for the fields of articles, by locale. */
  choices: Record<string, Choices>;
}

export interface Choices {
  categories: string[];
  authors: string[];
  tags: string[];
}

/** Milliseconds after which the clock may have changed a state. */
const MINUTE = 60_000;

interface QueueParts {
  reach: ReachFinder;
  people(): Promise<People>;
  /** The articles of an earlier run, until the first build of this one has ended; else null. */
  stored(): readonly ListedArticle[] | null;
}

/** @returns a function that lists the articles: the same list until a build, a decision or the clock changes it */
export function createQueue(
  root: string,
  session: WatchSession,
  { reach, people: ask, stored }: QueueParts,
): () => Promise<Listing> {
  const inTurn = createTurns();
  const placer = createPlacer();
  let known: { stamp: readonly unknown[]; listed: readonly ListedArticle[]; listing: Listing } | null = null;
  return () =>
    inTurn(async () => {
      const config = await loadConfig(root);
      const status = session.status();
      const people = await ask();
      // A wrong file stops the build of all, so that no build has read what is new.
      const isWrong = session.findings().some(({ severity }) => !severity);
      const findAdded = (listed: readonly ListedArticle[]) => (isWrong ? findNew(config, listed) : []);
      // Taken before the files are read: what changes meanwhile is read at the next call.
      const facts = [
        ...[
          status,
          stored(),
          reach.stamp(),
          people.stamp,
          stampOfDeleted(root),
          timeOf(join(root, APPROVALS_FILE)),
        ],
        Math.floor(Date.now() / MINUTE),
      ];
      if (known && isEqual(known.stamp, [...facts, ...findAdded(known.listed)])) return known.listing;
      const listed =
        stored() ??
        (await session.builder.listArticles()) ??
        // A site that has never been built since the start has no articles in memory.
        (await readArticles(config, createSilentReporter(), createProblems())).records;
      const added = findAdded(listed);
      const deleted = listDeleted(root);
      const isDeleted = new Set(deleted.map(({ file }) => file));
      const articles = [
        // The next build leaves out what is deleted.
        ...listed.filter(({ file }) => !isDeleted.has(file)),
        ...added.flatMap((file) => parse(config, file, readText(config, file))),
        ...deleted.flatMap(({ file, text }) => parse(config, file, text)),
      ];
      const parts = { session, reach: reach.look(), people, articles, deleted, placer };
      const listing = await list(config, parts);
      known = { stamp: [...facts, ...added], listed, listing };
      return listing;
    });
}

const isEqual = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((value, at) => value === other[at]);

const timeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

interface Parts {
  session: WatchSession;
  reach: Reached;
  people: People;
  articles: readonly ListedArticle[];
  deleted: readonly DeletedText[];
  placer: Placer;
}

async function list(config: SiteConfig, parts: Parts): Promise<Listing> {
  const { session, reach, people, articles, deleted } = parts;
  const wrong = firstErrors(session.findings());
  const editions = new Map<string, EditionParts>();
  for (const locale of config.locales)
    editions.set(locale, await loadEditionParts(config, locale, createProblems()));
  const clock = readTimes(config);
  const isDeleted = new Set(deleted.map(({ file }) => file));
  const describeArticle = createDescriber(config, { ...parts, editions, clock, wrong, isDeleted });
  const rows = articles.map(describeArticle);
  const known = new Set(rows.map(({ file }) => file));
  const lost = [...wrong].filter(([file]) => sourceOf(file) && !known.has(file));
  return {
    today: clock.today,
    locales: [...config.locales],
    choices: Object.fromEntries(
      [...editions].map(([locale, parts]) => [locale, listChoices(parts, articles)]),
    ),
    rows: [
      ...rows,
      ...listOtherTexts(config).map((text): QueueRow => {
        const stops = wrong.get(text.file) ?? null;
        const state = stops === null ? 'published' : 'error';
        const { time: _, ...shown } = text;
        return {
          ...NOTHING,
          ...shown,
          ...people.of(text.file),
          state,
          stops,
          reach: reach.ofPage(text, state),
        };
      }),
      ...lost.map(
        ([file, stops]): QueueRow => ({ ...describe(file), title: file, state: 'unreadable', stops }),
      ),
      ...deleted.flatMap(({ file, text }): QueueRow[] =>
        known.has(file) ? [] : [{ ...describe(file), title: titleIn(text) ?? file, state: 'deleted' }],
      ),
    ],
  };
}

interface Placed {
  /** null where the pattern of addresses asks for what the article lacks. */
  path: string | null;
  category: string;
}

type Placer = ReturnType<typeof createPlacer>;

/** Finds what an article, the settings and the categories say, once for each article: the next list is of the same ones but for a few. */
function createPlacer() {
  let facts = '';
  let known = new WeakMap<ListedArticle, Placed>();
  return (config: SiteConfig, editions: ReadonlyMap<string, EditionParts>) => {
    const now = JSON.stringify([config, [...editions.values()].map(({ tree }) => tree)]);
    if (now !== facts) known = new WeakMap();
    facts = now;
    const routes = createRoutes(config);
    return (meta: ListedArticle): Placed => {
      const found = known.get(meta);
      if (found) return found;
      const tree = editions.get(meta.locale)?.tree ?? {};
      const entities = resolveEntities(tree, meta.entities);
      const path = articlePath(routes, tree, meta.locale, { ...meta, entities });
      const placed = { path, category: [writeCategories(entities)].flat().join(', ') };
      known.set(meta, placed);
      return placed;
    };
  };
}

interface Facts extends Pick<Parts, 'reach' | 'people' | 'articles' | 'placer'> {
  editions: ReadonlyMap<string, EditionParts>;
  clock: ReturnType<typeof readTimes>;
  wrong: ReadonlyMap<string, string>;
  isDeleted: ReadonlySet<string>;
}

function createDescriber(
  config: SiteConfig,
  { editions, clock, wrong, reach, people, articles, isDeleted, placer }: Facts,
): (meta: ListedArticle) => QueueRow {
  const approvals = checkApprovals(config.root, articles, readApprovals(config.root), config.unapproved);
  const unapproved = firstErrors(approvals.problems);
  const place = placer(config, editions);
  const translations = findTranslations(
    config.locales.map((own) => articles.filter(({ locale }) => locale === own)),
    ({ key }) => key,
  );
  const stateAt = (meta: ListedArticle): QueueRow['state'] => {
    const { file } = meta;
    if (isDeleted.has(file)) return 'deleted';
    const built = stateOf(meta, clock, wrong.has(file));
    if (built !== 'published' && built !== 'scheduled') return built;
    return approvals.withheld.has(file) ? 'withheld' : unapproved.has(file) ? 'changed' : built;
  };
  return (meta) => {
    const { file, locale, key, title, author, date, updated, editorial } = meta;
    const state = stateAt(meta);
    const placed = place(meta);
    const path = placed.path ?? '';
    return {
      file,
      type: 'article',
      locale,
      key,
      title,
      state,
      path,
      reach: reach.of(meta, { path, state }),
      stops: wrong.get(file) ?? unapproved.get(file) ?? null,
      date: date.day,
      changed: (updated ?? date).day,
      author: editorial.authors[0] ?? author,
      ...people.of(file),
      category: placed.category,
      isGenerated: meta.generated !== null,
      waits: waitsBeside(meta),
      isStale: isOlder(meta, translations.get(key)?.[0] ?? meta),
      expires: editorial.expires?.day ?? null,
      reviewBy: editorial.reviewBy,
    };
  };
}

/** The first error of each file. */
const firstErrors = (findings: readonly Finding<string>[]) =>
  new Map(
    findings
      .flatMap(({ file, severity, message }) =>
        severity || file === undefined ? [] : [[file, message] as const],
      )
      .reverse(),
  );

/** What is not known of a text, or does not concern it. */
const NOTHING = {
  type: 'article',
  stops: null,
  reach: null,
  waits: null,
  date: '',
  changed: '',
  path: '',
  author: '',
  writer: '',
  isMine: false,
  category: '',
  isGenerated: false,
  isStale: false,
  expires: null,
  reviewBy: null,
} as const;

const describe = (file: string) => ({ ...NOTHING, file, locale: '', key: '', ...sourceOf(file) });

/** The files of articles that are not among the listed ones. */
function findNew(config: SiteConfig, listed: readonly ListedArticle[]): string[] {
  const known = new Set(listed.map(({ file }) => file));
  return config.locales.flatMap((locale) => {
    const folder = articleFolder(locale);
    const names =
      attempt(() => readdirSync(join(config.root, folder), { recursive: true, encoding: 'utf8' })) ?? [];
    return names
      .map((name) => `${folder}/${toSlashes(name)}`)
      .filter((file) => file.endsWith('.md') && !known.has(file));
  });
}

const readText = ({ root }: SiteConfig, file: string) =>
  attempt(() => readSiteFile(root, file).toString()) ?? '';

/** None where the text is no article, or is wrong. */
function parse(config: SiteConfig, file: string, text: string): ListedArticle[] {
  const source = sourceOf(file);
  if (!source || text === '') return [];
  const { meta } = parseArticle(source, text, '', { reading: readingOf(config) });
  return meta ? [meta] : [];
}

function listChoices({ locale, tree, authors }: EditionParts, articles: readonly ListedArticle[]): Choices {
  const tags = articles.flatMap((meta) => (meta.locale === locale ? meta.editorial.tags : []));
  return {
    categories: listCategoryNames(tree ?? {}),
    authors: (authors ?? []).map(({ name }) => name),
    tags: [...new Set(tags)].sort(),
  };
}
