/** Defines the records of a run's journal. Each is one line of JSON. */
import * as z from 'zod';
import { lineSchema } from './ledger-line.ts';
import { usageSchema } from './money.ts';

/** Milliseconds since the epoch. */
const at = z.number();
/** `{run}/{article}/{step}.{attempt}` identifies a call across processes. The server stores it as metadata `job`. */
const key = z.string();

export const journalRecordSchema = z.discriminatedUnion('type', [
  /** A call is about to be sent. This record is written first, so that every call leaves a trace. */
  z.object({
    type: z.literal('intent'),
    at,
    key,
    article: z.string(),
    step: z.string(),
    model: z.string(),
    /** Hash of the request's body. */
    request: z.string(),
    /** Maximum cost of the call in USD. */
    reserve: z.number(),
    /** Maximum number of tokens of the answer. */
    limit: z.number().optional(),
    /** Upper bound of the tokens of the prompt. */
    prompt: z.number().optional(),
    /** True if the server was asked to store the answer. */
    stored: z.boolean().optional(),
  }),
  /** The messages of a call that is about to be made. Only the first record with a message has its content. */
  z.object({
    type: z.literal('prompt'),
    at,
    key,
    messages: z.array(
      z.object({
        role: z.enum(['system', 'user', 'assistant']),
        hash: z.string(),
        content: z.string().optional(),
      }),
    ),
  }),
  /** A paid answer, usable or not. */
  z.object({
    type: z.literal('result'),
    at,
    key,
    /** The id that the server gives to the completion. */
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
    /** True if the usage cannot be read or believed, so that `usd` is the maximum cost. */
    estimated: z.boolean(),
  }),
  /** The call was certainly not paid. */
  z.object({ type: z.literal('failed'), at, key, message: z.string() }),
  /** The call may have been paid, so it counts as spent. */
  z.object({
    type: z.literal('unknown'),
    at,
    key,
    usd: z.number(),
    message: z.string(),
    /** Absent if a process ended during the call, or if the call was part of a batch. */
    cause: z.enum(['failed', 'gateway', 'lost']).optional(),
  }),
  /** The checks of an answer have run. `codes` is empty if they found nothing. */
  z.object({ type: z.literal('verdict'), key, codes: z.array(z.string()) }),
  z.object({
    type: z.literal('article'),
    at,
    article: z.string(),
    status: z.enum(['draft', 'published', 'needs-review', 'rejected', 'skipped']),
    /** Path relative to the root; null if there was no text to keep. */
    file: z.string().nullable(),
    title: z.string(),
    findings: z.array(z.object({ code: z.string(), message: z.string() })),
    /** The file as it was written. A copy of the site that lacks it gets it from here. */
    text: z.string().optional(),
    /** SHA-256 of the file that it replaced; null if there was none. */
    replaces: z.string().nullish(),
  }),
  /** A rejected article will be made again. */
  z.object({ type: z.literal('again'), at, article: z.string() }),
  /** A batch has reached a state. `file` and `batch` are the server's ids, null until the server has given them. */
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
  /** A command has set the budget of a run in batches. Later commands keep it. */
  z.object({ type: z.literal('budget'), at, usd: z.number() }),
  /** Lines for the committed ledger. A copy of the site that lacks them gets them from here. */
  z.object({ type: z.literal('settled'), at, lines: z.array(lineSchema) }),
  z.object({ type: z.literal('end'), at }),
]);
export type JournalRecord = z.output<typeof journalRecordSchema>;
export type IntentRecord = Extract<JournalRecord, { type: 'intent' }>;
export type ResultRecord = Extract<JournalRecord, { type: 'result' }>;
export type ArticleRecord = Extract<JournalRecord, { type: 'article' }>;
export type BatchRecord = Extract<JournalRecord, { type: 'batch' }>;

/** Writes a record to the journal, then applies it to the run's state. */
export type WriteRecord = (record: JournalRecord) => Promise<void>;
