/** Renders the tokens of a document: the HTML of each block, span and directive. */

import type { Parser, RendererExtension, RendererObject, Token, Tokens } from 'marked';
import type { PolicySources } from '../../config/policy-schema.ts';
import { escapeHtml } from '../../foundation/escape.ts';
import { readFence, renderCode } from './code-fence.ts';
import { type AttributeValues, directiveOf, type TableAdditions } from './directive.ts';
import { isAlert, isDirective, kindOfBlock, valuesOf } from './directive-tokens.ts';
import type { Footnotes } from './footnotes.ts';
import type { createHeadingIds } from './headings.ts';
import { createHighlighter } from './highlight.ts';
import { decodeEntities, REFERENCE, visibleText } from './html-text.ts';
import { isElement, protectElements, restoreElements } from './inline-elements.ts';
import type { MarkdownOptions } from './markdown-options.ts';
import { isMath, renderMath } from './math.ts';
import { type TextRefusal, TextRefusedError } from './page-size.ts';
import { encodeUrl, isAbsoluteUrl, safeUrl } from './safe-urls.ts';
import { textOfTokens } from './tokens.ts';

export interface RenderContext {
  options: MarkdownOptions;
  headingIds: ReturnType<typeof createHeadingIds>;
  levels: HeadingLevels;
  /** Texts of headings as they are written, where typography may have set dashes. */
  titles: ReadonlyMap<Token, string>;
  /** Level of the last heading. */
  level: number;
  contents: { level: number; link: string }[];
  footnotes: Footnotes;
  /** Additions of the directive that contains the table. */
  table: TableAdditions | null;
  policies: PolicySources[];
  /** Characters of code in a language. */
  code: number;
  /** Counts what tokens add to their own text. */
  count: (html: string) => string;
  /** What cannot be shown. */
  refusals: TextRefusal[];
}

/** Problems of one text that are named. The place of each is searched in the text. */
const MAX_REFUSALS = 100;

/** The HTML of a part of the text. One that cannot be shown is left out, so that the page names all of them. */
function renderPart({ refusals }: RenderContext, render: () => string): string {
  try {
    return render();
  } catch (error) {
    // The size is a matter of the whole page.
    if (!(error instanceof TextRefusedError) || error.refusals.some(({ words }) => words === undefined))
      throw error;
    refusals.push(...error.refusals);
    if (refusals.length >= MAX_REFUSALS) throw new TextRefusedError(refusals);
    return '';
  }
}

/** Level of each heading outside quotes, lists and notes. */
export type HeadingLevels = Map<unknown, number>;

/** Renders directives. */
export function createDirectiveRenderer(current: () => RenderContext): RendererExtension {
  return {
    name: 'directive',
    renderer(token) {
      if (!isDirective(token)) return false;
      return renderDirective(current(), this.parser, token, token.name, valuesOf(token.attributes));
    },
  };
}

/** Renders the elements of raw HTML that stay. */
export function createElementRenderer(current: () => RenderContext): RendererExtension {
  return {
    name: 'element',
    renderer(token) {
      if (!isElement(token)) return false;
      const { name, tokens } = token;
      return `${current()
        .count(`<${name}></${name}>`)
        .slice(0, -name.length - 3)}${this.parser.parseInline(tokens)}</${name}>`;
    },
  };
}

export function createMathRenderer(current: () => RenderContext): RendererExtension {
  return {
    name: 'math',
    renderer(token) {
      if (!isMath(token)) return false;
      const document = current();
      return document.count(renderPart(document, () => renderMath(token.text, false)));
    },
  };
}

