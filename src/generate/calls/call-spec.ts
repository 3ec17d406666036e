/** Owns a call before it is made: what it asks, and what it uses. */
import type { Language } from '../../locales/codes.ts';
import { hashJson } from '../content-hash.ts';
import type { IntentRecord } from '../run/journal-records.ts';
import { boundTokens, estimateTokens, type Usage } from './money.ts';
import type { ChatBody } from './provider.ts';

export interface CallSpec {
  key: string;
  article: string;
  step: string;
  language: Language;
  body: ChatBody;
}

/** What the journal says before a call is sent. @param at milliseconds since the epoch. @param reserve USD at the most */
export function createIntent(
  { key, article, step, body }: CallSpec,
  at: number,
  reserve: number,
): IntentRecord {
  return { type: 'intent', at, key, article, step, model: body.model, request: hashJson(body), reserve };
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

/** What a call may use, for the pace, as long as no call of its kind was answered. */
export function roughTokens(spec: CallSpec): number {
  const { output } = boundUsage(spec);
  return textsOf(spec.body).reduce((sum, text) => sum + text.length / 4, 0) + output / 4;
}

/** What a call has used, where the server does not say. @param text of the answer */
export function estimateUsage(spec: CallSpec, text: string): Usage {
  const input = textsOf(spec.body).reduce((sum, part) => sum + estimateTokens(part, 'en'), 0);
  return { input, cached: 0, output: estimateTokens(text, spec.language) };
}
