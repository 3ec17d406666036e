/** Owns `articles search`: what a reader would find, from the index that stands in the output folder. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { SiteConfig } from '../config/config-schema.ts';
import { hasCode, UserError } from '../foundation/errors.ts';
import { type LocaleCode, languageOf } from '../locales/codes.ts';
import type { Answer } from '../search/searcher.ts';
import { createCommand, type Start } from './command.ts';

interface SearchCommandOptions {
  out?: string;
  locale?: string;
  explain?: boolean;
}

export function searchCommand(start: Start): Command {
  return createCommand('search', 'Show what a reader of the built site would find.')
    .argument('<query>', 'words; a title is found when it has all of them')
    .option('--locale <locale>', 'edition to search; default: the first of site-config.json')
    .option('--out <dir>', 'output folder of the build (default: dist below the root)')
    .option('--explain', 'show how the query was read and ranked')
    .addHelpText(
      'after',
      '\nExamples:\n  articles search "how to bet"\n  articles search чай --locale ru --explain',
    )
    .action((query: string, options: SearchCommandOptions, command: Command) =>
      start(command, async ({ root, reporter }) => {
        const { loadConfig } = await import('../config/load-config.ts');
        const { chooseLocale } = await import('./edition.ts');
        const { isLongEnough, MINIMUM_CHARACTERS } = await import('../search/title-match.ts');
        const config = await loadConfig(root);
        const locale = chooseLocale(config, options.locale);
        const minimum = config.search.minimumCharacters[locale] ?? MINIMUM_CHARACTERS;
        const out = options.out ? resolve(options.out) : resolve(root, 'dist');
        const answer = isLongEnough(query, minimum) ? await search(out, config, locale, query) : null;
        const groups = (answer?.groups ?? []).map(({ label, results }) => ({
          label,
          results: results.map(({ title, url }) => ({ title, url })),
        }));
        const explanation = options.explain ? explain(answer, minimum) : null;
        if (groups.length > 0) reporter.output(renderAnswer(answer, options.explain ?? false));
        if (explanation) reporter.info(explanation.text);
        else if (!answer) reporter.info(`Readers see nothing below ${minimum} characters.`);
        else if (answer.shown === 0) reporter.info('No title has all of these words.');
        reporter.result({ groups, ...(explanation && { explanation: explanation.data }) }, '');
      }),
    );
}

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
      message: config.features.search
        ? `there is no whole search index in ${folder}`
        : 'search is switched off in site-config.json (features.search)',
      hint: config.features.search ? 'run `articles build` first' : 'switch it on and run `articles build`',
    });
  }
}

/** Groups with their results; with scores where they are explained. */
function renderAnswer(answer: Answer | null, withScores: boolean): string {
  return (answer?.groups ?? [])
    .flatMap(({ label, results }) => [
      label,
      ...results.map(({ title, url, score }) => {
        const rank = withScores ? `${score.toFixed(2).padStart(7)}  ` : '';
        return `  ${rank}${title}  ${url}`;
      }),
    ])
    .join('\n');
}

function explain(answer: Answer | null, minimum: number) {
  if (!answer) {
    const text = `The text is shorter than ${minimum} characters, so readers see nothing.`;
    return { text, data: { minimumCharacters: minimum, words: [], compared: 0, matched: 0 } };
  }
  const { words, compared, shown } = answer;
  const text = [
    `words after folding: ${words.map((word) => JSON.stringify(word)).join(', ')}; each must be a part of the title`,
    `the index let ${compared} titles through, ${shown} of them have every word`,
    'the number before a title is its score: whole words count more than beginnings, those more than parts',
  ].join('\n');
  return { text, data: { minimumCharacters: minimum, words, compared, matched: shown } };
}
