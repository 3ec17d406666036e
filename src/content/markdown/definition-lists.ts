/** Definition lists: a line with a term, and below it lines that begin with a colon and a space. */
import type { RendererExtension, Token } from 'marked';

interface DefinitionList {
  type: 'definitionList';
  raw: string;
  tokens: Entry[];
}

interface Entry {
  type: 'definitionTerm' | 'definition';
  raw: string;
  tokens: Token[];
}

const MAY_DEFINE = /^[^:\n][^\n]*\n(?:[^\n]*\n)*?: +\S/;

/**
 * Replaces the paragraphs that are definition lists. Lists with nothing but blank lines between them are one.
 * @param start index of the first token to look at
 * @param inline lexes a text into tokens
 */
export function readDefinitions(tokens: Token[], start: number, inline: (text: string) => Token[]): void {
  for (let index = start; index < tokens.length; index++) {
    const token = tokens[index];
    if ((token?.type !== 'paragraph' && token?.type !== 'text') || !MAY_DEFINE.test(token.raw)) continue;
    const entries = readEntries(token.raw, inline);
    if (!entries) continue;
    const isAfterSpace = tokens[index - 1]?.type === 'space';
    const before = tokens[index - (isAfterSpace ? 2 : 1)];
    if (index >= start + 1 && isList(before)) {
      before.tokens.push(...entries);
      before.raw += (isAfterSpace ? (tokens[index - 1]?.raw ?? '') : '') + token.raw;
      tokens.splice(index - Number(isAfterSpace), 1 + Number(isAfterSpace));
      index -= 1 + Number(isAfterSpace);
    } else
      tokens[index] = { type: 'definitionList', raw: token.raw, tokens: entries } satisfies DefinitionList;
  }
}

function isList(token: Token | undefined): token is DefinitionList {
  return token?.type === 'definitionList';
}

/** null where a term has no definition. */
function readEntries(raw: string, inline: (text: string) => Token[]): Entry[] | null {
  const parts: { type: Entry['type']; lines: string[] }[] = [];
  const lines = raw.trimEnd().split('\n');
  for (const [index, line] of lines.entries()) {
    const [, definition] = /^: +(.*)$/.exec(line) ?? [];
    const last = parts.at(-1);
    if (definition !== undefined) parts.push({ type: 'definition', lines: [definition] });
    // A line of a definition goes on, unless the next line defines it.
    else if (last?.type === 'definition' && !lines[index + 1]?.startsWith(': ')) last.lines.push(line.trim());
    else parts.push({ type: 'definitionTerm', lines: [line.trim()] });
  }
  if (parts[0]?.type !== 'definitionTerm' || parts.at(-1)?.type !== 'definition') return null;
  return parts.map(({ type, lines: own }) => ({ type, raw: own.join('\n'), tokens: inline(own.join('\n')) }));
}

export const definitionRenderers: RendererExtension[] = [
  { name: 'definitionList', renderer: 'dl' },
  { name: 'definitionTerm', renderer: 'dt' },
  { name: 'definition', renderer: 'dd' },
].map(({ name, renderer: tag }) => ({
  name,
  renderer({ tokens = [] }) {
    if (tag === 'dl') return `<dl>\n${this.parser.parse(tokens)}</dl>\n`;
    return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>\n`;
  },
}));
