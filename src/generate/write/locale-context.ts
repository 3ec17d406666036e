/** Owns bringing together what the articles of a locale are made with: tree, authors, rules, and what the site holds. */
import type { SiteConfig } from '../../config/config-schema.ts';
import { type Author, loadEditionData } from '../../content/data/edition-data.ts';
import { createProblems, UserError } from '../../foundation/errors.ts';
import { languageOf } from '../../locales/codes.ts';
import { activeRules, type GenerationLocale } from '../../locales/generation.ts';
import type { CategoryTree } from '../../site/category-tree.ts';
import { createLanguageJudge, type LanguageJudge } from '../checks/check-language.ts';
import { type Corpus, loadCorpus } from '../checks/corpus.ts';
import { hashPrompts } from '../prompts/prompt-samples.ts';
import type { PromptSettings } from '../prompts/prompts.ts';
import type { Workshop } from './compose-article.ts';

export interface LocaleShop {
  locale: GenerationLocale;
  tree: CategoryTree;
  /** Names of the locale's authors; the first signs what nobody is named for. */
  authors: readonly Author[];
  corpus: Corpus;
  prompts: PromptSettings;
  promptHash: string;
  /** The workshop for articles of one category, or of any. */
  workshop(category: string | undefined): Workshop;
}

/** @throws UserError with every problem of the locale's data */
export async function openShops(
  config: SiteConfig,
  locales: readonly GenerationLocale[],
  model: string,
): Promise<Map<GenerationLocale, LocaleShop>> {
  const judge = await createLanguageJudge();
  const problems = createProblems();
  const shops = new Map<GenerationLocale, LocaleShop>();
  for (const locale of locales) {
    const data = await loadEditionData(config, locale, problems);
    if (data)
      shops.set(
        locale,
        createShop(config, locale, data.tree, data.authors, loadCorpus(config.root, locale), judge, model),
      );
  }
  problems.throwIfAny();
  return shops;
}

function createShop(
  config: SiteConfig,
  locale: GenerationLocale,
  tree: CategoryTree,
  authors: readonly Author[],
  corpus: Corpus,
  judge: LanguageJudge,
  model: string,
): LocaleShop {
  const settings = config.generate;
  const { temperature, maxOutputTokens } = settings;
  const prompts: PromptSettings = {
    siteTitle: config.title,
    siteDescription: config.description,
    locale,
    rules: settings.rules,
    sources: settings.sources,
    sections: settings.sections,
    words: settings.words,
    tree,
  };
  const holds = new Set(activeRules(locale, settings.rules).map(({ name }) => name));
  return {
    locale,
    tree,
    authors,
    corpus,
    prompts,
    promptHash: hashPrompts(prompts, model, { temperature: temperature ?? null, maxOutputTokens }),
    workshop: (category) => {
      const group = category === undefined ? undefined : tree[category];
      return {
        prompts: group ? { ...prompts, tree: { [group.key]: group } } : prompts,
        language: languageOf(locale),
        judge,
        rules: {
          language: languageOf(locale),
          judgeLanguage: holds.has('language'),
          banSuffixes: holds.has('suffixes'),
          links: { hosts: settings.sources, allowed: new Set() },
        },
        corpus,
        settings,
      };
    },
  };
}

/** The key of a category named by key, slug or title. @throws UserError listing the keys */
export function findCategory(tree: CategoryTree, name: string): string {
  const wanted = name.trim().toLowerCase();
  const found = Object.values(tree).find((group) => isNamed(group, wanted));
  if (found) return found.key;
  throw new UserError({
    message: `there is no category "${name}"`,
    hint: `choose one of ${Object.keys(tree).join(', ')}`,
  });
}

export function findSubcategory(tree: CategoryTree, category: string, name: string): string {
  const children = tree[category]?.children ?? {};
  const found = Object.values(children).find((child) => isNamed(child, name.trim().toLowerCase()));
  if (found) return found.key;
  throw new UserError({
    message: `category ${category} has no subcategory "${name}"`,
    hint: `choose one of ${Object.keys(children).join(', ')}`,
  });
}

function isNamed(node: { key: string; slug: string; title: string }, wanted: string): boolean {
  const plain = node.title.replace(/[^\p{L}\p{N} ]/gu, '').trim();
  return [node.key, node.slug, node.title, plain].some((value) => value.toLowerCase() === wanted);
}

/** The name that signs an article. @throws UserError where nobody is called so */
export function findAuthor(shop: LocaleShop, wanted: string | undefined): string {
  const { authors, locale } = shop;
  const found =
    wanted === undefined ? authors[0] : authors.find(({ name, slug }) => name === wanted || slug === wanted);
  if (found) return found.name;
  throw new UserError(
    wanted === undefined
      ? { file: `content/${locale}/authors.json`, message: 'there is no author', hint: 'add one' }
      : {
          file: `content/${locale}/authors.json`,
          message: `there is no author "${wanted}"`,
          hint: `use a name or slug of content/${locale}/authors.json`,
        },
  );
}
