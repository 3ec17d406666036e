/** Finds parts of an SVG that run code or load files. A drawing opened by its address runs as a document of the site. */

const COMMENTS = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>/g;
const TAG = /<([^\s/>!?]+)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;
const ATTRIBUTE = /([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ACTIVE = /^(?:script|foreignobject|iframe|object|embed|handler|listener|audio|video)$/;
const OTHER_ENCODING = /^\s*<\?xml[^>]*encoding\s*=\s*["'](?!(?:utf-?8|us-ascii|iso-8859-1)["'])/i;
/** Allows references within the drawing, and embedded pictures. */
const OWN = /^\s*(?:#|data:image\/(?:png|jpeg|webp|gif|avif)[;,])/;

/**
 * Returns the first part that may run or load something; null if there is none. Allows the secure static mode of SVG 2, and
 * animation.
 * @param svg a well-formed document
 */
export function findActivePart(svg: string): string | null {
  // A browser that assumes another encoding may find other tags.
  if (svg.includes('\0') || OTHER_ENCODING.test(svg)) return 'an encoding other than UTF-8';
  const text = svg.replace(COMMENTS, '');
  // XML style sheets may contain programs, and entities may contain anything.
  if (/<\?xml-stylesheet/i.test(text)) return '<?xml-stylesheet?>';
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(text)) return '<!ENTITY>';
  for (const [, tag = '', attributes = ''] of text.matchAll(TAG)) {
    if (ACTIVE.test(localName(tag))) return `<${tag}>`;
    for (const [, attribute = '', quoted, single] of attributes.matchAll(ATTRIBUTE)) {
      const name = localName(attribute);
      const value = quoted ?? single ?? '';
      if (name.startsWith('on')) return attribute;
      if (name === 'href' && !OWN.test(value)) return `${attribute}="${value.slice(0, 40)}"`;
      if (name === 'attributename' && /^\s*(?:\S*:)?(?:href|on\w+)\s*$/i.test(value)) return `<${tag}>`;
    }
  }
  return null;
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}
