/** The tokens that directives and alerts add to marked's tokens. */
import type { Token, Tokens } from 'marked';
import type { AttributeValues } from './directive.ts';
import type { Attribute, LineProblem } from './directive-line.ts';

export interface DirectiveToken extends Tokens.Generic {
  type: 'directive';
  /** '' where the line cannot be understood. */
  name: string;
  attributes: ReadonlyMap<string, Attribute>;
  hasBody: boolean;
  problem: LineProblem | null;
  /** In the lexed text, from 1. Within a list or quote it is the line where that begins. */
  line: number;
  isExact: boolean;
  tokens: Token[];
}

/** A quote whose first line is `[!NOTE]`. */
export interface AlertToken extends Tokens.Blockquote {
  /** As written. */
  alert: string;
}

export function isDirective(token: Token): token is DirectiveToken {
  return token.type === 'directive';
}

export function isAlert(token: Token): token is AlertToken {
  return token.type === 'blockquote' && 'alert' in token;
}

export function valuesOf(attributes: DirectiveToken['attributes']): AttributeValues {
  return Object.fromEntries([...attributes].map(([name, { value }]) => [name, value]));
}

/** Names the kind of a block: a directive's name, "image" for a block with only images, or the type of its token; null for an empty block. */
export function kindOfBlock(token: Token): string | null {
  if (isDirective(token)) return token.name;
  if (isAlert(token)) return 'callout';
  if (token.type === 'paragraph') return isImages(token) ? 'image' : 'paragraph';
  const isNothing =
    ['space', 'def', 'footnoteDefinition'].includes(token.type) ||
    (token.type === 'html' && /^\s*<!--/.test(token.raw));
  return isNothing ? null : token.type;
}

function isImages({ tokens = [] }: Tokens.Generic): boolean {
  const isBlank = (token: Token) => token.type === 'br' || (token.type === 'text' && token.raw.trim() === '');
  return (
    tokens.some(({ type }) => type === 'image') &&
    tokens.every((token) => token.type === 'image' || isBlank(token))
  );
}
