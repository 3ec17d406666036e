/** Reads "<": addresses between angle brackets, and raw HTML. */
import { createAddress } from './addresses.ts';
import type { Scan } from './scan.ts';

const ADDRESS = /<([a-z][a-z\d+.-]{1,31}:[^\s<>]*)>/iy;
const MAIL =
  /<([\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*)>/iy;

export function readAngle(scan: Scan): boolean {
  const { source, at } = scan;
  for (const [pattern, prefix] of [
    [ADDRESS, ''],
    [MAIL, 'mailto:'],
  ] as const) {
    pattern.lastIndex = at;
    const [raw = '', text = ''] = pattern.exec(source) ?? [];
    if (raw !== '') return scan.add(createAddress(raw, text, prefix + text), at + raw.length);
  }
  const end = endOfHtml(scan);
  if (end < 0) return false;
  const raw = source.slice(at, end);
  scan.addTag(
    { type: 'html', raw, text: raw, block: false, inLink: scan.isInAnchor, inRawBlock: scan.isRaw },
    end,
  );
  const [, slash, name = ''] = /^<(\/?)([a-z]+)(?=[\s/>])/i.exec(raw) ?? [];
  if (/^a$/i.test(name)) scan.isInAnchor = slash === '';
  if (/^(?:pre|code|kbd|script)$/i.test(name)) scan.isRaw = slash === '';
  return true;
}

const NAME = /<\/?[a-z][a-z\d-]*/iy;
const ATTRIBUTE = /[ \t\n]+[a-z_:][\w.:-]*(?:[ \t\n]*=[ \t\n]*(?:[^\s"'=<>`]+|"[^"]*"|'[^']*'))?/iy;
const TAG_END = /[ \t\n]*\/?>/y;
const CLOSING_END = /[ \t\n]*>/y;

/** Where raw HTML from the next character on ends; -1 if it is text. */
function endOfHtml(scan: Scan): number {
  const { source, at, context } = scan;
  if (source.startsWith('<!--', at)) {
    if (source.startsWith('>', at + 4)) return at + 5;
    if (source.startsWith('->', at + 4)) return at + 6;
    return after('-->', 4);
  }
  // Where raw HTML is left out, "<!DOCTYPE>" and "<?php ?>" are what the sentence speaks about.
  if (context.readsElements) return endOfTag(scan);
  if (source.startsWith('<?', at)) return after('?>', 2);
  if (source.startsWith('<![CDATA[', at)) return after(']]>', 9);
  if (/^<![a-z]/i.test(source.slice(at, at + 3))) return after('>', 3);
  return endOfTag(scan);

  function after(mark: string, length: number): number {
    const found = scan.find(mark, at + length);
    return found < 0 ? -1 : found + mark.length;
  }
}

function endOfTag({ source, at, deadTags }: Scan): number {
  const match = (pattern: RegExp, from: number) => {
    pattern.lastIndex = from;
    return pattern.test(source) ? pattern.lastIndex : -1;
  };
  const nameEnd = match(NAME, at);
  if (nameEnd < 0) return -1;
  if (source.charAt(at + 1) === '/') return match(CLOSING_END, nameEnd);
  // An attribute in quotes may hold further tags, so that several of them end with the same attributes.
  const passed: number[] = [];
  for (let end = nameEnd; end >= 0 && !deadTags.has(end); end = match(ATTRIBUTE, end)) {
    const tagEnd = match(TAG_END, end);
    if (tagEnd >= 0) return tagEnd;
    passed.push(end);
  }
  for (const end of passed) deadTags.add(end);
  return -1;
}
