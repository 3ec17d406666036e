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

/** Id on the old page → id on the new one. */
export function readHeadingIds({ body, format }: ImportedPost): Map<string, string> {
  const ids = new Map<string, string>();
  const makeId = createHeadingIds();
  const makeOld = createOldIds();
  const others = new Map<string, string>();
  for (const { text, id } of format === 'html' ? htmlHeadings(body) : markdownHeadings(body)) {
    const { id: made } = makeId(text);
    for (const old of [makeOld(text), id]) if (old !== undefined) ids.set(old, made);
    // VitePress and Hexo write one hyphen for all that is neither a letter nor a digit. Hexo keeps capitals.
    const joined = text.replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-').replace(/^-|-$/g, '');
    for (const old of [joined, joined.toLowerCase()]) if (!others.has(old)) others.set(old, made);
  }
  return new Map([...others, ...ids]);
}

interface Heading {
  text: string;
  id: string | undefined;
}

function* markdownHeadings(markdown: string): Iterable<Heading> {
  const codeAt = createRangeTest(findCode(markdown));
  for (const match of markdown.matchAll(HEADING)) {
    if (codeAt(match.index)) continue;
    const text = (match[1] ?? '').replace(/[ \t]{1,9}#{1,6}[ \t]{0,9}$/, '');
    const [mark = '', id, comment] = MARKED_END.exec(text) ?? [];
    yield { text: plainText(text.slice(0, text.length - mark.length)), id: id ?? comment };
  }
}

function* htmlHeadings(html: string): Iterable<Heading> {
  for (const [, , attributes = '', inner = ''] of html.matchAll(HTML_HEADING)) {
    const id = /\bid=["']?([^"'\s>]+)/i.exec(attributes)?.[1];
    yield { text: plainText(inner.replace(/<[^>]*>/g, '')), id };
  }
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
