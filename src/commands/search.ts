/** `articles search`: what a reader would find, from the index in the output folder. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SiteConfig } from '../config/config-schema.ts';
import { hasCode, UserError } from '../foundation/errors.ts';
import { type LocaleCode, languageOf, minimumQuery } from '../locales/codes.ts';
import type { SearchResult } from '../results/site-results.ts';
import type { Answer } from '../search/searcher.ts';
import { defineCommand, flag, OUT, resolveOut, text } from './command.ts';

export const searchCommand = defineCommand({
  name: 'search',
  summary: 'Show what a reader of the built site would find.',
  arguments: { '<query>': 'words; a title is found when it contains all of them' },
  options: {
    locale: text('--locale <locale>', 'edition to search (default: the first in site-config.json)'),
    out: OUT,
    explain: flag('--explain', 'show how the query is read and the results are ranked'),
  },
  examples: ['articles search "how to bet"', 'articles search чай --locale ru --explain'],
  async run({ root, reporter }, options, [query = '']) {
    const { loadConfig } = await import('../config/load-config.ts');
    const { chooseLocale } = await import('../articles/edition.ts');
    const { isLongEnough } = await import('../search/title-match.ts');
    const config = await loadConfig(root);
    const locale = chooseLocale(config, options.locale);
    const minimum = config.search.minimumCharacters[locale] ?? minimumQuery(locale);
    const out = resolveOut(root, options.out);
    const answer = isLongEnough(query, minimum) ? await search(out, config, locale, query) : null;
    const groups = (answer?.groups ?? []).map(({ label, results }) => ({
      label,
      results: results.map(({ title, url }) => ({ title, url })),
    }));
    if (answer && groups.length > 0) reporter.output(renderAnswer(answer, options.explain));
    if (options.explain) reporter.info(explainQuery(answer, minimum));
    else if (!answer) reporter.info(`Readers see no results for fewer than ${minimum} characters.`);
    else if (answer.shown === 0) reporter.info('No title contains all of these words.');
    const { words = [], compared = 0, shown: matched = 0 } = answer ?? {};
    const explanation = options.explain && { minimumCharacters: minimum, words, compared, matched };
    const result: SearchResult = { groups, ...(explanation && { explanation }) };
    reporter.result(result, '');
  },
});

async function search(out: string, config: SiteConfig, locale: LocaleCode, query: string): Promise<Answer> {
  const { NO_LIMITS, openSearcher } = await import('../search/searcher.ts');
  const folder = resolve(out, 'search', languageOf(locale));
  const read = async (path: string): Promise<unknown> =>
    JSON.parse(await readFile(resolve(folder, path), 'utf8'));
  try {
    return await (await openSearcher(read)).search(query, NO_LIMITS);
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

function renderAnswer({ groups }: Answer, withScores: boolean): string {
  const rank = (score: number) => (withScores ? `${score.toFixed(2).padStart(7)}  ` : '');
  return groups
    .flatMap(({ label, results }) => [
      label,
      ...results.map(({ title, url, score }) => `  ${rank(score)}${title}  ${url}`),
    ])
    .join('\n');
}

function explainQuery(answer: Answer | null, minimum: number): string {
  if (!answer) return `The query has fewer than ${minimum} characters, so readers see no results.`;
  const { words, compared, shown } = answer;
  return [
    `words after folding: ${words.map((word) => JSON.stringify(word)).join(', ')}; the title must contain each of them`,
    `${compared} titles were compared, ${shown} of them contain every word`,
    'the number before a title is its score: a whole word counts most, then the beginning of a word, then another part',
  ].join('\n');
}
