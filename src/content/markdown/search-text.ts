/** Gives the words that readers of a Markdown text see, without lexing it: a bag of words needs no structure. */
import { visibleText } from './html-text.ts';

/** Targets of links and pictures, definitions of references, addresses, names of directives, marks of footnotes. */
const UNSEEN =
  /\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?=[)\s])|^ {0,3}\[[^\]]+\]:\s*\S+|\bhttps?:\/\/\S+|^ *:{2,}[\w-]+|\[\^[^\]\s]+\]|^ *(?:```|~~~)\s*[\w-]*/gm;
const HEADING = /^ {0,3}#{1,6}[ \t]+(.+)$/gm;

export interface SearchText {
  headings: string;
  body: string;
}

export function searchText(markdown: string): SearchText {
  const body = visibleText(markdown.replace(UNSEEN, ' '));
  return { headings: Array.from(body.matchAll(HEADING), ([, heading]) => heading).join('\n'), body };
}
