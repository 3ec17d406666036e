/** Changes one value of a YAML file that people write: comments, order, styles, line ends and every other value stay. */
import { isDeepStrictEqual } from 'node:util';
import type * as Yaml from 'yaml';

type Name = string | number;
type Path = readonly Name[];
type Library = typeof Yaml;

/** Text to write in place of a part of the file. */
interface Splice {
  start: number;
  end: number;
  insert: string;
}

/** Rules for a kind of YAML that not only this program reads. */
export interface Dialect {
  /** @returns null where the text cannot be read */
  read(text: string): { data: unknown } | null;
  /** A value on one line, the best way first. @param type how the value is written that it replaces */
  write(value: unknown, type?: Yaml.Scalar.Type): readonly string[];
  /** A new item of a list. */
  writeItem(value: unknown): string;
  /** A new name stands behind this one, where it is. */
  first: string;
}

/**
 * @param path names of maps, and numbers of items from 0: the number behind the last one adds an item
 * @param value undefined to remove what is there
 * @returns null where the text is no YAML, has no such place, or cannot be changed without a change of other values
 */
export async function editYaml(
  text: string,
  path: Path,
  value: unknown,
  dialect?: Dialect,
): Promise<string | null> {
  const yaml = await import('yaml');
  const read = dialect?.read ?? ((changed) => readAny(yaml, changed));
  const before = read(text);
  const wanted = before && put(before.data, path, value);
  if (!wanted) return null;
  const { contents } = yaml.parseDocument(text, {
    logLevel: 'error',
    ...(dialect && { schema: 'failsafe' }),
  });
  for (const { start, end, insert } of new Writer(yaml, text, dialect).splices(contents, path, value)) {
    const changed = text.slice(0, start) + insert + text.slice(end);
    if (isDeepStrictEqual(read(changed)?.data, wanted.data)) return changed;
  }
  return null;
}

function readAny(yaml: Library, text: string): { data: unknown } | null {
  const document = yaml.parseDocument(text, { logLevel: 'error' });
  try {
    return document.errors.length > 0 ? null : { data: document.toJS() };
  } catch {
    // An alias that names nothing.
    return null;
  }
}

/** The data with the change; null where it has no such place. */
function put(data: unknown, [key, ...path]: Path, value: unknown): { data: unknown } | null {
  if (key === undefined) return { data: value };
  const isList = Array.isArray(data) || ((data === null || data === undefined) && key === 0);
  if (isList !== (typeof key === 'number') || (typeof data !== 'object' && data !== undefined)) return null;
  const entries = new Map<Name, unknown>(
    isList ? [...(Array.isArray(data) ? data : [])].entries() : Object.entries(data ?? {}),
  );
  if (typeof key === 'number' && key > entries.size) return null;
  const inner = put(entries.get(key), path, value);
  if (!inner) return null;
  if (inner.data === undefined) entries.delete(key);
  else entries.set(key, inner.data);
  return { data: isList ? [...entries.values()] : Object.fromEntries(entries) };
}

/** Finds where a change goes. Each way of writing it is tried until the file says what is wanted, and nothing else. */
class Writer {
  readonly #yaml: Library;
  readonly #text: string;
  readonly #dialect: Dialect | undefined;
  readonly #eol: string;
  /** Spaces of a level. */
  readonly #step: number;

  constructor(yaml: Library, text: string, dialect?: Dialect) {
    this.#yaml = yaml;
    this.#text = text;
    this.#dialect = dialect;
    this.#eol = text.includes('\r\n') ? '\r\n' : '\n';
    this.#step = /^( +)[^\s#-]/m.exec(text)?.[1]?.length ?? 2;
  }

  /** The ways, the best first. @param node holds the first name of the path */
  *splices(node: unknown, path: Path, value: unknown): Generator<Splice> {
    const { isMap, isSeq } = this.#yaml;
    const [key, ...rest] = path;
    if (key === undefined) return;
    if (isMap(node) || isSeq(node)) {
      const found = this.#find(node, key);
      if (found && rest.length > 0 && (isMap(found.value) || isSeq(found.value)))
        yield* this.splices(found.value, rest, value);
      else if (found && value === undefined) yield* this.#remove(node, found);
      else if (found) yield* this.#replace(found, nest(rest, value));
      else if (value !== undefined) yield* this.#add(node, key, nest(rest, value));
    } else if (value !== undefined) {
      yield* this.#addLines(this.#text.length, 0, key, nest(rest, value));
    }
  }

