/**
 * Turns a page of the documentation into a shell script with the same line numbers: commands stay, other blocks become
 * calls of `put`, and everything else is empty lines. So the shell names the line of the page where something fails.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from './code-blocks.ts';

/** Not written by anyone as a line of an example. */
const END = '·end·';

/** Shows how a command is called; not a command. */
const isUsage = (line: string) => /\[options\]/.test(line);

const START = [
  'set -E -o functrace -o pipefail',
  // The tools note where they fail, and end with 99: a command before `&&` has no other way to be noticed.
  "trap 'export LINE=$LINENO' DEBUG",
  'trap \'code=$?; [ $code = 99 ] || printf "%s: ended with %s: %.80s\\n" $LINENO $code "$BASH_COMMAND" >>"$FAILURES"\' ERR',
  'exec >"$OUTPUT/hidden" 2>&1',
].join('; ');

/** @returns the script; what block N prints is then in the file `$OUTPUT/N`, where N is its line */
export function createScript(page: Page): string {
  const lines: string[] = page.text.split('\n').map(() => '');
  const set = (line: number, text: string) => {
    lines[line - 1] = text;
  };
  for (const { line, text } of page.hidden) set(line, text);
  for (const block of page.blocks) {
    if (block.noRun !== null || block.language === 'text') continue;
    const texts = block.text.split('\n');
    if (block.language === 'sh') {
      set(block.line, `export FAILS=${block.word === 'fails' ? 1 : ''}; exec >"$OUTPUT/${block.line}" 2>&1`);
      for (const [index, text] of texts.entries()) set(block.line + 1 + index, isUsage(text) ? '' : text);
      set(block.end, 'export FAILS=; exec >"$OUTPUT/hidden" 2>&1');
    } else {
      set(block.line, `put ${block.language} '${block.word}' <<'${END}'`);
      for (const [index, text] of texts.entries()) set(block.line + 1 + index, text);
      set(block.end, END);
    }
  }
  return `${START}; ${lines.join('\n')}\n`;
}

/**
 * Compares what a page shows with what its commands printed.
 * @param output where the script wrote it
 * @param folder is `~` on the page
 * @returns what differs, each with page and line
 */
export function compareOutput(page: Page, output: string, folder: string): string[] {
  return page.blocks.flatMap(({ language, word, text, at }, index) => {
    if (language !== 'text' || word !== 'output') return [];
    const command = page.blocks[index - 1];
    const file = join(output, String(command?.line));
    if (command?.language !== 'sh' || !existsSync(file)) return [`${at}: no command is before this output`];
    const printed = generalise(readFileSync(file, 'utf8'), folder);
    return matches(generalise(text, folder), printed) ? [] : [`${at}: printed is\n${printed.join('\n')}`];
  });
}

/** Makes equal what differs from run to run: times, sizes, folders, names by content, colours. */
function generalise(text: string, folder: string): string[] {
  return (
    text
      .replaceAll(folder, '~')
      // The folder of the reader on pages.
      .replaceAll('/home/ann', '~')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character begins a colour.
      .replace(/\u001b\[[\d;]*m/g, '')
      .replace(/\b\d[\d,]*(?:\.\d+)? (?:ms|s|min)(?!\w)/g, 'TIME')
      .replace(/\b\d[\d,]*(?:\.\d+)? (?:kB|MB|GB|bytes|B)(?!\w)/g, 'SIZE')
      .replace(/-[\w-]{8}\.(css|js|woff2|avif|webp)\b/g, '-HASH.$1')
      .replace(/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?Z?)?/g, 'DATE')
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
      .split('\n')
      .map((line) => line.trimEnd())
      .filter((line) => line !== '')
  );
}

/** Tells if lines were printed as a page shows them; a line `…` stands for any lines. */
function matches(shown: readonly string[], printed: readonly string[]): boolean {
  const [first, ...rest] = shown;
  if (first === undefined) return printed.length === 0;
  if (first.trim() !== '…')
    return printed.length > 0 && fits(first, printed[0] ?? '') && matches(rest, printed.slice(1));
  return printed.some((_, index) => matches(rest, printed.slice(index))) || rest.length === 0;
}

/** `…` in a line is any text. */
const fits = (shown: string, printed: string) =>
  new RegExp(`^${shown.split('…').map(escapeText).join('.*')}$`, 'u').test(printed);
const escapeText = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
