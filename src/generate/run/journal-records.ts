/** Owns what stands in a journal: one JSON object a line. */
import * as z from 'zod';
import { findingSummary } from '../checks/finding.ts';

const usage = z.object({ input: z.number(), cached: z.number(), output: z.number() });
/** Milliseconds since the epoch. */
const at = z.number();
/** `{run}/{article}/{step}.{attempt}`: names a call for ever; the server stores it as metadata `job`. */
const key = z.string();

/** Written before a call is sent, so that no call is ever made without a trace. */
const intent = z.object({
  type: z.literal('intent'),
  at,
  key,
  article: z.string(),
  step: z.string(),
  model: z.string(),
  /** Hash of the request's body. */
  request: z.string(),
  /** USD that the call can cost at most. */
  reserve: z.number(),
});

/** A paid answer, whatever it is worth. */
const result = z.object({
  type: z.literal('result'),
  at,
  key,
  /** Name that the server gave it. */
  id: z.string(),
  text: z.string(),
  finish: z.string(),
  refusal: z.string().nullable(),
  usage,
  usd: z.number(),
  /** Where it came from: the answer itself, the server's store after a lost one, or a batch. */
  source: z.enum(['live', 'stored', 'batch']),
  /** Whether usage was reckoned here, because the server reported none. */
  estimated: z.boolean(),
});
export type ResultRecord = z.output<typeof result>;

/** A call that was certainly not paid. */
const failed = z.object({ type: z.literal('failed'), at, key, message: z.string() });

/** A call of which nobody knows whether it was paid: it counts as spent. */
const unknown = z.object({ type: z.literal('unknown'), at, key, usd: z.number(), message: z.string() });

/** What the checks said of an answer. */
const verdict = z.object({ type: z.literal('verdict'), key, codes: z.array(z.string()) });

const article = z.object({
  type: z.literal('article'),
  at,
  article: z.string(),
  status: z.enum(['draft', 'published', 'needs-review', 'rejected', 'skipped']),
  /** Path relative to the root; null where there was nothing to keep. */
  file: z.string().nullable(),
  title: z.string(),
  findings: z.array(findingSummary),
});
export type ArticleRecord = z.output<typeof article>;

/** A batch on its way: `file` and `batch` are the server's names, null until it gave them. */
const batch = z.object({
  type: z.literal('batch'),
  at,
  /** `{run}/batch-{n}`: the server stores it as metadata `job`. */
  name: z.string(),
  state: z.enum(['planned', 'uploaded', 'creating', 'created', 'collected', 'unknown']),
  file: z.string().nullable(),
  batch: z.string().nullable(),
  keys: z.array(z.string()),
});
export type BatchRecord = z.output<typeof batch>;

/** The bound of a run whose rounds are commands of their own. */
const budget = z.object({ type: z.literal('budget'), at, usd: z.number() });

const end = z.object({ type: z.literal('end'), at });

export const journalRecordSchema = z.discriminatedUnion('type', [
  intent,
  result,
  failed,
  unknown,
  verdict,
  article,
  batch,
  budget,
  end,
]);
export type JournalRecord = z.output<typeof journalRecordSchema>;
export type IntentRecord = z.output<typeof intent>;
