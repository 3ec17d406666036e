/** Writes groups of tabs, and groups of blocks of code. */
import { plainText, writeTabs } from './directive-text.ts';
import { dedent, type Element, type Equivalent, type Shown } from './element-writers.ts';
import { blockPiece, type Piece } from './pieces.ts';
import { textsOfList } from './tree.ts';

/** Titles in `items={['One', 'Two']}`, `items="One,Two"` or `values={[{ label: 'One', value: 'a' }]}`. */
function titlesOf({ attributes }: Element): string[] {
  const values = attributes.get('values');
  if (values !== undefined)
    return [...values.matchAll(/label["']?\s*:\s*(["'`])(.*?)\1/g)].map(([, , title = '']) => title);
  const items = attributes.get('items') ?? '';
  if (!items.startsWith('{')) return items.split(',').map((title) => title.trim());
  return textsOfList(items);
}

/** Writes a group of tabs. Text before them, or a single tab, makes paragraphs of them. */
export const tabs: Equivalent = (element) => {
  const titles = titlesOf(element);
  return groupTabs(element.parts, titles, element.join);
};

/** @param titles of all tabs, where the group names them */
export function groupTabs(parts: readonly Piece[], titles: readonly string[], join: Element['join']): Shown {
  let position = 0;
  const titled = parts.map((part) =>
    part.type === 'tab' ? { ...part, title: titles[position++] || part.title } : part,
  );
  const group = titled.filter((part) => part.type === 'tab');
  const others = titled.filter((part) => part.type !== 'tab');
  const isWhole = group.every(({ title, text }) => title !== '' && text.trim() !== '');
  if (!isWhole || group.length < 2 || group.length > 8 || join(others).trim() !== '')
    return blockPiece(join(titled).trim());
  return blockPiece(writeTabs(group));
}

const BLOCK_OF_CODE = /^[ \t]*(`{3,}|~{3,})([^\n]*)\n[\s\S]*\n[ \t]*\1[ \t]*$/;

/** Writes a group of blocks of code as tabs. Their titles are in their first lines: `js [a.js]`, `js title="a.js"`, `js a.js`. */
export const codeGroup: Equivalent = (element) => {
  const parts = element.parts.map((part): Piece => {
    const [block, , info = ''] = (part.type === 'inline' && BLOCK_OF_CODE.exec(part.text)) || [];
    if (block === undefined) return part;
    const [, title = ''] =
      /\[([^\]]+)\]/.exec(info) ??
      /(?:title|filename)=["']([^"']+)/.exec(info) ??
      /^\s*\S+[ \t]+([^\s{]+)/.exec(info) ??
      /^\s*([^\s{]+)/.exec(info) ??
      [];
    return { type: 'tab', title: plainText(title), text: dedent(`\n${block}`).trim() };
  });
  return groupTabs(parts, titlesOf(element), element.join);
};
