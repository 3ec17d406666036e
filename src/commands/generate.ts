/** Owns `articles generate`: options → a plan, a run, a result. */
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { loadConfig } from '../config/load.ts';
import type { SiteConfig } from '../config/schema.ts';
import { messageOf, UserError } from '../errors.ts';
import { generate, type GenerateOptions } from '../generate/generate.ts';
import { createCostReport, loadLedger, renderCostReport } from '../generate/ledger.ts';
import type { Request } from '../generate/plan.ts';
import { createStop } from '../generate/stop.ts';
import { parseTopics, type Topic } from '../generate/topics.ts';
import { LOCALE_CODES, type LocaleCode } from '../locales/codes.ts';
import { GENERATION_LOCALES, type GenerationLocale, isGenerationLocale } from '../locales/generation.ts';
import { type Call, collect, createCommand, positiveNumber, type Start, wholeNumber } from './command.ts';

interface Options {
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
  return createCommand('generate', 'Write articles through a language model; they wait as drafts for `articles review`.')
    .option('--locale <locale>', `${GENERATION_LOCALES.join(', ')}; may be given several times`, collect)
    .option('--topics <file>', 'CSV or YAML with a topic a row')
    .option('--category <category>', 'category of the articles: key, slug or title')
    .option('--count <n>', 'articles in each locale, at most', wholeNumber(1, 100_000))
    .option('--model <model>', 'default: generate.model in site-config.json')
    .option('--budget <usd>', 'never spend more than this', positiveNumber)
    .option('--publish', 'skip the review: articles that pass all checks are published')
    .option('--dry-run', 'show the full prompts, the number of calls and the price; needs no key')
    .addOption(new Option('--translate-from <locale>', 'translate the articles of this locale instead').choices(LOCALE_CODES))
    .addOption(new Option('--batch [action]', 'run in batches at half the price: submit, status or collect').choices(['submit', 'status', 'collect']).preset('submit'))
    .option('--base-url <url>', 'an OpenAI-compatible server; default: OPENAI_BASE_URL')
    .option('--retry-unknown', 'send calls again of which the server cannot say whether they were paid')
    .option('--new', 'begin a new run, even where this command began one that is unfinished')
    .option('--report', 'show what articles, locales and models have cost')
    .action((options: Options, command: Command) => start(command, (call) => run(call, options)));
}

async function run(call: Call, options: Options): Promise<void> {
  const { root, reporter } = call;
  const config = await loadConfig(root);
  if (options.report) {
    const report = createCostReport(await loadLedger(root));
    if (!reporter.json) reporter.output(renderCostReport(report));
    reporter.result(report, '');
    return;
  }
  const stop = createStop();
  const interrupt = () => {
    reporter.info('stopping: calls that are under way are waited for; press again to stop at once');
    stop.stop({ kind: 'interrupt' });
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    await generate(config, reporter, await readOptions(config, options), stop);
  } finally {
    process.removeListener('SIGINT', interrupt);
    process.removeListener('SIGTERM', interrupt);
  }
}

async function readOptions(config: SiteConfig, options: Options): Promise<GenerateOptions> {
  const settings = config.generate;
  const request: Request = {
    locales: readLocales(config, options),
    topics: options.topics === undefined ? null : await readTopics(options.topics),
    category: options.category,
    count: options.count,
    translateFrom: options.translateFrom,
    publish: options.publish ?? false,
    model: options.model ?? settings.model,
    mode: options.batch === undefined ? 'live' : 'batch',
  };
  if (request.topics && request.translateFrom) {
    throw new UserError({ message: '--topics and --translate-from exclude each other', hint: 'give one of them' });
  }
  if (settings.words.minimum > settings.words.maximum || settings.sections.minimum > settings.sections.maximum) {
    throw new UserError({ file: 'site-config.json', message: 'generate: a minimum is above its maximum', hint: 'correct generate.words or generate.sections' });
  }
  return {
    request,
    action: options.dryRun ? 'dry-run' : options.batch === undefined ? 'live' : options.batch === true ? 'submit' : options.batch,
    budget: options.budget ?? settings.budget ?? null,
    baseUrl: options.baseUrl ?? settings.baseUrl ?? process.env.OPENAI_BASE_URL,
    apiKey: process.env.OPENAI_API_KEY,
    retryUnknown: options.retryUnknown ?? false,
    isNew: options.new ?? false,
  };
}

function readLocales(config: SiteConfig, { locale, translateFrom }: Options): GenerationLocale[] {
  const known = config.locales.filter(isGenerationLocale);
  const wanted = locale ?? (translateFrom ? known.filter((code) => code !== translateFrom) : known.slice(0, 1));
  if (wanted.length === 0) throw new UserError({ message: 'there is no locale to write in', hint: `name one of ${GENERATION_LOCALES.join(', ')} with --locale` });
  return [...new Set(wanted)].map((code) => {
    if (!isGenerationLocale(code)) {
      throw new UserError({ message: `articles cannot be generated in "${code}"`, hint: `use ${GENERATION_LOCALES.join(', ')}` });
    }
    if (!config.locales.includes(code)) {
      throw new UserError({ file: 'site-config.json', message: `the site has no locale ${code}`, hint: 'add it to locales, or choose another' });
    }
    if (code === translateFrom) throw new UserError({ message: `${code} cannot be translated into itself`, hint: 'leave it out of --locale' });
    return code;
  });
}

async function readTopics(file: string): Promise<Topic[]> {
  const text = await readFile(resolve(file), 'utf8').catch((error: unknown) => {
    throw new UserError({ message: `the topics cannot be read: ${messageOf(error)}`, hint: 'give a CSV or YAML file' });
  });
  return parseTopics(basename(file), text);
}
