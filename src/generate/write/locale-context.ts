/** Loads what the articles of a locale share: categories, authors, prompt settings, text rules, existing articles. */
import type { SiteConfig } from '../../config/config-schema.ts';
import { listRejections, readApprovals } from '../../content/article/approvals.ts';
import { readClaims } from '../../content/article/article-fields.ts';
import type { CategoryGroup, CategoryTree } from '../../content/article/category-tree.ts';
import { calendarDay } from '../../content/article/dates.ts';
import { type Author, loadEditionData } from '../../content/data/edition-data.ts';
import { once } from '../../foundation/attempt.ts';
import { createProblems, type ErrorCode, UserError } from '../../foundation/errors.ts';
import { joinWords } from '../../foundation/slug.ts';
import { type LocaleCode, languageOf } from '../../locales/codes.ts';
import type { GenerationLanguage, GenerationLocale } from '../../locales/generation.ts';
import { WRITING } from '../../locales/writing/writing-registry.ts';
import { articlePath } from '../../site/article-path.ts';
import { createRoutes } from '../../site/routes.ts';
import { createLanguageJudge } from '../checks/check-language.ts';
import { normalizeUrl } from '../checks/check-markdown.ts';
import { createInstructions } from '../checks/check-prompt.ts';
import type { TextRules } from '../checks/text-rules.ts';
import { createJudge, type Judge } from '../checks/verdict.ts';
import { type Corpus, loadCorpus } from '../files/corpus.ts';
import { type EditionAddresses, listEditionAddresses } from '../files/edition-addresses.ts';
import type { ArticleFile } from '../files/origin.ts';
import { factsOf, type Topic } from '../prompts/answer-schemas.ts';
import { loadPromptFiles, type PromptFiles } from '../prompts/prompt-files.ts';
import { hashPrompts, listInstructions } from '../prompts/prompt-samples.ts';
import type { Brief, PromptSettings } from '../prompts/prompts.ts';
import { createLinkFinder } from '../sources/internal-links.ts';
import { choosePassages } from '../sources/passages-of.ts';
import { findSource, readDocument } from '../sources/read-document.ts';

export interface LocaleContext {
  locale: GenerationLocale;
  language: GenerationLanguage;
  tree: CategoryTree;
  /** The first author signs articles whose topic names none. */
  authors: readonly Author[];
  corpus: Corpus;
  /** Why people have rejected each file, by its path. */
  rejections: ReadonlyMap<string, readonly string[]>;
  findLinks: ReturnType<typeof createLinkFinder>;
  /** Reads the pages of an edition once. */
  listAddresses(locale: LocaleCode): Promise<EditionAddresses>;
  prompts: PromptSettings;
  /** Hashes prompts, model and parameters, without the topic. */
  hashOf(prompts: PromptSettings): string;
  rules: TextRules;
  settings: SiteConfig['generate'];
  /** null if no model judges the articles. */
  judge: Judge | null;
}

/** @throws UserError with every problem of the locales' data */
export async function loadLocaleContexts(
  config: SiteConfig,
  locales: readonly GenerationLocale[],
  model: string,
  remakeRejected = false,
): Promise<Map<GenerationLocale, LocaleContext>> {
  const { temperature, reasoningEffort, extraBody, maxOutputTokens, rules, sources, sections, words, notes } =
    config.generate;
  const languages = await createLanguageJudge();
  const judge = config.generate.judge ? createJudge(config, config.generate.judge) : null;
  const problems = createProblems();
  const contexts = new Map<GenerationLocale, LocaleContext>();
  const rejections = listRejections(readApprovals(config.root));
  let files: PromptFiles | null = null;
  const routes = createRoutes(config);
  const listAddresses = once((edition: LocaleCode) => listEditionAddresses(config, edition));
  for (const locale of locales) {
    const data = await loadEditionData(config, locale, problems);
    if (!data) continue;
    const { tree, authors } = data;
    const language = languageOf(locale);
    const own = config.generate.locales[locale] ?? {};
    // The site's description is in the language of its first locale.
    const described = locale === config.locales[0] ? config.description : '';
    const readers = {
      siteTitle: config.title,
      siteDescription: own.description ?? described,
      audience: own.audience ?? '',
      jurisdiction: own.jurisdiction ?? '',
    };
    files ??= loadPromptFiles(config.root, Object.keys(tree));
    const prompts = { ...readers, locale, files, sources, sections, words, notes, tree };
    const addressOf = (data: ArticleFile['data'], key: string, slug: string) => {
      const path = articlePath(routes, tree, locale, { ...readClaims(data, config.timeZone), key, slug });
      return path && routes.href(path);
    };
    const corpus = loadCorpus(config.root, locale, remakeRejected, addressOf);
    const pages = sources.filter((source) => source.includes('//'));
    const contacts = Object.values(config.contact).filter((value) => value !== undefined);
    contexts.set(locale, {
      locale,
      language,
      tree,
      authors,
      corpus,
      rejections,
      findLinks: createLinkFinder(corpus.published()),
      listAddresses,
      prompts,
      hashOf: (settings) =>
        hashPrompts(settings, model, {
          temperature: temperature ?? null,
          maxOutputTokens,
          reasoningEffort,
          extraBody,
        }),
      rules: {
        language,
        writing: WRITING[locale],
        judge: rules.language === false ? null : languages,
        banSuffixes: locale === 'tr_TR' && rules.suffixes === true,
        links: {
          hosts: sources.map((source) => (source.includes('//') ? new URL(source).hostname : source)),
          allowed: new Set(),
          known: new Set([...corpus.urls, ...[...pages, ...contacts].map(normalizeUrl)]),
          isEdited: false,
        },
        instructions: createInstructions(listInstructions(prompts)),
        evidence: [...sources, ...contacts, new URL(config.url).hostname].join('\n'),
      },
      settings: config.generate,
      judge,
    });
  }
  problems.throwIfAny();
  return contexts;
}

