/** Turns the options of `articles generate` into a request and runs it. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { readOwnFields } from '../build/parse/load-own-fields.ts';
import type { GenerateCommandOptions } from '../commands/generate-options.ts';
import type { SiteConfig } from '../config/config-schema.ts';
import { loadConfig } from '../config/load-config.ts';
import { decodeUtf8, NOT_UTF8 } from '../config/utf8.ts';
import { calendarDay } from '../content/article/dates.ts';
import { scanSources } from '../content/article/scan-sources.ts';
import { systemClock } from '../foundation/clock.ts';
import {
  createProblems,
  finding,
  hasCode,
  messageOf,
  type Problem,
  UserError,
} from '../foundation/errors.ts';
import { onInterrupt } from '../foundation/interrupt.ts';
import type { Reporter } from '../foundation/report.ts';
import { LOCALE_CODES, type LocaleCode } from '../locales/codes.ts';
import { GENERATION_LOCALES, type GenerationLocale, isGenerationLocale } from '../locales/generation.ts';
import { readModelKey } from './calls/model-client.ts';
import { createStop } from './calls/stop.ts';
import { runEval } from './eval.ts';
import type { Topic } from './prompts/answer-schemas.ts';
import { findReviewed, loadReviewed } from './review/review-articles.ts';
import { createReport, renderCostReport } from './run/cost-report.ts';
import { parseTopics } from './run/parse-topics.ts';
import type { Request } from './run/plan-jobs.ts';
import { readAllLines } from './run/settle-run.ts';
import { openSharedRuns } from './run/shared-runs.ts';
import { type GenerateOptions, generate } from './run-generate.ts';
import { findPrompts, renderCalls } from './show-prompt.ts';
import { fetchSource } from './sources/fetch-source.ts';
import { isUrl, snapshotFile } from './sources/read-document.ts';

export async function runGenerate(
  root: string,
  reporter: Reporter,
  options: GenerateCommandOptions,
  action?: 'eval',
): Promise<void> {
  const config = await loadConfig(root);
  if (options.report) return report(config, reporter, options);
  if (options.showPrompt !== undefined && !options.dryRun) {
    const prompts = await findPrompts(config, options.showPrompt, reporter.warn);
    if (!reporter.json) reporter.output(renderCalls(prompts));
    reporter.result({ kind: 'generate-prompts', ...prompts }, '');
    return;
  }
  const stop = createStop();
  const ignore = onInterrupt(() => {
    reporter.info('stopping after the calls that are running; press again to stop at once');
    stop.stop({ kind: 'interrupt' });
  });
  try {
    checkOptions(config, options, action);
    const read = readOptions(config, options, await readRequest(config, options, reporter));
    const { compare = [read.request.model], keep } = options;
    if (action !== 'eval') return await generate(config, reporter, read, stop);
    if (read.request.topics === null)
      throw new UserError({
        code: 'conflicting-options',
        message: 'eval compares variants on the same topics',
        hint: 'add --topics',
      });
    await runEval(config, reporter, { ...read, compare, keep }, stop);
  } finally {
    ignore();
  }
}

/** Adds up the committed ledger, and what the journals of this machine and of shared runs add to it. */
async function report(
  config: SiteConfig,
  reporter: Reporter,
  { since, until, run, by }: GenerateCommandOptions,
) {
  const { errors, error } = createProblems();
  await (await openSharedRuns(config))?.pull();
  const lines = await readAllLines(config, error);
  const dayOf = (time: string) => calendarDay(Date.parse(time), config.timeZone);
  const chosen = lines.filter(
    (line) =>
      (since === undefined || dayOf(line.time) >= since) &&
      (until === undefined || dayOf(line.time) <= until) &&
      (run === undefined || line.run === run),
  );
  const sums = { kind: 'generate-report', ...createReport(chosen, by) } as const;
  if (!reporter.json) reporter.output(renderCostReport(sums));
  if (errors.length > 0) throw new UserError(errors, sums);
  reporter.result(sums, '');
}

