/** Tells whether a text has a note on safer gambling, or on risk. */
import type { NoteKind, Writing } from '../../locales/writing/writing.ts';
import { compilePhrase, type PhrasePattern } from './phrase-pattern.ts';
import { splitSentences } from './sentences.ts';
import type { TextRules } from './text-rules.ts';

const cache = new Map<Writing, Readonly<Record<NoteKind, readonly PhrasePattern[]>>>();

function notesOf({ language, writing }: TextRules) {
  const known = cache.get(writing);
  if (known) return known;
  const compile = (kind: NoteKind) => writing.notes[kind].map((phrase) => compilePhrase(phrase, language));
  const notes = { gambling: compile('gambling'), risk: compile('risk') };
  cache.set(writing, notes);
  return notes;
}

/** Whether a text says how to gamble safely, or that money may be lost. */
export function hasNote(text: string, kind: NoteKind, rules: TextRules): boolean {
  const sentences = splitSentences(text, rules.language);
  return notesOf(rules)[kind].some((phrase) => sentences.has(phrase));
}
