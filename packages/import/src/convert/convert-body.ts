/** Converts the text of a post to the site's Markdown, with its links, pictures and directives. */

import { DIRECTIVES, stripControls, summarizeBody } from '../core.ts';
import type { ImportedPost, SourceRecords } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import { createRangeTest, dedentModules, findCode, replaceOutsideCode } from '../read/code-ranges.ts';
import { readAddress } from './address-tags.ts';
import type { Conversion } from './conversion.ts';
import { convertNodes, joinPieces, removeTemplates } from './convert-tree.ts';
import { calloutType } from './directive-text.ts';
import type { Targets } from './element-writers.ts';
import { findFootnotes } from './html-structure.ts';
import { trimBlock } from './lines.ts';
import { parseHtml } from './parse-html.ts';
import { parseMarkdown } from './parse-markdown.ts';
import type { TreeNode } from './tree.ts';

export interface BodyContext {
  notes: Notes;
  records: SourceRecords;
  /** Names of containers of the source, and the notices that they become. */
  containers: ReadonlyMap<string, string>;
  /** @param line line of the post's file */
  targetsAt(post: ImportedPost, line: number): Targets;
}

/** @returns Markdown without blank lines around it */
export function convertBody(
  post: ImportedPost,
  { notes, records, containers, targetsAt }: BodyContext,
): string {
  const { syntax } = post;
  const placeOf = (line: number) => post.bodyLine + line;
  const note = (line: number, message: string, detail?: string) =>
    notes.add({ file: post.file, line: placeOf(line), message, ...(detail && { detail }) });
  const body = stripControls(post.body);
  if (body !== post.body) note(0, 'control characters, which HTML forbids: left out');
  const isHtml = post.format === 'html';
  const hasModules = syntax === 'mdx' || syntax === 'docusaurus';
  const { text, imports, exports } =
    hasModules && !isHtml
      ? removeModules(dedentModules(body))
      : { text: body, imports: new Map<string, string>(), exports: [] };
  for (const line of exports) note(line, 'MDX export: left out');
  const tree = isHtml
    ? parseHtml(removeTemplates(text, { note, syntax }, 0), syntax === 'wordpress')
    : parseMarkdown(text, syntax);
  const context: Conversion = {
    syntax,
    isHtml,
    convert: convertNodes,
    containers,
    note,
    targetsAt: (line) => evaluated(targetsAt(post, placeOf(line)), imports),
    named: new Map(),
    shown: shownNames(tree),
    footnotes: isHtml ? footnoteLabels(post, tree) : new Map(),
    ...(syntax === 'wordpress' && {
      wordpress: { records, id: post.id ?? '', footnotes: post.footnotes ?? [], within: [] },
    }),
  };
  return writeTree(tree, context);
}

/** @returns Markdown without blank lines around it */
export function writeTree(tree: readonly TreeNode[], context: Conversion): string {
  const converted = joinPieces(convertNodes(tree, context), context.isHtml);
  // Line numbers are exact only before the first replaced element, because elements change the number of lines.
  return repairDirectives(clean(converted), (line, message) => context.note(line, message));
}

/** Evaluates the template code of an address, and the names of files that a text imports: `src={photo}`. */
function evaluated(targets: Targets, imports: ReadonlyMap<string, string>): Targets {
  const named = (target: string) => imports.get(/^\{(\w+)(?:\.src)?\}$/.exec(target)?.[1] ?? '') ?? target;
  return {
    ...targets,
    image: (written) => targets.image(readAddress(named(written)).target),
    link(written) {
      const { target, isName } = readAddress(named(written));
      return isName ? targets.reference(target) : targets.link(target);
    },
  };
}

/** Names that expressions of a text show. */
function shownNames(nodes: readonly TreeNode[], names = new Set<string>()): Set<string> {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    const name = node.notation === 'expression' ? /^(\w+)\s*(?:\||$)/.exec(node.name)?.[1] : undefined;
    if (name !== undefined) names.add(name);
    shownNames(node.children ?? [], names);
  }
  return names;
}

function footnoteLabels({ footnotes = [] }: ImportedPost, tree: readonly TreeNode[]): Map<string, string> {
  const labels = findFootnotes(tree);
  for (const { id } of footnotes) labels.set(id, String(labels.size + 1));
  return labels;
}

/** A link whose icon is left out shows its host. */
const WORDLESS = /(?<!!)\[[ \t]*\](?=\(https?:\/\/([^\s()/?#]+)[^\s()]*\))/g;

function clean(markdown: string): string {
  const named = replaceOutsideCode(markdown, WORDLESS, (_all, host) => `[${host}]`);
  return trimBlock(replaceOutsideCode(named, /\n{3,}/g, '\n\n'));
}

/** Escaping an opening line can make its closing line invalid, which the next round escapes. */
const MAX_ROUNDS = 6;

/** What may stand before a directive: quotes, list items and task boxes. */
const DIRECTIVE_START = /^([ \t>*+\-\d.)[\]xX]*)(?=::)/;

/** Matches alerts of other programs: `> [!info] Title`, `> [!faq]-`. */
const ALERT = /^([ \t]*(?:>[ \t]*)+)\[!([A-Za-z][\w-]*)\][+-]?[ \t]*(.*)$/gm;

/** @param note called for each line that became text; lines count from 0 */
function repairDirectives(markdown: string, note: (line: number, message: string) => void): string {
  let text = replaceOutsideCode(markdown, ALERT, writeAlert);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { problems } = summarizeBody(text, '', DIRECTIVES).directives;
    if (problems.length === 0) return text;
    const lines = text.split('\n');
    for (const { line, message } of problems) {
      const index = line - 1;
      lines[index] = (lines[index] ?? '').replace(DIRECTIVE_START, '$1\\').replace(/\[!(?=[A-Za-z])/, '\\[!');
      note(index, `directive that the site would refuse (${message}): kept as text`);
    }
    text = lines.join('\n');
  }
  return replaceOutsideCode(text, new RegExp(DIRECTIVE_START, 'gm'), (marks) => `${marks}\\`);
}

function writeAlert(_all: string, marks = '', name = '', title = ''): string {
  const alert = `${marks}[!${calloutType(name).toUpperCase()}]`;
  return title.trim() === '' ? alert : `${alert}\n${marks}**${title.trim()}**\n${marks.trimEnd()}`;
}

interface WithoutModules {
  text: string;
  /** Imported name → file, such as "./photo.png". */
  imports: ReadonlyMap<string, string>;
  /** Lines of exports other than metadata, from 0. */
  exports: number[];
}

const START = /^(?:import\s+(?:[\w{*"'])|export\s+(?:const|let|var|default|function|class|async)\b)/;
const IMPORT = /import\s+(?:(\w+)\s*,?\s*)?(?:\{[^}]*\}\s*|\*\s+as\s+\w+\s*)?(?:from\s+)?["']([^"'\n]+)["']/g;

/** Removes imports and exports from MDX and Astro texts. Line numbers stay the same. */
function removeModules(text: string): WithoutModules {
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
    for (const bracket of line.replace(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, '')) {
      if ('{([<'.includes(bracket)) depth += bracket === '<' ? 0 : 1;
      else if ('})]'.includes(bracket)) depth--;
    }
    if (depth <= 0 && /[;"'})\]]\s*$/.test(line)) isOpen = false;
  }
  return { text: kept.join('\n'), imports, exports };
}
