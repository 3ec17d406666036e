/** Finds the tags of other tools in a text. */
import type { Syntax } from '../imported-site.ts';
import { createRangeTest, findCode } from '../read/code-ranges.ts';
import { parseArguments, plainTag, type ReadTag, type Tag } from './element.ts';
import { endOfBraces, readHtml } from './read-html-tag.ts';

/** Finds all tags outside of code, in order. */
export function scanTags(text: string, syntax: Syntax): Tag[] {
  const readers = READERS[syntax];
  const starts = new RegExp(STARTS[syntax], 'gm');
  const codeAt = createRangeTest(findCode(text, syntax !== 'mdx' && syntax !== 'docusaurus'));
  const tags: Tag[] = [];
  for (let match = starts.exec(text); match; match = starts.exec(text)) {
    const code = codeAt(match.index);
    if (code) {
      starts.lastIndex = code[1];
      continue;
    }
    const at = match.index;
    let tag: Tag | null = null;
    for (const read of readers) tag ??= read(text, at);
    if (tag) tags.push(tag);
    starts.lastIndex = tag ? tag.end : at + 1;
  }
  return tags;
}

const HUGO =
  /\{\{([<%])(?:\s*(\/)?\s*([\w./-]+)((?:[^>%"`]|"(?:[^"\\]|\\.)*"|`[^`]*`|[>%](?!\}\})){0,2000}?)(\/)?\s*)([>%])\}\}/y;
const HUGO_ESCAPED = /\{\{([<%])\s*\/\*([\s\S]{0,2000}?)\*\/\s*[>%]\}\}/y;

/** Reads Hugo's `{{< name … >}}` and `{{% name … %}}`. */
const readHugo: ReadTag = (text, start) => {
  HUGO_ESCAPED.lastIndex = start;
  const escaped = HUGO_ESCAPED.exec(text);
  if (escaped) {
    const [, mark = '', code = ''] = escaped;
    const shown = `{{${mark}${code}${mark === '<' ? '>' : '%'}}}`;
    return { ...plainTag('expression', shown, 'void', start, HUGO_ESCAPED.lastIndex), attributes: LITERAL };
  }
  HUGO.lastIndex = start;
  const match = HUGO.exec(text);
  if (!match) return null;
  const [, , close, name = '', rest = '', selfClosed] = match;
  const type = close ? 'close' : selfClosed ? 'void' : 'open';
  return {
    notation: 'shortcode',
    name,
    type,
    attributes: parseArguments(rest),
    start,
    end: HUGO.lastIndex,
  };
};

/** Attributes of an expression whose name is text to show as it is. */
const LITERAL: Tag['attributes'] = new Map([['literal', 'true']]);

const LIQUID = /\{%-?\s*([\w-]+)((?:[^%]|%(?!\})){0,2000}?)-?%\}/y;
const OUTPUT = /\{\{-?((?:[^}]|\}(?!\})){0,2000}?)-?\}\}/y;

/** Reads `{% name … %}`, `{% endname %}` and `{{ output }}` of Jekyll and Eleventy. */
const readLiquid: ReadTag = (text, start) => {
  OUTPUT.lastIndex = start;
  const output = OUTPUT.exec(text);
  if (output) return plainTag('expression', (output[1] ?? '').trim(), 'void', start, OUTPUT.lastIndex);
  LIQUID.lastIndex = start;
  const match = LIQUID.exec(text);
  if (!match) return null;
  const [, word = '', rest = ''] = match;
  const isEnd = word.startsWith('end') && word.length > 3;
  if (word === 'raw' || word === 'verbatim') {
    const close = new RegExp(`\\{%-?\\s*end${word}\\s*-?%\\}`, 'g');
    close.lastIndex = LIQUID.lastIndex;
    const found = close.exec(text);
    const inner = text.slice(LIQUID.lastIndex, found?.index ?? text.length);
    const end = found ? close.lastIndex : text.length;
    return { ...plainTag('expression', inner, 'void', start, end), attributes: LITERAL };
  }
  // The name of an included file says what it shows: `{% include figure.html src="a.png" %}`.
  const [file = '', included = ''] = /^include(?:_relative|_cached)?$/.test(word)
    ? (/^\s*["']?([\w./-]+)["']?/.exec(rest) ?? [])
    : [];
  return {
    notation: 'liquid',
    name: isEnd ? word.slice(3) : [word, included].join(' ').trim(),
    type: isEnd ? 'close' : included ? 'void' : 'open',
    attributes: parseArguments(rest.slice(file.length)),
    start,
    end: LIQUID.lastIndex,
  };
};

const TERA_CALL = /\{\{\s*([\w:]+)\(([\s\S]{0,2000}?)\)\s*\}\}/y;
const TERA_BLOCK = /\{%-?\s*(?:(end)|([\w:]+)\(([\s\S]{0,2000}?)\))\s*-?%\}/y;
const TERA_ESCAPED = /\{(?:\{\s*\/\*([\s\S]{0,2000}?)\*\/\s*\}|%\s*\/\*([\s\S]{0,2000}?)\*\/\s*%)\}/y;

/** Reads `{{ name(…) }}`, and `{% name(…) %}` up to `{% end %}`, of Zola. */
const readTera: ReadTag = (text, start) => {
  TERA_ESCAPED.lastIndex = start;
  const escaped = TERA_ESCAPED.exec(text);
  if (escaped) {
    const shown = escaped[1] === undefined ? `{%${escaped[2]}%}` : `{{${escaped[1]}}}`;
    return { ...plainTag('expression', shown, 'void', start, TERA_ESCAPED.lastIndex), attributes: LITERAL };
  }
  TERA_CALL.lastIndex = start;
  const call = TERA_CALL.exec(text);
  if (call) {
    const attributes = parseArguments(call[2] ?? '');
    return {
      notation: 'tera',
      name: call[1] ?? '',
      type: 'void',
      attributes,
      start,
      end: TERA_CALL.lastIndex,
    };
  }
  TERA_BLOCK.lastIndex = start;
  const block = TERA_BLOCK.exec(text);
  if (!block) return null;
  const [, isEnd, name = '', rest = ''] = block;
  const end = TERA_BLOCK.lastIndex;
  return {
    notation: 'tera',
    name,
    type: isEnd ? 'close' : 'open',
    attributes: parseArguments(rest),
    start,
    end,
  };
};

/** Reads comments and code in braces in MDX. */
const readExpression: ReadTag = (text, start) => {
  if (text[start] !== '{' || text[start - 1] === '\\') return null;
  const end = endOfBraces(text, start);
  return end === null
    ? null
    : plainTag('expression', text.slice(start + 1, end - 1).trim(), 'void', start, end);
};

const ADMONITION =
  /^[ \t]*(:{3,})[ \t]*([a-zA-Z][\w-]*)?[ \t]*(?:\[([^\]\n]*)\])?[ \t]*(?:\{([^}\n]*)\})?[ \t]*([^\n]*)$/my;

/** Reads `:::note[Title]`, `:::note Title`, `::: tip` and the closing `:::`. Text after a title in brackets belongs to the body. */
const readAdmonition: ReadTag = (text, start) => {
  ADMONITION.lastIndex = start;
  const match = ADMONITION.exec(text);
  if (!match) return null;
  const [, , name = '', title, extra, rest = ''] = match;
  if (name === '' && rest.trim() !== '') return null;
  const attributes = parseArguments(extra ?? '');
  const shown = title ?? rest.trim();
  if (shown !== '') attributes.set('title', shown);
  const type = name === '' ? 'close' : 'open';
  const end = ADMONITION.lastIndex - (title === undefined ? 0 : rest.length);
  return { notation: 'admonition', name, type, attributes, start, end };
};

const KRAMDOWN = /\{:[^}\n]{0,500}\}/y;

/** Reads `{: .class}` and `{:toc}` of kramdown. */
const readKramdown: ReadTag = (text, start) => {
  KRAMDOWN.lastIndex = start;
  return KRAMDOWN.exec(text) && plainTag('expression', 'kramdown', 'void', start, KRAMDOWN.lastIndex);
};

const READERS: Readonly<Record<Syntax, readonly ReadTag[]>> = {
  markdown: [readHtml, readAdmonition],
  hugo: [readHtml, readAdmonition, readHugo],
  liquid: [readHtml, readAdmonition, readKramdown, readLiquid],
  mdx: [readHtml, readAdmonition, readExpression],
  docusaurus: [readHtml, readAdmonition, readExpression],
  tera: [readHtml, readAdmonition, readTera],
  wordpress: [],
};

/** For each syntax, a pattern of the characters with which its tags begin. */
const STARTS: Readonly<Record<Syntax, string>> = {
  markdown: '<|^[ \\t]*:::',
  hugo: '<|\\{\\{|^[ \\t]*:::',
  liquid: '<|\\{[{%:]|^[ \\t]*:::',
  mdx: '<|\\{|^[ \\t]*:::',
  docusaurus: '<|\\{|^[ \\t]*:::',
  tera: '<|\\{[{%]|^[ \\t]*:::',
  wordpress: '(?!)',
};
