/** Reads the attributes of kramdown that stand before or after a block: `{: .note }`, and the list that `{:toc}` replaces. */
import { createRangeTest, type Range } from '../read/code-ranges.ts';
import { isCalloutType } from './directive-text.ts';
import { type Tag, voidTag } from './tree.ts';

/** A list that kramdown replaces by a table of contents. */
const CONTENTS = /^[ \t]*(?:[-*+]|1\.)[ \t][^\n]*\n[ \t]*\{:\s*toc\b[^}\n]*\}/gm;
/** Lines of a paragraph or a quote. Each line matches in one way only: a second one would double the time with every line. */
const LINES = String.raw`(?:(?![ \t]*(?:\{:|\x60{3}|~{3}))[ \t]*\S[^\n]*(?:\n|$)){1,100}`;
/** A paragraph or a quote with a class before or after it. */
const CLASSED = new RegExp(
  String.raw`^(?:(\{:\s*\.([\w-]+)[^}\n]*\}[ \t]*\n)(${LINES})|(${LINES})(\{:\s*\.([\w-]+)[^}\n]*\}[ \t]*(?:\n|$)))`,
  'gm',
);

/** @returns the tags of classes that mean a callout, and of lists that are left out */
export function kramdownTags(text: string, code: readonly Range[]): Tag[] {
  if (!text.includes('{:')) return [];
  const tags: Tag[] = [];
  const inList = createRangeTest(code);
  for (const { 0: whole, index } of text.matchAll(CONTENTS))
    if (!inList(index)) tags.push(voidTag('kramdown', 'toc', index, index + whole.length));
  const inCode = createRangeTest(code);
  for (const match of text.matchAll(CLASSED)) {
    const { index } = match;
    if (inCode(index)) continue;
    const [, opener = '', before, below = '', above = '', closer = '', after] = match;
    const [, word = '', hasTitle] =
      /^(?:notice--|prompt-|alert-)?(\w+?)(-title)?$/.exec(before ?? after ?? '') ?? [];
    if (!isCalloutType(word)) continue;
    const attributes = new Map([['type', word], ...(hasTitle ? [['titled', 'true'] as const] : [])]);
    const shared = { notation: 'kramdown', name: 'block', attributes } as const;
    const bodyStart = index + opener.length;
    const bodyEnd = bodyStart + below.length + above.length;
    tags.push({ ...shared, type: 'open', start: index, end: bodyStart });
    tags.push({ ...shared, type: 'close', start: bodyEnd, end: bodyEnd + closer.length });
  }
  return tags;
}
