/** Compares models and prompts on the same topics: what passes, what the judge objects to, repairs and cost. */
import { cpSync, existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SiteConfig } from '../config/config-schema.ts';
import { scanSources } from '../content/article/scan-sources.ts';
import { EDITION_NAMES } from '../content/data/content-files.ts';
import { type Problem, UserError } from '../foundation/errors.ts';
import { hashJson, parseJson } from '../foundation/json.ts';
import { makeFolder } from '../foundation/make-folder.ts';
import { replaceFileSync } from '../foundation/replace-file.ts';
import type { Reporter } from '../foundation/report.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { formatTable, type TableColumn } from '../foundation/table.ts';
import { type Score, scoresSchema } from '../results/writing-results.ts';
import type { Stop } from './calls/stop.ts';
import { isBlocking } from './checks/finding.ts';
import { readArticleFile } from './files/origin.ts';
import { formatUsd } from './journal/money.ts';
import { loadPromptFiles, readPrompts } from './prompts/prompt-files.ts';
import { readCalls } from './run/read-run.ts';
import { type GenerateOptions, generate } from './run-generate.ts';

/** Tracked, so that a change of prompts is compared with what was accepted. */
const KEPT_FILE = 'evals.json';

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
  const scores: Score[] = [];
  // Before anything is paid: they may be damaged.
  const kept = readKept(config.root);
  let left = options.budget;
  for (const name of options.compare) {
    const score = await runVariant(config, reporter, { ...options, budget: left }, stop, name);
    left = left === null ? null : Math.max(0, left - score.usd);
    scores.push(score);
  }
  const worse = scores.flatMap((score) =>
    kept.filter(({ name }) => name === score.name).flatMap((before) => findRegressions(before, score)),
  );
  reporter.output(formatTable(scores, SCORE_COLUMNS, Infinity));
  if (worse.length > 0 && !options.keep) throw new UserError(worse, { scores });
  if (options.keep) {
    const others = kept.filter(({ name }) => !scores.some((score) => score.name === name));
    const text = `${JSON.stringify([...others, ...scores], null, 2)}\n`;
    replaceFileSync(join(config.root, KEPT_FILE), text);
  }
  reporter.result({ kind: 'generate-eval', scores }, options.keep ? `kept in ${KEPT_FILE}` : '');
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
  const { locales, topics, ...request } = options.request;
  const model = isFolder ? request.model : name;
  const prompts = isFolder ? folder : join(config.root, 'prompts');
  const texts = existsSync(prompts) ? [...readPrompts(prompts)] : null;
  const id = hashJson([config.generate, topics, locales, model, texts]);
  const root = join(config.root, '.articles/generate/evals', id);
  if (!existsSync(root)) copySite(config, root, prompts);
  reporter.info(`${name}:`);
  const silent = { ...reporter, result: () => undefined, output: () => undefined };
  const run: GenerateOptions = {
    ...options,
    action: 'live',
    events: undefined,
    request: { ...request, locales, topics, model, publish: false },
  };
  const own = { ...config, root, generate: { ...config.generate, state: undefined } };
  await generate(own, silent, run, stop).catch((error: unknown) => {
    // A variant whose articles are all refused has a score too.
    const isScore =
      error instanceof UserError && error.problems.every(({ code }) => code === 'useless-answers');
    if (!isScore) throw error;
  });
  return readScore(config, root, name, (topics?.length ?? 0) * locales.length);
}

/** Copies the parts of a site that articles are written with. @throws UserError for a mistake in the prompts */
function copySite({ root, locales }: SiteConfig, folder: string, prompts: string): void {
  makeFolder(folder);
  const copy = (from: string, to: string) =>
    existsSync(from) && cpSync(from, join(folder, to), { recursive: true });
  copy(prompts, 'prompts');
  for (const name of ['sources', 'site-config.json']) copy(join(root, name), name);
  for (const locale of locales)
    for (const name of [...EDITION_NAMES, 'info'])
      copy(join(root, 'content', locale, name), join('content', locale, name));
  loadPromptFiles(folder);
}

async function readScore({ locales }: SiteConfig, root: string, name: string, articles: number) {
  const origins = [...scanSources(root, locales)].flatMap(
    ({ file }) => readArticleFile(join(root, file))?.origin ?? [],
  );
  const count = (wanted: string) => origins.filter(({ status }) => status === wanted).length;
  const codes = origins.flatMap(({ problems = [] }) =>
    problems.map((problem) => problem.split(':')[0] ?? ''),
  );
  const blocking = codes.filter((code) => isBlocking({ code })).length;
  const paid = (await readCalls(root)).filter(({ outcome }) => outcome !== 'unpaid');
  return {
    name,
    articles,
    accepted: count('draft'),
    needsReview: count('needs-review'),
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
  const { data } = scoresSchema.safeParse(parseJson(readRegularFile(path).toString()));
  if (data) return data;
  throw new UserError({
    file: KEPT_FILE,
    code: 'damaged-record',
    message: 'the kept scores are damaged',
    hint: 'restore the file, or delete it',
  });
}

/** A cost may grow by this share. */
const TOLERANCE = 1.15;

function findRegressions(before: Score, now: Score): Problem[] {
  type Measure = 'accepted' | 'objections' | 'usd';
  const compare = (what: string, key: Measure, isWorse: (old: number, value: number) => boolean) => {
    const [old, value] = [before, now].map((score) => score[key] / Math.max(1, score.articles));
    if (!isWorse(old ?? 0, value ?? 0)) return [];
    const message = `${now.name}: ${what}, ${before[key]} before and ${now[key]} now`;
    const hint = 'correct prompts or model, or accept it with --keep';
    return [{ code: 'worse-eval' as const, message, hint }];
  };
  return [
    ...compare('fewer articles pass', 'accepted', (old, value) => value < old),
    ...compare('the judge objects more often', 'objections', (old, value) => value > old),
    ...compare('an article costs more', 'usd', (old, value) => value > old * TOLERANCE),
  ];
}

const SCORE_COLUMNS: readonly TableColumn<Score>[] = [
  { title: 'articles', cell: ({ articles }) => articles },
  { title: 'pass', cell: ({ accepted }) => accepted },
  { title: 'review', cell: ({ needsReview }) => needsReview },
  { title: 'blocking', cell: ({ blocking }) => blocking },
  { title: 'advice', cell: ({ advice }) => advice },
  { title: 'judge', cell: ({ objections }) => objections },
  { title: 'calls', cell: ({ calls }) => calls },
  { title: 'repairs', cell: ({ repairs }) => repairs },
  { title: 'USD', alignsEnd: true, cell: ({ usd }) => formatUsd(usd) },
  {
    title: 'USD/article',
    alignsEnd: true,
    cell: ({ usd, articles }) => formatUsd(usd / Math.max(1, articles)),
  },
  { title: '', cell: ({ name }) => name },
];
