/** Adds footnotes to marked: `[^name]` in the text, `[^name]: …` anywhere; the notes follow the text in order of first mention. */
import type { MarkedExtension, Token, TokensList } from 'marked';
import { escapeHtml } from './escape.ts';

export interface FootnoteLabels {
  footnotes: string;
  /** Label of the link back; the number follows. */
  backToReference: string;
}

/** The footnotes of one document. */
export interface Footnotes {
  definitions: Map<string, Token[]>;
  /** Names in order of first mention, with the number of mentions. */
  mentions: Map<string, number>;
  render(labels: FootnoteLabels, parse: (tokens: Token[] | TokensList) => string): string;
}

const DEFINITION = /^\[\^([^\]\s]+)\]:[ \t]*((?:[^\n]*(?:\n|$))(?:(?:[ \t]*\n)*[ ]{2,}[^\n]*(?:\n|$))*)/;
const MENTION = /^\[\^([^\]\s]+)\]/;

/** @param current the footnotes of the document that is being parsed */
export function createFootnotes(current: () => Footnotes): MarkedExtension {
  return {
    extensions: [
      {
        name: 'footnoteDefinition',
        level: 'block',
        start: (source) => /^\[\^[^\]\s]+\]:/m.exec(source)?.index,
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
        level: 'inline',
        start: (source) => {
          const index = source.indexOf('[^');
          return index < 0 ? undefined : index;
        },
        tokenizer(source) {
          const match = MENTION.exec(source);
          if (!match?.[1] || !current().definitions.has(match[1])) return undefined;
          return { type: 'footnoteMention', raw: match[0], name: match[1] };
        },
        renderer(token) {
          const { mentions } = current();
          const name = String(token.name);
          const count = (mentions.get(name) ?? 0) + 1;
          mentions.set(name, count);
          const number = [...mentions.keys()].indexOf(name) + 1;
          const id = `fnref-${number}${count > 1 ? `-${count}` : ''}`;
          return `<sup class="footnote"><a id="${id}" href="#fn-${number}">${number}</a></sup>`;
        },
      },
    ],
  };
}

/** The footnotes of a new document. */
export function createFootnoteState(): Footnotes {
  const definitions = new Map<string, Token[]>();
  const mentions = new Map<string, number>();
  return {
    definitions,
    mentions,
    render(labels, parse) {
      if (mentions.size === 0) return '';
      const items: string[] = [];
      // Notes may mention further notes, so the map can grow while it is read.
      for (const [name] of mentions) {
        const number = items.length + 1;
        const html = parse(definitions.get(name) ?? []).trimEnd();
        const back = `<a href="#fnref-${number}" aria-label="${escapeHtml(`${labels.backToReference} ${number}`)}">↩</a>`;
        const text = html.endsWith('</p>') ? `${html.slice(0, -4)} ${back}</p>` : `${html}<p>${back}</p>`;
        items.push(`<li id="fn-${number}">${text}</li>\n`);
      }
      return `<section class="footnotes" aria-label="${escapeHtml(labels.footnotes)}"><ol>\n${items.join('')}</ol></section>\n`;
    },
  };
}
