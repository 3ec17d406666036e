/** Elements of the notations of other tools: shortcodes, Liquid tags, JSX and HTML, admonitions. */

/** The beginning or the end of an element in a text. */
export interface Tag {
  notation: 'html' | 'shortcode' | 'liquid' | 'admonition' | 'expression';
  /** As written, without the marks; of an expression, its text. */
  name: string;
  type: 'open' | 'close' | 'void';
  /** Arguments without a name are called "0", "1" and so on. */
  attributes: ReadonlyMap<string, string>;
  /** Offsets in the text. */
  start: number;
  end: number;
}

/** An element with its converted content. */
export interface Element extends Pick<Tag, 'notation' | 'name' | 'attributes'> {
  /** Converted; null for an element without an end. */
  inner: string | null;
  /** As written, from the first mark to the last. */
  raw: string;
}

/** Parses `name="value" other='x' plain positional`; values may be in backticks too. */
export function parseArguments(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let position = 0;
  const pattern =
    /(?:([\w.:-]+)\s*[=:]\s*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|([^\s"'`=,]+))/g;
  for (const [, name, double, single, raw, bare] of text.matchAll(pattern)) {
    const quoted = double ?? single;
    const value = quoted === undefined ? (raw ?? bare ?? '') : quoted.replace(/\\(["'\\])/g, '$1');
    found.set((name ?? String(position++)).toLowerCase(), value);
  }
  return found;
}

/** Reads a tag at an offset; null where there is none. */
export type ReadTag = (text: string, at: number) => Tag | null;

export function plainTag(
  notation: Tag['notation'],
  name: string,
  type: Tag['type'],
  start: number,
  end: number,
): Tag {
  return { notation, name, type, attributes: new Map(), start, end };
}
