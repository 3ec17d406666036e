/** Changes one field of a file's front matter and no other byte of the file. */
import { type Dialect, editYaml } from '../../config/edit-yaml.ts';
import { attempt } from '../../foundation/attempt.ts';
import { UserError } from '../../foundation/errors.ts';
import { findFields, isError, parseFrontMatter } from './front-matter.ts';

/** A field, or a value within it. */
type Path = readonly [string, ...(string | number)[]];

/**
 * Writes a value and changes no other byte of a file. A missing field is added after the title.
 * @param bytes a whole Markdown file
 * @param place a field, or the path of a text within it such as ['entities', 0, 'category']
 * @param value a text of one line; a list, whose items that stay keep their lines; undefined to remove a field with its lines
 *   and the comment on them
 * @throws UserError when the front matter cannot be read, or the place has another kind of value
 */
export async function rewriteFrontMatter(
  bytes: Uint8Array,
  place: string | Path,
  value: string | readonly string[] | undefined,
  dialect = FRONT_MATTER,
): Promise<Uint8Array> {
  if (typeof value === 'string' && /[\r\n\u0085\u2028\u2029]/.test(value))
    throw new UserError({
      code: 'invalid-value',
      message: 'the text has a line break',
      hint: 'write it on one line',
    });
  const path = typeof place === 'string' ? [place] : place;
  const { start, head, rest } = splitFile(bytes);
  const field = path.join('.');
  const held = path.reduce<unknown>(
    (data, key) => (typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined),
    readFields(head),
  );
  if (value === undefined && held === undefined) return bytes;
  const isList = typeof value === 'object';
  const isExpected = !held || (isList ? Array.isArray(held) : typeof held === 'string');
  if (value !== undefined && !isExpected)
    throw unreadable(`the field "${field}" is not a ${isList ? 'list' : 'text'}`);
  const changed = await editYaml(head, path, value, dialect);
  if (changed === null) throw unreadable(`the field "${field}" cannot be changed without changing others`);
  return Buffer.concat([start, Buffer.from(changed), rest]);
}

/** As above, for a number, a day, or true or false: written without quotes. */
export async function rewriteFrontMatterScalar(
  bytes: Uint8Array,
  field: string,
  value: string,
): Promise<Uint8Array> {
  if (!/^[\w:+-]+$/.test(value)) return rewriteFrontMatter(bytes, field, value);
  const write: Dialect['write'] = (...given) => [value, ...FRONT_MATTER.write(...given)];
  return rewriteFrontMatter(bytes, field, value, { ...FRONT_MATTER, write });
}

/** The byte order mark, the front matter up to its last edge, and the bytes from there. */
function splitFile(bytes: Uint8Array): { start: Uint8Array; head: string; rest: Uint8Array } {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = file.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  // One character for each byte, so that offsets are those of the file, whatever bytes the body has.
  const fields = findFields(file.toString('latin1', start));
  if (isError(fields)) throw unreadable(fields.message);
  const end = start + fields.end;
  return {
    start: file.subarray(0, start),
    head: decodeHead(file.subarray(start, end)),
    rest: file.subarray(end),
  };
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function decodeHead(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw unreadable('the front matter is not UTF-8');
  }
}

function readFields(head: string): Readonly<Record<string, unknown>> {
  const parsed = parseFrontMatter(`${head}---`);
  if (isError(parsed)) throw unreadable(parsed.message);
  return parsed.data;
}

/** Other programs, with other versions of YAML, read the same from it. */
const FRONT_MATTER: Dialect = {
  read: (head) => attempt(() => ({ data: readFields(head) })) ?? null,
  write: (value, type) =>
    Array.isArray(value) ? [`[${value.map(writeItem).join(', ')}]`] : writings(String(value), type),
  writeItem,
  first: 'title',
};

/** Paths stay bare in a list. */
function writeItem(value: unknown): string {
  return typeof value === 'string' && /^\/[\p{L}\p{M}\p{N}\-._~/]*$/u.test(value)
    ? value
    : JSON.stringify(value);
}

/** Ways to write a text, the best first; the last is always valid YAML. @param type how the text is written that it replaces */
function writings(value: string, type = 'PLAIN'): string[] {
  const double = JSON.stringify(value).replace(
    /[\u007f-\u009f\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (type === 'QUOTE_SINGLE') return [`'${value.replaceAll("'", "''")}'`, double];
  return type !== 'QUOTE_DOUBLE' && isSafePlain(value) ? [value, double] : [double];
}

/** True if every YAML reader reads the bare text as this text: not as a number, date, boolean or comment. */
function isSafePlain(value: string): boolean {
  const words = /^(true|false|yes|no|on|off|null|y|n)$/i;
  return /^\p{L}/u.test(value) && !words.test(value) && !/: |:$| #|\s$|[[\]{},]/.test(value);
}

function unreadable(message: string): UserError {
  return new UserError({ code: 'uneditable-field', message, hint: 'change the field in the file itself' });
}
