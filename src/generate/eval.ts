/** Compares models and prompts on the same topics: what passes, what the judge objects to, repairs and cost. */

import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { SiteConfig } from '../config/config-schema.ts';
import { scanSources } from '../content/article/scan-sources.ts';
import { type Problem, UserError } from '../foundation/errors.ts';
import { hashJson, parseJson } from '../foundation/json.ts';
import { replaceFileSync } from '../foundation/replace-file.ts';
import type { Reporter } from '../foundation/report.ts';
import type { Stop } from './calls/stop.ts';
import { isBlocking } from './checks/finding.ts';
import { readArticleFile } from './files/origin.ts';
import { formatUsd } from './journal/money.ts';
import { loadPromptFiles } from './prompts/prompt-files.ts';
import { loadLedger } from './run/ledger.ts';
import { type GenerateOptions, generate } from './run-generate.ts';

/** Tracked, so that a change of prompts is compared with what was accepted. */
const KEPT_FILE = 'evals.json';

const scoreSchema = z.object({
  /** A model, or a folder of prompts. */
  name: z.string(),
  articles: z.number(),
  accepted: z.number(),
  needsReview: z.number(),
  /** Findings of exact checks. */
  blocking: z.number(),
  advice: z.number(),
  objections: z.number(),
  calls: z.number(),
  repairs: z.number(),
  usd: z.number(),
});
export type Score = z.output<typeof scoreSchema>;

interface EvalOptions extends GenerateOptions {
  /** Models and folders of prompts. */
  compare: readonly string[];
  /** True if the scores are kept for later comparisons. */
  keep: boolean;
}

/** @throws UserError if a score is worse than the kept one, or an answer is missing */
export async function runEval(
  config: SiteConfig,
  reporter: Reporter,
  options: EvalOptions,
  stop: Stop,
): Promise<void> {
  const { root } = config;
  const scores: Score[] = [];
  let left = options.budget;
  for (const name of options.compare) {
    const score = await runVariant(config, reporter, { ...options, budget: left }, stop, name);
    left = left === null ? null : Math.max(0, left - score.usd);
    scores.push(score);
  }
  const kept = readKept(root);
  const worse = scores.flatMap((score) => {
    const before = kept.find(({ name }) => name === score.name);
    return before ? findRegressions(before, score) : [];
  });
  if (options.keep) {
    const others = kept.filter(({ name }) => !scores.some((score) => score.name === name));
    replaceFileSync(join(root, KEPT_FILE), `${JSON.stringify([...others, ...scores], null, 2)}\n`);
  }
  reporter.output(renderScores(scores));
  if (worse.length > 0 && !options.keep) throw new UserError(worse, { scores });
  reporter.result({ scores }, options.keep ? `kept in ${KEPT_FILE}` : '');
}

/** Writes the articles of a variant in a folder of its own. The same variant is not paid again. */
async function runVariant(
  config: SiteConfig,
  reporter: Reporter,
  options: EvalOptions,
  stop: Stop,
  name: string,
): Promise<Score> {
  const folder = resolve(config.root, name);
  const isFolder = existsSync(folder) && statSync(folder).isDirectory();
  const { request } = options;
  const model = isFolder ? request.model : name;
  const prompts = isFolder ? folder : join(config.root, 'prompts');
  const id = hashJson([config.generate, request.topics, request.locales, model, readTexts(prompts)]).slice(
    0,
    16,
  );
  const root = join(config.root, '.articles/generate/evals', id);
  prepare(config, root, prompts);
  reporter.info(`${name}:`);
  const silent = { ...reporter, result: () => undefined, output: () => undefined };
  const run = { ...options, action: 'live' as const, request: { ...request, model, publish: false } };
  const failure = await generate({ ...config, root }, silent, run, stop).catch((error: unknown) => error);
  if (failure !== undefined && !(failure instanceof UserError)) throw failure;
  const score = await readScore(config, root, name, (request.topics?.length ?? 0) * request.locales.length);
  const isUseless = failure?.problems.every(({ code }) => code === 'useless-answers') ?? true;
  if (!isUseless) throw failure;
  return score;
}

