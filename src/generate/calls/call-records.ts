/** Creates the journal records of a call, with bounds and estimates of what it uses. */

import { hashJson } from '../../foundation/json.ts';
import type { Language } from '../../locales/codes.ts';
import type { IntentRecord, ResultRecord } from '../journal/journal-records.ts';
import { boundTokens, costOf, estimateTokens, NO_USAGE, type Price, type Usage } from '../journal/money.ts';
import type { ChatBody } from './chat-body.ts';
import type { Completion } from './outcome.ts';

export interface CallSpec {
  key: string;
  article: string;
  step: string;
  language: Language;
  body: ChatBody;
}

/** The record to write before a call is sent. @param at milliseconds since the epoch. @param reserve USD at most */
export function createIntent(
  { key, article, step, body }: CallSpec,
  at: number,
  reserve: number,
): IntentRecord {
  return { type: 'intent', at, key, article, step, model: body.model, request: hashJson(body), reserve };
}

/** A completion without text, for an answer that cannot be read. */
export const EMPTY_COMPLETION: Completion = { id: '', text: '', finish: 'empty', refusal: null, usage: null };

/** The record of an answer. Without usage from the server the call costs what was reserved for it. */
export function createResult(
  { key, reserve }: Pick<IntentRecord, 'key' | 'reserve'>,
  { id, text, finish, refusal, usage }: Completion,
  source: ResultRecord['source'],
  price: Price | null,
  at: number,
): ResultRecord {
  return {
    type: 'result',
    at,
    key,
    id,
    text,
    finish,
    refusal,
    usage: usage ?? NO_USAGE,
    usd: usage ? costOf(usage, price, source === 'batch') : reserve,
    source,
    estimated: usage === null,
  };
}

function textsOf(body: ChatBody): string[] {
  return [...body.messages.map(({ content }) => content), JSON.stringify(body.response_format)];
}

/** The most that a call can use. */
export function boundUsage({ body }: Pick<CallSpec, 'body'>): Usage {
  return {
    input: boundTokens(textsOf(body)),
    cached: 0,
    output: body.max_completion_tokens ?? body.max_tokens ?? 0,
  };
}

/** Estimate for the rate limiter, until a call of the same kind has been answered. */
export function roughTokens(spec: CallSpec): number {
  const { output } = boundUsage(spec);
  return textsOf(spec.body).reduce((sum, text) => sum + text.length / 4, 0) + output / 4;
}

/** Estimate of what a call used, for servers that report no usage. @param text of the answer */
export function estimateUsage(spec: CallSpec, text: string): Usage {
  const input = textsOf(spec.body).reduce((sum, part) => sum + estimateTokens(part, 'en'), 0);
  return { input, cached: 0, output: estimateTokens(text, spec.language) };
}
