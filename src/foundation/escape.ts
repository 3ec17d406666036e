/** Escapes text for HTML, exactly as React does, and for XML, scripts and regular expressions. */

const SPECIAL = /["&'<>]/;

/** For text and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replace(/["&'<>]/g, (character) => {
    if (character === '&') return '&amp;';
    if (character === '<') return '&lt;';
    if (character === '>') return '&gt;';
    return character === '"' ? '&quot;' : '&#x27;';
  });
}

/** For text and attributes of XML. Removes the characters that XML 1.0 does not allow (section 2.2). */
export function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  return escapeHtml(text).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

/** `<name>text</name>` */
export function xmlElement(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

/** JSON that is safe inside a script element. */
export function serializeForScript(value: unknown): string {
  const json = JSON.stringify(value);
  if (!/[<\u2028\u2029]/.test(json)) return json;
  return json
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

/** Quotes the characters with a meaning in regular expressions. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&');
}
