/** Names each language of code that has no colours, once for the whole site. */
import { join } from 'node:path';
import { findLanguage } from '../content/markdown/blank-code.ts';
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
        const text = readRegularFile(join(root, file)).toString();
        const place = { file, ...findLanguage(text, name) };
        problems.warn({ ...finding('plain-code', message, hint, place), ...fix });
      }
    },
  };
}