/** Options and settings that do not fit together, with the first that is found. */
function checkOptions(
  { generate: { words, sections, disclosure, judge } }: SiteConfig,
  options: GenerateCommandOptions,
  action: 'eval' | undefined,
): void {
  const { topics, translateFrom, stale, publish, batch, compare, keep } = options;
  const file = 'site-config.json';
  const conflict = (message: string, hint: string) => finding('conflicting-options', message, hint);
  const review = 'or leave out --publish and use `articles review`';
  const rules: [isBroken: boolean, problem: Problem][] = [
    // Without these two, a question about costs would be a paid run.
    [
      (options.since ?? options.until ?? options.run ?? options.by) !== undefined,
      conflict('--since, --until, --run and --by say what a report shows', 'add --report'),
    ],
    [
      action === undefined && (compare !== undefined || keep),
      conflict('--compare and --keep are options of eval', 'write `articles generate eval`'),
    ],
    [
      stale && !translateFrom,
      conflict('--stale renews translations', 'add --translate-from with the locale of the originals'),
    ],
    [
      topics !== undefined && translateFrom !== undefined,
      conflict('--topics and --translate-from exclude each other', 'use one of them'),
    ],
    [
      words.minimum > words.maximum || sections.minimum > sections.maximum,
      {
        file,
        code: 'conflicting-settings',
        message: 'generate: a minimum is above its maximum',
        hint: 'correct generate.words or generate.sections',
      },
    ],
    [
      publish && !disclosure,
      {
        file,
        code: 'missing-disclosure',
        message: '--publish skips the review, but readers are not told that a model wrote the texts',
        hint: `set generate.disclosure to true, ${review}`,
      },
    ],
    [
      publish && !judge,
      {
        file,
        code: 'missing-judge',
        message: '--publish skips the review, but no judge reads the texts',
        hint: `set generate.judge, ${review}`,
      },
    ],
    [
      batch !== undefined && judge?.baseUrl !== undefined,
      {
        file,
        code: 'conflicting-settings',
        message: 'a batch is sent to one server, but generate.judge has its own',
        hint: 'leave out --batch or generate.judge.baseUrl',
      },
    ],
  ];
  const broken = rules.find(([isBroken]) => isBroken);
  if (broken) throw new UserError(broken[1]);
}

function readOptions(config: SiteConfig, options: GenerateCommandOptions, request: Request): GenerateOptions {
  return {
    request,
    action: options.dryRun ? 'dry-run' : (options.batch ?? 'live'),
    budget: options.budget ?? null,
    baseUrl: options.baseUrl ?? config.generate.baseUrl ?? process.env.OPENAI_BASE_URL,
    apiKey: readModelKey('OPENAI_API_KEY', process.env),
    retryUnknown: options.retryUnknown,
    isNew: options.new,
    failOn: options.failOn ?? [],
    events: options.events,
    maxMinutes: options.maxMinutes,
    clock: systemClock,
  };
}

async function readRequest(
  config: SiteConfig,
  options: GenerateCommandOptions,
  reporter: Reporter,
): Promise<Request> {
  const { article, section, note, topics: list, fetchSources, translateFrom } = options;
  const isOriginal = article !== undefined && translateFrom !== undefined;
  if (section !== undefined || note !== undefined || (article !== undefined && !isOriginal))
    return readRewrite(config, options, reporter);
  const read =
    list === undefined
      ? null
      : await readTopics(config, list, options.skipInvalid ? reporter.warn : undefined);
  const topics = read && options.showPrompt !== undefined ? pickTopic(read, options.showPrompt) : read;
  if (topics && fetchSources) await fetchMissingSources(config.root, topics.keys());
  return {
    locales: readLocales(config, options),
    topics: topics && [...topics.keys()],
    places: topics ?? new Map(),
    category: options.category,
    count: options.count,
    translateFrom,
    ...(isOriginal && { original: findOriginal(config.root, translateFrom, article) }),
    publish: options.publish,
    model: options.model ?? config.generate.model,
    mode: options.batch === undefined ? 'live' : 'batch',
    remakeRejected: options.remakeRejected,
    allowSimilar: options.allowSimilar,
    skipInvalid: options.skipInvalid,
    stale: options.stale,
  };
}

/** The topic with an id or these words, whose prompts a dry run shows. */
function pickTopic(topics: Awaited<ReturnType<typeof parseTopics>>, name: string): typeof topics {
  const found = [...topics].filter(([{ topic, id }]) => topic === name || id === name);
  if (found.length > 0) return new Map(found);
  throw new UserError({
    code: 'invalid-topics',
    message: `no row of the list has the topic or the id "${name}"`,
    hint: 'name one of them, or leave out --show-prompt to see the prompts of the first topic',
  });
}

/** Fetches the pages that topics name and that are not kept yet. */
async function fetchMissingSources(root: string, topics: Iterable<Topic>): Promise<void> {
  const named = new Set([...topics].flatMap(({ sources = [] }) => sources.filter(isUrl)));
  for (const url of named) if (!existsSync(join(root, snapshotFile(url)))) await fetchSource(root, url);
}

