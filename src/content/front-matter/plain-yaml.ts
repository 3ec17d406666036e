/**
 * Owns a fast way through plain YAML: block maps and lists of plain or quoted one-line texts, as front matter mostly is.
 * Whatever else it meets it leaves to the real parser (test/content/plain-yaml.test.ts holds the two against each other).
 */

/** Also what YAML forbids, and every character that may be half of one. */
const UNUSUAL = /[^\n -~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
const KEY = /([A-Za-z]\w{0,99}):(?: +|$)/y;
const PLAIN_START = /^[A-Za-z0-9/\u00c0-\ud7ff]/;
const PLAIN_END = /: | #|[ :]$/;
const DOUBLE_QUOTED = /^"[^"\\]*"$/;
const SINGLE_QUOTED = /^'[^']*'$/;
/** What YAML takes for no value, alone or in a list. */
const HAS_NULL = /(?:^|[[,] *)(?:null|Null|NULL)(?: *[\],]|$)/;
const LIST = /^\[ *([\w/][\w/-]*(?:, *[\w/][\w/-]*)*)? *\]$/;

const SPACE = 32;
const HYPHEN = 45;

type Value = string | Value[] | { [key: string]: Value };

/** @param yaml lines, without the marks around them. @returns null where they hold anything else */
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

  /** The text behind a key or a hyphen; the next line must not go on with it. */
  const readText = (text: string, indent: number): Value | null => {
    at++;
    if (indentOf(at) > indent || HAS_NULL.test(text)) return null;
    if (PLAIN_START.test(text)) return PLAIN_END.test(text) ? null : text;
    if (DOUBLE_QUOTED.test(text) || SINGLE_QUOTED.test(text)) return text.slice(1, -1);
    const list = LIST.exec(text);
    return list && (list[1]?.split(/, */) ?? []);
  };

  /** @param column of the keys; the first may stand behind the hyphen of a list */
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

  /** What stands on the lines behind a key: a list may stand in the key's own column. */
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
