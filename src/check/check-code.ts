/** Names each language of code that has no colours, once for the whole site. */
import { join } from 'node:path';
import { readHighlightLanguages } from '../content/markdown/highlight.ts';
import { finding, type Problems } from '../foundation/errors.ts';
import { suggestNear } from '../foundation/near-names.ts';
import { formatCount } from '../foundation/report.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import type { CheckedPage } from './scan-pages.ts';

/** A diagram has a warning of its own. */
const REPORTED = ['mermaid'];

const OTHERWISE = 'write `text` for code in no language, or leave it as it is';

export function createCodeCheck(root: string, problems: Problems) {
  let known: ReadonlySet<string> | null = null;
  /** The files that name a language. */
  const plain = new Map<string, Set<string>>();
  return {
    visit({ file, languages }: Pick<CheckedPage, 'file' | 'languages'>): void {
      if (file === null) return;
      for (const name of languages) {
        known ??= new Set([...readHighlightLanguages().keys(), ...REPORTED]);
        if (!known.has(name.toLowerCase())) plain.set(name, (plain.get(name) ?? new Set()).add(file));
      }
    },
    finish(): void {
      for (const [name, files] of plain) {
        const [file = ''] = files;
        const more = files.size === 1 ? '' : `, here and in ${formatCount(files.size - 1, 'other text')}`;
        const message = `code in "${name}" has no colours: the program does not know this language${more}`;
        const { hint, ...fix } = suggestNear(name, name.length > 3 ? [...(known ?? [])] : [], OTHERWISE);
        const place = { file, ...findFence(root, file, name) };
        problems.warn({ ...finding('plain-code', message, hint, place), ...fix });
      }
    },
  };
}

/** The first block of code in a language. */
function findFence(root: string, file: string, name: string): { line: number; column: number } {
  const lines = readRegularFile(join(root, file)).toString().split('\n');
  const isFence = (line: string) => /(?:`{3}|~{3})\s*(\S+)/.exec(line)?.[1]?.startsWith(name) === true;
  const line = Math.max(0, lines.findIndex(isFence));
  return { line: line + 1, column: Math.max(0, lines[line]?.indexOf(name) ?? 0) + 1 };
}
