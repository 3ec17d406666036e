/** Divides a text at its second-level headings. */

export interface Section {
  /** Line of its heading, from 1. */
  line: number;
  text: string;
}

/** The first section is what stands before the first heading, without the front matter. */
export function splitSections(text: string): Section[] {
  const head = /^---[ \t]*\n.*?\n---[ \t]*(?:\n|$)/s.exec(text)?.[0] ?? '';
  const first = head.split('\n').length;
  const sections: Section[] = [{ line: first, text: '' }];
  let fence = '';
  text
    .slice(head.length)
    .split('\n')
    .forEach((line, index) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
      if (fence === '') fence = mark;
      else if (mark.startsWith(fence)) fence = '';
      if (fence === '' && /^## /.test(line)) sections.push({ line: first + index, text: '' });
      const last = sections.at(-1);
      if (last) last.text += `${line}\n`;
    });
  return sections;
}

/** Index of the section at a line. */
export function sectionAt(sections: readonly Section[], line: number): number {
  return Math.max(
    0,
    sections.findLastIndex((section) => section.line <= line),
  );
}
