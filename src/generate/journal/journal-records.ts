/** Defines the lines of a run's journal: one JSON object each. */
import * as z from 'zod';
import { usageSchema } from './money.ts';

/** Milliseconds since the epoch. */
const at = z.number();
/** `{run}/{article}/{step}.{attempt}`: identifies a call in every process; the server stores it as metadata `job`. */
const key = z.string();

export const journalRecordSchema = z.discriminatedUnion('type', [
  /** Written before a call is sent, so that every call leaves a trace. */
  z.object({
    type: z.literal('intent'),
    at,
    key,
    article: z.string(),
    step: z.string(),
    model: z.string(),
    /** Hash of the request's body. */
    request: z.string(),
    /** The most that the call can cost, in USD. */
    reserve: z.number(),
    /** The most tokens that the answer may have. */
    limit: z.number().optional(),
    /** Whether the server was asked to store the answer. */
    stored: z.boolean().optional(),
  }),
  /** A paid answer, usable or not. */
  z.object({
    type: z.literal('result'),
    at,
    key,
    /** The server's name for the completion. */
    id: z.string(),
    text: z.string(),
    finish: z.string(),
    refusal: z.string().nullable(),
    /** The model that answered, as the server names it. */
    model: z.string().nullish(),
    usage: usageSchema,
    usd: z.number(),
    /** live: the response itself. stored: read from the server's store after the response was lost. */
    source: z.enum(['live', 'stored', 'batch']),
    /** Whether `usd` is the most that the call can have cost, because its usage cannot be read. */
    estimated: z.boolean(),
  }),
  /** A call that was certainly not paid. */
  z.object({ type: z.literal('failed'), at, key, message: z.string() }),
  /** A call that may have been paid: it counts as spent. */
  z.object({ type: z.literal('unknown'), at, key, usd: z.number(), message: z.string() }),
  /** What the checks found in an answer. */
  z.object({ type: z.literal('verdict'), key, codes: z.array(z.string()) }),
  z.object({
    type: z.literal('article'),
    at,
    article: z.string(),
    status: z.enum(['draft', 'published', 'needs-review', 'rejected', 'skipped']),
    /** Path relative to the root; null where no text was worth keeping. */
    file: z.string().nullable(),
    title: z.string(),
    findings: z.array(z.object({ code: z.string(), message: z.string() })),
  }),
  /** A rejected article that is to be made again. */
  z.object({ type: z.literal('again'), at, article: z.string() }),
  /** A batch: `file` and `batch` are the server's names, null until the server has given them. */
  z.object({
    type: z.literal('batch'),
    at,
    /** `{run}/batch-{n}`: the server stores it as metadata `job`. */
    name: z.string(),
    state: z.enum(['planned', 'uploaded', 'creating', 'created', 'collected', 'unknown']),
    file: z.string().nullable(),
    batch: z.string().nullable(),
    keys: z.array(z.string()),
  }),
  /** The budget of a run in batches, which later commands keep. */
  z.object({ type: z.literal('budget'), at, usd: z.number() }),
  z.object({ type: z.literal('end'), at }),
]);
export type JournalRecord = z.output<typeof journalRecordSchema>;
export type IntentRecord = Extract<JournalRecord, { type: 'intent' }>;
export type ResultRecord = Extract<JournalRecord, { type: 'result' }>;
export type ArticleRecord = Extract<JournalRecord, { type: 'article' }>;
export type BatchRecord = Extract<JournalRecord, { type: 'batch' }>;

/** Writes a record to the journal, then applies it to the run's state. */
export type WriteRecord = (record: JournalRecord) => Promise<void>;
