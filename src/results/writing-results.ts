/** What `generate` and `review` print with `--json`. */
import * as z from 'zod';
import { amount, count, list, paths, tokensSchema, words } from './result-parts.ts';

const written = list(
  z.object({
    file: words('path, relative to the root'),
    title: words('title'),
    locale: words('edition'),
    status: words('draft, or published with --publish'),
  }),
  'accepted articles',
);

const rejected = list(
  z.object({
    file: z.string().nullable().describe('kept as needs-review; null where there was no text'),
    title: words('title'),
    locale: words('edition'),
    topic: words('topic'),
    findings: list(
      z.object({
        code: words('what is wrong, as docs/reference/errors.md lists it'),
        message: words('where'),
      }),
      'why it was rejected',
    ),
  }),
  'articles that failed their checks',
);

const skips = list(
  z.object({ locale: words('edition'), topic: words('topic'), reason: words('why') }),
  'topics that were left out',
);

const spent = {
  written,
  rejected,
  skipped: count('topics that were left out'),
  tokens: tokensSchema,
  usd: amount('US dollars'),
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
  stopped: z.enum(['budget', 'interrupt']).nullable().describe('why the run ended early'),
});

const batchStatus = z.object({
  name: words('run and number'),
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
  topic: words('topic'),
  category: words('key').optional(),
  subcategory: words('key').optional(),
  keywords: words('words that the text uses').optional(),
  notes: words('facts that the text may repeat').optional(),
  author: words('name').optional(),
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
      version: z.union([z.string(), z.number()]).describe('version of the template'),
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

const costLine = z.object({
  name: words('total, a locale, a model, or the file of an article'),
  articles: count('articles'),
  calls: count('calls'),
  wasted: count('paid calls whose answer had findings'),
  unknown: count('calls that may have been paid'),
  tokens: tokensSchema,
  usd: amount('US dollars'),
});

const reportResult = z.object({
  total: costLine.describe('all calls'),
  locales: list(costLine, 'by locale'),
  models: list(costLine, 'by model'),
  articles: list(costLine, 'by article, the most expensive first'),
});

/** Of a run, of --batch, of --dry-run, and of --report. */
export const generateResult = z.union([
  submitResult,
  runResult,
  collectResult,
  statusResult,
  dryRunResult,
  reportResult,
]);

const reviewed = z.object({
  file: words('path, relative to the root'),
  locale: words('edition'),
  title: words('title'),
  description: words('description'),
  status: z
    .enum(['draft', 'needs-review', 'approved', 'rejected', 'published'])
    .describe('as the front matter says'),
  reviewer: z.string().nullable().describe('who decided'),
  model: words('model that was asked for'),
  answeredBy: words('model that answered').optional(),
  prompt: words('hash of prompt, schema, model and parameters'),
  run: words('id of the run'),
  article: words('id in the run'),
  topic: words('topic'),
  notes: words('facts that the text may repeat').optional(),
  date: words('RFC 3339'),
  tokens: tokensSchema,
  usd: z.number().nullable().describe('US dollars; null where the price of the model is not known'),
  translatedFrom: words('path of the original').optional(),
  calculations: z
    .array(
      z.object({
        section: count('from 1'),
        expression: words('how the figure is computed'),
        value: words('figure'),
        unit: words('unit'),
      }),
    )
    .describe('how figures of the text come about')
    .optional(),
  problems: z.array(z.string()).describe('the findings, where the status is needs-review').optional(),
  content: words('the whole file, with `articles review show`').exactOptional(),
});

const reviewer = words('who decided');

export const reviewResult = z.union([
  z.object({ articles: list(reviewed, 'generated articles') }),
  z.object({ approved: paths('files'), reviewer }),
  z.object({ rejected: paths('files'), reviewer }),
]);
