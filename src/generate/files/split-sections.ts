/** Splits the body of an article into sections, and says where each begins. */

import { fenceAfter } from '../../content/markdown/blank-code.ts';
import { divideAtDirectives } from '../../content/markdown/directive-parts.ts';
import type { Section } from '../prompts/answer-schemas.ts';

export interface PlacedSection extends Section {
  /** Offsets in the body. */
  headingStart: number;
  textStart: number;
}

/** Returns the text before the first second-level heading, then one section for each such heading. */
export function splitSections(body: string): PlacedSection[] {
  const sections: PlacedSection[] = [];
  let heading = '';
  let headingStart = 0;
  let textStart = 0;
  let fence = '';
  const endAt = (end: number) => {
    const whole = body.slice(textStart, end);
    const text = whole.trim();
    if (!heading && !text) return;
    const start = textStart + whole.length - whole.trimStart().length;
    const normal = text.replace(/\r\n/g, '\n');
    sections.push({ number: sections.length + 1, heading, text: normal, headingStart, textStart: start });
  };
  const isWithinDirective = createDirectiveRanges(body);
  for (const { 0: line, index } of body.matchAll(/[^\n]*(?:\n|$)/g)) {
    fence = fenceAfter(fence, line);
    const found = fence === '' ? /^ {0,3}##[ \t]+(.+?)[ \t#]*\r?\n?$/.exec(line)?.[1] : undefined;
    if (found === undefined || isWithinDirective(index)) continue;
    endAt(index);
    heading = found;
    headingStart = index + line.indexOf(found);
    textStart = index + line.length;
  }
  endAt(body.length);
  return sections;
}

/** Returns a function that tells whether an offset is inside a directive, where a heading does not begin a section. */
function createDirectiveRanges(body: string): (offset: number) => boolean {
  if (!body.includes('::')) return () => false;
  const ranges: [start: number, end: number][] = [];
  let start = 0;
  for (const part of divideAtDirectives(body)) {
    const end = start + ('text' in part ? part.text : part.raw).length;
    if (!('text' in part)) ranges.push([start, end]);
    start = end;
  }
  return (offset) => ranges.some(([first, end]) => offset >= first && offset < end);
}
