/** Escapes text for HTML, exactly as React does. */

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

/** JSON that is safe inside a script element. */
export function serializeForScript(value: unknown): string {
  const json = JSON.stringify(value);
  if (!/[<\u2028\u2029]/.test(json)) return json;
  return json
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}
