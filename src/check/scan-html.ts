/** Owns what a check reads of HTML: ids, where it points to, pictures without words, tags that do not fit. */

export interface ScannedHtml {
  ids: string[];
  /** Targets of links and sources of pictures, decoded, in order. */
  targets: string[];
  /** Sources of images with an empty alt, or none. */
  withoutAlt: string[];
}

const TAG = /<(\/?)([a-z][\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

export function scanHtml(html: string): ScannedHtml {
  const found: ScannedHtml = { ids: [], targets: [], withoutAlt: [] };
  for (const [, slash, name = '', rest = ''] of html.matchAll(TAG)) {
    if (slash || rest === '') continue;
    let source = '';
    let alt = '';
    for (const [, attribute = '', double, single, bare] of rest.matchAll(ATTRIBUTE)) {
      const value = decodeEntities(double ?? single ?? bare ?? '');
      const key = attribute.toLowerCase();
      if (key === 'id') found.ids.push(value);
      else if (key === 'href' || key === 'poster') found.targets.push(value);
      else if (key === 'src') {
        source = value;
        found.targets.push(value);
      } else if (key === 'srcset') found.targets.push(...parseSrcset(value));
      else if (key === 'alt') alt = value.trim();
    }
    if (name.toLowerCase() === 'img' && alt === '') found.withoutAlt.push(source);
  }
  return found;
}

function parseSrcset(value: string): string[] {
  return value.split(',').flatMap((candidate) => candidate.trim().split(/\s+/)[0] || []);
}

// HTML needs neither an end of the first nor the end tags of the second.
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
const OPTIONAL_END = /^(p|li|dt|dd|option|tr|td|th|thead|tbody|tfoot|colgroup)$/;

/** The first tag that does not fit the others; null where all do. */
export function findMisfit(html: string): string | null {
  const open: string[] = [];
  for (const [whole, slash, tag = ''] of html.replace(/<!--[\s\S]*?-->/g, '').matchAll(TAG)) {
    const name = tag.toLowerCase();
    if (VOID.test(name)) continue;
    if (!slash) {
      if (name === 'a' && open.includes('a')) return `${whole} stands inside another link`;
      open.push(name);
      continue;
    }
    while (open.length > 0 && open.at(-1) !== name && OPTIONAL_END.test(open.at(-1) ?? '')) open.pop();
    if (open.at(-1) !== name) return `${whole} closes nothing that is open there`;
    open.pop();
  }
  const left = open.find((name) => !OPTIONAL_END.test(name));
  return left === undefined ? null : `<${left}> is not closed`;
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0;
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    return { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[String(name).toLowerCase()] ?? whole;
  });
}
