/** Removes imports and exports from MDX and Astro texts. Line numbers stay the same. */
import { createRangeTest, findCode } from '../read/code-ranges.ts';

export interface WithoutModules {
  text: string;
  /** Imported name → file, such as "./photo.png". */
  imports: ReadonlyMap<string, string>;
  /** Lines of exports other than metadata, from 0. */
  exports: number[];
}

const START = /^(?:import\s+(?:[\w{*"'])|export\s+(?:const|let|var|default|function|class|async)\b)/;
const IMPORT = /import\s+(?:(\w+)\s*,?\s*)?(?:\{[^}]*\}\s*|\*\s+as\s+\w+\s*)?(?:from\s+)?["']([^"'\n]+)["']/g;

export function removeModules(text: string): WithoutModules {
  const imports = new Map<string, string>();
  const exports: number[] = [];
  if (!/^(?:import|export)\s/m.test(text)) return { text, imports, exports };
  const codeAt = createRangeTest(findCode(text));
  const kept: string[] = [];
  let at = 0;
  /** Number of open brackets in the current statement. */
  let depth = 0;
  let isOpen = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (!isOpen && START.test(line) && !codeAt(at)) {
      isOpen = true;
      depth = 0;
      if (line.startsWith('export') && !/^export\s+const\s+(?:meta(?:data)?|frontmatter)\b/.test(line))
        exports.push(index);
      for (const [, name, file] of line.matchAll(IMPORT)) if (name && file) imports.set(name, file);
    }
    at += line.length + 1;
    if (isOpen && line.trim() === '' && depth <= 0) isOpen = false;
    kept.push(isOpen ? '' : line);
    if (!isOpen) continue;
    for (const bracket of line.replace(/(["'`])(?:\\.|(?!\1).)*\1/g, '')) {
      if ('{([<'.includes(bracket)) depth += bracket === '<' ? 0 : 1;
      else if ('})]'.includes(bracket)) depth--;
    }
    if (depth <= 0 && /[;"'})\]]\s*$/.test(line)) isOpen = false;
  }
  return { text: kept.join('\n'), imports, exports };
}
