/** Defines a call, creates its journal records, and bounds what it can cost. */
import type { Problem } from '../../foundation/errors.ts';
import { hashJson } from '../../foundation/json.ts';
import type { IntentRecord, ResultRecord } from '../journal/journal-records.ts';
import { boundTokens, costOf, findPrice, NO_USAGE, type Prices, type Usage } from '../journal/money.ts';
import { type Completion, EMPTY_COMPLETION } from './read-completion.ts';
import type { ChatBody } from './request-body.ts';

export interface CallSpec {
  key: string;
  article: string;
  step: string;
  /** 0 for the first question, then the number of the repair. */
  attempt: number;
  body: ChatBody;
  /** Hash of the question, where the body has more than that. */
  request?: string;
}

/**
 * Creates the record that is written before a call is sent.
 * @param at milliseconds since the epoch
 * @param reserve maximum cost in USD
 * @param stored whether the server is asked to store the answer
 */
export function createIntentRecord(
  spec: CallSpec,
  at: number,
  reserve: number,
  stored: boolean,
): IntentRecord {
  const { key, article, step, body } = spec;
  const limit = maxOutput(spec);
  return {
    type: 'intent',
    at,
    key,
    article,
    step,
    model: body.model,
    request: spec.request ?? hashJson(body),
    reserve,
    limit,
    prompt: boundTokens(textsOf(spec)),
    stored,
  };
}

/**
 * Creates the record of an answer. The model that answered decides the price. A call counts with its reserved cost if its
 * usage cannot be read, or is far above what the request allows.
 * @param bytes length of the answer, needed if it was too long to keep
 */
export function createResultRecord(
  intent: IntentRecord,
  completion: Completion,
  source: ResultRecord['source'],
  prices: Prices,
  at: number,
  bytes = Buffer.byteLength(completion.text),
): ResultRecord {
  const { key, reserve, limit = 0 } = intent;
  const { id, text, finish, refusal, model, isWritten } = completion;
  const price = findPrice(prices, model ?? '') ?? findPrice(prices, intent.model);
  const priceOf = (usage: Usage) => costOf(usage, price, source === 'batch');
  const usage = believe(completion.usage, intent);
  // A token has at least one byte.
  const most = isWritten
    ? Math.max(reserve, priceOf({ ...NO_USAGE, output: bytes }))
    : Math.max(0, reserve - priceOf({ ...NO_USAGE, output: limit }));
  const cost = believeCost(completion.cost, intent);
  const usd = cost ?? (usage ? priceOf(usage) : most);
  const answer = { id, text, finish, refusal, model, usage: usage ?? NO_USAGE, usd };
  return { type: 'result', at, key, ...answer, source, estimated: (usage ?? cost) === null };
}

/** A report above this multiple of what the request allows is not believed. */
const BELIEVABLE = 10;

/** USD per token that no model costs: bounds a reported cost if the price is not known. */
const MAX_PRICE = 0.001;

function believe(usage: Usage | null, { limit = 0, prompt }: IntentRecord): Usage | null {
  if (!usage || prompt === undefined) return usage;
  return usage.input <= prompt * BELIEVABLE && usage.output <= limit * BELIEVABLE ? usage : null;
}

function believeCost(cost: number | null, { reserve, limit = 0, prompt = 0 }: IntentRecord): number | null {
  const most = reserve > 0 ? reserve * BELIEVABLE : (prompt + limit) * MAX_PRICE;
  return cost !== null && cost <= most ? cost : null;
}

/** Upper bound of the average number of characters per token in a text. */
const MAX_CHARACTERS = 16;

/** Returns a problem if an answer exceeds the token limit of its call: then the reserved cost is no upper bound. */
export function findExcessTokens(
  { limit }: IntentRecord,
  { usage, text, finish }: ResultRecord,
): Problem | null {
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

/** Stands for an answer that was too long to keep. */
export const OVERSIZE: Completion = { ...EMPTY_COMPLETION, finish: 'oversize' };

const textsOf = ({ body }: CallSpec) => [
  ...body.messages.map(({ content }) => content),
  JSON.stringify(body.response_format ?? null),
];

const maxOutput = ({ body }: CallSpec) => body.max_completion_tokens ?? body.max_tokens ?? 0;

/** The maximum cost of a call in USD. */
export function boundCost(spec: CallSpec, prices: Prices, isBatch: boolean): number {
  const usage = { input: boundTokens(textsOf(spec)), cached: 0, output: maxOutput(spec) };
  return costOf(usage, findPrice(prices, spec.body.model), isBatch);
}

/** Estimates the tokens of a call for the rate limiter, until it is answered. */
export function roughTokens(spec: CallSpec): number {
  return (textsOf(spec).join('').length + maxOutput(spec)) / 4;
}
