/** Adds footnotes to marked: `[^name]` in the text, `[^name]: …` anywhere; the notes follow the text in order of first mention. */
import type { MarkedExtension, Token, TokensList } from 'marked';
import { escapeHtml } from '../../foundation/escape.ts';

export interface FootnoteLabels {
  footnotes: string;
  /** Label of the link back; the number follows. */
  backToReference: string;
}

interface Mentions {
  /** Number of the footnote, from 1. */
  number: number;
  count: number;
}

/** The footnotes of one document. */
export interface Footnotes {
  definitions: Map<string, Token[]>;
  /** By name, in order of first mention. */
  mentions: Map<string, Mentions>;
  render(labels: FootnoteLabels, parse: (tokens: Token[] | TokensList) => string): string;
}

/** A line without an indent belongs to the paragraph before it, unless it begins another block. */
const CONTINUED = String.raw`(?: ?(?!\[\^[^\]\s]+\]:|#{1,6}(?:[ \t]|$)|[>|<]|::|[-*+](?:[ \t]|$)|\d{1,9}[.)][ \t]|\`{3}|~{3}|(?:[-*_][ \t]*){3,}(?:\n|$))\S[^\n]*(?:\n|$))*`;
const DEFINITION = new RegExp(
  String.raw`^\[\^([^\]\s]+)\]:[ \t]*((?:\S[^\n]*(?:\n|$)${CONTINUED}|[^\n]*(?:\n|$))(?:(?:[ \t]*\n)*[ ]{2,}[^\n]*(?:\n|$))*)`,
);

const START = /^\[\^[^\]\s]+\]:|\n\n/m;

/** @param current the footnotes of the document that is being parsed. @param count is given what a mention becomes */
export function createFootnotes(
  current: () => Footnotes,
  count: (html: string) => string = (html) => html,
): MarkedExtension {
  return {
    extensions: [
      {
        name: 'footnoteDefinition',
        level: 'block',
        start: (source) => {
          // Only this paragraph matters: to look for the next definition, or for its end, would take quadratic time.
          const { 0: found, index } = START.exec(source) ?? {};
          return found === '\n\n' ? undefined : index;
        },
        tokenizer(source) {
          const match = DEFINITION.exec(source);
          if (!match) return undefined;
          const [raw, name = '', text = ''] = match;
          const tokens: Token[] = [];
          this.lexer.blockTokens(text.replace(/^[ ]{2,4}/gm, ''), tokens);
          const { definitions } = current();
          if (!definitions.has(name)) definitions.set(name, tokens);
          return { type: 'footnoteDefinition', raw };
        },
        renderer: () => '',
      },
      {
        name: 'footnoteMention',
        renderer(token) {
          const { mentions } = current();
          const name = String(token.name);
          const mention = mentions.get(name) ?? { number: mentions.size + 1, count: 0 };
          mentions.set(name, mention);
          const { number } = mention;
          const id = `fnref-${number}${++mention.count > 1 ? `-${mention.count}` : ''}`;
          return count(`<sup class="footnote"><a id="${id}" href="#fn-${number}">${number}</a></sup>`);
        },
      },
    ],
  };
}

/** The footnotes of a new document. */
export function createFootnoteState(): Footnotes {
  const definitions = new Map<string, Token[]>();
  const mentions = new Map<string, Mentions>();
  return {
    definitions,
    mentions,
    render(labels, parse) {
      if (mentions.size === 0) return '';
      const items: string[] = [];
      // Notes may mention further notes, so the map can grow while it is read.
      for (const [name, { number }] of mentions) {
        const html = parse(definitions.get(name) ?? []).trimEnd();
        const back = `<a href="#fnref-${number}" aria-label="${escapeHtml(`${labels.backToReference} ${number}`)}">↩</a>`;
        const text = html.endsWith('</p>') ? `${html.slice(0, -4)} ${back}</p>` : `${html}<p>${back}</p>`;
        items.push(`<li id="fn-${number}">${text}</li>\n`);
      }
      return `<section class="footnotes" aria-label="${escapeHtml(labels.footnotes)}"><ol>\n${items.join('')}</ol></section>\n`;
    },
  };
}
