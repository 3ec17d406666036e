/** Converts the text of a post to the site's Markdown, with its links, pictures and directives. */
import { stripControls } from '../../content/markdown/measure-text.ts';
import type { ImportedPost } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import { createRangeTest, findCode } from '../read/code-ranges.ts';
import { replaceAddressTags } from './address-tags.ts';
import { convertElements } from './convert-elements.ts';
import type { Targets } from './element-writers.ts';
import { removeHeadingMarks } from './heading-ids.ts';
import type { HtmlConverter } from './html-to-markdown.ts';
import { removeModules } from './mdx-modules.ts';
import { repairDirectives } from './repair-directives.ts';
import { rewriteTargets } from './rewrite-targets.ts';
import { prepareWordPress } from './wordpress-text.ts';

export interface BodyContext {
  html: HtmlConverter;
  notes: Notes;
  attachments: ReadonlyMap<string, string>;
  /** @param line of the post's file */
  targetsAt(post: ImportedPost, line: number): Targets;
}

/** @returns Markdown without blank lines around it; null, with a note, where the text cannot be converted */
export function convertBody(
  post: ImportedPost,
  { html, notes, attachments, targetsAt }: BodyContext,
): string | null {
  const placeOf = (line: number) => post.bodyLine + line;
  const note = (line: number, message: string, detail?: string) =>
    notes.add({ file: post.file, line: placeOf(line), message, ...(detail && { detail }) });
  const source = stripControls(post.body);
  if (post.format === 'html') {
    const prepared = post.syntax === 'wordpress' ? prepareWordPress(source, { attachments, note }) : source;
    const markdown = html.convert(prepared, targetsAt(post, post.bodyLine), (message) => note(0, message));
    return markdown === null ? null : repairDirectives(clean(markdown), (_line, message) => note(0, message));
  }
  const { text, imports, exports } = hasModules(post)
    ? removeModules(source)
    : { text: source, imports: new Map<string, string>(), exports: [] };
  for (const line of exports) note(line, 'export of MDX: left out');
  const targets = (line: number): Targets => {
    const found = targetsAt(post, placeOf(line));
    // `src={photo}` names an import.
    const named = (target: string) => imports.get(/^\{(\w+)(?:\.src)?\}$/.exec(target)?.[1] ?? '') ?? target;
    return {
      title: found.title,
      link: (target) => found.link(named(target)),
      image: (target) => found.image(named(target)),
    };
  };
  const addressed = rewriteTargets(
    replaceAddressTags(escapeColons(removeHeadingMarks(text), post), post.syntax),
    (target, kind, line) => (kind === 'image' ? targets(line).image(target) : targets(line).link(target)),
    !hasModules(post),
  );
  const converted = convertElements(addressed, post.syntax, { html, targetsAt: targets, note });
  // Lines have moved: only those before the first replaced element are where they were.
  return repairDirectives(clean(converted), (line, message) => note(line, message));
}

function clean(markdown: string): string {
  return markdown
    .replace(/[\ue000\ue001]/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^(?:[ \t]*\n)+|\s+$/g, '');
}

function hasModules({ syntax }: ImportedPost): boolean {
  return syntax === 'mdx' || syntax === 'docusaurus';
}

/** Lines that begin with colons would be directives here; the scanner reads those of admonitions. */
function escapeColons(text: string, { syntax }: ImportedPost): string {
  if (!/^::/m.test(text)) return text;
  const codeAt = createRangeTest(findCode(text));
  const hasAdmonitions = syntax !== 'hugo' && syntax !== 'liquid';
  return text.replace(hasAdmonitions ? /^::(?!:)/gm : /^::/gm, (colons, offset: number) =>
    codeAt(offset) ? colons : `\\${colons}`,
  );
}
