/** Renders Markdown to HTML (CommonMark, GFM, footnotes, highlighted code), without raw HTML and script URLs unless `rawHtml` is on. */
import { Marked, type MarkedExtension, type RendererObject, type Token, type Tokens } from 'marked';
import { escapeHtml } from './escape.ts';
import { createFootnoteState, createFootnotes, type Footnotes } from './footnotes.ts';
import { createHeadingIds } from './headings.ts';
import { createHighlighter } from './highlight.ts';
import { decodeEntities, REFERENCE, visibleText } from './html-text.ts';
import { lexMarkdown } from './lexer.ts';
import { stripControls } from './measure-text.ts';
import { encodeUrl, isAbsoluteUrl, safeUrl } from './safe-urls.ts';
import { hideElements, textOfTokens } from './tokens.ts';

/** An image that a page may load: its size where it is known, and better formats. */
export interface ImageSource {
  url: string;
  width: number | null;
  height: number | null;
  sources: readonly { type: string; srcset: string }[];
}

export interface MarkdownOptions {
  rawHtml: boolean;
  /** Joined before the links that start with "/". */
  basePath: string;
  /** Labels in the page's language. */
  labels: { copyCode: string; footnotes: string; backToReference: string; table: string };
  /** The image of a Markdown target. */
  resolveImage(target: string): ImageSource;
}

export interface RenderedMarkdown {
  html: string;
  /** List items that link to the second-level headings; empty for fewer than two. */
  contents: string;
}

/** Renders without labels and with images as they are written. */
export const NEUTRAL_OPTIONS: MarkdownOptions = {
  rawHtml: false,
  basePath: '',
  labels: { copyCode: '', footnotes: '', backToReference: '', table: '' },
  resolveImage: (url) => ({ url, width: null, height: null, sources: [] }),
};

/** Creates a renderer for many documents. */
export function createMarkdownRenderer(): (markdown: string, options: MarkdownOptions) => RenderedMarkdown {
  let document = createDocument(NEUTRAL_OPTIONS);
  const current = () => document;
  const base: MarkedExtension = {
    gfm: true,
    renderer: createRenderer(current),
  };
  const plain = new Marked(base);
  const withFootnotes = new Marked(
    base,
    createFootnotes(() => document.footnotes),
  );

  return (markdown, options) => {
    document = createDocument(options);
    const marked = markdown.includes('[^') ? withFootnotes : plain;
    const tokens = lexMarkdown(stripControls(markdown), marked.defaults);
    if (!options.rawHtml) {
      hideElements(markdown, [...tokens, ...[...document.footnotes.definitions.values()].flat()]);
    }
    document.levels = planLevels(tokens);
    const body = marked.parser(tokens);
    const html = body + document.footnotes.render(options.labels, (notes) => marked.parser(notes));
    const contents = document.contents.length < 2 ? '' : document.contents.join('');
    // A numeric reference may mean a forbidden character.
    return { html: markdown.includes('&#') ? stripControls(html) : html, contents };
  };
}

interface Document {
  options: MarkdownOptions;
  headingIds: (text: string) => string;
  levels: HeadingLevels;
  /** Of the last of these headings. */
  level: number;
  contents: string[];
  footnotes: Footnotes;
}

function createDocument(options: MarkdownOptions): Document {
  return {
    options,
    headingIds: createHeadingIds(),
    levels: new Map(),
    level: 1,
    contents: [],
    footnotes: createFootnoteState(),
  };
}

/** Level of each heading outside quotes, lists and notes. */
type HeadingLevels = Map<unknown, number>;

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

