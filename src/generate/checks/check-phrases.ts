/** Finds phrases that no article may contain: promises, pressure, offers, claims without a source, words about the task. */
import type { PhraseCode, Writing } from '../../locales/writing/writing.ts';
import { type Finding, quote } from './finding.ts';
import { compilePhrase, type PhrasePattern } from './phrase-pattern.ts';
import { splitSentences } from './sentences.ts';
import type { TextRules } from './text-rules.ts';

const ADVICE: Readonly<Record<PhraseCode, { what: string; hint: string }>> = {
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

/** Such claims stay claims in a sentence that doubts something else. */
const UNDENIABLE: ReadonlySet<PhraseCode> = new Set(['leak', 'self']);

interface Compiled {
  refused: { code: PhraseCode; phrases: PhrasePattern[] }[];
  clause: PhrasePattern[];
  sentence: PhrasePattern[];
  except: PhrasePattern[];
  notes: Record<keyof Writing['notes'], PhrasePattern[]>;
}

const cache = new Map<Writing, Compiled>();

function compiledFor({ language, writing }: Pick<TextRules, 'language' | 'writing'>): Compiled {
  const known = cache.get(writing);
  if (known) return known;
  const compile = (phrases: readonly string[]) => phrases.map((phrase) => compilePhrase(phrase, language));
  const { refused, denials, notes } = writing;
  const compiled: Compiled = {
    refused: PHRASE_CODES.map((code) => ({ code, phrases: compile(refused[code]) })),
    clause: compile(denials.clause),
    sentence: compile(denials.sentence),
    except: compile(denials.except),
    notes: { gambling: compile(notes.gambling), risk: compile(notes.risk) },
  };
  cache.set(writing, compiled);
  return compiled;
}

const PHRASE_CODES: readonly PhraseCode[] = [
  'promise',
  'urgency',
  'bonus',
  'messenger',
  'study',
  'leak',
  'self',
  'advice',
];

/** One finding for each code in a sentence. */
export function checkPhrases(text: string, rules: TextRules): Finding[] {
  const { refused, ...denials } = compiledFor(rules);
  const sentences = splitSentences(text, rules.language);
  const findings: Finding[] = [];
  for (const { code, phrases } of refused) {
    const seen = new Set<number>();
    for (const phrase of phrases) {
      for (const { start, end, index } of sentences.find(phrase)) {
        if (seen.has(index)) continue;
        const from = sentences.starts[index] ?? 0;
        const sentence = sentences.sentence(index);
        if (code === 'study' && isSourced(text.slice(from, from + sentence.length), rules)) continue;
        if (!UNDENIABLE.has(code) && isDenied(sentence, start - from, end - from, denials, rules)) continue;
        seen.add(index);
        const { what, hint } = ADVICE[code];
        const message = `${what}: ${quote(text.slice(start, end))}`;
        findings.push({ code, message, hint, span: { start, end } });
      }
    }
  }
  return findings.sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
}

/** Whether a text says how to gamble safely, or that money may be lost. */
export function hasNote(text: string, kind: keyof Writing['notes'], rules: TextRules): boolean {
  const sentences = splitSentences(text, rules.language);
  return compiledFor(rules).notes[kind].some((phrase) => !sentences.find(phrase).next().done);
}

/** Whether a sentence denies or doubts what the part from `start` to `end` says. */
function isDenied(
  sentence: string,
  start: number,
  end: number,
  { clause, sentence: doubts, except }: Pick<Compiled, 'clause' | 'sentence' | 'except'>,
  { language }: TextRules,
): boolean {
  if (isQuoted(sentence, start, end)) return true;
  let rest = sentence;
  const excepted = splitSentences(rest, language);
  for (const phrase of except)
    for (const { start: from, end: to } of excepted.find(phrase))
      rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to);
  // The phrase itself is no denial: "you cannot lose".
  rest = `${rest.slice(0, start)} § ${rest.slice(end)}`;
  const isIn = (patterns: readonly PhrasePattern[], text: string) => {
    const sentences = splitSentences(text, language);
    return patterns.some((phrase) => !sentences.find(phrase).next().done);
  };
  if (isIn(doubts, rest)) return true;
  return isIn(clause, rest.split(/[,;:–—()]/).find((part) => part.includes('§')) ?? rest);
}

/** Speech that an article quotes, such as the words of an advertisement. */
function isQuoted(sentence: string, start: number, end: number): boolean {
  const before = sentence.slice(0, start);
  const opened = Math.max(...['“', '«', '‘', '„'].map((mark) => before.lastIndexOf(mark)));
  const closed = Math.max(...['”', '»', '’', '“'].map((mark) => before.lastIndexOf(mark)));
  const isStraight = (before.split('"').length - 1) % 2 === 1 && sentence.indexOf('"', end) >= 0;
  return isStraight || (opened >= 0 && opened >= closed);
}

/** Whether the sentence links to a source, or says what the notes say. */
function isSourced(sentence: string, { evidence }: TextRules): boolean {
  if (/\]\(https?:/.test(sentence)) return true;
  const names = sentence.match(/(?<=\s)\p{Lu}[\p{L}-]+(?:\s+\p{Lu}[\p{L}-]+)*/gu) ?? [];
  return names.some((name) => name.length > 3 && evidence.includes(name));
}
