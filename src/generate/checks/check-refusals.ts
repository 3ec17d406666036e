/** Finds sentences that no article may contain: promises, pressure, offers, claims without a source, words about the task. */

import { type Finding, quote, type RefusalCode } from './finding.ts';
import { refusalModel } from './refusal-model.ts';
import { sentencesOf } from './sentences.ts';
import type { TextRules } from './text-rules.ts';

const ADVICE: Readonly<Record<RefusalCode, { what: string; hint: string }>> = {
  promise: { what: 'a promise of winnings or profit', hint: 'say what may happen, losses included' },
  urgency: { what: 'pressure to hurry', hint: 'leave it out' },
  bonus: { what: 'an offer of a bonus', hint: 'leave it out' },
  messenger: { what: 'an invitation to a messenger or an account', hint: 'leave it out' },
  study: {
    what: 'a claim about research without a source',
    hint: 'name a source of the notes, or leave it out',
  },
  leak: { what: 'words about the task', hint: 'write about the subject only' },
  self: { what: 'words of the model about itself', hint: 'write about the subject only' },
  advice: { what: 'unsafe advice', hint: 'leave it out' },
};

/** At most one finding for each sentence. */
export function checkRefusals(text: string, rules: TextRules): Finding[] {
  const model = refusalModel(rules.language);
  if (!model) return [];
  return sentencesOf(text).flatMap(({ start: from, sentence }) => {
    const refusal = model.find(sentence);
    if (!refusal) return [];
    const { code } = refusal;
    if (code === 'study' && isSourced(text.slice(from, from + sentence.length), rules)) return [];
    const span = { start: from + refusal.start, end: from + refusal.end };
    const { what, hint } = ADVICE[code];
    return [{ code, message: `${what}: ${quote(text.slice(span.start, span.end))}`, hint, span }];
  });
}

/** Whether the sentence links to a source, or says what the notes say. */
function isSourced(sentence: string, { evidence }: TextRules): boolean {
  if (/\]\(https?:/.test(sentence)) return true;
  const names = sentence.match(/(?<=\s)\p{Lu}[\p{L}-]+(?:\s+\p{Lu}[\p{L}-]+)*/gu) ?? [];
  return names.some((name) => name.length > 3 && evidence.includes(name));
}
