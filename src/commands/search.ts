/** `articles search`: what a reader would find, from the index in the output folder. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SiteConfig } from '../config/config-schema.ts';
import { hasCode, UserError } from '../foundation/errors.ts';
import { formatCount } from '../foundation/report.ts';
import { type LocaleCode, languageOf, minimumQuery } from '../locales/codes.ts';
import type { SearchResult } from '../results/site-results.ts';
import type { FoundArticle } from '../search/passage.ts';
import type { SearchAnswer } from '../search/searcher.ts';
import type { QueryTerm } from '../search/text-searcher.ts';
import { defineCommand, flag, OUT, resolveOut, text } from './command.ts';

/** Number of articles that a search in texts shows. */
const MAX_ARTICLES = 20;

export const searchCommand = defineCommand({
  name: 'search',
  summary: 'Show what a reader of the built site would find.',
  arguments: { '<query>': 'words; a title is found when it contains all of them' },
  options: {
    locale: text('--locale <locale>', 'edition to search (default: the first in site-config.json)'),
    out: OUT,
    full: flag('--full', 'fail where readers cannot search the texts (search.fullText in site-config.json)'),
    explain: flag('--explain', 'show how the query is read and the results are ranked'),
  },
  examples: ['articles search "how to bet"', 'articles search чай --locale ru --explain'],
  async run({ root, reporter }, options, [query = '']) {
    const { chooseLocale, loadConfig } = await import('../config/load-config.ts');
    const { isLongEnough } = await import('../search/title-match.ts');
    const config = await loadConfig(root);
    const place = {
      config,
      locale: chooseLocale(config, options.locale),
      out: resolveOut(root, options.out),
    };
    const minimum = config.search.minimumCharacters[place.locale] ?? minimumQuery(place.locale);
    const isLong = isLongEnough(query, minimum);
    const answer = isLong ? await searchTitles(place, query) : null;
    const texts =
      options.full || config.search.fullText ? await searchTexts(place, isLong ? query : '') : null;
    const groups = (answer?.groups ?? []).map(({ label, results }) => ({
      label,
      results: results.map(({ title, url }) => ({ title, url })),
    }));
    if (answer && groups.length > 0) reporter.output(renderAnswer(answer, options.explain));
    if (texts && texts.articles.length > 0) reporter.output(renderArticles(texts.articles, options.explain));
    if (options.explain)
      reporter.info([explainQuery(answer, minimum), ...explainTerms(texts?.terms)].join('\n'));
    else if (!answer) reporter.info(`Readers see no results for fewer than ${minimum} characters.`);
    else if (answer.shown === 0 && !texts) reporter.info('No title contains all of these words.');
    else if (answer.shown === 0 && texts?.articles.length === 0)
      reporter.info('No title and no text has these words.');
    const { words = [], compared = 0, shown: matched = 0 } = answer ?? {};
    const explanation = options.explain && {
      ...{ minimumCharacters: minimum, words, compared, matched },
      ...(texts && {
        terms: texts.terms.flatMap(({ isPair, ...term }) => (isPair ? [] : term)),
        pairs: texts.terms.flatMap(({ isPair, term, weight }) => (isPair ? { words: term, weight } : [])),
      }),
    };
    const result: SearchResult = {
      groups,
      ...(texts && { articles: texts.articles.map(describeArticle) }),
      ...(explanation && { explanation }),
    };
    reporter.result(result, '');
  },
});

interface Place {
  config: SiteConfig;
  locale: LocaleCode;
  /** The output folder. */
  out: string;
}

async function searchTitles(place: Place, query: string): Promise<SearchAnswer> {
  const { NO_LIMITS, openSearcher } = await import('../search/searcher.ts');
  return withIndex(place, async (read) => {
    const searcher = await openSearcher(async (path) => JSON.parse(await read(path)));
    return searcher.search(query, NO_LIMITS);
  });
}

