/** Finds the fenced code of the documents: page, line, language and what the line of the fence says of it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface CodeBlock {
  /** Page and line of the fence, `docs/start.md:7`. */
  at: string;
  /** Line of the fence and of its end, from 1. */
  line: number;
  end: number;
  language: string;
  /** The word after the language: a file of the site, or what a block is to its neighbours; '' for none. */
  word: string;
  /** Why the block is not run. */
  noRun: string | null;
  text: string;
}

export interface Page {
  file: string;
  text: string;
  blocks: CodeBlock[];
  /** Commands in comments, `<!-- run: … -->`: what the examples below need and a reader has. */
  hidden: { line: number; text: string }[];
}

const FENCE = /^( *)(`{3,}|~{3,})(.*)$/;

/** Every document that shows code: what a reader of the repository or of the tarball opens. */
export function readPages(): Page[] {
  const below = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.md') && !file.startsWith('docs/site/'));
  const single = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'templates/README.md'];
  const files = [...single, 'test/README.md', 'bench/README.md', ...below('docs')];
  files.push(...readdirSync('packages').map((name) => `packages/${name}/README.md`));
  return files.filter((file) => existsSync(file)).map((file) => readPage(file, readFileSync(file, 'utf8')));
}

/** @throws with page and line where a block has no end */
export function readPage(file: string, text: string): Page {
  const lines = text.split('\n');
  const blocks: CodeBlock[] = [];
  const hidden: Page['hidden'] = [];
  for (let index = 0; index < lines.length; index++) {
    const [, indent = '', mark = '', info = ''] = FENCE.exec(lines[index] ?? '') ?? [];
    if (!mark) {
      const end = readHidden(lines, index, hidden);
      index = Math.max(index, end);
      continue;
    }
    const end = lines.findIndex((line, at) => at > index && line.trim() === mark);
    if (end === -1) throw new Error(`${file}:${index + 1}: this block of code has no end`);
    const [, language = '', word = '', , noRun] =
      /^(\S*)(?: +(?!no-run=)(\S+))?( +no-run="([^"]*)")? *$/.exec(info) ?? [];
    if (info.trim() && !language) throw new Error(`${file}:${index + 1}: "${info}" is no language`);
    const content = lines.slice(index + 1, end).map((line) => line.replace(new RegExp(`^${indent}`), ''));
    const at = `${file}:${index + 1}`;
    const place = { at, line: index + 1, end: end + 1 };
    blocks.push({ ...place, language, word, noRun: noRun ?? null, text: content.join('\n') });
    index = end;
  }
  return { file, text, blocks, hidden };
}

/** @returns the index of the comment's last line, -1 for none */
function readHidden(lines: readonly string[], index: number, hidden: Page['hidden']): number {
  const start = /^<!-- run:(.*)$/.exec(lines[index] ?? '');
  if (!start) return -1;
  for (let at = index; at < lines.length; at++) {
    const line = at === index ? (start[1] ?? '') : (lines[at] ?? '');
    hidden.push({ line: at + 1, text: line.replace(/-->\s*$/, '') });
    if (line.trimEnd().endsWith('-->')) return at;
  }
  return lines.length;
}
