/** Finds the note on safer gambling, or on risk, that some categories require. */
import { toPlainView } from '../../content/markdown/plain-view.ts';
import type { NoteKind, Phrase } from '../../locales/writing/writing.ts';
import type { TextRules } from './text-rules.ts';

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))*(?:[.,]\p{N}+)*/gu;

const SENTENCE_END = /[.!?…。]+["'”’»)]*(?=\s|$)|\f/;

/** Korean particles, which may follow each word of a phrase. */
const PARTICLE =
  '(?:에서는|에게서|으로는|이라는|이라도|까지도|부터는|에서|에게|한테|께서|으로|까지|부터|보다|처럼|이나|라도|조차|마저|밖에|이랑|하고|이며|에는|에도|로는|은|는|이|가|을|를|에|의|와|과|도|만|로|나|랑)?';

/** Tells whether a sentence of the text matches a phrase of the note. */
export function hasNote(text: string, kind: NoteKind, { language, writing }: TextRules): boolean {
  const phrases = writing.notes[kind].map((phrase) => compilePhrase(phrase, language));
  const note = new RegExp(` (?:${phrases.join('|')})`);
  return toPlainView(text)
    .split(SENTENCE_END)
    .some((sentence) => {
      const words = Array.from(sentence.toLocaleLowerCase(language).matchAll(WORD), ([word]) => word);
      return note.test(` ${words.join(' ')} `);
    });
}

/** Compiles a phrase to a pattern over lower-case words that are each followed by a space. */
function compilePhrase(phrase: Phrase, language: string): string {
  const compileWord = (word: string) =>
    word.toLocaleLowerCase(language).replaceAll('*', '[^ ]*') + (language === 'ko' ? PARTICLE : '');
  return phrase
    .split(' ')
    .map((item) => {
      const gap = /^<(\d)>$/.exec(item)?.[1];
      if (gap) return `(?:[^ ]+ ){0,${gap}}`;
      const words = item.replace('?', '').split('|').map(compileWord);
      return `(?:(?:${words.join('|')}) )${item.endsWith('?') ? '?' : ''}`;
    })
    .join('');
}