/** @param query '' for a query that is too short */
async function searchTexts(
  place: Place,
  query: string,
): Promise<{ articles: FoundArticle[]; terms: QueryTerm[] }> {
  const { config, locale, out } = place;
  if (!config.search.fullText)
    throw new UserError({
      code: 'search-is-off',
      message: 'search in texts is switched off in site-config.json (search.fullText)',
      hint: 'set it to true and run `articles build`',
    });
  const { openTextSearcher } = await import('../search/text-searcher.ts');
  const { createWords } = await import('../search/words.ts');
  const { addPassages } = await import('../search/passage.ts');
  const language = languageOf(locale);
  return withIndex(place, async (read) => {
    const answer = await (await openTextSearcher(read, language)).search(query, MAX_ARTICLES);
    const readPage = (url: string) => {
      const path = decodeURIComponent(url.slice(config.basePath.length + 1));
      const file = config.urls.layout === 'directory' ? `${path}/index.html` : `${path}.html`;
      return readFile(resolve(out, file), 'utf8');
    };
    return { articles: await addPassages(answer, createWords(language), readPage), terms: answer.terms };
  });
}

/** Runs a search over the index of the edition. @param search receives a function that reads a file of it */
async function withIndex<T>(
  { config, locale, out }: Place,
  search: (read: (path: string) => Promise<string>) => Promise<T>,
): Promise<T> {
  const folder = resolve(out, 'search', languageOf(locale));
  try {
    return await search((path) => readFile(resolve(folder, path), 'utf8'));
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && !(error instanceof SyntaxError)) throw error;
    throw new UserError({
      code: config.features.search ? 'missing-build' : 'search-is-off',
      message: config.features.search
        ? `the search index in ${folder} is missing or incomplete`
        : 'search is switched off in site-config.json (features.search)',
      hint: config.features.search ? 'run `articles build` first' : 'switch it on and run `articles build`',
    });
  }
}

function describeArticle({ title, url, passage }: FoundArticle) {
  const heading = passage?.heading ?? null;
  return {
    title,
    url,
    passage: passage?.parts.map(({ text }) => text).join('') ?? '',
    heading: heading && { title: heading.title, url: `${url}#${encodeURIComponent(heading.id)}` },
  };
}

function renderAnswer({ groups }: SearchAnswer, withScores: boolean): string {
  return groups
    .flatMap(({ label, results }) => [
      label,
      ...results.map(({ title, url, score }) => `  ${rank(score, withScores)}${title}  ${url}`),
    ])
    .join('\n');
}

function renderArticles(articles: readonly FoundArticle[], withScores: boolean): string {
  return articles
    .flatMap((article) => {
      const { passage } = describeArticle(article);
      const line = `${rank(article.score, withScores)}${article.title}  ${article.url}`;
      return passage === '' ? [line] : [line, `    ${passage}`];
    })
    .join('\n');
}

const rank = (score: number, isShown: boolean) => (isShown ? `${score.toFixed(2).padStart(7)}  ` : '');

function explainQuery(answer: SearchAnswer | null, minimum: number): string {
  if (!answer) return `The query has fewer than ${minimum} characters, so readers see no results.`;
  const { words, compared, shown } = answer;
  return [
    `words after folding: ${words.map((word) => JSON.stringify(word)).join(', ')}; the title must contain each of them`,
    `titles compared: ${compared}; with every word: ${shown}`,
    'the number before a title is its score: a whole word counts most, then the beginning of a word, then another part',
  ].join('\n');
}

function explainTerms(terms: readonly QueryTerm[] = []): string[] {
  return terms.map(({ term, isPair, articles, weight, instead }) => {
    const counts = `counts ${weight.toFixed(2)}`;
    if (isPair) return `in texts: "${term}" side by side ${counts}`;
    const line = `in texts: "${term}" ${counts}, ${formatCount(articles, 'article')}`;
    return instead.length > 0 ? `${line} with ${instead.join(', ')} in its place` : line;
  });
}
