/** Puts the texts that an MDX text imports (`import Setup from './_setup.mdx'`) where it shows them (`<Setup />`). */
import { posix } from 'node:path';
import { replaceOutsideCode } from './code-ranges.ts';
import { splitFields } from './notations.ts';
import type { SourceFolder } from './source-folder.ts';

const IMPORT = /^import\s+(\w+)\s+from\s+["']([^"'\n]+\.mdx?)["'];?[ \t]*$/gm;

/** Number of levels of imported texts. A text that is imported below them is left out, as an unknown component is. */
const MAX_DEPTH = 4;

export async function fillPartials(
  body: string,
  file: string,
  source: SourceFolder,
  depth = 0,
): Promise<string> {
  let filled = body;
  for (const [, name = '', target = ''] of depth < MAX_DEPTH ? body.matchAll(IMPORT) : []) {
    const shown = new RegExp(String.raw`<${name}(?:\s[^<>]*)?/>|<${name}(?:\s[^<>]*)?>\s*</${name}>`, 'g');
    const path = findFile(target, file, source);
    const text = path !== null && filled.search(shown) >= 0 ? source.text(path) : null;
    if (path === null || text === null) continue;
    const part = await fillPartials((await splitFields(text)).body.trim(), path, source, depth + 1);
    filled = replaceOutsideCode(filled, shown, () => `\n\n${part}\n\n`);
  }
  return filled;
}

function findFile(target: string, file: string, { has }: SourceFolder): string | null {
  const site = file.startsWith('website/') ? 'website/' : '';
  const places = target.startsWith('.')
    ? [posix.join(posix.dirname(file), target)]
    : [target.replace(/^@site\//, site), target.replace(/^[~@]\//, 'src/')];
  return places.find((place) => has(place)) ?? null;
}