/** Narrows prompts and choice of categories to one category. @param category its key; undefined for all */
export function narrowToCategory(context: LocaleContext, category: string | undefined): LocaleContext {
  const group = category === undefined ? undefined : context.tree[category];
  if (!group) return context;
  return { ...context, prompts: { ...context.prompts, category: group.key, tree: { [group.key]: group } } };
}

/**
 * Creates the brief of an article, with the passages of the sources that its topic names, and articles to link to.
 * @param started when the run began, so that a resumed run sends the same prompts
 * @param own file of an article that is written again
 * @throws UserError for a source that is missing or cannot be read
 */
export async function createBrief(
  context: LocaleContext,
  topic: Topic,
  { root, generate, timeZone }: SiteConfig,
  started: number,
  own?: string,
): Promise<Brief> {
  const files = (topic.sources ?? []).map((name) => findSource(root, name));
  const documents = await Promise.all(files.map((file) => readDocument(root, file)));
  const query = [topic.topic, factsOf(topic)].join(' ');
  const passages = choosePassages(documents, query);
  const links = context.findLinks(query, own);
  const signature = findAuthor(context, topic.author ?? generate.author);
  const author = context.authors.find(({ name }) => name === signature) ?? null;
  const rejected = own ?? context.corpus.findRejected(topic.topic);
  const rejections = context.rejections.get(rejected ?? '') ?? [];
  return { topic, author, today: calendarDay(started, timeZone), passages, links, rejections };
}

/** Finds a category by key, slug or title, and returns its key. @throws UserError with all keys */
export function findCategory(tree: CategoryTree, name: string): string {
  return findNamed(tree, name, 'unknown-category', `there is no category "${name}"`);
}

/** Finds a subcategory by key, slug or title, and returns its key. @throws UserError with all keys */
export function findSubcategory(tree: CategoryTree, category: string, name: string): string {
  const children = tree[category]?.children ?? {};
  return findNamed(
    children,
    name,
    'unknown-subcategory',
    `category ${category} has no subcategory "${name}"`,
  );
}

function findNamed(
  nodes: CategoryTree | CategoryGroup['children'],
  name: string,
  code: ErrorCode,
  message: string,
): string {
  const wanted = name.trim().toLowerCase();
  const found = Object.values(nodes).find(({ key, slug, title }) => {
    const names = [key, slug, title, joinWords(title, ' ')];
    return names.some((value) => value.toLowerCase() === wanted);
  });
  if (found) return found.key;
  throw new UserError({ code, message, hint: `choose one of ${Object.keys(nodes).join(', ')}` });
}

/** Returns the name that signs an article. @throws UserError for an unknown author */
export function findAuthor({ authors, locale }: LocaleContext, wanted: string | undefined): string {
  const found = authors.find(({ name, slug }) => wanted === undefined || name === wanted || slug === wanted);
  if (found) return found.name;
  const file = `content/${locale}/authors.json`;
  if (wanted === undefined)
    throw new UserError({ file, code: 'missing-author', message: 'there is no author', hint: 'add one' });
  throw new UserError({
    file,
    code: 'unknown-author',
    message: `there is no author "${wanted}"`,
    hint: `use a name or slug of ${file}`,
  });
}
