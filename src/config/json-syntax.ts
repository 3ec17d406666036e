/** Owns where and why a text is not JSON (RFC 8259). `JSON.parse` says it in other words with each version of Node. */

export interface JsonFault {
  offset: number;
  /** What stands there instead of what. */
  message: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON wants them escaped
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const PRIMITIVE = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y;
const BLANK = /[ \t\r\n]*/y;

/** The first fault of a text that `JSON.parse` refuses. */
export function findJsonFault(text: string): JsonFault | null {
  let at = 0;
  const eat = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at += match[0].length;
    return match !== null;
  };
  /** What stands here, blanks passed over. */
  const peek = (): string => {
    eat(BLANK);
    return text.charAt(at);
  };
  const fault = (expected: string): JsonFault => {
    const found = peek();
    const what = found === '' ? 'the end of the file' : found === '"' ? 'a broken string' : `"${found}"`;
    return { offset: at, message: `${what} where ${expected} should stand` };
  };
  const list = (close: string, item: () => JsonFault | null): JsonFault | null => {
    at++;
    if (peek() === close) {
      at++;
      return null;
    }
    for (;;) {
      const inside = item();
      if (inside) return inside;
      const next = peek();
      if (next !== ',' && next !== close) return fault(`"," or "${close}"`);
      at++;
      if (next === close) return null;
    }
  };
  const member = (): JsonFault | null => {
    if (peek() !== '"' || !eat(STRING)) return fault('a name in double quotes');
    if (peek() !== ':') return fault('":"');
    at++;
    return value();
  };
  const value = (): JsonFault | null => {
    const first = peek();
    if (first === '{') return list('}', member);
    if (first === '[') return list(']', value);
    return eat(first === '"' ? STRING : PRIMITIVE) ? null : fault('a value');
  };
  return value() ?? (peek() === '' ? null : fault('the end of the file'));
}
