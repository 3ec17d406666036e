/** Defines a call's request, and creates its journal records with bounds and estimates of what it uses. */
import { hashJson } from '../../foundation/json.ts';
import type { Language } from '../../locales/codes.ts';
import type { IntentRecord, ResultRecord } from '../journal/journal-records.ts';
import { boundTokens, costOf, estimateTokens, NO_USAGE, type Price, type Usage } from '../journal/money.ts';
import type { Completion } from './outcome.ts';

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface ResponseFormat {
  type: 'json_schema';
  json_schema: { name: string; strict: true; schema: Record<string, unknown> };
}

/** The body of a chat completion request, as servers expect it. */
export interface ChatBody {
  model: string;
  messages: Message[];
  response_format: ResponseFormat;
  max_completion_tokens?: number;
  max_tokens?: number;
  temperature?: number;
  store?: boolean;
  metadata?: Record<string, string>;
}

export interface CallSpec {
  key: string;
  article: string;
  step: string;
  language: Language;
  body: ChatBody;
}

/** The record to write before a call is sent. @param at milliseconds since the epoch. @param reserve USD at most */
export function createIntent(spec: CallSpec, at: number, reserve: number): IntentRecord {
  const { key, article, step, body } = spec;
  return { type: 'intent', at, key, article, step, model: body.model, request: hashJson(body), reserve };
}

/** The record of an answer. Without usage from the server the call costs what was reserved for it. */
export function createResult(
  { key, reserve }: IntentRecord,
  { usage, id, text, finish, refusal }: Completion,
  source: ResultRecord['source'],
  price: Price | null,
  at: number,
): ResultRecord {
  const usd = usage ? costOf(usage, price, source === 'batch') : reserve;
  const answer = { id, text, finish, refusal, usage: usage ?? NO_USAGE, usd };
  return { type: 'result', at, key, ...answer, source, estimated: usage === null };
}

const textsOf = ({ body }: CallSpec) => [
  ...body.messages.map(({ content }) => content),
  JSON.stringify(body.response_format),
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

/** Estimate of what a call used, for servers that report no usage. @param text of the answer */
export function estimateUsage(spec: CallSpec, text: string): Usage {
  const input = textsOf(spec).reduce((sum, part) => sum + estimateTokens(part, 'en'), 0);
  return { input, cached: 0, output: estimateTokens(text, spec.language) };
}
