/** Finds the places of fields in the text of front matter, for changes that keep every other byte. */
import { UserError } from '../../foundation/errors.ts';

/** A field, or a value within it. */
export type Path = readonly [string, ...(string | number)[]];

export type Style = 'plain' | 'single' | 'double';

export interface FieldPlace {
  start: number;
  end: number;
  /** Text to insert before and after the new value. */
  prefix: string;
  suffix: string;
  style: Style;
  /** Column of the dashes of a list with an item on each line; null for any other value. */
  indent: number | null;
  eol: string;
}

async function parseHead(head: string) {
  const yaml = await import('yaml');
  const opening = /^---[ \t]*\r?\n/.exec(head)?.[0].length ?? 0;
  const closing = head.lastIndexOf('---');
  const document = yaml.parseDocument(head.slice(opening, closing), { schema: 'failsafe' });
  return { yaml, opening, closing, document, map: document.contents };
}

/** The lines of a field, with their ends; null where it shares a line with others. */
export async function findLines(head: string, field: string): Promise<{ start: number; end: number } | null> {
  const { yaml, opening, closing, map } = await parseHead(head);
  if (!yaml.isMap(map) || map.flow) return null;
  const pair = map.items.find(({ key }) => yaml.isScalar(key) && key.value === field);
  if (!yaml.isNode(pair?.key) || !pair.key.range) return null;
  const start = opening + pair.key.range[0];
  const value = yaml.isNode(pair.value) ? pair.value.range?.[1] : undefined;
  const end = Math.max(opening + (value ?? 0), start + 1);
  return { start: head.lastIndexOf('\n', start) + 1, end: lineAfter(head, end, closing) };
}

export async function findPlace(head: string, path: Path, isList: boolean): Promise<FieldPlace> {
  const { yaml, opening, closing, document, map } = await parseHead(head);
  const { isAlias, isMap, isNode, isScalar, isSeq, Scalar } = yaml;
  const field = path.join('.');
  const eol = head.slice(0, opening).endsWith('\r\n') ? '\r\n' : '\n';
  if (map === null || (isScalar(map) && map.value === '')) {
    return {
      start: closing,
      end: closing,
      prefix: `${field}: `,
      suffix: eol,
      style: 'plain',
      indent: null,
      eol,
    };
  }
  if (!isMap(map)) throw unreadable('the front matter is not a list of fields');
  const find = (name: string) => map.items.find(({ key }) => isScalar(key) && key.value === name);
  const node = path.length === 1 ? find(field)?.value : document.getIn(path, true);
  if (isNode(node) && node.range) {
    const isExpected = isList
      ? isSeq(node) || (isScalar(node) && node.value === '')
      : isScalar(node) || isAlias(node);
    if (!isExpected) throw unreadable(`the field "${field}" is not a ${isList ? 'list' : 'text'}`);
    const start = opening + node.range[0];
    const end = start + head.slice(start, opening + node.range[1]).trimEnd().length;
    const isBare = /[\s[,]/.test(head.charAt(start - 1));
    const type = isScalar(node) ? node.type : undefined;
    const style = type === Scalar.QUOTE_SINGLE ? 'single' : type === Scalar.QUOTE_DOUBLE ? 'double' : 'plain';
    // A comment needs a space before it.
    const suffix = head.charAt(end) === '#' ? ' ' : '';
    const indent = isSeq(node) && !node.flow ? columnOf(head, start) : null;
    return { start, end, prefix: isBare ? '' : ' ', suffix, style, indent, eol };
  }
  if (map.flow || path.length > 1) throw unreadable(`the front matter has no field "${field}"`);
  const neighbour = find('title') ?? map.items.at(-1);
  const last = isNode(neighbour?.value) ? neighbour.value.range?.[1] : undefined;
  const first = map.items[0]?.key;
  const column = isNode(first) && first.range ? columnOf(head, opening + first.range[0]) : 0;
  const start = last === undefined ? closing : lineAfter(head, opening + last, closing);
  return {
    start,
    end: start,
    prefix: `${' '.repeat(column)}${field}: `,
    suffix: eol,
    style: 'plain',
    indent: null,
    eol,
  };
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

/** The start of the line after the end of a value; a block text ends with its line. */
function lineAfter(text: string, end: number, limit: number): number {
  if (text.charAt(end - 1) === '\n') return end;
  const at = text.indexOf('\n', end);
  return at < 0 ? limit : Math.min(at + 1, limit);
}

export function unreadable(message: string): UserError {
  return new UserError({ code: 'uneditable-field', message, hint: 'change the field in the file itself' });
}
