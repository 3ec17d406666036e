/** The results that `generate` prints with `--json`. */
import * as z from 'zod';
import { amount, count, form, list, tokensSchema, words } from './result-parts.ts';

const usd = z.number().min(0).nullable().describe('US dollars; null where the price of a model is not known');

const written = list(
  z.object({
    file: words('path, relative to the root'),
    title: words('title'),
    locale: words('edition'),
    status: words('draft, or published with --publish'),
    topic: words('topic'),
    id: words('id of the topic: that of the source system, else its own'),
    sha256: z.string().nullable().describe('hash of title, description and text'),
    calls: count('paid calls'),
    usd,
  }),
  'accepted articles',
);

const withFindings = list(
  z.object({
    file: z
      .string()
      .nullable()
      .describe('kept as needs-review; null for a rejected article, which has no text'),
    title: words('title'),
    locale: words('edition'),
    topic: words('topic'),
    id: words('id of the topic'),
    findings: list(
      z.object({
        code: words('what is wrong, as docs/reference/errors.md lists it'),
        message: words('where'),
      }),
      'what the checks found',
    ),
  }),
  'articles with findings',
);

const skips = list(
  z.object({ locale: words('edition'), topic: words('topic'), reason: words('why') }),
  'topics that were left out',
);

const spent = {
  written,
  needsReview: withFindings.describe('articles whose findings a person has to judge or to correct'),
  rejected: withFindings.describe('articles without a text to keep'),
  skipped: count('topics that were left out'),
  tokens: tokensSchema,
  usd,
  calls: count('paid calls, including those of unknown outcome'),
};

const runResult = z.object({
  run: words('id of the run, with its earlier processes'),
  ...spent,
  skips,
  unfinished: list(
    z.object({ article: words('id in the run'), topic: words('topic'), reason: words('why') }),
    'articles that the same command continues',
  ),
  estimated: count('paid calls whose usage cannot be read: they count with the most that they can have cost'),
  stopped: z.enum(['budget', 'interrupt', 'time']).nullable().describe('why the run ended early'),
});

const batchStatus = z.object({
  name: words('run and number'),
  id: z.string().nullable().describe('id at the server; null before the server has it'),
  status: words('as the server says'),
  completed: z.int().nullable().describe('calls; null where the server was not asked'),
  failed: z.int().nullable().describe('calls; null where the server was not asked'),
  total: count('calls'),
});

export type BatchStatus = z.output<typeof batchStatus>;

const submitResult = runResult.extend({
  sent: count('calls that were sent in batches'),
  pending: list(batchStatus, 'batches that still run'),
});

const collectResult = z.object({
  ...spent,
  runs: list(runResult.extend(submitResult.shape), 'each of several runs'),
  batches: list(z.never(), 'empty: no batch is running').exactOptional(),
});

const statusResult = z.object({
  batches: list(batchStatus.extend({ run: words('id of the run') }), 'batches of all runs'),
});

const topic = {
  id: words('id in the system that the topic comes from').optional(),
  topic: words('topic'),
  category: words('key').optional(),
  subcategory: words('key').optional(),
  keywords: words('words that the text uses').optional(),
  notes: words('facts that the text may repeat').optional(),
  author: words('name').optional(),
  sources: list(z.string(), 'files below sources/, and URLs').optional(),
  fields: z.record(z.string(), z.unknown()).describe('fields that the site defines').optional(),
};

const dryRunResult = z.object({
  dryRun: z.literal(true).describe('nothing was sent'),
  written: list(z.never(), 'empty'),
  rejected: list(z.never(), 'empty'),
  model: words('model'),
  articles: count('articles to write'),
  calls: count('calls, without repairs'),
  tokens: tokensSchema,
  usd: z.number().nullable().describe('US dollars; null where the price of the model is not known'),
  prompts: list(
    z.object({
      locale: words('edition'),
      step: words('step of an article'),
      file: words('the prompt, in the site or in the package'),
      messages: list(
        z.object({
          role: z.enum(['system', 'user', 'assistant']).describe('speaker'),
          content: words('text'),
        }),
        'what is sent; answers of earlier steps are in braces',
      ),
      format: z.unknown().describe('the JSON schema that the answer has to have, as it is sent'),
    }),
    'of the first article of each locale',
  ),
  skipped: count('topics that were left out'),
  skips,
  topics: list(z.object({ locale: words('edition'), ...topic }), 'articles to write'),
});

/** A later line of the ledger settles an earlier one, which may belong to another group. */
const change = (text: string) =>
  z.int().describe(`${text}; below 0 where the group settles more than it has begun`);

const costLine = z.object({
  name: words('total, a locale, a model, or the file of an article'),
  articles: count('articles'),
  calls: change('calls'),
  wasted: count('paid calls whose answer had findings'),
  unknown: change('calls that may have been paid'),
  unpriced: count('calls of a model whose price is not known'),
  tokens: tokensSchema,
  usd,
});

const reportResult = z.object({
  total: costLine.describe('all calls'),
  locales: list(costLine, 'by locale'),
  models: list(costLine, 'by model'),
  articles: list(costLine, 'by article, the most expensive first'),
  by: z.enum(['topic', 'locale', 'model', 'day', 'code']).describe('with --by').exactOptional(),
  groups: list(costLine, 'with --by: one for each').exactOptional(),
});

const score = z.object({
  name: words('a model, or a folder of prompts'),
  articles: count('articles that were asked for'),
  accepted: count('articles without a blocking finding'),
  needsReview: count('articles with a blocking finding'),
  blocking: count('findings of exact checks'),
  advice: count('all other findings'),
  objections: count('objections of the judge'),
  calls: count('paid calls'),
  repairs: count('paid calls that repair an answer'),
  usd: amount('US dollars'),
});
export type Score = z.output<typeof score>;

/** The scores of the variants, also in evals.json. */
export const scoresSchema = z.array(score);

const evalResult = z.object({ scores: list(score, 'the variants of generate eval') });

const promptsResult = z.object({
  file: words('path of the article, relative to the root'),
  calls: list(
    z.object({
      key: words('run, article and step'),
      messages: list(
        z.object({ role: words('speaker'), content: words('text') }),
        'what was sent, in its order',
      ),
    }),
    'with --show-prompt: the calls that wrote the article',
  ),
});

/** The result of a run, of --batch, of --dry-run, of --report, of --show-prompt, or of eval. */
export const generateResult = z.union([
  runResult,
  submitResult.extend(form('generate-batch')),
  collectResult.extend(form('generate-batches')),
  statusResult.extend(form('generate-status')),
  dryRunResult.extend(form('generate-dry-run')),
  reportResult.extend(form('generate-report')),
  evalResult.extend(form('generate-eval')),
  promptsResult.extend(form('generate-prompts')),
]);
