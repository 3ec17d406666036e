/** Reads one line of a directive: `:::name{…}` and `::name{…}` open one, `:::` closes one. */
import type { Problem } from '../../foundation/errors.ts';
import { decodeEntities } from './html-text.ts';

/** A fault of a directive. Lines and columns count from its first line and column. */
export interface LineProblem extends Problem {
  /** From 1. */
  column: number;
}

export interface Attribute {
  /** true where the attribute has a name only. */
  value: string | true;
  /** Column of the name, from 1. */
  column: number;
  /** Column of the value, or of the name without one. */
  valueColumn: number;
}

export interface DirectiveLine {
  colons: number;
  /** '' for a line that closes a directive, and for one that cannot be understood. */
  name: string;
  attributes: ReadonlyMap<string, Attribute>;
  problem: LineProblem | null;
}

/** Attributes with text for readers. A translation translates these and keeps all others. */
export const PROSE_ATTRIBUTES: ReadonlySet<string> = new Set([
  'alt',
  'caption',
  'cite',
  'credit',
  'label',
  'summary',
  'text',
  'title',
]);

const START = /:{2,}/y;
const NAME = /[A-Za-z][\w-]*/y;
const BLANKS = /[ \t\r]*/y;
const KEY = /[A-Za-z][\w-]*/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/y;
const BARE = /[^\s"'{}“”„«»‘’]+/y;

/** True if a line at the start of `source` is one of a directive: two colons and a name, or three and anything. */
export function isDirectiveLine(source: string, at: number): boolean {
  return source.startsWith('::', at) && /^:(?::|[A-Za-z])/.test(source.slice(at + 1, at + 3));
}

/** @param line without its end; `isDirectiveLine` holds for it */
export function readDirectiveLine(line: string): DirectiveLine {
  const attributes = new Map<string, Attribute>();
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(line);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const colons = take(START)?.[0].length ?? 0;
  const name = take(NAME)?.[0] ?? '';
  const end = (problem: LineProblem | null = null): DirectiveLine => ({ colons, name, attributes, problem });
  const fail = (message: string, hint: string, column = at + 1) =>
    end({ code: 'directive-syntax', message, hint, column });

  if (name === '') {
    take(BLANKS);
    if (at === line.length) return end();
    return fail(
      'a directive has its name directly after the colons',
      'write for example :::callout{type="tip"}',
    );
  }
  if (line[at] === '[')
    return fail('a directive has no text in brackets', 'write it as an attribute, such as title="…"');
  if (line[at] === '{') {
    at++;
    for (take(BLANKS); line[at] !== '}'; take(BLANKS)) {
      if (at >= line.length) return fail('the attributes are not closed', 'end them with } in the same line');
      const start = at;
      const key = take(KEY)?.[0];
      if (key === undefined)
        return fail(
          `"${line.slice(at, at + 12)}" is not an attribute`,
          'write name="value", with a blank between two attributes',
        );
      if (attributes.has(key)) return fail(`the attribute "${key}" is there twice`, 'remove one', start + 1);
      if (line[at] !== '=') {
        attributes.set(key, { value: true, column: start + 1, valueColumn: start + 1 });
      } else {
        at++;
        const valueColumn = at + 1;
        const quoted = take(QUOTED);
        const bare = quoted ? null : take(BARE);
        if (!quoted && !bare)
          return fail(`the value of "${key}" is not closed or not in straight quotes`, `write ${key}="…"`);
        const written = quoted ? (quoted[1] ?? quoted[2] ?? '').replace(/\\(.)/g, '$1') : (bare?.[0] ?? '');
        attributes.set(key, { value: decodeEntities(written), column: start + 1, valueColumn });
      }
      if (!/[\s}]/.test(line[at] ?? ' '))
        return fail('a blank is missing between two attributes', 'write name="value" other="value"');
    }
    at++;
  }
  take(BLANKS);
  if (at < line.length)
    return fail(
      'there is text after the directive',
      'write attributes in braces and text in the next line; begin with \\: for colons that are text',
    );
  return end();
}
