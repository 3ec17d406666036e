/**
 * Reads plain YAML fast: block maps and lists of plain or quoted one-line texts, which most front matter consists of.
 * Everything else is left to the `yaml` package.
 */

/** Includes characters that YAML forbids, and surrogates. */
const UNUSUAL = /[^\n -~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
const KEY = /([A-Za-z]\w{0,99}):(?: +|$)/y;
const PLAIN_START = /^[A-Za-z0-9/\u00c0-\ud7ff]/;
const PLAIN_END = /: | #|[ :]$/;
const DOUBLE_QUOTED = /^"(?:[^"\\]|\\["\\])*"$/;
const SINGLE_QUOTED = /^'[^']*'$/;
/** The nulls of YAML, alone or in a list. */
const HAS_NULL = /(?:^|[[,] *)(?:null|Null|NULL)(?: *[\],]|$)/;
const LIST = /^\[ *([\w/][\w/-]*(?:, *[\w/][\w/-]*)*)? *\]$/;

const SPACE = 32;
const HYPHEN = 45;

type Value = string | Value[] | { [key: string]: Value };

/** @param yaml the lines between the marks. @returns null where they contain anything else */
export function readPlainYaml(yaml: string): Record<string, unknown> | null {
  if (UNUSUAL.test(yaml)) return null;
  const lines = yaml.split('\n');
  let at = 0;

  const indentOf = (index: number): number => {
    const line = lines[index];
    if (line === undefined) return -1;
    let indent = 0;
    while (line.charCodeAt(indent) === SPACE) indent++;
    return indent;
  };
  const isItem = (column: number) =>
    lines[at]?.charCodeAt(column) === HYPHEN && lines[at]?.charCodeAt(column + 1) === SPACE;

  /** The text after a key or a hyphen; the next line must not continue it. */
  const readText = (text: string, indent: number): Value | null => {
    at++;
    if (indentOf(at) > indent || HAS_NULL.test(text)) return null;
    if (PLAIN_START.test(text)) return PLAIN_END.test(text) ? null : text;
    if (SINGLE_QUOTED.test(text)) return text.slice(1, -1);
    if (DOUBLE_QUOTED.test(text)) return text.slice(1, -1).replace(/\\(.)/g, '$1');
    const list = LIST.exec(text);
    return list && (list[1]?.split(/, */) ?? []);
  };

  /** @param column of the keys; the first may follow the hyphen of a list */
  const readMap = (column: number): { [key: string]: Value } | null => {
    const map: { [key: string]: Value } = {};
    do {
      KEY.lastIndex = column;
      const line = lines[at] ?? '';
      const key = KEY.exec(line)?.[1];
      if (key === undefined || Object.hasOwn(map, key)) return null;
      const text = line.slice(KEY.lastIndex);
      const value = text === '' ? readNested(column) : readText(text, column);
      if (value === null) return null;
      map[key] = value;
    } while (indentOf(at) === column);
    return map;
  };

  const readList = (indent: number): Value[] | null => {
    const list: Value[] = [];
    do {
      const column = indent + 2;
      KEY.lastIndex = column;
      const line = lines[at] ?? '';
      const value = KEY.test(line) ? readMap(column) : readText(line.slice(column), indent);
      if (value === null || indentOf(at) > indent) return null;
      list.push(value);
    } while (indentOf(at) === indent && isItem(indent));
    return list;
  };

  /** The value on the lines after a key; a list may begin in the key's column. */
  const readNested = (column: number): Value | null => {
    at++;
    const indent = indentOf(at);
    if (indent < column) return null;
    if (isItem(indent)) return readList(indent);
    return indent > column ? readMap(indent) : null;
  };

  const fields = readMap(0);
  return at === lines.length ? fields : null;
}
