/** Writes the tables of HTML as tables of Markdown. */
import type { Conversion } from './conversion.ts';
import { type Block, blocksOf, inOneLine, joinHtml } from './pieces.ts';
import { type ElementNode, findElement, type TreeNode } from './tree.ts';

/** The elements of a list or a table, at any depth, but not the elements of lists and tables within it. */
export function* elementsIn(
  nodes: readonly TreeNode[],
  names: RegExp,
  through: RegExp,
): Iterable<ElementNode> {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    if (names.test(node.name)) yield node;
    else if (through.test(node.name)) yield* elementsIn(node.children ?? [], names, through);
  }
}

interface Cell {
  text: string;
  isHead: boolean;
  align: string;
}

const EMPTY: Cell = { text: '', isHead: false, align: '' };

/** Every cell keeps its place: one that spans rows or columns is followed by empty ones. */
export function writeTable(node: ElementNode, context: Conversion): string {
  const through = /^(?:thead|tbody|tfoot)$/;
  const rows = [...elementsIn(node.children ?? [], /^tr$/, through)];
  const captions = [...elementsIn(node.children ?? [], /^caption$/, through)].map((caption) =>
    joinHtml(context.convert(caption.children ?? [], context)),
  );
  // A table in a cell means a layout: its cells are texts below each other.
  if (rows.some((row) => findElement(row.children ?? [], ({ name }) => name === 'table')))
    return rows
      .flatMap((row) => [...elementsIn(row.children ?? [], /^t[dh]$/, /^$/)])
      .map((cell) => joinHtml(context.convert(cell.children ?? [], context)))
      .filter(Boolean)
      .join('\n\n');
  const cells = rows.map((row) =>
    Array.from(elementsIn(row.children ?? [], /^t[dh]$/, /^$/), (cell) => ({
      cell,
      blocks: blocksOf(context.convert(cell.children ?? [], context)),
    })),
  );
  const code = writeCodeCells(cells);
  if (code !== null) return [...captions, code].join('\n\n');
  const grid: Cell[][] = rows.map(() => []);
  for (const [at, row] of cells.entries()) {
    let column = 0;
    for (const { cell, blocks } of row) {
      while (grid[at]?.[column]) column++;
      const read = readCell(cell, blocks);
      const [width, height] = [spanOf(cell, 'colspan'), Math.min(spanOf(cell, 'rowspan'), rows.length - at)];
      for (let down = 0; down < height; down++)
        for (let right = 0; right < width; right++) {
          const line = grid[at + down];
          if (line) line[column + right] = down + right === 0 ? read : { ...EMPTY, isHead: read.isHead };
        }
      column += width;
    }
  }
  const lines = grid.filter((row) => row.length > 0);
  const columns = Math.max(0, ...lines.map((row) => row.length));
  if (columns === 0) return captions.join('\n\n');
  const [first = []] = lines;
  const hasHead =
    rows[0]?.attributes !== undefined &&
    (isInHead(node, rows[0]) || Array.from(first, (cell) => cell ?? EMPTY).every(({ isHead }) => isHead));
  const head = hasHead ? first : [];
  const write = (row: readonly Cell[]) =>
    `| ${Array.from({ length: columns }, (_, at) => (row[at] ?? EMPTY).text.padEnd(3)).join(' | ')} |`;
  const marks = Array.from({ length: columns }, (_, at) => {
    const align = (lines[hasHead ? 1 : 0]?.[at] ?? head[at] ?? EMPTY).align;
    return align === 'center' ? ':-:' : align === 'right' ? '--:' : align === 'left' ? ':--' : '---';
  });
  const table = [write(head), `| ${marks.join(' | ')} |`, ...lines.slice(hasHead ? 1 : 0).map(write)].join(
    '\n',
  );
  return [...captions, table].filter(Boolean).join('\n\n');
}

function isInHead(table: ElementNode, row: ElementNode): boolean {
  return (table.children ?? []).some(
    (part) => part.type === 'element' && part.name === 'thead' && (part.children ?? []).includes(row),
  );
}

/** At most 1000, as browsers limit it. */
function spanOf({ attributes }: ElementNode, name: string): number {
  // A number of JSX stands in braces.
  const span = Number(attributes.get(name)?.replace(/^\{(\d+)\}$/, '$1'));
  return Number.isInteger(span) && span > 1 ? Math.min(span, 1000) : 1;
}

/** Code of several lines, whose indents a cell of Markdown would lose. */
const LINES = /^(`{3,})[^\n]*\n[^\n]*\n[\s\S]*\n\1$/;

/** A table of nothing but blocks of code, which compares them: the blocks below each other, each with the title of its column. null for any other table. */
function writeCodeCells(
  rows: readonly (readonly { cell: ElementNode; blocks: readonly Block[] }[])[],
): string | null {
  const isHead = (row: (typeof rows)[number]) => row.every(({ cell }) => cell.name === 'th');
  const body = rows.filter((row) => !isHead(row)).map((row) => [...row]);
  const all = body.flat();
  const isCode = all.length > 0 && all.every(({ blocks }) => blocks.some(({ text }) => LINES.test(text)));
  if (!isCode) return null;
  const titles = (rows.find(isHead) ?? []).map(({ blocks }) =>
    inOneLine(blocks.map(({ text }) => text).join(' ')),
  );
  return body
    .flatMap((row) =>
      row.flatMap(({ blocks }, column) => [
        ...(titles[column] ? [`**${titles[column]}**`] : []),
        ...blocks.map(({ text }) => text),
      ]),
    )
    .join('\n\n');
}

function readCell(cell: ElementNode, blocks: readonly Block[]): Cell {
  const style = /text-align:\s*(left|center|right)/.exec(cell.attributes.get('style') ?? '')?.[1];
  const text = blocks
    .map(({ text }) => {
      const [, code] = /^`{3,}[^\n]*\n([\s\S]*)\n`{3,}$/.exec(text) ?? [];
      if (code !== undefined) return writeCodeLines(code);
      const heading = /^#{1,6} (.*)$/.exec(text)?.[1];
      return heading === undefined ? inOneLine(text) : `**${heading}**`;
    })
    .join('<br><br>');
  return {
    text: text.replace(/(?<!\\)((?:\\\\)*)\|/g, '$1\\|'),
    isHead: cell.name === 'th',
    align: cell.attributes.get('align')?.toLowerCase() ?? style ?? '',
  };
}

function writeCodeLines(code: string): string {
  return code
    .split('\n')
    .map((line) => (line.includes('`') ? `\`\` ${line} \`\`` : line && `\`${line}\``))
    .join('<br>');
}
