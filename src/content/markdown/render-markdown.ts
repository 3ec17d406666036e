/** Renders Markdown to HTML (CommonMark, GFM, footnotes, highlighted code, directives), without raw HTML and script URLs unless `rawHtml` is on. */

import { Marked, type MarkedExtension, type Token } from 'marked';
import type { PolicySources } from '../../config/policy-schema.ts';
import { definitionRenderers } from './definition-lists.ts';
import { createFootnoteState, createFootnotes } from './footnotes.ts';
import { createHeadingIds } from './headings.ts';
import { lexMarkdown } from './lexer.ts';
import { type MarkdownOptions, NEUTRAL_OPTIONS } from './markdown-options.ts';
import { stripControls } from './measure-text.ts';
import { checkPageSize, createPageCounter, TextRefusedError } from './page-size.ts';
import {
  createDirectiveRenderer,
  createElementRenderer,
  createMathRenderer,
  createRenderer,
  type HeadingLevels,
  type RenderContext,
} from './token-renderer.ts';
import { textOfTokens, walkTokens } from './tokens.ts';
import { improveType } from './typography.ts';

export interface RenderedMarkdown {
  html: string;
  /** List items that link to the second-level headings, and within them to the third level if asked; empty for fewer than two. */
  contents: string;
  /** The sources that the text loads from other hosts; left out if there are none. */
  policy?: PolicySources;
}

/** Creates a renderer for many documents. It throws TextRefusedError with all that a page cannot show, or where it would be too large. */
export function createMarkdownRenderer(): (markdown: string, options: MarkdownOptions) => RenderedMarkdown {
  let document = createDocument(NEUTRAL_OPTIONS);
  const current = () => document;
  const base: MarkedExtension = {
    gfm: true,
    renderer: createRenderer(current),
    extensions: [
      createDirectiveRenderer(current),
      createElementRenderer(current),
      createMathRenderer(current),
      ...definitionRenderers,
    ],
  };
  const plain = new Marked(base);
  const withFootnotes = new Marked(
    base,
    createFootnotes(
      () => document.footnotes,
      (html) => document.count(html),
    ),
  );

  return (markdown, options) => {
    document = createDocument(options);
    const marked = markdown.includes('[^') ? withFootnotes : plain;
    const tokens = lexMarkdown(stripControls(markdown), marked.defaults, {
      footnotes: document.footnotes.definitions,
      readsElements: !options.rawHtml,
    });
    const notes = [...document.footnotes.definitions.values()].flat();
    if (options.typography !== null && markdown.includes('--'))
      document.titles = readTitles([...tokens, ...notes]);
    if (options.typography !== null) improveType([...tokens, ...notes], options.typography);
    document.levels = planLevels(tokens);
    const { firstLine } = options;
    const body =
      firstLine === undefined
        ? marked.parser(tokens)
        : nameLines(markdown, firstLine, tokens, (token) => marked.parser([token]));
    const html = body + document.footnotes.render(options.labels, (notes) => marked.parser(notes));
    if (document.refusals.length > 0) throw new TextRefusedError(document.refusals);
    const contents = document.contents.length < 2 ? '' : nestContents(document.contents);
    // A numeric reference may mean a forbidden character.
    const clean = markdown.includes('&#') ? stripControls(html) : html;
    checkPageSize(clean);
    return { html: clean, contents, ...mergePolicies(document.policies) };
  };
}

function createDocument(options: MarkdownOptions): RenderContext {
  return {
    options,
    headingIds: createHeadingIds(options.language),
    levels: new Map(),
    titles: new Map(),
    level: 1,
    contents: [],
    footnotes: createFootnoteState(),
    table: null,
    policies: [],
    code: 0,
    count: createPageCounter(),
    refusals: [],
  };
}

/** Gives the first element of each block the line of the block: `data-line`. */
function nameLines(
  markdown: string,
  firstLine: number,
  tokens: readonly Token[],
  render: (token: Token) => string,
): string {
  const text = stripControls(markdown).replace(/\r\n?/g, '\n');
  let [at, line] = [0, firstLine];
  const passTo = (next: number) => {
    line += text.slice(at, next).split('\n').length - 1;
    at = next;
  };
  const parts: string[] = [];
  for (const token of tokens) {
    const start = text.indexOf(token.raw, at);
    if (start >= 0) passTo(start);
    parts.push(render(token).replace(/^\s*<[a-z][\w-]*/i, (tag) => `${tag} data-line="${line}"`));
    if (start >= 0) passTo(start + token.raw.length);
  }
  return parts.join('');
}

/** List items, with a list of the third level in the item above it. A text begins with the second level. */
function nestContents(entries: RenderContext['contents']): string {
  let html = '';
  let before = 0;
  for (const { level, link } of entries) {
    if (before !== 0) html += level > before ? '<ol>' : before > level ? '</li></ol></li>' : '</li>';
    html += `<li>${link}`;
    before = level;
  }
  return `${html}${before === 3 ? '</li></ol></li>' : '</li>'}`;
}

/** Each directive of the policy with its sources, each once. */
function mergePolicies(policies: readonly PolicySources[]): Pick<RenderedMarkdown, 'policy'> {
  const policy: Record<string, string[]> = {};
  for (const [name, sources] of policies.flatMap((part) => Object.entries(part)))
    policy[name] = [...new Set([...(policy[name] ?? []), ...sources])];
  return Object.keys(policy).length === 0 ? {} : { policy };
}

function readTitles(tokens: Token[]): ReadonlyMap<Token, string> {
  const titles = new Map<Token, string>();
  walkTokens(tokens, (token) => {
    if (token.type === 'heading') titles.set(token, textOfTokens(token.tokens ?? [], true));
  });
  return titles;
}

/** The page's title has the first level, so a text begins with the second; no level is skipped. */
function planLevels(tokens: readonly Token[]): HeadingLevels {
  const levels: HeadingLevels = new Map();
  const open: number[] = [];
  for (const token of tokens) {
    if (token.type !== 'heading') continue;
    while (open.length > 0 && (open.at(-1) ?? 0) >= token.depth) open.pop();
    open.push(token.depth);
    levels.set(token, Math.min(6, open.length + 1));
  }
  return levels;
}
