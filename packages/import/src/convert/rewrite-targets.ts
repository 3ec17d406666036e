/** Replaces the targets of links and images in Markdown. Line numbers stay the same. */
import { createRangeTest, findCode } from '../read/code-ranges.ts';
import { writeTarget } from './directive-text.ts';

/** @param line counts from 0. @returns the new target */
export type Rewrite = (target: string, kind: 'link' | 'image', line: number) => string;

const DESTINATION =
  /\(\s{0,9}(?:<([^<>\n]{0,2000})>|((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.){0,500}\)){0,2000}))(?=\s{0,9}(?:["'(][^\n]{0,500})?\))/y;
const DEFINITION = /^[ \t]{0,3}\[(?!\^)([^\]\n]+)\]:[ \t]*(?:<([^<>\n]*)>|(\S+))/gm;
const AUTOLINK = /<(https?:\/\/[^\s<>]{1,2000})>/y;

/** @param hasIndented see `findCode` */
export function rewriteTargets(markdown: string, rewrite: Rewrite, hasIndented = true): string {
  const codeAt = createRangeTest(findCode(markdown, hasIndented));
  /** For each open bracket, whether it belongs to an image. */
  let brackets: boolean[] = [];
  let written = '';
  let copied = 0;
  let line = 0;
  const definitions = findDefinitions(markdown);
  for (let at = 0; at < markdown.length; at++) {
    const code = codeAt(at);
    if (code) {
      line += countLines(markdown, at, code[1]);
      at = code[1] - 1;
      continue;
    }
    const character = markdown[at];
    if (character === '\n') {
      line++;
      // A link ends with its paragraph.
      if (markdown[at + 1] === '\n') brackets = [];
    } else if (character === '\\') {
      if (markdown[at + 1] !== '\n') at++;
    } else if (character === '[') {
      const definition = definitions.get(at);
      if (definition) {
        const { start, end, target } = definition;
        written +=
          markdown.slice(copied, start) +
          writeTarget(rewrite(target, isImageTarget(target) ? 'image' : 'link', line));
        copied = end;
        at = end - 1;
      } else brackets.push(markdown[at - 1] === '!');
    } else if (character === ']') {
      const isImage = brackets.pop();
      if (isImage === undefined || markdown[at + 1] !== '(') continue;
      DESTINATION.lastIndex = at + 1;
      const found = DESTINATION.exec(markdown);
      if (!found) continue;
      const target = (found[1] ?? found[2] ?? '').replace(/\\([!-/:-@[-`{-~])/g, '$1');
      if (target === '') continue;
      const next = rewrite(target, isImage ? 'image' : 'link', line);
      if (next !== target) {
        written += `${markdown.slice(copied, at + 1)}(${writeTarget(next)}`;
        copied = DESTINATION.lastIndex;
      }
      line += countLines(markdown, at + 1, DESTINATION.lastIndex);
      at = DESTINATION.lastIndex - 1;
    } else if (character === '<') {
      AUTOLINK.lastIndex = at;
      const found = AUTOLINK.exec(markdown);
      if (!found) continue;
      const target = found[1] ?? '';
      const next = rewrite(target, 'link', line);
      // An autolink must be absolute, so the new address needs the form of a link.
      if (next !== target) {
        written += `${markdown.slice(copied, at)}[${target}](${writeTarget(next)})`;
        copied = AUTOLINK.lastIndex;
      }
      at = AUTOLINK.lastIndex - 1;
    }
  }
  return written + markdown.slice(copied);
}

/** Finds link reference definitions. @returns a map from the offset of the opening bracket */
function findDefinitions(markdown: string) {
  const found = new Map<number, { start: number; end: number; target: string }>();
  for (const match of markdown.matchAll(DEFINITION)) {
    const [whole, , pointed, plain] = match;
    const target = pointed ?? plain ?? '';
    const end = match.index + whole.length;
    const start = end - target.length - (pointed === undefined ? 0 : 2);
    found.set(match.index + whole.indexOf('['), { start, end, target });
  }
  return found;
}

export function isImageTarget(target: string): boolean {
  return /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]|$)/i.test(target);
}

export function countLines(text: string, start: number, end: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
