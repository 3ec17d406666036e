/** Reads the tags of Hugo, Liquid, Zola, MDX, Vue, and the admonitions of all of them. One function for each notation. */
import { createRangeTest } from '../read/code-ranges.ts';
import { endOfBraces } from './read-html-tag.ts';
import { LITERAL, matchAt, parseArguments, type ReadTag, tagReader, voidTag } from './tree.ts';

const HUGO =
  /\{\{([<%])(?:\s*(?:(\/)\s*)?([\w./-]+)(?![\w./-])((?:[^>%"`]|"(?:[^"\\]|\\.)*"|`[^`]*`|[>%](?!\}\})){0,2000}?)(?:(\/)\s{0,9})?)([>%])\}\}/y;
const HUGO_ESCAPED = /\{\{([<%])\s*\/\*([\s\S]{0,2000}?)\*\/\s*[>%]\}\}/y;

/** Read Hugo's `{{< name … >}}` and `{{% name … %}}`. */
export const HUGO_READERS: readonly ReadTag[] = [
  tagReader(HUGO_ESCAPED, ([, mark = '', code = '']) => ({
    notation: 'expression',
    name: `{{${mark}${code}${mark === '<' ? '>' : '%'}}}`,
    attributes: LITERAL,
  })),
  tagReader(HUGO, ([, , close, name = '', rest = '', selfClosed]) => ({
    type: close ? 'close' : selfClosed ? 'void' : 'open',
    notation: 'shortcode',
    name,
    attributes: parseArguments(rest),
  })),
];

const LIQUID = /\{%-?\s*([\w-]+)(?![\w-])((?:[^%]|%(?!\})){0,2000}?)-?%\}/y;
const OUTPUT = /\{\{-?((?:[^}]|\}(?!\})){0,2000}?)-?\}\}/y;
/** Liquid tags whose content is not Markdown. */
const OPAQUE = /^(?:highlight|codeblock|code|comment|mermaid|math|katex)$/;

const readOutput = tagReader(OUTPUT, ([, code = '']) => ({ notation: 'expression', name: code.trim() }));
const readLiquidTag = tagReader(LIQUID, ([, word = '', rest = '']) => {
  const isEnd = word.startsWith('end') && word.length > 3;
  // The name of an included file says what it shows: `{% include figure.html src="a.png" %}`.
  const [file = '', included = ''] = /^include(?:_relative|_cached)?$/.test(word)
    ? (/^\s*["']?([\w./-]+)["']?/.exec(rest) ?? [])
    : [];
  return {
    type: isEnd ? 'close' : included ? 'void' : 'open',
    notation: 'liquid',
    name: isEnd ? word.slice(3) : [word, included].join(' ').trim(),
    attributes: parseArguments(rest.slice(file.length)),
  };
});

/**
 * Reads `{% name … %}`, `{% endname %}` and `{{ output }}` of Jekyll, Hexo and Eleventy.
 * Must be called with ascending offsets of one text.
 * @param literal parts of the text in which there is no tag
 */
export function liquidReader(literal: WithoutRaw['literal']): ReadTag {
  /** By the name of the tag, the last end first. */
  const ends = new Map<string, { start: number; end: number }[]>();
  return (text, start) => {
    const tag = readOutput(text, start) ?? readLiquidTag(text, start);
    if (tag?.type !== 'open' || !OPAQUE.test(tag.name)) return tag;
    const { name, end } = tag;
    const known = ends.get(name) ?? findEnds(text, name, literal).reverse();
    ends.set(name, known);
    while ((known.at(-1)?.start ?? end) < end) known.pop();
    const close = known.at(-1);
    return close
      ? { ...tag, end: close.end, content: { source: text.slice(end, close.start), isCode: true } }
      : tag;
  };
}

/** The ends of a tag, in order. */
function findEnds(text: string, word: string, literal: WithoutRaw['literal']) {
  const literalAt = createRangeTest(literal);
  return [...text.matchAll(new RegExp(`\\{%-?\\s*end${word}\\s*-?%\\}`, 'g'))]
    .filter(({ index }) => !literalAt(index))
    .map(({ index, 0: whole }) => ({ start: index, end: index + whole.length }));
}

const RAW = /\{%-?\s*(raw|verbatim)\s*-?%\}|\{%-?\s*end(?:raw|verbatim)\s*-?%\}/g;

export interface WithoutRaw {
  text: string;
  /** Parts of the text in which Liquid reads no tag. */
  literal: readonly (readonly [start: number, end: number])[];
}

/** Takes the `raw` tags of Liquid out of a text. Line numbers stay the same. */
export function takeRawTags(source: string): WithoutRaw {
  if (!/\{%-?\s*(?:raw|verbatim)/.test(source)) return { text: source, literal: [] };
  let text = '';
  let copied = 0;
  let open: number | null = null;
  const literal: [number, number][] = [];
  for (const match of source.matchAll(RAW)) {
    if (open !== null && match[1] !== undefined) continue;
    text += source.slice(copied, match.index);
    copied = match.index + match[0].length;
    if (match[1] !== undefined) open = text.length;
    else if (open !== null) {
      literal.push([open, text.length]);
      open = null;
    }
  }
  text += source.slice(copied);
  if (open !== null) literal.push([open, text.length]);
  return { text, literal };
}

const TERA_CALL = /\{\{\s*([\w:]+)\(([\s\S]{0,2000}?)\)\s*\}\}/y;
const TERA_BLOCK = /\{%-?\s*(?:(end)|([\w:]+)\(([\s\S]{0,2000}?)\))\s*-?%\}/y;
const TERA_ESCAPED = /\{(?:\{\s*\/\*([\s\S]{0,2000}?)\*\/\s*\}|%\s*\/\*([\s\S]{0,2000}?)\*\/\s*%)\}/y;

/** Read `{{ name(…) }}`, and `{% name(…) %}` up to `{% end %}`, of Zola. */
export const TERA_READERS: readonly ReadTag[] = [
  tagReader(TERA_ESCAPED, ([, output, block]) => ({
    notation: 'expression',
    name: output === undefined ? `{%${block}%}` : `{{${output}}}`,
    attributes: LITERAL,
  })),
  tagReader(TERA_CALL, ([, name = '', rest = '']) => ({
    notation: 'tera',
    name,
    attributes: parseArguments(rest),
  })),
  tagReader(TERA_BLOCK, ([, isEnd, name = '', rest = '']) => ({
    type: isEnd ? 'close' : 'open',
    notation: 'tera',
    name,
    attributes: parseArguments(rest),
  })),
];

/** Reads comments and code in braces in MDX. */
export const readBraces: ReadTag = (text, start) => {
  if (text[start] !== '{' || text[start - 1] === '\\') return null;
  const end = endOfBraces(text, start);
  return end === null ? null : voidTag('expression', text.slice(start + 1, end - 1).trim(), start, end);
};

const VUE = /\{\{((?:[^}]|\}(?!\})){0,2000}?)\}\}/y;

/** Reads `{{ … }}` of Vue. */
export const readVue = tagReader(VUE, ([, code = '']) => ({ notation: 'expression', name: code.trim() }));

const TEMPLATE = /\{\{[^{}\n]{0,500}\}\}|\{%[^%\n]{0,500}%\}/y;

/** Reads template code in a text whose tool is not known, so that it may be text. */
export const readTemplate = tagReader(TEMPLATE, ([code]) => ({
  notation: 'expression',
  name: code,
  attributes: new Map([...LITERAL, ['unknown', 'true']]),
}));

const KRAMDOWN = /\{:([^}\n]{0,500})\}/y;
/** `{ .class #id name="value" }` after a link, a picture or code. */
const ATTRIBUTE_LIST =
  /\{:?[ \t]*((?:(?:[.#][\w-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s"'}]+)|[a-z-]+)[ \t]*){1,20})\}/y;

const attributesReader = (pattern: RegExp) =>
  tagReader(pattern, ([, list = '']) => ({
    notation: 'kramdown',
    name: 'attributes',
    attributes: parseArguments(list),
  }));

/** Reads `{: .class}` and `{:toc}` of kramdown. */
export const readKramdown = attributesReader(KRAMDOWN);
const readAttributeList = attributesReader(ATTRIBUTE_LIST);

/** An id or a class at the end of a line. */
const LAST_ATTRIBUTES = /\{:?[ \t]*[.#][^{}\n]{0,200}\}(?=[ \t]*$)/my;

/** Reads the attributes of Python-Markdown and markdown-it, which stand after what they belong to. */
export const readAttributes: ReadTag = (text, start) => {
  const isAfter = /[)\]`*]$/.test(text.slice(Math.max(0, start - 1), start));
  const isLast =
    /[)\]`*] $/.test(text.slice(Math.max(0, start - 2), start)) && matchAt(LAST_ATTRIBUTES, text, start);
  return isAfter || isLast ? readAttributeList(text, start) : null;
};

/** The id at the end of a heading: `{#id}`, `{: #id .class}`, or an MDX comment that contains only an id. */
const HEADING_MARK =
  /[ \t]{0,9}\\?\{(?::?[ \t]*(?:#[^\s{}]+|\.[\w-]+)[^}\n]{0,200}|\/\*[ \t]*#?[^\s{}*]+[ \t]*\*\/)\}[ \t]{0,9}(#{0,6})[ \t]{0,9}$/my;

export const readHeadingMark: ReadTag = (text, start) => {
  let at = start;
  while (/[ \t]/.test(text[at - 1] ?? '')) at--;
  const mark = matchAt(HEADING_MARK, text, at);
  if (!mark) return null;
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, at);
  return /^[ \t>]{0,9}#{1,6}[ \t]/.test(line)
    ? voidTag('kramdown', 'heading', at, at + mark[0].length)
    : null;
};

const ADMONITION = /(:{3,})[ \t]*([a-zA-Z][\w-]*)?(?:[ \t]*(?=\[|\{|$)|[ \t]+|(?=[ \t]*$))/my;
/** Characters of a container whose lines are joined. A limit, because each opening line looks for its end. */
const MAX_JOINED = 5000;
const SLASHES = /(\/{3,})(?:[ \t]+([\w-]+)(?:[ \t]*\|[ \t]*([^\n]*))?)?[ \t]*$/my;
const TITLE = /\[([^\]\n]*)\][ \t]*/y;
/** The text of a container whose lines a formatter has joined, up to the colons at the end of its paragraph. */
const JOINED = /((?:(?!\n[ \t]*(?:\n|:::))[\s\S])+?)[ \t]+(:{3,})[ \t]*(?=\n|$)/y;

/**
 * Reads `:::note[Title]`, `:::note Title`, `:::note{a="b"}`, `::: tip`, the `/// note | Title` of Python-Markdown, and their
 * ends. Text after a title in brackets belongs to the body.
 */
export const readAdmonition: ReadTag = (text, start) => {
  if (text[start] === '/') {
    const match = matchAt(SLASHES, text, start);
    const [whole = '', , name = '', title = ''] = match ?? [];
    const attributes = new Map(title.trim() === '' ? [] : [['title', title.trim()]]);
    const type = name === '' ? 'close' : 'open';
    return match && { type, notation: 'admonition', name, attributes, start, end: start + whole.length };
  }
  const match = matchAt(ADMONITION, text, start);
  if (!match) return null;
  const name = match[2] ?? '';
  let at = start + match[0].length;
  const lineEnd = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
  const title = matchAt(TITLE, text, at);
  at += title?.[0].length ?? 0;
  const braces = text[at] === '{' ? endOfBraces(text, at) : null;
  const extra = braces !== null && braces <= lineEnd ? text.slice(at + 1, braces - 1) : '';
  if (extra !== '' && braces !== null) at = braces;
  const rest = text.slice(at, lineEnd).trim();
  if (name === '' && (rest !== '' || title)) return null;
  // Attributes are not the title of the notice, and JSON in their place is none of ours.
  const attributes = /^\s*[{"[]/.test(extra) ? new Map<string, string>() : parseArguments(extra);
  const joined = rest === '' ? null : matchAt(JOINED, text.slice(0, at + MAX_JOINED), at);
  const shown = title?.[1] ?? (joined ? '' : rest);
  if (shown !== '') attributes.set('title', shown);
  const tag = { notation: 'admonition', name, attributes, start } as const;
  if (joined && joined[2] === match[1])
    return {
      ...{ ...tag, type: 'open', end: at + joined[0].length },
      content: { source: joined[1] ?? '', isCode: false },
    };
  return { ...tag, type: name === '' ? 'close' : 'open', end: title === null ? lineEnd : at };
};
