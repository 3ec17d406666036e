/** Owns what `articles generate` does with its options: a plan, a run, a result. */
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { SiteConfig } from '../../config/config-schema.ts';
import { loadConfig } from '../../config/load-config.ts';
import { decodeUtf8, NOT_UTF8 } from '../../config/utf8.ts';
import { hasCode, messageOf, UserError } from '../../foundation/errors.ts';
import { createCostReport, loadLedger, renderCostReport } from '../../generate/run/ledger.ts';
import type { Request } from '../../generate/run/plan-jobs.ts';
import { createStop } from '../../generate/run/stop.ts';
import { parseTopics } from '../../generate/run/topics.ts';
import { type GenerateOptions, generate } from '../../generate/run-generate.ts';
import { GENERATION_LOCALES, type GenerationLocale, isGenerationLocale } from '../../locales/generation.ts';
import type { Call } from '../command.ts';
import type { GenerateCommandOptions } from '../generate.ts';

export async function runGenerate(call: Call, options: GenerateCommandOptions): Promise<void> {
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

async function readOptions(config: SiteConfig, options: GenerateCommandOptions): Promise<GenerateOptions> {
  const settings = config.generate;
  const topics = options.topics === undefined ? null : await readTopics(options.topics);
  const request: Request = {
    locales: readLocales(config, options),
    topics: topics && [...topics.keys()],
    places: topics ?? new Map(),
    category: options.category,
    count: options.count,
    translateFrom: options.translateFrom,
    publish: options.publish ?? false,
    model: options.model ?? settings.model,
    mode: options.batch === undefined ? 'live' : 'batch',
  };
  if (request.topics && request.translateFrom) {
    throw new UserError({
      message: '--topics and --translate-from exclude each other',
      hint: 'give one of them',
    });
  }
  if (
    settings.words.minimum > settings.words.maximum ||
    settings.sections.minimum > settings.sections.maximum
  ) {
    throw new UserError({
      file: 'site-config.json',
      message: 'generate: a minimum is above its maximum',
      hint: 'correct generate.words or generate.sections',
    });
  }
  return {
    request,
    action: options.dryRun
      ? 'dry-run'
      : options.batch === undefined
        ? 'live'
        : options.batch === true
          ? 'submit'
          : options.batch,
    budget: options.budget ?? null,
    baseUrl: options.baseUrl ?? settings.baseUrl ?? process.env.OPENAI_BASE_URL,
    apiKey: process.env.OPENAI_API_KEY,
    retryUnknown: options.retryUnknown ?? false,
    isNew: options.new ?? false,
  };
}

function readLocales(
  config: SiteConfig,
  { locale, translateFrom }: GenerateCommandOptions,
): GenerationLocale[] {
  const known = config.locales.filter(isGenerationLocale);
  const wanted =
    locale ?? (translateFrom ? known.filter((code) => code !== translateFrom) : known.slice(0, 1));
  if (wanted.length === 0)
    throw new UserError({
      message: 'there is no locale to write in',
      hint: `name one of ${GENERATION_LOCALES.join(', ')} with --locale`,
    });
  return [...new Set(wanted)].map((code) => {
    if (!isGenerationLocale(code)) {
      throw new UserError({
        message: `articles cannot be generated in "${code}"`,
        hint: `use ${GENERATION_LOCALES.join(', ')}`,
      });
    }
    if (!config.locales.includes(code)) {
      throw new UserError({
        file: 'site-config.json',
        message: `the site has no locale ${code}`,
        hint: 'add it to locales, or choose another',
      });
    }
    if (code === translateFrom)
      throw new UserError({
        message: `${code} cannot be translated into itself`,
        hint: 'leave it out of --locale',
      });
    return code;
  });
}

async function readTopics(file: string): ReturnType<typeof parseTopics> {
  const bytes = await readFile(resolve(file)).catch((error: unknown) => {
    throw new UserError({
      message: hasCode(error, 'ENOENT')
        ? `there is no file ${file}`
        : `the topics cannot be read: ${messageOf(error)}`,
      hint: 'give a CSV or YAML file with --topics',
    });
  });
  const decoded = decodeUtf8(bytes);
  if (decoded.ok && !decoded.text.includes('\0')) return parseTopics(basename(file), decoded.text);
  const place = decoded.ok ? {} : { line: decoded.line, column: decoded.column };
  throw new UserError({ file: basename(file), ...place, ...NOT_UTF8 });
}
