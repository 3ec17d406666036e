/** Defines a call's request, and creates its journal records with bounds and estimates of what it uses. */
import type { Problem } from '../../foundation/errors.ts';
import { hashJson } from '../../foundation/json.ts';
import type { Language } from '../../locales/codes.ts';
import type { IntentRecord, ResultRecord } from '../journal/journal-records.ts';
import { boundTokens, costOf, NO_USAGE, type Price, type Usage } from '../journal/money.ts';
import { type Completion, EMPTY_COMPLETION } from './outcome.ts';
import type { ChatBody } from './request-body.ts';

export interface CallSpec {
  key: string;
  article: string;
  step: string;
  /** 0, or the number of the repair. */
  attempt: number;
  language: Language;
  body: ChatBody;
}

/**
 * The record to write before a call is sent.
 * @param at milliseconds since the epoch
 * @param reserve USD at most
 * @param stored whether the server is asked to store the answer
 */
export function createIntent(spec: CallSpec, at: number, reserve: number, stored: boolean): IntentRecord {
  const { key, article, step, body } = spec;
  const limit = maxOutput(spec);
  return {
    type: 'intent',
    at,
    key,
    article,
    step,
    model: body.model,
    request: hashJson(body),
    reserve,
    limit,
    stored,
  };
}

/**
 * The record of an answer. Without usage that can be read the call costs what was reserved for it.
 * @param bytes of an answer that was too long to keep
 */
export function createResult(
  { key, reserve }: IntentRecord,
  { usage, id, text, finish, refusal, model }: Completion,
  source: ResultRecord['source'],
  price: Price | null,
  at: number,
  bytes = Buffer.byteLength(text),
): ResultRecord {
  const cost = (used: Usage) => costOf(used, price, source === 'batch');
  // No token is shorter than a byte.
  const usd = usage ? cost(usage) : Math.max(reserve, cost({ ...NO_USAGE, output: bytes }));
  const answer = { id, text, finish, refusal, model, usage: usage ?? NO_USAGE, usd };
  return { type: 'result', at, key, ...answer, source, estimated: usage === null };
}

/** Characters that a token has at most, on average over a text. */
const MAX_CHARACTERS = 16;

/** What to do where an answer is longer than the call allowed, because then no reservation holds; else null. */
export function findExcess({ limit }: IntentRecord, { usage, text, finish }: ResultRecord): Problem | null {
  if (!limit) return null;
  const isLonger = usage.output > limit || text.length > limit * MAX_CHARACTERS || finish === OVERSIZE.finish;
  if (!isLonger) return null;
  const tokens = usage.output > limit ? `${usage.output} tokens` : 'far more';
  return {
    code: 'ignored-token-limit',
    message: `the model's server ignores the token limit: ${tokens} where at most ${limit} were asked for, so no budget can be kept`,
    hint: 'set generate.tokenLimitField to the field that the server obeys, or use another server',
  };
}

/** The answer of which only the length is known. */
export const OVERSIZE: Completion = { ...EMPTY_COMPLETION, finish: 'oversize' };

const textsOf = ({ body }: CallSpec) => [
  ...body.messages.map(({ content }) => content),
  JSON.stringify(body.response_format ?? null),
];

const maxOutput = ({ body }: CallSpec) => body.max_completion_tokens ?? body.max_tokens ?? 0;

/** The most that a call can cost, in USD. */
export function boundCost(spec: CallSpec, price: Price | null, isBatch: boolean): number {
  return costOf({ input: boundTokens(textsOf(spec)), cached: 0, output: maxOutput(spec) }, price, isBatch);
}

/** Estimate for the rate limiter, until a call of the same kind has been answered. */
export function roughTokens(spec: CallSpec): number {
  return (textsOf(spec).join('').length + maxOutput(spec)) / 4;
}
