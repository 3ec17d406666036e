/** Changes one field of a file's front matter and no other byte of the file. */
import { UserError } from '../../foundation/errors.ts';
import { type FieldPlace, findLines, findPlace, type Path, type Style, unreadable } from './field-places.ts';
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
    throw new UserError({
      code: 'invalid-value',
      message: 'the text has a line break',
      hint: 'write it on one line',
    });
  }
  return rewrite(bytes, [field], value, (place) => writings(value, place.style));
}

/**
 * As `rewriteFrontMatterField`, for a number, a day, or true or false: written without quotes.
 * @throws UserError as above, and where the value is none of these
 */
export async function rewriteFrontMatterScalar(
  bytes: Uint8Array,
  field: string,
  value: string,
): Promise<Uint8Array> {
  if (!/^[\w:+-]+$/.test(value)) return rewriteFrontMatterField(bytes, field, value);
  return rewrite(bytes, [field], value, (place) => [value, ...writings(value, place.style)]);
}

/**
 * Writes a one-line value in place of a text within a list or map.
 * @param path such as ['entities', 0, 'category']; the text must exist
 * @throws UserError as above
 */
export async function rewriteFrontMatterValue(
  bytes: Uint8Array,
  path: readonly [string, ...(string | number)[]],
  value: string,
): Promise<Uint8Array> {
  return rewrite(bytes, path, value, (place) => writings(value, place.style));
}

/**
 * Removes a field with its lines and the comment on them. A file without the field is returned as it is.
 * @throws UserError when the front matter cannot be read, or is written as {a: b}
 */
export async function removeFrontMatterField(bytes: Uint8Array, field: string): Promise<Uint8Array> {
  const { start, head, rest } = splitFile(bytes);
  const { [field]: removed, ...others } = readFields(head);
  if (removed === undefined) return bytes;
  const span = await findLines(head, field);
  const changed = span && head.slice(0, span.start) + head.slice(span.end);
  if (!changed || !isSame(changed, others))
    throw unreadable(`the field "${field}" cannot be removed without changing others`);
  return Buffer.concat([start, Buffer.from(changed), rest]);
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
  return rewrite(bytes, [field], values, ({ indent, eol }) => {
    const items = values.map((value) =>
      /^\/[\p{L}\p{M}\p{N}\-._~/]*$/u.test(value) ? value : JSON.stringify(value),
    );
    const isBlock = indent !== null && items.length > 0;
    return [
      isBlock ? items.map((item) => `- ${item}`).join(eol + ' '.repeat(indent)) : `[${items.join(', ')}]`,
    ];
  });
}

async function rewrite(
  bytes: Uint8Array,
  path: Path,
  value: string | readonly string[],
  write: (place: FieldPlace) => string[],
): Promise<Uint8Array> {
  const { start, head, rest } = splitFile(bytes);
  const expected = replaceIn(readFields(head), path, value);
  const place = await findPlace(head, path, typeof value !== 'string');
  for (const text of write(place)) {
    const changed = head.slice(0, place.start) + place.prefix + text + place.suffix + head.slice(place.end);
    if (isSame(changed, expected)) return Buffer.concat([start, Buffer.from(changed), rest]);
  }
  throw unreadable(`the field "${path.join('.')}" cannot be changed without changing others`);
}

/** The byte order mark, the front matter with both edges, and the bytes after it. */
function splitFile(bytes: Uint8Array): { start: Uint8Array; head: string; rest: Uint8Array } {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = file.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  // One character for each byte, so that offsets are those of the file, whatever bytes the body has.
  const end = start + headLength(file.toString('latin1', start));
  return {
    start: file.subarray(0, start),
    head: decodeHead(file.subarray(start, end)),
    rest: file.subarray(end),
  };
}

function replaceIn(data: unknown, [key, ...path]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(data))
    return data.map((item, index) => (index === key ? replaceIn(item, path, value) : item));
  const fields: Readonly<Record<string, unknown>> = { ...(typeof data === 'object' ? data : null) };
  return { ...fields, [key]: replaceIn(fields[key], path, value) };
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

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

function isSame(head: string, expected: unknown): boolean {
  const parsed = parseFrontMatter(head);
  if (isError(parsed)) return false;
  const sorted = (data: unknown) =>
    JSON.stringify(Object.entries({ ...(typeof data === 'object' ? data : null) }).sort(byName));
  return sorted(parsed.data) === sorted(expected);
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
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

/** True if every YAML reader reads the bare text as this text: not as a number, date, boolean or comment. */
function isSafePlain(value: string): boolean {
  const words = /^(true|false|yes|no|on|off|null|y|n)$/i;
  return /^\p{L}/u.test(value) && !words.test(value) && !/: |:$| #|\s$|[[\]{},]/.test(value);
}
