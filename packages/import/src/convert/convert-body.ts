/** Converts the text of a post to the site's Markdown, with its links, pictures and directives. */
import { stripControls } from '../core.ts';
import type { ImportedPost, SourceRecords } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import { dedentModules, replaceOutsideCode } from '../read/code-ranges.ts';
import { readAddress } from './address-tags.ts';
import type { Conversion } from './conversion.ts';
import { convertNodes, joinPieces, removeTemplates } from './convert-tree.ts';
import type { Targets } from './element-writers.ts';
import { findFootnotes } from './html-structure.ts';
import { removeModules } from './mdx-modules.ts';
import { parseHtml } from './parse-html.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { repairDirectives } from './repair-directives.ts';
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
  const converted = joinPieces(convertNodes(tree, context), isHtml);
  // Line numbers are exact only before the first replaced element, because elements change the number of lines.
  return repairDirectives(clean(converted), (line, message) => note(line, message));
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

function clean(markdown: string): string {
  return replaceOutsideCode(markdown, /\n{3,}/g, '\n\n').replace(/^(?:[ \t]*\n)+|\s+$/g, '');
}