/** The build has reported all directives that are wrong. */
function renderDirective(
  document: RenderContext,
  parser: Parser,
  { tokens }: { tokens: readonly Token[] },
  name: string,
  values: AttributeValues,
): string {
  const { directives } = document.options;
  const directive = directives && directiveOf(directives.all, name);
  const result = directive?.read(values);
  const read = result && 'render' in result ? result : null;
  const { table } = document;
  document.table = read?.table ?? null;
  if (read?.policy) document.policies.push(read.policy);
  // Images that are alone are no paragraph there.
  const isImage = (token: Token) => directive?.holds?.includes('image') && kindOfBlock(token) === 'image';
  const body = tokens
    .map((token) =>
      isImage(token) && 'tokens' in token ? parser.parseInline(token.tokens ?? []) : parser.parse([token]),
    )
    .join('');
  document.table = table;
  if (!directives || !read) return body;
  const html = renderPart(document, () => read.render(body, directives.context));
  document.count(html.slice(body.length));
  return html;
}

export function createRenderer(current: () => RenderContext): RendererObject {
  const highlight = createHighlighter();
  return {
    heading(token) {
      const document = current();
      const html = this.parser.parseInline(token.tokens);
      const title = textOfTokens(token.tokens, true);
      const level = document.levels.get(token) ?? Math.min(6, document.level + 1);
      if (document.levels.has(token)) document.level = level;
      const { id, others } = document.headingIds(document.titles.get(token) ?? title);
      const name = escapeHtml(id);
      const { contents, levels, options } = document;
      const isBelow = level === 3 && options.contentsDepth === 3 && contents.length > 0 && levels.has(token);
      if ((level === 2 || isBelow) && title.trim() !== '') {
        const link = `<a href="#${name}">${escapeHtml(title)}</a>`;
        document.count(`<li>${link}</li>`);
        contents.push({ level, link });
      }
      const anchors = others.map((other) => `<span id="${escapeHtml(other)}"></span>`).join('');
      return `${document.count(`<h${level} id="${name}">${anchors}`)}${html}</h${level}>\n`;
    },
    code({ text, lang }) {
      const document = current();
      const { count, options } = document;
      const fence = readFence(decodeEntities(lang ?? ''), text.split('\n').length);
      const { language } = fence;
      if (language === 'math') return count(renderPart(document, () => renderMath(text, true)));
      const code = language ? highlight(text, language, document.code) : escapeHtml(text);
      if (language) document.code += text.length;
      return count(renderCode(code, fence, options.labels.copyCode));
    },
    // After <script> or <pre> marked treats text as raw HTML, although the tag itself is removed here.
    text(token) {
      if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
      const isRaw = 'escaped' in token && token.escaped && current().options.rawHtml;
      return isRaw ? token.text : escapeText(token.text);
    },
    html(token) {
      if (current().options.rawHtml) return token.text;
      if (/^<br\s*\/?>$/i.test(token.text)) return '<br>';
      if (!token.block) return escapeHtml(visibleText(token.text));
      const text = restoreElements(escapeHtml(visibleText(protectElements(token.text))));
      return text.trim() === '' ? '' : `<p>${text.trim()}</p>\n`;
    },
    link({ href, title, tokens }) {
      const document = current();
      const text = this.parser.parseInline(tokens);
      const target = decodeEntities(href);
      if (target.startsWith(OFFER) && document.options.directives)
        return `${document.count(`<a href="${escapeHtml(target)}">`)}${text}</a>`;
      const safe = safeUrl(target);
      if (safe === null) return text;
      const titleAttribute = title ? ` title="${escapeHtml(decodeEntities(title))}"` : '';
      if (isAbsoluteUrl(safe)) {
        const mark = /^(mailto|tel):/i.test(safe) ? '' : ' rel="external noopener"';
        return `${document.count(`<a href="${escapeHtml(encodeUrl(safe))}"${titleAttribute}${mark}>`)}${text}</a>`;
      }
      // Names of pages, headings and files are in this form.
      const own = safe.normalize('NFC');
      const url =
        document.options.resolveLink(own) ??
        encodeUrl(own.startsWith('/') ? document.options.basePath + own : own);
      return `${document.count(`<a href="${escapeHtml(url)}"${titleAttribute}>`)}${text}</a>`;
    },
    image: (token) => renderImage(current(), token),
    blockquote(token) {
      const type = isAlert(token) ? token.alert.toLowerCase() : null;
      if (type !== null) return renderDirective(current(), this.parser, token, 'callout', { type });
      return `<blockquote>\n${this.parser.parse(token.tokens)}</blockquote>\n`;
    },
    // A box that cannot be ticked is text, not a form field.
    checkbox({ checked }) {
      return checked ? '<span class="task">☑</span> ' : '<span class="task">☐</span> ';
    },
    table(token) {
      return renderTable(current(), this.parser, token);
    },
  };
}

