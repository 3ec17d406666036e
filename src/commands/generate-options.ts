/** Options of `articles generate`. */
import { InvalidArgumentError, Option } from 'commander';
import { LOCALE_CODES } from '../locales/codes.ts';
import { GENERATION_LOCALES } from '../locales/generation.ts';
import { choice, custom, flag, list, parsed, text, type Values, wholeNumber } from './command.ts';

const BATCH_ACTIONS = ['submit', 'status', 'collect'] as const;

export const GENERATE_OPTIONS = {
  locale: list('--locale <locale>', `locale to write in, may be repeated: ${GENERATION_LOCALES.join(', ')}`),
  topics: text('--topics <file>', 'CSV, YAML or JSON with one topic in each row; - reads standard input'),
  skipInvalid: flag('--skip-invalid', 'leave out rows with problems, and go on with the others'),
  category: text('--category <category>', 'category of the articles: key, slug or title'),
  count: parsed('--count <n>', 'maximum number of articles in each locale', wholeNumber(1, 100_000)),
  model: text('--model <model>', 'model (default: generate.model in site-config.json)'),
  budget: parsed('--budget <usd>', 'never spend more than this', parseAmount),
  publish: flag('--publish', 'skip the review: publish articles that pass all checks'),
  dryRun: flag('--dry-run', 'show the full prompts, the number of calls and the price; needs no API key'),
  translateFrom: choice('--translate-from <locale>', 'translate the articles of this locale', LOCALE_CODES),
  stale: flag('--stale', 'with --translate-from: renew the sections whose originals have changed'),
  article: text(
    '--article <article>',
    'write this article again: its slug, path or file name; with --translate-from: translate only this one',
  ),
  section: parsed('--section <n>', 'with --article: write only this section again', wholeNumber(1, 100)),
  note: text('--note <text>', 'with --article: what to change'),
  batch: custom<(typeof BATCH_ACTIONS)[number] | undefined>(
    new Option('--batch [action]', 'run in batches at half the price: submit, status or collect')
      .choices(BATCH_ACTIONS)
      .preset('submit'),
    undefined,
  ),
  baseUrl: text('--base-url <url>', 'OpenAI-compatible server (default: OPENAI_BASE_URL)'),
  retryUnknown: flag('--retry-unknown', 'repeat calls that may have been paid for without an answer'),
  remakeRejected: flag('--remake-rejected', 'make rejected articles again, without the rejected text'),
  fetchSources: flag(
    '--fetch-sources',
    'fetch the pages that topics name as sources, and keep them in sources/web',
  ),
  allowSimilar: flag('--allow-similar', 'write topics that have the same words as other topics or articles'),
  new: flag('--new', 'start a new run, even if this command has an unfinished one'),
  showPrompt: text(
    '--show-prompt <article>',
    'show the messages that an article was written with; with --topics and --dry-run, those of a row that is not written yet',
  ),
  compare: list('--compare <variant>', 'with eval: a model or a folder of prompts, may be repeated'),
  keep: flag('--keep', 'with eval: keep the scores in evals.json, to be compared with later ones'),
  maxMinutes: parsed(
    '--max-minutes <n>',
    'start nothing that cannot end within this time; ends with 3 if something is left',
    wholeNumber(1, 10_000),
  ),
  failOn: parsed(
    '--fail-on <what>',
    'end with 1 after a run with any of: unfinished, rejected, needs-review (with commas)',
    parseOutcomes,
  ),
  events: text('--events <file>', 'append a line of JSON for the start, each article and the end of the run'),
  report: flag('--report', 'show the cost of articles, locales and models, from content/generated.jsonl'),
  since: parsed('--since <date>', 'with --report: from this day on', parseDay),
  until: parsed('--until <date>', 'with --report: up to the end of this day', parseDay),
  run: text('--run <id>', 'with --report: only this run'),
  by: choice('--by <what>', 'with --report: one row for each', ['topic', 'locale', 'model', 'day', 'code']),
};
export type GenerateCommandOptions = Values<typeof GENERATE_OPTIONS>;

function parseAmount(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && Number.isFinite(number) && number >= 0) return number;
  throw new InvalidArgumentError('Give a number of at least 0.');
}

function parseDay(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))) return value;
  throw new InvalidArgumentError('Give a day such as 2026-11-28.');
}

const FAILURES = ['unfinished', 'rejected', 'needs-review'] as const;
export type FailingOutcome = (typeof FAILURES)[number];

function parseOutcomes(value: string): FailingOutcome[] {
  return value.split(',').map((name) => {
    const found = FAILURES.find((failure) => failure === name.trim());
    if (found) return found;
    throw new InvalidArgumentError(`Use ${FAILURES.join(', ')}, with commas.`);
  });
}
