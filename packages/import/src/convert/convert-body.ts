/** Converts the text of a post to the site's Markdown, with its links, pictures and directives. */
import { stripControls } from '../core.ts';
import type { ImportedPost } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import { dedentFences, replaceOutsideCode } from '../read/code-ranges.ts';
import { replaceAddressTags } from './address-tags.ts';
import { convertElements, removeTemplates } from './convert-elements.ts';
import { writeLooseTabs } from './directive-text.ts';
import type { Targets } from './element-writers.ts';
import { removeHeadingMarks } from './heading-ids.ts';
import type { HtmlConverter } from './html-to-markdown.ts';
import { prepareLiquid } from './liquid-blocks.ts';
import { removeModules } from './mdx-modules.ts';
import { writePythonBlocks } from './python-blocks.ts';
import { repairDirectives } from './repair-directives.ts';
import { countLines, rewriteTargets } from './rewrite-targets.ts';
import { prepareWordPress } from './wordpress-text.ts';

export interface BodyContext {
  html: HtmlConverter;
  notes: Notes;
  attachments: ReadonlyMap<string, string>;
  /** @param line line of the post's file */
  targetsAt(post: ImportedPost, line: number): Targets;
}

/** A mark of the table of contents, or the definition of an abbreviation, on a line of its own. */
const TOOL_LINE = /^[ \t]*(?:\[\[_?toc_?\]\]|\[toc\]|\*\[([^\]\n]+)\]:[^\n]*)[ \t]*$/gim;

/** @returns Markdown without blank lines around it; null, with a note, if the text cannot be converted */
export function convertBody(
  post: ImportedPost,
  { html, notes, attachments, targetsAt }: BodyContext,
): string | null {
  const placeOf = (line: number) => post.bodyLine + line;
  const note = (line: number, message: string, detail?: string) =>
    notes.add({ file: post.file, line: placeOf(line), message, ...(detail && { detail }) });
  const allowed = stripControls(post.body);
  if (allowed !== post.body) note(0, 'control characters, which HTML forbids: left out');
  const plain = replaceOutsideCode(allowed, TOOL_LINE, (_all, abbreviation, offset) => {
    if (abbreviation) note(countLines(post.body, 0, Number(offset)), 'abbreviation: left out', abbreviation);
    return '';
  });
  const isMarkdown = post.format === 'markdown';
  const source =
    isMarkdown && post.syntax === 'liquid'
      ? prepareLiquid(plain)
      : isMarkdown && post.syntax === 'markdown'
        ? writePythonBlocks(plain, note)
        : plain;
  if (post.format === 'html') {
    const prepared =
      post.syntax === 'wordpress'
        ? prepareWordPress(source, { attachments, note })
        : removeTemplates(replaceAddressTags(source, post.syntax), note, 0);
    const markdown = html.convert(prepared, targetsAt(post, post.bodyLine), (message) => note(0, message));
    return markdown === null ? null : repairDirectives(clean(markdown), (_line, message) => note(0, message));
  }
  const { text, imports, exports } = hasModules(post)
    ? removeModules(dedentFences(source))
    : { text: source, imports: new Map<string, string>(), exports: [] };
  for (const line of exports) note(line, 'MDX export: left out');
  const targets = (line: number): Targets => {
    const found = targetsAt(post, placeOf(line));
    // `src={photo}` refers to an import of the text.
    const named = (target: string) => imports.get(/^\{(\w+)(?:\.src)?\}$/.exec(target)?.[1] ?? '') ?? target;
    return {
      title: found.title,
      link: (target) => found.link(named(target)),
      image: (target) => found.image(named(target)),
    };
  };
  const addressed = rewriteTargets(
    // Two colons at the start of a line would open a directive. Admonitions keep theirs for the scanner.
    replaceAddressTags(replaceOutsideCode(removeHeadingMarks(text), /^(?=::(?!:))/gm, '\\'), post.syntax),
    (target, kind, line) => (kind === 'image' ? targets(line).image(target) : targets(line).link(target)),
    !hasModules(post),
  );
  const converted = convertElements(addressed, post.syntax, { html, targetsAt: targets, note });
  // Line numbers are exact only before the first replaced element, because elements change the number of lines.
  return repairDirectives(clean(converted), (line, message) => note(line, message));
}

function clean(markdown: string): string {
  const plain = writeLooseTabs(markdown).replace(/[\ue000-\ue002]/g, '');
  return replaceOutsideCode(plain, /\n{3,}/g, '\n\n').replace(/^(?:[ \t]*\n)+|\s+$/g, '');
}

function hasModules({ syntax }: ImportedPost): boolean {
  return syntax === 'mdx' || syntax === 'docusaurus';
}
