/** Owns the options of `articles generate`. */
import { type Command, Option } from 'commander';
import { LOCALE_CODES, type LocaleCode } from '../locales/codes.ts';
import { collect, createCommand, positiveNumber, type Start, wholeNumber } from './command.ts';

export interface GenerateCommandOptions {
  locale?: string[];
  topics?: string;
  category?: string;
  count?: number;
  model?: string;
  budget?: number;
  publish?: boolean;
  dryRun?: boolean;
  translateFrom?: LocaleCode;
  batch?: 'submit' | 'status' | 'collect' | true;
  baseUrl?: string;
  retryUnknown?: boolean;
  new?: boolean;
  report?: boolean;
}

export function generateCommand(start: Start): Command {
  return createCommand(
    'generate',
    'Write articles through a language model; they wait as drafts for `articles review`.',
  )
    .option('--locale <locale>', 'en_US, ru_RU or tr_TR; may be given several times', collect)
    .option('--topics <file>', 'CSV or YAML with a topic a row')
    .option('--category <category>', 'category of the articles: key, slug or title')
    .option('--count <n>', 'articles in each locale, at most', wholeNumber(1, 100_000))
    .option('--model <model>', 'default: generate.model in site-config.json')
    .option('--budget <usd>', 'never spend more than this', positiveNumber)
    .option('--publish', 'skip the review: articles that pass all checks are published')
    .option('--dry-run', 'show the full prompts, the number of calls and the price; needs no key')
    .addOption(
      new Option('--translate-from <locale>', 'translate the articles of this locale instead').choices(
        LOCALE_CODES,
      ),
    )
    .addOption(
      new Option('--batch [action]', 'run in batches at half the price: submit, status or collect')
        .choices(['submit', 'status', 'collect'])
        .preset('submit'),
    )
    .option('--base-url <url>', 'an OpenAI-compatible server; default: OPENAI_BASE_URL')
    .option('--retry-unknown', 'send calls again of which the server cannot say whether they were paid')
    .option('--new', 'begin a new run, even where this command began one that is unfinished')
    .option('--report', 'show what articles, locales and models have cost')
    .action((options: GenerateCommandOptions, command: Command) =>
      start(command, async (call) => {
        const { runGenerate } = await import('./generate/generate-action.ts');
        await runGenerate(call, options);
      }),
    );
}
