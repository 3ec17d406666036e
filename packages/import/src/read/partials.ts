/**
 * Replaces each reference to another file by the text of that file: `import Setup from './_setup.mdx'` with `<Setup />`,
 * `{% include_relative a.md %}`, `{{% readfile "a.md" %}}`, `<!--@include: ./a.md-->`, `--8<-- "a.md"`,
 * `[a](a.md ':include')`, and code with `<<< @/a.js` or `{% include_code a.py %}`.
 */
import { posix } from 'node:path';
import { fenceFor, replaceOutsideCode } from './code-ranges.ts';
import { splitFields } from './notations.ts';
import type { SourceFolder } from './source-folder.ts';

const IMPORT = /^import\s+(\w+)\s+from\s+["']([^"'\n]+\.mdx?)["'];?[ \t]*$/gm;

const INCLUDES = [
  /\{%-?\s*include(?:_relative)?\s+["']?([^\s"'%{}]+\.(?:md|markdown))["']?\s*-?%\}/,
  /\{\{[<%]\s*(?:readfile|include)\s+(?:file\s*=\s*)?["`]([^"`\n]+\.md)["`][^}\n]*[%>]\}\}/,
  /<!--\s*@include:\s*([^\s<>{}#]+\.md)[^<>\n]*-->/,
  /^[ \t]*-{1,2}8<-{1,2}[ \t]+"([^"\n]+)"[ \t]*$/,
  /\[[^\]\n]*\]\((\S+)[ \t]+["']:include[^)\n]*\)/,
  /^<<<[ \t]+([^\s{}#]+)[^\n]*$/,
  /^[ \t]*\{\*[ \t]*([^\s{}*]+)[^*\n]*\*\}[ \t]*$/,
  // A part of a file stays a tag.
  /\{%-?\s*include_code\s(?![^%\n]*\b(?:from|to|lines):)(?:[^%\n]*?\s)?([\w./-]+\.\w{1,8})(?=\s)[^%\n]*%\}/,
];
const INCLUDE = new RegExp(INCLUDES.map(({ source }) => source).join('|'), 'gm');

const MEDIA = /^\[[^\]\n]*\]\(\S+\.(?:mp4|webm|ogg|mp3)[ \t]/;

/** Number of levels of included texts. A text below them is left out. */
const MAX_DEPTH = 4;

interface PartialInput {
  source: SourceFolder;
  /** Called for each included file that does not exist. Lines count from 0. */
  missing(line: number, target: string): void;
  /** Gets the files that the text contains. */
  parts: Set<string>;
}

export async function fillPartials(
  body: string,
  file: string,
  input: PartialInput,
  within: readonly string[] = [],
): Promise<string> {
  let filled = body;
  const around = [...within, file];
  const read = async (path: string, isCode: boolean): Promise<string | null> => {
    const text =
      within.length < MAX_DEPTH && (isCode || !around.includes(path)) ? input.source.text(path) : null;
    if (text === null) return null;
    input.parts.add(path);
    if (isCode || !/\.mdx?$|\.markdown$/.test(path))
      return /\.html?$/.test(path) && !isCode ? null : asCode(text, path);
    return fillPartials((await splitFields(text)).body.trim(), path, input, around);
  };
  for (const [, name = '', target = ''] of body.matchAll(IMPORT)) {
    const shown = new RegExp(String.raw`<${name}(?:\s[^<>]*)?/>|<${name}(?:\s[^<>]*)?>\s*</${name}>`, 'g');
    const path = findFile(target, file, input.source);
    const part = path !== null && filled.search(shown) >= 0 ? await read(path, false) : null;
    if (part !== null) filled = replaceOutsideCode(filled, shown, () => `\n\n${part}\n\n`);
  }
  const parts = new Map<string, string | null>();
  for (const [whole, ...targets] of filled.matchAll(INCLUDE)) {
    if (parts.has(whole)) continue;
    const path = findFile(targets.find(Boolean) ?? '', file, input.source);
    parts.set(
      whole,
      path === null || MEDIA.test(whole)
        ? null
        : await read(path, /:type=code|^\s*\{\*|^\{%-?\s*include_code/.test(whole)),
    );
  }
  return parts.size === 0
    ? filled
    : replaceOutsideCode(filled, INCLUDE, (whole, ...groups) => {
        const part = parts.get(whole) ?? null;
        // Another step converts or reports a tag. A film becomes a link.
        if (part === null && /^\{[{%]/.test(whole)) return whole;
        if (part === null && MEDIA.test(whole)) return whole.replace(/[ \t]+["']:include.*\)$/, ')');
        const offset = Number(groups.find((group) => /^\d+$/.test(group)));
        if (part === null) input.missing(filled.slice(0, offset).split('\n').length - 1, whole.trim());
        return part === null ? (/^\[([^\]]*)\]/.exec(whole)?.[1] ?? '') : `\n\n${part}\n\n`;
      });
}

function asCode(text: string, path: string): string {
  const fence = fenceFor(text);
  return `${fence}${posix.extname(path).slice(1)}\n${text.trimEnd()}\n${fence}`;
}

/** Folders of `include_code`: of Pelican, Octopress and Hexo. */
const CODE_FOLDERS = ['content/', 'source/'].flatMap((top) => [`${top}code/`, `${top}downloads/code/`]);

/** A path may begin at the text, at the root, or at a folder that tools keep such texts in. */
function findFile(target: string, file: string, { has }: SourceFolder): string | null {
  const site = file.startsWith('website/') ? 'website/' : '';
  const plain = target.replace(/^@site\//, site).replace(/^\/|^[~@]\//, '');
  const near = /^[~@/]/.test(target) ? [] : [posix.join(posix.dirname(file), target)];
  const folders = ['', 'src/', 'docs/', 'content/', '_includes/', 'snippets/', 'includes/', ...CODE_FOLDERS];
  const places = target.startsWith('.') ? near : [...near, ...folders.map((folder) => folder + plain)];
  return places.find((place) => /\.\w+$/.test(place) && has(place)) ?? null;
}