function createRenderer(current: () => Document): RendererObject {
  const highlight = createHighlighter();
  return {
    heading(token) {
      const document = current();
      const html = this.parser.parseInline(token.tokens);
      const title = textOfTokens(token.tokens, true);
      const level = document.levels.get(token) ?? Math.min(6, document.level + 1);
      if (document.levels.has(token)) document.level = level;
      const id = document.headingIds(title);
      const name = escapeHtml(id);
      if (level === 2 && title.trim() !== '') {
        document.contents.push(`<li><a href="#${name}">${escapeHtml(title)}</a></li>`);
      }
      return `<h${level} id="${name}">${html}</h${level}>\n`;
    },
    code({ text, lang }) {
      const { labels } = current().options;
      const language = /^[\w+#.-]+/.exec(lang ?? '')?.[0] ?? '';
      const code = language ? highlight(text, language) : escapeHtml(text);
      const className = language ? ` class="language-${escapeHtml(language)}"` : '';
      const button = `<button type="button" class="copy" data-copy hidden>${escapeHtml(labels.copyCode)}</button>`;
      return `<div class="code">${button}<pre tabindex="0"><code${className}>${code}\n</code></pre></div>\n`;
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
      const text = escapeHtml(visibleText(token.text));
      if (!token.block) return text;
      return text.trim() === '' ? '' : `<p>${text.trim()}</p>\n`;
    },
    link({ href, title, tokens }) {
      const document = current();
      const text = this.parser.parseInline(tokens);
      const safe = safeUrl(decodeEntities(href));
      if (safe === null) return text;
      const titleAttribute = title ? ` title="${escapeHtml(decodeEntities(title))}"` : '';
      if (isAbsoluteUrl(safe)) {
        const mark = /^(mailto|tel):/i.test(safe) ? '' : ' rel="external noopener"';
        return `<a href="${escapeHtml(encodeUrl(safe))}"${titleAttribute}${mark}>${text}</a>`;
      }
      const url = encodeUrl(safe.startsWith('/') ? document.options.basePath + safe : safe);
      return `<a href="${escapeHtml(url)}"${titleAttribute}>${text}</a>`;
    },
    image({ href, title, text, tokens }) {
      const safe = safeUrl(decodeEntities(href));
      const alt = escapeHtml(tokens ? textOfTokens(tokens, true) : decodeEntities(text));
      if (safe === null) return alt;
      const image = current().options.resolveImage(safe);
      const size = image.width && image.height ? ` width="${image.width}" height="${image.height}"` : '';
      const titleAttribute = title ? ` title="${escapeHtml(decodeEntities(title))}"` : '';
      const img = `<img src="${escapeHtml(encodeUrl(image.url))}" alt="${alt}"${titleAttribute}${size} loading="lazy" decoding="async">`;
      if (image.sources.length === 0) return img;
      const sources = image.sources.map(
        ({ type, srcset }) =>
          `<source type="${type}" srcset="${escapeHtml(srcset)}" sizes="(min-width: 45rem) 42rem, 100vw">`,
      );
      return `<picture>${sources.join('')}${img}</picture>`;
    },
    // A box that cannot be ticked is text, not a form field.
    checkbox({ checked }) {
      return checked ? '<span class="task">☑</span> ' : '<span class="task">☐</span> ';
    },
    table(token) {
      const { labels } = current().options;
      const rowOf = (cells: readonly Tokens.TableCell[], scopeOf: (index: number) => string | null) => {
        const rendered = cells.map(({ tokens, align }, index) => {
          // An empty header cell is not a header.
          const scope = tokens.length > 0 ? scopeOf(index) : null;
          const [tag, scoped] = scope === null ? ['td', ''] : ['th', ` scope="${scope}"`];
          const aligned = align ? ` class="align-${align}"` : '';
          return `<${tag}${scoped}${aligned}>${this.parser.parseInline(tokens)}</${tag}>\n`;
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
      const label = escapeHtml(labels.table);
      return `<div class="table" role="group" aria-label="${label}" tabindex="0"><table>\n<thead>\n${head}</thead>\n${body}</table></div>\n`;
    },
  };
}

const SPECIAL = new RegExp(`[<>"']|&(?:${REFERENCE})?`, 'g');

/** Character references stay, because in text they are only characters. */
function escapeText(text: string): string {
  return text.replace(SPECIAL, (found) =>
    found.length > 1 && decodeEntities(found) !== found ? found : escapeHtml(found),
  );
}