/** The one original that a name means: its path, its file name, or its path below the articles. */
function findOriginal(root: string, from: LocaleCode, name: string): string {
  const files = [...scanSources(root, [from])].map(({ file }) => file);
  const plain = `/${name.replace(/^\.?\//, '').replace(/\.md$/, '')}.md`;
  const found = files.filter((file) => `/${file}`.endsWith(plain));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw new UserError(
    only === undefined
      ? {
          code: 'unknown-article',
          message: `${from} has no article "${name}"`,
          hint: 'list them with `articles list`',
        }
      : {
          code: 'ambiguous-name',
          message: `${found.length} articles have the name "${name}"`,
          hint: `give the path: ${found.join(', ')}`,
        },
  );
}

/** The request to write an article again. */
function readRewrite(config: SiteConfig, options: GenerateCommandOptions, reporter: Reporter): Request {
  const {
    article: name,
    section,
    note = '',
    topics,
    translateFrom,
    category,
    count,
    publish,
    locale,
  } = options;
  if (name === undefined || topics || translateFrom || category || count || publish)
    throw new UserError({
      code: 'conflicting-options',
      message: name === undefined ? '--section and --note need --article' : '--article stands alone',
      hint: 'use it with --section, --note, --locale, --model, --budget, --batch or --dry-run only; or with --translate-from, to translate it',
    });
  const [article] = findReviewed(config, loadReviewed(config, reporter.warn), [name], locale?.[0]);
  if (!article) throw new Error(`no article ${name}`);
  const from = config.locales.find((code) => article.origin.translatedFrom?.startsWith(`content/${code}/`));
  return {
    locales: [article.locale],
    topics: null,
    places: new Map(),
    category: undefined,
    count: undefined,
    translateFrom: LOCALE_CODES.find((code) => code === from),
    publish: false,
    model: options.model ?? config.generate.model,
    mode: options.batch === undefined ? 'live' : 'batch',
    rewrite: { file: article.file, section, note },
  };
}

function readLocales(config: SiteConfig, options: GenerateCommandOptions): GenerationLocale[] {
  const { locale, translateFrom } = options;
  const known = config.locales.filter(isGenerationLocale);
  const wanted =
    locale ?? (translateFrom ? known.filter((code) => code !== translateFrom) : known.slice(0, 1));
  const choices = GENERATION_LOCALES.join(', ');
  if (wanted.length === 0) {
    throw new UserError({
      code: 'unknown-locale',
      message: 'there is no locale to write in',
      hint: `add --locale with ${choices}`,
    });
  }
  return [...new Set(wanted)].map((code) => {
    if (!isGenerationLocale(code)) {
      throw new UserError({
        code: 'unknown-locale',
        message: `articles cannot be generated in "${code}"`,
        hint: `write --locale once for each language that you want: ${choices}`,
      });
    }
    if (!config.locales.includes(code)) {
      throw new UserError({
        file: 'site-config.json',
        code: 'unknown-locale',
        message: `the site has no locale ${code}`,
        hint: 'add it to "locales", or choose another locale',
      });
    }
    if (code === translateFrom)
      throw new UserError({
        code: 'conflicting-options',
        message: `${code} cannot be translated into itself`,
        hint: 'leave it out of --locale',
      });
    return code;
  });
}

/** @param onInvalid receives the problems of rows that are left out; without it they are errors */
async function readTopics(
  { root, taxonomies }: Pick<SiteConfig, 'root' | 'taxonomies'>,
  file: string,
  onInvalid: ((problem: Problem) => void) | undefined,
): ReturnType<typeof parseTopics> {
  const name = file === '-' ? 'standard input' : basename(file);
  const bytes = await readBytes(file).catch((error: unknown) => {
    throw new UserError({
      code: 'unreadable-topics',
      message: hasCode(error, 'ENOENT')
        ? `there is no file ${file}`
        : `the topics cannot be read: ${messageOf(error)}`,
      hint: 'give a CSV, YAML or JSON file with --topics',
    });
  });
  const decoded = decodeUtf8(bytes);
  if (decoded.ok && !decoded.text.includes('\0'))
    return parseTopics(name, decoded.text, await readOwnFields(root), Object.keys(taxonomies), onInvalid);
  const place = decoded.ok ? {} : { line: decoded.line, column: decoded.column };
  throw new UserError({ file: name, ...place, ...NOT_UTF8 });
}

async function readBytes(file: string): Promise<Buffer> {
  if (file !== '-') return readFile(resolve(file));
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
