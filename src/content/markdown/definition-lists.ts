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
  let end = start;
  /** Tokens move forward once each: a removal for each list would move all that follow. */
  for (let index = start; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) continue;
    const mayDefine = (token.type === 'paragraph' || token.type === 'text') && MAY_DEFINE.test(token.raw);
    const entries = mayDefine ? readEntries(token.raw, inline) : null;
    const isAfterSpace = end > start && tokens[end - 1]?.type === 'space';
    const before = end > start ? tokens[end - (isAfterSpace ? 2 : 1)] : undefined;
    if (entries && isList(before)) {
      for (const entry of entries) before.tokens.push(entry);
      before.raw += (isAfterSpace ? (tokens[end - 1]?.raw ?? '') : '') + token.raw;
      if (isAfterSpace) end--;
    } else {
      const list =
        entries && ({ type: 'definitionList', raw: token.raw, tokens: entries } satisfies DefinitionList);
      tokens[end++] = list ?? token;
    }
  }
  tokens.length = end;
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
