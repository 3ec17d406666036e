/** Finds marks that readers see because they lead nowhere, definitions that nothing uses, template code of other tools, and tags that readers miss. */
import { type Finding, finding, type Place } from '../../foundation/errors.ts';
import { dropCode, emptySections } from './blank-code.ts';
import { isKeptTag } from './inline-elements.ts';
import { walkSource } from './source-places.ts';
import { foldLabel } from './spans/brackets.ts';

/** Shortcodes of Hugo, tags of Liquid and Jinja, ids and classes of headings. `{{ a }}` may well be meant for readers. */
const TEMPLATE =
  /\{\{[<%][^\n]{0,300}?[>%]\}\}|\{%[^\n]{0,300}?%\}|\{#[A-Za-z][^{}\n]{0,100}\}|\{:\s*[.#][^{}\n]{0,100}\}/g;
/** Every text with such code matches it, and it is fast. */
const MAY_BE_TEMPLATE = /\{(?:\{[<%]|%|#[A-Za-z]|:\s*[.#])/;

/** A tag, and no address between angle brackets. */
const TAG = /<\/?[a-z][\w-]*(?:[\s/][^>]*)?>?/i;
const MAY_BE_TAG = /<\/?[a-z][\w-]*[\s/>]/i;

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
/** Comments and tags. */
const UNSEEN = /<!--[\s\S]*?(?:-->|$)|<\/?[a-zA-Z][^>]{0,1000}>/g;

const LABEL = String.raw`((?:[^[\]\\]|\\.){1,999})`;
const DEFINITION = new RegExp(String.raw`^[ \t>*+\-\d.)]*\[${LABEL}\]:`, 'gm');
const BRACKETS = new RegExp(String.raw`\[${LABEL}\](?!:)`, 'g');
/** A reference with a label of its own. A word before the first bracket makes it an index: matrix[i][j]. */
const REFERENCE = /(?<![\w\])])!?\[([^[\]]*)\]\[([^[\]]*)\]|^\]\[()([^[\]]+)\]/gm;
const FOOTNOTE = /\[\^([^\]\s]{1,200})\](:?)/g;

/**
 * Reads the text only where something in it may be dead, and there only the blocks that have it.
 * @param file text of the whole file
 * @param body the part of it below the front matter
 * @param rawHtml true where tags stay
 * @returns findings with line and column in the file
 */
export function findDeadMarks(file: string, body: string, rawHtml: boolean): Finding[] {
  const mayHold =
    ['][', '[^', ']:'].some((mark) => body.includes(mark)) ||
    MAY_BE_TEMPLATE.test(body) ||
    (!rawHtml && MAY_BE_TAG.test(body));
  // Most marks are code, and most texts have none of them.
  const suspects = mayHold ? findSuspects(dropCode(body), rawHtml) : null;
  return suspects ? readDeadMarks(file, suspects) : [];
}

/** Folded labels, and the parts of the text that contain them. */
interface Suspects {
  missing: ReadonlySet<string>;
  unused: ReadonlySet<string>;
  parts: readonly string[];
  tags: boolean;
}

/** Parts that are looked for in each block. With more of them the whole text is read. */
const MAX_PARTS = 50;

/** @param body without code */
function findSuspects(body: string, rawHtml: boolean): Suspects | null {
  const parts: string[] = [];
  const missing = new Set<string>();
  const unused = new Set<string>();
  const defined = new Map<string, string>();
  for (const [, label = ''] of body.matchAll(DEFINITION)) defined.set(foldLabel(label), `[${label}]:`);
  const mention = (label: string, part: string) => {
    if (defined.has(foldLabel(label))) return;
    missing.add(foldLabel(label));
    parts.push(part);
  };
  if (body.includes(']['))
    for (const { 0: part, 1: words = '', 2: own = '', 4: open = '' } of body.matchAll(REFERENCE)) {
      // "[1][2]" may be two numbers of sources.
      if (!/^\d*$/.test(words) || !/^\d+$/.test(own)) mention(own || words || open, part);
    }
  if (body.includes('[^')) for (const [part, name] of body.matchAll(FOOTNOTE)) mention(`^${name}`, part);
  if (defined.size > 0) {
    const mentioned = new Set(Array.from(body.matchAll(BRACKETS), ([, label = '']) => foldLabel(label)));
    for (const [label, part] of defined) {
      if (mentioned.has(label) || isComment(label)) continue;
      unused.add(label);
      parts.push(part);
    }
  }
  const tags = !rawHtml && MAY_BE_TAG.test(body);
  return parts.length > 0 || tags || MAY_BE_TEMPLATE.test(body) ? { missing, unused, parts, tags } : null;
}