function readTexts(folder: string): unknown {
  if (!existsSync(folder)) return null;
  const names = ['style', 'system', 'outline', 'section', 'summary', 'rubric'];
  return names.map((name) =>
    existsSync(join(folder, `${name}.md`)) ? readFileSync(join(folder, `${name}.md`), 'utf8') : null,
  );
}

function prepare({ root, locales }: SiteConfig, folder: string, prompts: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  const copy = (from: string, to: string) =>
    existsSync(from) && cpSync(from, join(folder, to), { recursive: true });
  copy(prompts, 'prompts');
  copy(join(root, 'sources'), 'sources');
  copy(join(root, 'site-config.json'), 'site-config.json');
  for (const locale of locales)
    for (const name of ['categories.json', 'authors.json', 'seo.json', 'info'])
      copy(join(root, 'content', locale, name), join('content', locale, name));
  // A mistake in the prompts is named before anything is paid.
  loadPromptFiles(folder);
}

async function readScore(
  { locales }: SiteConfig,
  root: string,
  name: string,
  articles: number,
): Promise<Score> {
  const origins = [...scanSources(root, locales)].flatMap(
    ({ file }) => readArticleFile(join(root, file))?.origin ?? [],
  );
  const codes = origins.flatMap(({ problems = [] }) =>
    problems.map((problem) => ({ code: problem.split(':')[0] ?? '' })),
  );
  const blocking = codes.filter(isBlocking).length;
  const paid = (await loadLedger(root)).filter(({ outcome }) => outcome !== 'unpaid');
  return {
    name,
    articles,
    accepted: origins.filter(({ status }) => status === 'draft').length,
    needsReview: origins.filter(({ status }) => status === 'needs-review').length,
    blocking,
    advice: codes.length - blocking,
    objections: origins.reduce((sum, { judge }) => sum + (judge?.objections.length ?? 0), 0),
    calls: paid.length,
    repairs: paid.filter(({ key }) => /\.[1-9]$/.test(key)).length,
    usd: Number(paid.reduce((sum, { usd }) => sum + usd, 0).toFixed(6)),
  };
}

function readKept(root: string): Score[] {
  const path = join(root, KEPT_FILE);
  if (!existsSync(path)) return [];
  const { data } = z.array(scoreSchema).safeParse(parseJson(readFileSync(path, 'utf8')));
  if (data) return data;
  throw new UserError({
    file: KEPT_FILE,
    code: 'damaged-record',
    message: 'the kept scores cannot be read',
    hint: 'restore the file, or delete it',
  });
}

/** A cost may grow by this share. */
const TOLERANCE = 1.15;

function findRegressions(before: Score, now: Score): Problem[] {
  const each = (score: Score, value: number) => value / Math.max(1, score.articles);
  const worse = (what: string, old: number, value: number): Problem => ({
    code: 'worse-eval',
    message: `${now.name}: ${what}, ${old} before and ${value} now`,
    hint: `correct prompts or model, or accept it with --keep`,
  });
  return [
    ...(each(now, now.accepted) < each(before, before.accepted)
      ? [worse('fewer articles pass', before.accepted, now.accepted)]
      : []),
    ...(each(now, now.objections) > each(before, before.objections)
      ? [worse('the judge objects more often', before.objections, now.objections)]
      : []),
    ...(each(now, now.usd) > each(before, before.usd) * TOLERANCE
      ? [worse('an article costs more', before.usd, now.usd)]
      : []),
  ];
}

function renderScores(scores: readonly Score[]): string {
  const head = [
    'articles',
    'pass',
    'review',
    'blocking',
    'advice',
    'judge',
    'calls',
    'repairs',
    'USD',
    'USD/article',
    '',
  ];
  const rows = scores.map((score) => [
    ...[
      score.articles,
      score.accepted,
      score.needsReview,
      score.blocking,
      score.advice,
      score.objections,
      score.calls,
      score.repairs,
    ].map(String),
    formatUsd(score.usd),
    formatUsd(score.usd / Math.max(1, score.articles)),
    score.name,
  ]);
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const pad = (cell: string, column: number) =>
    column === head.length - 1 ? cell : cell.padStart(widths[column] ?? 0);
  return [head, ...rows].map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
