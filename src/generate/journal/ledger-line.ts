/** Defines a line of the committed ledger: one attempt at an article. */
import * as z from 'zod';
import { usageSchema } from './money.ts';

/**
 * written, published, needs-review: there is a file. rejected: the checks left no text. skipped: the file existed.
 * unfinished: a later run goes on. sent: its calls wait in a batch. proposed: the model proposed topics.
 */
export const OUTCOMES = [
  'written',
  'published',
  'needs-review',
  'rejected',
  'skipped',
  'unfinished',
  'sent',
  'proposed',
] as const;

export const lineSchema = z.object({
  /** That of the source system, else a hash of the topic or the path of the original. */
  id: z.string(),
  topic: z.string(),
  locale: z.string(),
  outcome: z.enum(OUTCOMES),
  /** Code of the finding that stopped it. */
  code: z.string().nullable(),
  file: z.string().nullable(),
  model: z.string(),
  /** Hashes of the row and of the prompts. The topic is not asked again while both are the same. */
  row: z.string(),
  prompt: z.string(),
  /** Paid calls, including calls of unknown outcome. */
  calls: z.number(),
  wasted: z.number(),
  unknown: z.number(),
  tokens: usageSchema,
  /** null if the price of the model is not known. */
  usd: z.number().nullable(),
  run: z.string(),
  /** Id within the run. */
  article: z.string(),
  time: z.string(),
  /** The batch that its calls wait in, as the server names it. */
  batch: z.string().nullable(),
  /** Counts the lines of an article within its run, from 0. */
  entry: z.int().optional(),
});
export type LedgerLine = z.output<typeof lineSchema>;

/** False where a later run or batch goes on with the article. */
export const isDecided = ({ outcome }: LedgerLine): boolean => outcome !== 'sent' && outcome !== 'unfinished';