  #find(node: Yaml.YAMLMap | Yaml.YAMLSeq, key: Name): Item | null {
    const { isMap, isNode } = this.#yaml;
    const { items } = node;
    const at = isMap(node) ? node.items.findIndex((pair) => this.#nameOf(pair) === key) : Number(key);
    const item: unknown = items[at];
    if (item === undefined) return null;
    const { key: name, value } = isMap(node) ? (node.items[at] ?? {}) : { key: item, value: item };
    if (!isNode(name) || !name.range) return null;
    return { at, value, name: name.range };
  }

  /** Where the text of an item ends, without the spaces and comments behind it. */
  #endOf(item: unknown): number {
    const { isCollection, isNode, isPair } = this.#yaml;
    if (isPair(item)) return Math.max(this.#endOf(item.key), this.#endOf(item.value));
    if (!isNode(item) || !item.range) return 0;
    const [start, end] = item.range;
    if (isCollection(item) && !item.flow) return Math.max(start, this.#endOf(item.items.at(-1)));
    return start + this.#text.slice(start, end).trimEnd().length;
  }

  #columnOf = (offset: number) => offset - this.#lineOf(offset);
  #lineOf = (offset: number) => this.#text.lastIndexOf('\n', offset - 1) + 1;
  /** The start of the next line after an offset. */
  #lineAfter(offset: number): number {
    const at = this.#text.indexOf('\n', offset);
    return at < 0 ? this.#text.length : at + 1;
  }
  /** The start of an item with its dash, if it has one. */
  #startOf({ name: [start] }: Item, isListed: boolean): number {
    return isListed ? this.#text.lastIndexOf('-', start - 1) : start;
  }
  /** A line end where the file does not end with one. */
  #newLine = (at: number) => (at === 0 || this.#text.charAt(at - 1) === '\n' ? '' : this.#eol);

  *#remove(node: Yaml.YAMLMap | Yaml.YAMLSeq, item: Item): Generator<Splice> {
    const { items, flow } = node;
    const isListed = this.#yaml.isSeq(node);
    const next = items[item.at + 1];
    const last = this.#endOf(items[item.at]);
    if (flow) {
      const before = items[item.at - 1];
      const from = before === undefined ? item.name[0] : this.#endOf(before);
      const behind = next === undefined ? null : this.#find(node, this.#nameAt(node, item.at + 1));
      yield before === undefined && behind
        ? { start: from, end: behind.name[0], insert: '' }
        : { start: from, end: last, insert: '' };
    } else {
      const start = this.#startOf(item, isListed);
      const line = this.#lineOf(start);
      const isAlone = this.#text.slice(line, start).trim() === '';
      if (isAlone) yield { start: line, end: this.#lineAfter(last), insert: '' };
      // The first field of an item stands behind its dash.
      const behind = next === undefined ? null : this.#find(node, this.#nameAt(node, item.at + 1));
      if (behind) yield { start, end: this.#startOf(behind, isListed), insert: '' };
    }
    if (items.length === 1 && node.range)
      yield { start: node.range[0], end: this.#endOf(node), insert: isListed ? '[]' : '{}' };
  }

  #nameOf = ({ key }: Yaml.Pair) => (this.#yaml.isScalar(key) ? String(key.value) : null);
  #nameAt(node: Yaml.YAMLMap | Yaml.YAMLSeq, at: number): Name {
    const pair = this.#yaml.isMap(node) ? node.items[at] : undefined;
    return (pair && this.#nameOf(pair)) ?? at;
  }

  *#replace({ value: node, name }: Item, value: unknown): Generator<Splice> {
    const { isNode, isSeq } = this.#yaml;
    const start = isNode(node) && node.range ? node.range[0] : this.#text.indexOf(':', name[1]) + 1;
    const end = Math.max(start, this.#endOf(node));
    const space = /[\s[,{]/.test(this.#text.charAt(start - 1)) ? '' : ' ';
    if (isSeq(node) && Array.isArray(value)) yield* this.#rewriteList(node, value);
    // A comment needs a space before it.
    const gap = this.#text.charAt(end) === '#' ? ' ' : '';
    for (const insert of this.#writings(node, value)) yield { start, end, insert: space + insert + gap };
    if (typeof value !== 'object' || value === null) return;
    // A map stands below its name.
    const column = this.#columnOf(name[0]) + this.#step;
    yield { start, end, insert: this.#eol + ' '.repeat(column) + this.#block(value, column) };
  }

  /** Items that stay keep their lines, or their words. */
  *#rewriteList(list: Yaml.YAMLSeq, values: readonly unknown[]): Generator<Splice> {
    const { range, items, flow } = list;
    if (!range || items.length === 0) return;
    const start = flow ? range[0] + 1 : this.#lineOf(range[0]);
    const ends = items.map((item) => (flow ? this.#endOf(item) : this.#lineAfter(this.#endOf(item))));
    const known = items.map((item, at) => ({
      data: this.#yaml.isNode(item) ? item.toJSON() : item,
      text: this.#text.slice(at === 0 ? start : ends[at - 1], ends[at]).replace(flow ? /^[\s,]+/ : /^$/, ''),
    }));
    const column = ' '.repeat(this.#columnOf(range[0]));
    const written = values.map((value) => {
      const at = known.findIndex(({ data }) => isDeepStrictEqual(data, value));
      if (at >= 0) return known.splice(at, 1)[0]?.text ?? '';
      const words = this.#dialect?.writeItem(value);
      if (flow) return words ?? this.#flow(value);
      return `${column}- ${words ?? this.#block(value, column.length + 2)}${this.#eol}`;
    });
    const end = ends.at(-1) ?? start;
    yield { start, end, insert: written.join(flow ? ', ' : '') };
  }

  *#add(node: Yaml.YAMLMap | Yaml.YAMLSeq, key: Name, value: unknown): Generator<Splice> {
    const { isMap } = this.#yaml;
    const first = isMap(node) && node.items.find((pair) => this.#nameOf(pair) === this.#dialect?.first);
    const last = first || node.items.at(-1);
    if (node.flow || last === undefined) {
      const start = last === undefined ? (node.range?.[0] ?? 0) + 1 : this.#endOf(last);
      const words = isMap(node) ? `${this.#flow(key)}: ${this.#flow(value)}` : this.#flow(value);
      const padded = last === undefined && isMap(node) ? ` ${words} ` : words;
      yield { start, end: start, insert: last === undefined ? padded : `, ${words}` };
      return;
    }
    const at = this.#lineAfter(this.#endOf(last));
    yield* this.#addLines(at, this.#columnOf(node.range?.[0] ?? 0), key, value);
  }

  /** @param key a name, or the number of an item */
  *#addLines(at: number, column: number, key: Name, value: unknown): Generator<Splice> {
    const entry = typeof key === 'number' ? [value] : { [key]: value };
    const ways = this.#dialect?.write(value).map((words) => `${key}: ${words}`);
    for (const words of ways ?? [this.#block(entry, column)])
      yield { start: at, end: at, insert: this.#newLine(at) + ' '.repeat(column) + words + this.#eol };
  }

  /** A value on one line, in the style of what it replaces. The last one is always valid. */
  *#writings(node: unknown, value: unknown): Generator<string> {
    const { isScalar, Scalar } = this.#yaml;
    const scalar = new Scalar(value);
    const type = isScalar(node) ? node.type : undefined;
    if (this.#dialect) yield* this.#dialect.write(value, type);
    if (this.#dialect) return;
    if (type === Scalar.QUOTE_SINGLE || type === Scalar.QUOTE_DOUBLE) scalar.type = type;
    if (typeof value !== 'object' || value === null) yield this.#write(scalar);
    if (typeof value === 'object' && value !== null && !isFlat(value)) return;
    yield this.#flow(value);
    yield JSON.stringify(value);
  }

  #write(value: unknown): string {
    return this.#yaml.stringify(value, { lineWidth: 0, indent: this.#step }).trimEnd();
  }

  #flow(value: unknown): string {
    const [words] = this.#dialect?.write(value) ?? [];
    if (words !== undefined) return words;
    return this.#yaml.stringify(value, { lineWidth: 0, collectionStyle: 'flow' }).trimEnd();
  }

  /** A value on lines of its own. @param column of its lines but the first one */
  #block(value: unknown, column: number): string {
    return this.#write(value).replace(/\n(?=.)/g, `${this.#eol}${' '.repeat(column)}`);
  }
}

interface Item {
  at: number;
  value: unknown;
  /** Of its name, or of the item of a list. */
  name: Yaml.Range;
}

/** A value at the end of names that do not exist yet. */
const nest = (path: Path, value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), value);

/** A list of plain values, or nothing. */
const isFlat = (value: object): boolean =>
  Array.isArray(value)
    ? value.every((item) => typeof item !== 'object' || item === null)
    : Object.keys(value).length === 0;
