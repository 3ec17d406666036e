/** Writes the blocks of Python-Markdown (MkDocs) and of docsify in the notations that the scanner reads. */
import { findCode, replaceOutsideCode } from '../read/code-ranges.ts';
import { countLines } from './rewrite-targets.ts';

/** `!!! note "Title"`, `??? tip`, `=== "Tab"`, and `::: package.module`, which documents code. Their text is indented below them. */
const OPENER =
  /^([ \t]*)(?:(!!!|\?\?\?\+?)[ \t]*([a-zA-Z][\w -]*?)?[ \t]*(?:"([^"\n]*)")?|===[+!]*[ \t]+(?:"([^"\n]*)"|'([^'\n]*)')|:::[ \t]+(\w+(?:[.:]\w+)+))[ \t]*$/;

/** `{ .class #id name="value" }` after a link, a picture or code. */
const ATTRIBUTE_LIST =
  /(?<=[)\]`*])\{:?[ \t]*(?:(?:[.#][\w-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s"'}]+)|[a-z-]+)[ \t]*)+\}/g;

/** `':ignore'`, `':target=_blank'` and `':size=50'` of docsify, in place of a title. */
const LINK_SETTINGS =
  /[ \t]["']:(?:ignore|target|id|size|class|disabled|no-zoom)\b[^"'\n]{0,200}["'](?=\))(?<=\]\([^()\s]{1,500}[ \t]["'][^"'\n]{1,220}["'])/g;

/** Names of pictures that a theme shows as icons. */
const ICON = /:(?:material|fontawesome|octicons|simple)(?:-[a-z0-9]+)+:[ \t]?/g;

const TEMPLATE = /\{\{[^{}\n]{0,500}\}\}|\{%[^%\n]{0,500}%\}/g;

/** Spaces by which the text of a block is indented. */
const INDENT = 4;

/** `/// note | Title` and the `///` at its end. */
const SLASHES = /^([ \t]*)(\/{3,})(?:[ \t]+([\w-]+)(?:[ \t]*\|[ \t]*([^\n]*))?)?[ \t]*$/gm;

/** `!> Important` and `?> Tip` of docsify. */
const HINT = /^([!?])>[ \t]+/gm;

type Note = (line: number, message: string, detail: string) => void;

/** @param note called for each part that is left out or may be code of a tool; lines count from 0 */
export function writePythonBlocks(text: string, note: Note): string {
  const hinted = replaceOutsideCode(
    text,
    HINT,
    (_all, mark) => `> [!${mark === '!' ? 'WARNING' : 'TIP'}]\n> `,
  );
  const slashed = replaceOutsideCode(
    hinted,
    SLASHES,
    (_all, indent = '', slashes = '', name = '', title = '') =>
      [indent, ':'.repeat(slashes.length), name, title && `[${title}]`].join(''),
  );
  const bare = [ATTRIBUTE_LIST, LINK_SETTINGS].reduce(
    (plain, list) => replaceOutsideCode(plain, list, ''),
    slashed,
  );
  // No tool is known that would run it, so it may be text.
  replaceOutsideCode(bare, TEMPLATE, (code, offset) => {
    note(countLines(bare, 0, Number(offset)), 'template code: kept as text', code.slice(0, 60));
    return code;
  });
  const plain = replaceOutsideCode(bare, ICON, (icon, offset) => {
    note(countLines(bare, 0, Number(offset)), 'icon of a theme: left out', icon.trim());
    return '';
  });
  if (!/^[ \t]*(?:!!!|\?\?\?|===[+! \t]|:::[ \t])/m.test(plain)) return plain;
  return writeLines(plain.split('\n'), 0, note).join('\n');
}

function writeLines(lines: readonly string[], first: number, note: Note): string[] {
  const isCode = fencedLines(lines);
  const written: string[] = [];
  let isInTabs = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [opener, indent = '', mark, type = '', title, tab, tabOther, module] =
      (!isCode[at] && OPENER.exec(line)) || [];
    if (opener === undefined) {
      written.push(line);
      continue;
    }
    const end = endOfBlock(lines, at + 1, indent.length + INDENT);
    const body = lines.slice(at + 1, end).map((inner) => inner.slice(indent.length + INDENT));
    const inner = () => ['', ...writeLines(body, first + at + 1, note), ''].map((own) => own && indent + own);
    const label = tab ?? tabOther;
    if (module !== undefined) note(first + at, 'documentation that a tool makes from code: left out', module);
    else if (label !== undefined) {
      if (!isInTabs) written.push('', `${indent}<Tabs>`);
      written.push(
        `${indent}<TabItem label="${label.replaceAll('"', "'")}">`,
        ...inner(),
        `${indent}</TabItem>`,
      );
    } else {
      const isOpen = mark === '!!!';
      const kind = type.split(' ')[0] || 'note';
      const shown = title ?? (isOpen ? '' : kind.replace(/^\w/, (letter) => letter.toUpperCase()));
      const name = isOpen ? `callout${shown && `[${shown}]`}{type="${kind}"}` : `details[${shown}]`;
      written.push('', `${indent}:::${name}`, ...inner(), `${indent}:::`, '');
    }
    let next = end;
    while (next < lines.length && lines[next]?.trim() === '') next++;
    const following = OPENER.exec(lines[next] ?? '');
    isInTabs =
      label !== undefined && following?.[1] === indent && (following[5] ?? following[6]) !== undefined;
    if (label !== undefined && !isInTabs) written.push(`${indent}</Tabs>`, '');
    at = (isInTabs ? next : end) - 1;
  }
  return written;
}

/** The index after the last line that belongs to a block. Blank lines after the block do not. */
function endOfBlock(lines: readonly string[], from: number, indent: number): number {
  let end = from;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if ((/^ */.exec(line)?.[0].length ?? 0) < indent) break;
    end = at + 1;
  }
  return end;
}

/** For each line, whether it belongs to fenced code that is not indented as the text of a block. */
function fencedLines(lines: readonly string[]): boolean[] {
  const text = lines.join('\n');
  const ranges = findCode(text, false);
  let at = 0;
  let index = 0;
  return lines.map((line) => {
    while ((ranges[index]?.[1] ?? Number.POSITIVE_INFINITY) <= at) index++;
    const isCode = (ranges[index]?.[0] ?? Number.POSITIVE_INFINITY) <= at && line !== '';
    at += line.length + 1;
    return isCode;
  });
}
