/** Changes one field of a file's front matter and no other byte of the file. */
import { UserError } from '../../foundation/errors.ts';
import { findFields, isError, parseFrontMatter } from './front-matter.ts';

/**
 * Writes a one-line value into a field; a missing field is added after the title.
 * @param bytes a whole Markdown file
 * @throws UserError when the front matter cannot be read, or the field is not a text
 */
export async function rewriteFrontMatterField(
  bytes: Uint8Array,
  field: string,
  value: string,
): Promise<Uint8Array> {
  if (/[\r\n\u0085\u2028\u2029]/.test(value)) {
    throw new UserError({ message: 'the text has a line break', hint: 'write it on one line' });
  }
  return rewrite(bytes, field, value, (place) => writings(value, place.style));
}

/**
 * Writes a list of texts into a field, in the style of the list that is there.
 * @param bytes as above
 * @throws UserError when the front matter cannot be read, or the field is neither a list nor empty
 */
export async function rewriteFrontMatterList(
  bytes: Uint8Array,
  field: string,
  values: readonly string[],
): Promise<Uint8Array> {
  return rewrite(bytes, field, values, ({ indent, eol }) => {
    const items = values.map((value) =>
      /^\/[\p{L}\p{N}\-._~/]*$/u.test(value) ? value : JSON.stringify(value),
    );
    const isBlock = indent !== null && items.length > 0;
    return [
      isBlock ? items.map((item) => `- ${item}`).join(eol + ' '.repeat(indent)) : `[${items.join(', ')}]`,
    ];
  });
}

async function rewrite(
  bytes: Uint8Array,
  field: string,
  value: string | readonly string[],
  write: (place: Place) => string[],
): Promise<Uint8Array> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = file.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  // One character for each byte, so that offsets are those of the file, whatever bytes the body has.
  const end = start + headLength(file.toString('latin1', start));
  const head = decodeHead(file.subarray(start, end));
  const before = readFields(head);
  const place = await findPlace(head, field, typeof value !== 'string');
  for (const text of write(place)) {
    const changed = head.slice(0, place.start) + place.prefix + text + place.suffix + head.slice(place.end);
    if (isSame(changed, { ...before, [field]: value })) {
      return Buffer.concat([file.subarray(0, start), Buffer.from(changed), file.subarray(end)]);
    }
  }
  throw unreadable(`the field "${field}" cannot be changed without changing others`);
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

type Style = 'plain' | 'single' | 'double';

interface Place {
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

/** Both edges included. */
function headLength(text: string): number {
  const fields = findFields(text);
  if (isError(fields)) throw unreadable(fields.message);
  return fields.bodyStart;
}

function decodeHead(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw unreadable('the front matter is not UTF-8');
  }
}

function readFields(head: string): Readonly<Record<string, unknown>> {
  const parsed = parseFrontMatter(head);
  if (isError(parsed)) throw unreadable(parsed.message);
  return parsed.data;
}

function isSame(head: string, expected: Readonly<Record<string, unknown>>): boolean {
  const parsed = parseFrontMatter(head);
  if (isError(parsed)) return false;
  const sorted = (data: Readonly<Record<string, unknown>>) =>
    JSON.stringify(Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(parsed.data) === sorted(expected);
}

async function findPlace(head: string, field: string, isList: boolean): Promise<Place> {
  const { isAlias, isMap, isNode, isScalar, isSeq, parseDocument, Scalar } = await import('yaml');
  const opening = /^---[ \t]*\r?\n/.exec(head)?.[0].length ?? 0;
  const closing = head.lastIndexOf('---');
  const document = parseDocument(head.slice(opening, closing), { schema: 'failsafe' });
  const map = document.contents;
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
  const node = find(field)?.value;
  if (isNode(node) && node.range) {
    const isExpected = isList
      ? isSeq(node) || (isScalar(node) && node.value === '')
      : isScalar(node) || isAlias(node);
    if (!isExpected) throw unreadable(`the field "${field}" is not a ${isList ? 'list' : 'text'}`);
    const start = opening + node.range[0];
    const end = start + head.slice(start, opening + node.range[1]).trimEnd().length;
    const isBare = /[\s]/.test(head.charAt(start - 1));
    const type = isScalar(node) ? node.type : undefined;
    const style = type === Scalar.QUOTE_SINGLE ? 'single' : type === Scalar.QUOTE_DOUBLE ? 'double' : 'plain';
    // A comment needs a space before it.
    const suffix = head.charAt(end) === '#' ? ' ' : '';
    const indent = isSeq(node) && !node.flow ? columnOf(head, start) : null;
    return { start, end, prefix: isBare ? '' : ' ', suffix, style, indent, eol };
  }
  if (map.flow) throw unreadable(`the front matter has no field "${field}"`);
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

/** Ways to write a value, the best first; the last is always valid YAML. */
function writings(value: string, style: Style): string[] {
  const double = JSON.stringify(value).replace(
    /[\u007f-\u009f\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (style === 'single') return [`'${value.replaceAll("'", "''")}'`, double];
  return style === 'plain' && isSafePlain(value) ? [value, double] : [double];
}

/** Whether every YAML reader reads the bare text as this text: not as a number, date, boolean or comment. */
function isSafePlain(value: string): boolean {
  const words = /^(true|false|yes|no|on|off|null|y|n)$/i;
  return /^\p{L}/u.test(value) && !words.test(value) && !/: |:$| #|\s$|[[\]{},]/.test(value);
}

function unreadable(message: string): UserError {
  return new UserError({ message, hint: 'change the field in the file itself' });
}
