/** Reads the blocks of Python-Markdown (MkDocs), whose text is indented below their first line, and the hints of docsify. */
import { matchAt, type ReadTag, tagReader, voidTag } from './tree.ts';

/** `!!! note "Title"`, `??? tip`, `=== "Tab"`, and `::: package.module`, which documents code. */
const OPENER =
  /(?:(!!!|\?\?\?\+?)[ \t]*([a-zA-Z](?:[\w -]*[\w-])?)?[ \t]*(?:"([^"\n]*)")?|===[+!]*[ \t]+(?:"([^"\n]*)"|'([^'\n]*)')|:::[ \t]+(\w+(?:[.:]\w+)+))[ \t]*$/my;

/** Spaces by which the text of a block is indented. */
const INDENT = 4;

export const readPythonBlock: ReadTag = (text, start) => {
  const match = matchAt(OPENER, text, start);
  if (!match) return null;
  const [whole, mark, type = '', title, tab, tabOther, module] = match;
  const indent = start - (text.lastIndexOf('\n', start - 1) + 1);
  const { body, end } = bodyBelow(text, start + whole.length, indent + INDENT);
  const label = tab ?? tabOther;
  if (module !== undefined) return voidTag('python', 'module', start, end, new Map([['title', module]]));
  const kind = type.split(' ')[0] || 'note';
  const isOpen = mark === '!!!';
  const shown = title ?? (isOpen ? '' : kind.replace(/^\w/, (letter) => letter.toUpperCase()));
  const [name, attributes] =
    label !== undefined
      ? ['tab', new Map([['title', label]])]
      : [
          isOpen ? 'callout' : 'details',
          new Map([['type', kind], ...(shown ? [['title', shown] as const] : [])]),
        ];
  return {
    ...voidTag('python', name, start, end, attributes),
    type: 'open',
    content: { source: body, isCode: false },
  };
};

/** `!> Important` and `?> Tip` of docsify. */
const HINT = /([!?])>[ \t]+([^\n]*\S[^\n]*(?:\n|$)(?:(?![!?]>)[^\n]*\S[^\n]*(?:\n|$))*)/y;

export const readHint = tagReader(HINT, ({ 0: whole, 1: mark, 2: body = '', index }) => ({
  type: 'open',
  notation: 'python',
  name: 'callout',
  attributes: new Map([['type', mark === '!' ? 'warning' : 'tip']]),
  end: index + whole.trimEnd().length,
  content: { source: body, isCode: false },
}));

/** The lines below an opening line that are indented enough. Blank lines after them do not belong to them. */
function bodyBelow(text: string, from: number, indent: number): { body: string; end: number } {
  const lines: string[] = [];
  let end = from;
  let blank = 0;
  for (let at = from + 1; at <= text.length; ) {
    const next = text.indexOf('\n', at);
    const lineEnd = next < 0 ? text.length : next;
    const line = text.slice(at, lineEnd);
    if (line.trim() === '') blank++;
    else if ((/^ */.exec(line)?.[0].length ?? 0) < indent) break;
    else {
      lines.push(...Array<string>(blank).fill(''), line.slice(indent));
      blank = 0;
      end = lineEnd;
    }
    at = lineEnd + 1;
  }
  return { body: lines.join('\n'), end };
}
