/** Divides Markdown into sentences and rows of tables, each with what its surroundings say of its figures. */

export interface TextPart {
  start: number;
  end: number;
  kind: 'sentence' | 'row';
  /** Sentences of one paragraph, and rows of one table, have one number. */
  block: number;
  /** Within a marked example. */
  isExample: boolean;
  /** A link or a footnote is in it. */
  isSourced: boolean;
  /** Of a row: each cell with the text of its column's heading. */
  cells: readonly { start: number; end: number; heading: string }[];
}

const SOURCE = /\]\(|\]\[|\[\^|https?:/;
const DELIMITER = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const HEADING = /^ {0,3}#{1,6}\s/;
const ITEM = /^\s*(?:[-+*]|\d{1,3}[.)])\s/;
const CONTAINER = /^\s*:{3,}\s*(?:([a-z][\w-]*)|$)/;
/** The end of a sentence; `14. madde` is none. */
const END = /[.!?…。]["'”’»)]*(?:\s*\[\^[^\]\n]+\])*(?=\s+(?!\p{Ll})|$)/gu;

/** @param plain the same text with code and targets blanked @param example marks of an example */
export function divideText(text: string, plain: string, example: RegExp): TextPart[] {
  const parts: TextPart[] = [];
  const lines = linesOf(text, plain);
  let block = 0;
  let inExample = { heading: false, container: false, paragraph: false };
  const marked = (part: string) => part.search(example) >= 0;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (!line) break;
    const { start, end, shown, source } = line;
    if (shown.trim() === '') continue;
    const container = CONTAINER.exec(source);
    if (container) {
      const name = container[1];
      inExample = { ...inExample, container: name !== undefined && (name === 'example' || marked(source)) };
      continue;
    }
    if (HEADING.test(source)) {
      inExample = { heading: marked(shown), container: false, paragraph: false };
      block++;
      parts.push({
        start,
        end,
        kind: 'sentence',
        block,
        cells: [],
        isSourced: false,
        isExample: inExample.heading,
      });
      continue;
    }
    const isAround = inExample.heading || inExample.container;
    const next = lines[index + 1];
    if (source.includes('|') && next?.source.includes('|') && DELIMITER.test(next.source)) {
      const headings = cellsOf(line).map(({ text: heading }) => heading.trim());
      const rows: typeof lines = [];
      for (index += 2; lines[index]?.source.includes('|'); index++) rows.push(lines[index] ?? line);
      index--;
      block++;
      // A source beside a table is the source of all its figures.
      const around = `${lines[index + 1]?.source ?? ''} ${lines[index + 2]?.source ?? ''} ${rows.map((row) => row.source).join(' ')}`;
      const isSourced = SOURCE.test(around);
      const isExample = isAround || inExample.paragraph || headings.some(marked);
      for (const row of rows)
        parts.push({
          ...{ start: row.start, end: row.end, kind: 'row', block, isExample, isSourced },
          cells: cellsOf(row).map((cell, place) => ({ ...cell, heading: headings[place] ?? '' })),
        });
      continue;
    }
    let last = index;
    while (isContinued(lines[last + 1])) last++;
    const to = lines[last]?.end ?? end;
    // A list belongs to the paragraph that introduces it.
    const carries = inExample.paragraph && ITEM.test(source);
    inExample.paragraph = carries;
    block++;
    for (const { start: from, end: until } of sentencesOf(plain, start, to)) {
      if (marked(plain.slice(from, until))) inExample.paragraph = true;
      const isExample = isAround || inExample.paragraph;
      const isSourced = SOURCE.test(text.slice(from, until));
      parts.push({ start: from, end: until, kind: 'sentence', block, cells: [], isExample, isSourced });
    }
    index = last;
  }
  return parts;
}

interface Line {
  start: number;
  end: number;
  source: string;
  shown: string;
}

function linesOf(text: string, plain: string): Line[] {
  let start = 0;
  return text.split('\n').map((source) => {
    const line = {
      start,
      end: start + source.length,
      source,
      shown: plain.slice(start, start + source.length),
    };
    start += source.length + 1;
    return line;
  });
}

/** Whether a line belongs to the paragraph above it. */
function isContinued(line: Line | undefined): boolean {
  if (!line || line.shown.trim() === '') return false;
  return ![HEADING, ITEM, CONTAINER].some((form) => form.test(line.source)) && !line.source.includes('|');
}

function cellsOf({ start, source }: Line) {
  const cells: { start: number; end: number; text: string }[] = [];
  let from = /^\s*\|?/.exec(source)?.[0].length ?? 0;
  for (const { index } of `${source.replace(/\\./g, '  ')}|`.matchAll(/\|/g)) {
    if (index < from) continue;
    cells.push({ start: start + from, end: start + index, text: source.slice(from, index) });
    from = index + 1;
  }
  return cells.filter(({ text }, place) => place < cells.length - 1 || text.trim() !== '');
}

function* sentencesOf(plain: string, start: number, end: number) {
  let from = start;
  for (const { 0: mark, index } of plain.slice(start, end).matchAll(END)) {
    const until = start + index + mark.length;
    yield { start: from, end: until };
    from = until;
  }
  if (plain.slice(from, end).trim() !== '') yield { start: from, end };
}
