/** Reads what follows the language of a code block, and makes lines of highlighted code. */
import { escapeHtml } from '../../foundation/escape.ts';

export interface CodeFence {
  language: string;
  /** Shown above the code; '' for none. */
  title: string;
  /** Line → how it is marked. */
  marks: ReadonlyMap<number, Mark>;
  hasNumbers: boolean;
}

type Mark = 'mark' | 'ins' | 'del';

/** Lines, both ends included. */
interface Range {
  kind: Mark;
  from: number;
  to: number;
}

const PART =
  /(?:(title|ins|del|mark)=)?(?:"([^"]*)"|\{([\d,\s-]*)\})|(?<!\S)(lineNumbers|showLineNumbers)(?!\S)/g;

/** @param info such as `js title="app.js" {2,4-6} ins={3} lineNumbers`. @param lines of the code */
export function readFence(info: string, lines: number): CodeFence {
  const language = /^[\w+#.-]+/.exec(info)?.[0] ?? '';
  const ranges: Range[] = [];
  let title = '';
  let hasNumbers = false;
  for (const [, name, text, list, numbers] of info.slice(language.length).matchAll(PART)) {
    if (name === 'title') title = (text ?? '').trim();
    if (numbers !== undefined) hasNumbers = true;
    const kind = name === 'ins' || name === 'del' ? name : 'mark';
    for (const range of list?.split(',') ?? []) {
      const [, from, to = from] = /^\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*$/.exec(range) ?? [];
      ranges.push({ kind, from: Math.max(1, Number(from)), to: Math.min(Number(to), lines) });
    }
  }
  return { language, title, marks: markLines(ranges), hasNumbers };
}

/** The last range that has a line marks it. Ranges skip the lines that later ones marked, so each line is marked once. */
function markLines(ranges: readonly Range[]): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  /** Line that is marked → a line after it that may not be. */
  const skip = new Map<number, number>();
  const findOpen = (line: number) => {
    const passed: number[] = [];
    for (let next = skip.get(line); next !== undefined; next = skip.get(line)) {
      passed.push(line);
      line = next;
    }
    for (const each of passed) skip.set(each, line);
    return line;
  };
  for (const { kind, from, to } of ranges.toReversed()) {
    for (let line = findOpen(from); line <= to; line = findOpen(line + 1)) {
      marks.set(line, kind);
      skip.set(line, line + 1);
    }
  }
  return marks;
}

const SPAN = /<span class="[^"]*">|<\/span>|\n/g;

/** Wraps each line in an element of its own. @param html highlighted code, whose spans may be longer than a line */
function wrapLines(html: string, { marks }: Pick<CodeFence, 'marks'>): string {
  const open: string[] = [];
  const lines: string[] = [];
  let line = '';
  let from = 0;
  const close = () => {
    const mark = marks.get(lines.length + 1);
    const name = mark ?? 'span';
    lines.push(`<${name} class="line">${line}${'</span>'.repeat(open.length)}\n</${name}>`);
    line = open.join('');
  };
  for (const { 0: found, index } of html.matchAll(SPAN)) {
    line += html.slice(from, index);
    from = index + found.length;
    if (found === '\n') close();
    else {
      line += found;
      if (found === '</span>') open.pop();
      else open.push(found);
    }
  }
  line += html.slice(from);
  close();
  return lines.join('');
}

/** A code block with its button. @param code escaped or highlighted */
export function renderCode(code: string, fence: CodeFence, copyLabel: string): string {
  const { language, title, marks, hasNumbers } = fence;
  const className = language ? ` class="language-${escapeHtml(language)}"` : '';
  const button = `<button type="button" class="copy" data-copy hidden>${escapeHtml(copyLabel)}</button>`;
  const isPlain = marks.size === 0 && !hasNumbers;
  const lines = isPlain ? `${code}\n` : wrapLines(code, fence);
  const numbered = hasNumbers ? ' class="numbered"' : '';
  const pre = `<pre tabindex="0"${numbered}><code${className}>${lines}</code></pre>`;
  if (title === '') return `<div class="code">${button}${pre}</div>\n`;
  return `<figure class="code"><figcaption>${escapeHtml(title)}</figcaption>${button}${pre}</figure>\n`;
}
