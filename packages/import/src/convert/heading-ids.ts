/** Maps the ids that headings have in other tools to their ids in the new site. */
import { createHeadingIds } from '../core.ts';
import type { ImportedPost } from '../imported-site.ts';
import { createRangeTest, findCode } from '../read/code-ranges.ts';
import { plainText } from './directive-text.ts';

// Matches `{#id}`, `{: #id .class}`, and an MDX comment that contains only an id.
const MARK = String.raw`\{(?::?[ \t]*(?:#([^\s{}]+)|\.[\w-]+)[^}\n]{0,200}|\/\*[ \t]*#?([^\s{}*]+)[ \t]*\*\/)\}`;
const HEADING = /^[ \t]{0,3}#{1,6}[ \t]+(.{1,1000})$/gm;
const MARKED_END = new RegExp(String.raw`[ \t]{0,9}${MARK}[ \t]{0,9}#{0,6}[ \t]{0,9}$`);
const HTML_HEADING = /<h([1-6])\b([^>]{0,500})>([\s\S]{0,2000}?)<\/h\1>/gi;

/** An element that a link can lead to. */
const ANCHOR = /<(?!h[1-6]\b)[a-z][\w-]*\b[^<>]{0,500}?\s(?:id|name)=["']?([^"'\s<>]+)[^<>]{0,500}>/gi;
const UNDERLINED =
  /^(?![ \t]*(?:[-*+>|#<]|\d{1,9}[.)]))[ \t]{0,3}(\S[^\n]{0,999})\n[ \t]{0,3}(?:=+|-{2,})[ \t]*$/gm;

/** What the id of the text itself becomes. */
const TOP = 'top';

/** Id on the old page → id on the new one. */
export function readHeadingIds({ body, format, title }: ImportedPost): Map<string, string> {
  const ids = new Map<string, string>();
  const makeId = createHeadingIds();
  const makeOld = createOldIds();
  const others = new Map<string, string>();
  // VitePress and Hexo write one hyphen for all that is neither a letter nor a digit. Hexo keeps capitals.
  const join = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-').replace(/^-|-$/g, '');
  const codeAt = createRangeTest(format === 'html' ? [] : findCode(body));
  const headings = listHeadings(body, format).filter(({ at }) => !codeAt(at));
  const made = headings.map((heading) => ({ ...heading, ...makeId(heading.text) }));
  for (const { text, id, own } of made) {
    for (const old of [makeOld(text), own]) if (old !== undefined) ids.set(old, id);
    for (const old of [join(text), join(text).toLowerCase()]) if (!others.has(old)) others.set(old, id);
  }
  // The title is no heading of the text.
  const shown = plainText(title ?? '');
  for (const old of [join(shown), join(shown).toLowerCase(), createOldIds()(shown)])
    if (!others.has(old) && !ids.has(old)) others.set(old, TOP);
  const anchorAt = createRangeTest(format === 'html' ? [] : findCode(body));
  let next = 0;
  for (const { index, 1: id = '', 0: tag } of body.matchAll(ANCHOR)) {
    if (ids.has(id) || anchorAt(index)) continue;
    while ((made[next]?.end ?? Infinity) <= index) next++;
    // An anchor belongs to the heading that it stands in or directly above, else to the part that contains it.
    const below = made[next];
    const between = below ? body.slice(index + tag.length, Math.max(below.at, index + tag.length)) : '';
    const isAbove = below !== undefined && between.length < 400 && /^(?:\s|<[^<>]*>)*$/.test(between);
    ids.set(id, (isAbove ? below.id : made[next - 1]?.id) ?? TOP);
  }
  return new Map([...others, ...ids]);
}

interface Heading {
  text: string;
  /** The id that the source gives it. */
  own: string | undefined;
  at: number;
  end: number;
}

function listHeadings(body: string, format: ImportedPost['format']): Heading[] {
  const html = Array.from(
    body.matchAll(HTML_HEADING),
    ({ 0: whole, 2: attributes = '', 3: inner = '', index }) => ({
      text: plainText(inner.replace(/<[^>]*>/g, '')),
      own: /\bid=["']?([^"'\s>]+)/i.exec(attributes)?.[1],
      ...{ at: index, end: index + whole.length },
    }),
  );
  if (format === 'html') return html;
  const marked = [...body.matchAll(HEADING), ...body.matchAll(UNDERLINED)].map(
    ({ 0: whole, 1: written = '', index }) => {
      const text = written.replace(/[ \t]{1,9}#{1,6}[ \t]{0,9}$/, '');
      const [mark = '', id, comment] = MARKED_END.exec(text) ?? [];
      const shown = plainText(text.slice(0, text.length - mark.length));
      return { text: shown, own: id ?? comment, at: index, end: index + whole.length };
    },
  );
  return [...html, ...marked].sort((a, b) => a.at - b.at);
}

/** Makes ids as most tools do: each space becomes a hyphen, and a repeated id gets a number. */
function createOldIds(): (text: string) => string {
  const counts = new Map<string, number>();
  return (text) => {
    const plain = text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = counts.get(plain) ?? 0;
    counts.set(plain, count + 1);
    return count === 0 ? plain : `${plain}-${count}`;
  };
}