function readDeadMarks(file: string, { missing, unused, parts, tags }: Suspects): Finding[] {
  const found: Finding[] = [];
  let removed: { tag: string; place: Place; more: number } | null = null;
  let opening: Place | null = null;
  const holds = (source: string) =>
    parts.length > MAX_PARTS ||
    MAY_BE_TEMPLATE.test(source) ||
    (tags && MAY_BE_TAG.test(source)) ||
    parts.some((part) => source.includes(part));
  walkSource(emptySections(file, holds), holds, (token, placeAt) => {
    const { raw } = token;
    const findTemplates = (text: string) => {
      for (const { 0: code, index } of text.matchAll(TEMPLATE))
        found.push(describeTemplate(code, placeAt(index)));
    };
    if (token.type === 'html') {
      if (opening) found.push(describeTemplate(`{{${raw}}}`, opening));
      findTemplates(raw.replace(UNSEEN, blank));
      // Within braces it is template code, which has a finding already.
      const [tag] = (tags && !opening && !isKeptTag(raw) && TAG.exec(raw.replace(COMMENT, ''))) || [];
      if (tag !== undefined && removed) removed.more++;
      else if (tag !== undefined) removed = { tag, place: placeAt(0), more: 0 };
    }
    opening = null;
    if (token.type === 'def' && unused.has(foldLabel(token.tag)))
      found.push(describeUnused(token.tag, placeAt(0)));
    if (token.type !== 'text') return;
    findTemplates(raw);
    if (raw.endsWith('{{')) opening = placeAt(raw.length - 2);
    for (const { 0: shown, 1: name = '', 2: colon, index } of raw.matchAll(FOOTNOTE)) {
      const label = foldLabel(`^${name}`);
      const isDefinition = colon === ':' && (index === 0 || raw.charAt(index - 1) === '\n');
      if (isDefinition && unused.has(label)) found.push(describeUnused(`^${name}`, placeAt(index)));
      if (!isDefinition && missing.has(label))
        found.push(describeMention(label, shown.replace(/:$/, ''), placeAt(index)));
    }
    for (const { 0: shown, 1: words, 2: own, 4: open, index } of raw.matchAll(REFERENCE)) {
      const label = foldLabel(own || words || open || '');
      if (missing.has(label)) found.push(describeMention(label, shown, placeAt(index)));
    }
  });
  if (removed) found.push(describeTag(removed));
  const at = ({ line = 0, column = 0 }: Place) => line * 1e6 + column;
  return found.toSorted((a, b) => at(a) - at(b));
}

const blank = (text: string) => ' '.repeat(text.length);

/** `[//]: # (a comment)`, as people write what no reader sees. */
const isComment = (label: string) => /^(?:\/\/|#|comment)/.test(label);

const HINT = 'write it in Markdown (docs/write.md), or between backticks where readers should see it';

function describeTemplate(code: string, place: Place): Finding {
  const message = `"${code.slice(0, 80)}" is template code of another tool, and readers see it as it is`;
  return finding('template-code', message, HINT, place, 'warning');
}

function describeTag({ tag, place, more }: { tag: string; place: Place; more: number }): Finding {
  const others = more === 0 ? '' : `, and so are ${more} more below`;
  const message = `the raw HTML ${tag.slice(0, 60)} is left out${others}; its text stays`;
  const hint =
    'write it as Markdown, between backticks where readers should see it, or set markdown.rawHtml if you trust all content';
  return finding('raw-html', message, hint, place, 'warning');
}

function describeMention(label: string, shown: string, place: Place): Finding {
  const isNote = label.startsWith('^');
  const message = `${shown.slice(0, 80)} has no ${isNote ? 'footnote' : 'definition'}, and readers see its brackets`;
  const line = `a line with "[${label.slice(0, 80)}]:" and the ${isNote ? 'note' : 'address'}`;
  const hint = `add ${line}, correct the name, or write \\[ where readers should see the bracket`;
  return finding('dead-reference', message, hint, place, 'warning');
}

function describeUnused(label: string, place: Place): Finding {
  const shown = `[${label}]`;
  if (!label.startsWith('^')) {
    const message = `nothing uses the definition ${shown.slice(0, 80)}`;
    return finding('unused-definition', message, 'use it, or remove it', place, 'warning');
  }
  const message = `the footnote ${shown} is not in the page: the text does not mention it`;
  return finding(
    'unused-footnote',
    message,
    `write ${shown} where it belongs, or remove it`,
    place,
    'warning',
  );
}
