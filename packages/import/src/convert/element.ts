/** Types of the elements of other tools: shortcodes, Liquid tags, JSX, HTML and admonitions. */

/** An opening, closing or empty tag in a text. */
export interface Tag {
  notation: 'html' | 'shortcode' | 'liquid' | 'tera' | 'admonition' | 'expression';
  /** The name without delimiters; for an expression, its text. */
  name: string;
  type: 'open' | 'close' | 'void';
  /** Arguments without a name have the names "0", "1" and so on. */
  attributes: ReadonlyMap<string, string>;
  /** Offsets in the text. */
  start: number;
  end: number;
}

/** An element with its converted content. */
export interface Element extends Pick<Tag, 'notation' | 'name' | 'attributes'> {
  /** The content; null for an element without a closing tag. */
  inner: string | null;
  /** The element as it is in the text, with its tags. */
  raw: string;
}

/** Parses arguments such as `name="value" other='x' positional https://…`. Values may be in backticks too. */
export function parseArguments(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let position = 0;
  const pattern =
    /(?:([\w.:-]+)\s*(?:=|:(?!\/\/))\s*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|(https?:\/\/[^\s"'`]+|[^\s"'`=,]+))/g;
  for (const [, name, double, single, raw, bare] of text.matchAll(pattern)) {
    const quoted = double ?? single;
    const value = quoted === undefined ? (raw ?? bare ?? '') : quoted.replace(/\\(["'\\])/g, '$1');
    found.set((name ?? String(position++)).toLowerCase(), value);
  }
  return found;
}

/** Reads the tag at an offset. @returns null if there is none */
export type ReadTag = (text: string, at: number) => Tag | null;

/** Makes a tag without attributes. */
export function plainTag(
  notation: Tag['notation'],
  name: string,
  type: Tag['type'],
  start: number,
  end: number,
): Tag {
  return { notation, name, type, attributes: new Map(), start, end };
}
