/** Finds phrases that no article may contain: promises, pressure, offers, claims without a source, words about the task. */
import type { PhraseCode, Writing } from '../../locales/writing/writing.ts';
import { type Finding, quote, type Span } from './finding.ts';
import { compileParts, compilePhrase, type PhrasePattern } from './phrase-pattern.ts';
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
  refused: { code: PhraseCode; phrases: PhrasePattern[][] }[];
  clause: PhrasePattern[];
  sentence: PhrasePattern[];
  quoted: PhrasePattern[];
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
    refused: PHRASE_CODES.map((code) => ({
      code,
      phrases: refused[code].map((phrase) => compileParts(phrase, language)),
    })),
    clause: compile(denials.clause),
    sentence: compile(denials.sentence),
    quoted: compile(denials.quoted),
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

/** Characters before a quotation that say whose words it has. */
const CONTEXT = 300;

/** One finding for each code in a sentence. */
export function checkPhrases(text: string, rules: TextRules): Finding[] {
  const { refused, ...denials } = compiledFor(rules);
  const sentences = splitSentences(text, rules.language);
  const findings: Finding[] = [];
  for (const { code, phrases } of refused) {
    const seen = new Set<number>();
    for (const phrase of phrases) {
      for (const { index, spans } of findTogether(sentences, phrase)) {
        if (seen.has(index)) continue;
        const from = sentences.starts[index] ?? 0;
        const sentence = sentences.sentence(index);
        if (code === 'study' && isSourced(text.slice(from, from + sentence.length), rules)) continue;
        const inSentence = spans.map(({ start, end }) => ({ start: start - from, end: end - from }));
        const before = sentences.plain.slice(Math.max(0, from - CONTEXT), from);
        if (!UNDENIABLE.has(code) && isDenied(sentence, before, inSentence, denials, rules)) continue;
        seen.add(index);
        const { what, hint } = ADVICE[code];
        const start = Math.min(...spans.map((span) => span.start));
        const end = Math.max(...spans.map((span) => span.end));
        const message = `${what}: ${quote(text.slice(start, end))}`;
        findings.push({ code, message, hint, span: { start, end } });
      }
    }
  }
  return findings.sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
}

/** Sentences that have every part of a phrase, with the places of the parts. */
function* findTogether(
  sentences: ReturnType<typeof splitSentences>,
  [first, ...others]: readonly PhrasePattern[],
): Generator<{ index: number; spans: Span[] }> {
  if (!first) return;
  const bySentence = others.map((part) => {
    const places = new Map<number, Span>();
    for (const { index, ...span } of sentences.find(part)) if (!places.has(index)) places.set(index, span);
    return places;
  });
  if (bySentence.some((places) => places.size === 0)) return;
  for (const { index, ...span } of sentences.find(first)) {
    const rest = bySentence.flatMap((places) => places.get(index) ?? []);
    if (rest.length === others.length) yield { index, spans: [span, ...rest] };
  }
}

/** Whether a text says how to gamble safely, or that money may be lost. */
export function hasNote(text: string, kind: keyof Writing['notes'], rules: TextRules): boolean {
  const sentences = splitSentences(text, rules.language);
  return compiledFor(rules).notes[kind].some((phrase) => !sentences.find(phrase).next().done);
}

/** Whether a sentence denies or doubts what its parts say. */
function isDenied(
  sentence: string,
  before: string,
  spans: readonly Span[],
  { clause, sentence: doubts, quoted, except }: Pick<Compiled, 'clause' | 'sentence' | 'quoted' | 'except'>,
  { language }: TextRules,
): boolean {
  let rest = sentence;
  const blank = ({ start, end }: Span, mark = ' ') => {
    rest = rest.slice(0, start) + mark.padEnd(end - start) + rest.slice(end);
  };
  const excepted = splitSentences(rest, language);
  for (const phrase of except) for (const span of excepted.find(phrase)) blank(span);
  // The phrase itself is no denial: "you cannot lose".
  for (const span of spans) blank(span, '§');
  const isIn = (patterns: readonly PhrasePattern[], text: string) => {
    const sentences = splitSentences(text, language);
    return patterns.some((phrase) => !sentences.find(phrase).next().done);
  };
  if (isIn(doubts, rest)) return true;
  if (spans.every((span) => isQuoted(sentence, span)) && isIn(quoted, `${before} ${rest}`)) return true;
  return rest.split(/[,;:–—()]/).some((part) => part.includes('§') && isIn(clause, part));
}

/** Whether a part is in quotation marks that do not enclose the whole sentence. */
function isQuoted(sentence: string, { start, end }: Span): boolean {
  const [before, after] = [sentence.slice(0, start), sentence.slice(end)];
  const last = (marks: string) => Math.max(...[...marks].map((mark) => before.lastIndexOf(mark)));
  const isStraight = (before.split('"').length - 1) % 2 === 1 && after.includes('"');
  return isStraight || (last('“«‘„') >= 0 && last('“«‘„') >= last('”»’'));
}

/** Whether the sentence links to a source, or says what the notes say. */
function isSourced(sentence: string, { evidence }: TextRules): boolean {
  if (/\]\(https?:/.test(sentence)) return true;
  const names = sentence.match(/(?<=\s)\p{Lu}[\p{L}-]+(?:\s+\p{Lu}[\p{L}-]+)*/gu) ?? [];
  return names.some((name) => name.length > 3 && evidence.includes(name));
}
