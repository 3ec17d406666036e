/** Gives the words that readers of a Markdown text see, without lexing it: a bag of words needs no structure. */
import { visibleText } from './html-text.ts';

/** Targets of links and pictures, definitions of references, addresses, names of directives, marks of footnotes. */
const UNSEEN =
  /\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?=[)\s])|^ {0,3}\[[^[\]]+\]:\s*\S+|<https?:[^\s<>]+>|\bhttps?:\/\/[^\s<>"']+|^ *:{2,}[\w-]+|\[\^[^[\]\s]+\]|^ *(?:```|~~~)[ \t]*[\w-]*|<(?![a-z/!?])/gim;
/** Fenced code, and code within a line. A tag in it is text, and would hide what follows it otherwise. */
const CODE = /^ *(`{3,}|~{3,})(?![`~]).*\n(?:(?! *\1).*\n)*(?: *\1)?|(?<!`)(`+)(?!`)[^`]+\2/gm;
const HEADING = /^ {0,3}#{1,6}[ \t]+(.+)$/gm;

export interface SearchText {
  headings: string;
  body: string;
}

export function searchText(markdown: string): SearchText {
  const withoutTags = markdown.replace(CODE, (code) => code.replaceAll('<', ' '));
  const body = visibleText(withoutTags.replace(UNSEEN, ' '));
  return { headings: Array.from(body.matchAll(HEADING), ([, heading]) => heading).join('\n'), body };
}
