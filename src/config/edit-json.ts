/** Changes one value of a JSON file that people write, and no byte of other values. */

/**
 * @param path names of objects, and numbers of items from 0: the number behind the last one adds an item
 * @param value undefined to remove what is there
 * @returns null where the text is no JSON, or has no such place
 */
export async function editJson(
  text: string,
  path: readonly (string | number)[],
  value: unknown,
): Promise<string | null> {
  const { applyEdits, modify } = await import('jsonc-parser');
  const [, indent = '  '] = /^([ \t]+)"/m.exec(text) ?? [];
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  try {
    JSON.parse(text);
    return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
  } catch {
    return null;
  }
}