function renderImage({ count, options }: RenderContext, { href, title, text, tokens }: Tokens.Image): string {
  const safe = safeUrl(decodeEntities(href));
  const alt = escapeHtml(tokens ? textOfTokens(tokens, true) : decodeEntities(text));
  if (safe === null) return alt;
  const image = options.resolveImage(isAbsoluteUrl(safe) ? safe : safe.normalize('NFC'));
  const size = image.width && image.height ? ` width="${image.width}" height="${image.height}"` : '';
  const titleAttribute = title ? ` title="${escapeHtml(decodeEntities(title))}"` : '';
  const img = `<img src="${escapeHtml(encodeUrl(image.url))}" alt="${alt}"${titleAttribute}${size} loading="lazy" decoding="async">`;
  if (image.sources.length === 0) return count(img);
  const sources = image.sources.map(
    ({ type, srcset }) =>
      `<source type="${type}" srcset="${escapeHtml(srcset)}" sizes="auto, (min-width: 45rem) 42rem, 100vw">`,
  );
  return count(`<picture>${sources.join('')}${img}</picture>`);
}

function renderTable({ count, options, table }: RenderContext, parser: Parser, token: Tokens.Table): string {
  const rowOf = (cells: readonly Tokens.TableCell[], scopeOf: (index: number) => string | null) => {
    const rendered = cells.map(({ tokens, align }, index) => {
      // An empty header cell is not a header.
      const scope = tokens.length > 0 ? scopeOf(index) : null;
      const [tag, scoped] = scope === null ? ['td', ''] : ['th', ` scope="${scope}"`];
      const aligned = align ? ` class="align-${align}"` : '';
      return `${count(`<${tag}${scoped}${aligned}></${tag}>\n`).slice(0, -6)}${parser.parseInline(tokens)}</${tag}>\n`;
    });
    return `<tr>\n${rendered.join('')}</tr>\n`;
  };
  const head = rowOf(token.header, () => 'col');
  // With an empty corner, the first column names the rows.
  const namesRows = token.header[0]?.tokens.length === 0;
  const rows = token.rows
    .map((row) => rowOf(row, (index) => (namesRows && index === 0 ? 'row' : null)))
    .join('');
  const body = rows ? `<tbody>${rows}</tbody>` : '';
  const label = escapeHtml(table?.caption || options.labels.table);
  const caption = table?.caption ? `\n<caption>${escapeHtml(table.caption)}</caption>` : '';
  const sortable = table?.sortable ? ' data-sortable' : '';
  return `<div class="table" role="group" aria-label="${label}" tabindex="0"><table${sortable}>${caption}\n<thead>\n${head}</thead>\n${body}</table></div>\n`;
}

/** Before the name of an offer of the ledger. site/mark-paid-links.ts puts its address in place of it. */
const OFFER = 'offer:';

const SPECIAL = new RegExp(`[<>"']|&(?:${REFERENCE})?`, 'g');

/** Character references stay, because in text they are only characters. */
function escapeText(text: string): string {
  return text.replace(SPECIAL, (found) =>
    found.length > 1 && decodeEntities(found) !== found ? found : escapeHtml(found),
  );
}
