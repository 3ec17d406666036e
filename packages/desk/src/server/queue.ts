/** Lists the articles of a site for their editors, with what waits for a decision: state, stale translations, reviews that are due. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  APPROVALS_FILE,
  type ArticleState,
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
  parseLocale,
  readApprovals,
  readArticles,
  readingOf,
  readSiteFile,
  readTimes,
  resolveEntities,
  type Session,
  type SiteConfig,
  stateOf,
  toSlashes,
  waitsBeside,
  writeCategories,
} from './core.ts';

export interface QueueRow {
  /** Path below the root. */
  file: string;
  locale: string;
  /** The same for translations of one article. */
  key: string;
  title: string;
  /** `unreadable`: the file is no article that can be read. `changed`: since its approval, which stops the release. */
  state: ArticleState | 'unreadable' | 'changed';
  /** What stops a release at this file; null where nothing does. */
  stops: string | null;
  /** YYYY-MM-DD. */
  date: string;
  changed: string;
  /** Address of the page below the site; '' without one. */
  path: string;
  author: string;
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

/** @returns a function that lists the articles: the same list until a build, a decision or the clock changes it */
export function createQueue(root: string, session: Session): () => Promise<Listing> {
  const inTurn = createTurns();
  let known: { status: object; listed: readonly ListedArticle[]; stamp: string; listing: Listing } | null = null;
  return () =>
    inTurn(async () => {
      const config = await loadConfig(root);
      const status = session.status();
      // A wrong file stops the build of all, so that no build has read what is new.
      const isWrong = session.findings().some(({ severity }) => !severity);
      const findAdded = (listed: readonly ListedArticle[]) => (isWrong ? findNew(config, listed) : []);
      const stampOf = (added: readonly string[]) =>
        [timeOf(join(root, APPROVALS_FILE)), Math.floor(Date.now() / MINUTE), ...added].join();
      if (known?.status === status && known.stamp === stampOf(findAdded(known.listed))) return known.listing;
      const listed =
        (await session.builder.listArticles()) ??
        // A site that has never been built since the start has no articles in memory.
        (await readArticles(config, createSilentReporter(), createProblems())).records;
      const added = findAdded(listed);
      const articles = [...listed, ...added.flatMap((file) => readNew(config, file))];
      const listing = await list(config, session, articles);
      known = { status, listed, stamp: stampOf(added), listing };
      return listing;
    });
}

const timeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

async function list(
  config: SiteConfig,
  session: Session,
  articles: readonly ListedArticle[],
): Promise<Listing> {
  const { root } = config;
  const clock = readTimes(config);
  const wrong = firstErrors(session.findings());
  const approvals = checkApprovals(root, articles, readApprovals(root), config.unapproved);
  const unapproved = firstErrors(approvals.problems);
  const editions = new Map<string, EditionParts>();
  for (const locale of config.locales)
    editions.set(locale, await loadEditionParts(config, locale, createProblems()));
  const routes = createRoutes(config);
  const translations = findTranslations(
    config.locales.map((own) => articles.filter(({ locale }) => locale === own)),
    ({ key }) => key,
  );
  const rows = articles.map((meta): QueueRow => {
    const { file, locale, key, title, author, date, updated, editorial } = meta;
    const tree = editions.get(locale)?.tree ?? {};
    const entities = resolveEntities(tree, meta.entities);
    const built = stateOf(meta, clock, wrong.has(file));
    const shown = approvals.withheld.has(file) ? 'withheld' : unapproved.has(file) ? 'changed' : built;
    const isPublished = built === 'published' || built === 'scheduled';
    return {
      file,
      locale,
      key,
      title,
      state: isPublished ? shown : built,
      stops: wrong.get(file) ?? unapproved.get(file) ?? null,
      date: date.day,
      changed: (updated ?? date).day,
      path: articlePath(routes, tree, locale, { ...meta, entities }) ?? '',
      author: editorial.authors[0] ?? author,
      category: [writeCategories(entities)].flat().join(', '),
      isGenerated: meta.generated !== null,
      waits: waitsBeside(meta),
      isStale: isOlder(meta, translations.get(key)?.[0] ?? meta),
      expires: editorial.expires?.day ?? null,
      reviewBy: editorial.reviewBy,
    };
  });
  const known = new Set(rows.map(({ file }) => file));
  const lost = [...wrong].filter(([file]) => isArticle(file) && !known.has(file));
  return {
    today: clock.today,
    locales: [...config.locales],
    choices: Object.fromEntries(
      [...editions].map(([locale, parts]) => [locale, listChoices(parts, articles)]),
    ),
    rows: [...rows, ...lost.map(([file, message]) => describeUnreadable(file, message))],
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

const ARTICLE = /^content\/([^/]+)\/articles\/(.*)\.md$/;
const isArticle = (file: string) => ARTICLE.test(file);

function describeUnreadable(file: string, stops: string): QueueRow {
  const [, locale = '', key = ''] = ARTICLE.exec(file) ?? [];
  const none = {
    waits: null,
    date: '',
    changed: '',
    path: '',
    author: '',
    category: '',
    expires: null,
    reviewBy: null,
  };
  return {
    file,
    locale,
    key,
    title: file,
    state: 'unreadable',
    stops,
    isGenerated: false,
    isStale: false,
    ...none,
  };
}

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

function readNew(config: SiteConfig, file: string): ListedArticle[] {
  const [, name = '', key = ''] = ARTICLE.exec(file) ?? [];
  const locale = parseLocale(name);
  const text = attempt(() => readSiteFile(config.root, file).toString());
  if (!locale || !text) return [];
  const { meta } = parseArticle({ file, locale, key }, text, '', { reading: readingOf(config) });
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
