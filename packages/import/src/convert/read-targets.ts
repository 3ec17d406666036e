/** Reads the targets of links and pictures in Markdown: destinations, definitions and links in angle brackets. */
import { matchAt, type TargetNode } from './tree.ts';

export interface TargetToken extends Omit<TargetNode, 'line'> {
  start: number;
  end: number;
}

/** Template code that makes an address may have spaces. */
const CODE = String.raw`\{\{[^{}\n]{0,500}\}\}|\{%[^{}\n]{0,500}%\}`;
const DESTINATION = new RegExp(
  String.raw`\(\s{0,9}(?:<([^<>\n]{0,2000})>|((?:${CODE}|[^\s()\\]|\\.|\((?:[^\s()\\]|\\.){0,500}\)){0,2000}))(?=\s{0,9}(?:["'(][^\n]{0,500})?\))`,
  'y',
);
const DEFINITION = new RegExp(
  String.raw`[ \t]{0,3}\[(?!\^)([^\]\n]+)\]:[ \t]*(?:<([^<>\n]*)>|((?:${CODE}|\S)+))`,
  'y',
);
const AUTOLINK = /<(https?:\/\/[^\s<>]{1,2000}|\{\{[<%]\s*(?:rel)?ref\b[^{}\n]{0,500}[>%]\}\})>/y;
/** `':ignore'`, `':target=_blank'` and `':size=50'` of docsify, in place of a title. */
const LINK_SETTINGS = /[ \t]["']:(?:ignore|target|id|size|class|disabled|no-zoom)\b[^"'\n]{0,200}["'](?=\))/y;

/** @returns a function that reads the target at an offset; it must be called with ascending offsets of brackets, blank lines and "<" */
export function readTargets(text: string): (at: number) => TargetToken | null {
  /** For each open bracket, whether it belongs to a picture. */
  let brackets: boolean[] = [];
  let checked = 0;
  const at = (pattern: RegExp, offset: number) => matchAt(pattern, text, offset);
  return (start) => {
    const character = text[start];
    if (character === '<') {
      const found = at(AUTOLINK, start);
      return found && createToken('autolink', false, found[1] ?? '', start, start + found[0].length);
    }
    if (character !== '[' && character !== ']') return null;
    // A link ends with its paragraph.
    if (text.slice(checked, start).includes('\n\n')) brackets = [];
    checked = start;
    if (character === '[') {
      // To look for the start of a long line at each bracket would take quadratic time.
      const near = text.slice(Math.max(0, start - 4), start);
      const isFirst = (start < 4 || near.includes('\n')) && /(?:^|\n)[^\S\n]*$/.test(near);
      const found = isFirst ? at(DEFINITION, start) : null;
      if (!found) {
        brackets.push(text[start - 1] === '!');
        return null;
      }
      const [whole, , pointed, plain] = found;
      const target = pointed ?? plain ?? '';
      const end = start + whole.length;
      const targetStart = end - target.length - (pointed === undefined ? 0 : 2);
      return createToken('definition', isImageTarget(target), target, targetStart, end);
    }
    const isImage = brackets.pop();
    if (isImage === undefined || text[start + 1] !== '(') return null;
    const found = at(DESTINATION, start + 1);
    const target = (found?.[1] ?? found?.[2] ?? '').replace(/\\([!-/:-@[-`{-~])/g, '$1');
    if (!found || target === '') return null;
    const end = start + 1 + found[0].length;
    const settings = at(LINK_SETTINGS, end)?.[0].length ?? 0;
    return createToken('destination', isImage, target, start + 1, end + settings);
  };
}

function createToken(
  form: TargetNode['form'],
  isImage: boolean,
  target: string,
  start: number,
  end: number,
): TargetToken {
  return { type: 'target', kind: isImage ? 'image' : 'link', form, target, start, end };
}

export function isImageTarget(target: string): boolean {
  return /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]|$)/i.test(target);
}
