/** The two jobs of a build, parse and render; they run inline or in a thread. */
import { hash as digest } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { decodeUtf8, NOT_UTF8 } from '../../config/utf8.ts';
import {
  type ArticleSource,
  type ParsedArticle,
  type ParseOptions,
  parseArticle,
} from '../../content/article/parse-article.ts';
import { findBody } from '../../content/front-matter/front-matter.ts';
import { createMarkdownRenderer, type ImageSource } from '../../content/markdown/render-markdown.ts';
import { isAbsoluteUrl } from '../../content/markdown/safe-urls.ts';
import { limitWork, TextRefusedError } from '../../content/markdown/text-limits.ts';
import { type Problem, refusalOf, UserError } from '../../foundation/errors.ts';
import { type LocaleCode, languageOf } from '../../locales/codes.ts';
import { drawCover } from '../../pictures/draw-cover.ts';
import type { Body } from '../../site/page.ts';
import { createFrame, createPagePolicies, type Frame, fillFrame } from '../../templates/document.ts';
import type { PagePolicy } from '../../templates/page-policy.ts';
import { extractStrings } from '../../templates/shape.ts';
import type { SiteCode } from '../../theme/run-code.ts';
import { directivesOf } from '../../theme/theme-directives.tsx';
import { hasFonts } from '../../theme/theme-files.ts';
import { createSourceTexts, readText, type SourceTexts } from '../parse/source-texts.ts';
import { createEncoder, createFileWriter, hashBytes } from '../write/file-writer.ts';
import type { CachedOutput } from '../write/manifest.ts';
import { createPartsCompiler } from './render-parts.ts';
import type { EditionSetup, PageData, PageTask, RenderSetup, Target } from './task-messages.ts';

export interface RenderedTask {
  key: string;
  /** In the order html, data, cover; null for a file that has the same bytes already. */
  files: (CachedOutput | null)[];
}

export interface Jobs {
  /** Must come before the first `render`. */
  setup(setup: RenderSetup): void;
  parse(items: readonly ArticleSource[]): ParsedArticle[];
  render(items: readonly PageTask[]): RenderedTask[];
}

/**
 * @param root absolute root of the site
 * @param code of the site; left out where it is not loaded, so that directives are checked for their syntax only
 */
export function createJobs(root: string, code?: SiteCode | null): Jobs {
  const directives = code === undefined ? null : directivesOf(code);
  const texts = createSourceTexts(root);
  const withCharacters = hasFonts(root);
  let renderTask: ((task: PageTask) => RenderedTask) | null = null;
  return {
    setup(setup) {
      renderTask = createTaskRenderer(setup, code ?? null, texts.take);
    },
    parse: (items) => items.map((source) => parseSource(root, source, texts, { directives, withCharacters })),
    render(items) {
      if (!renderTask) throw new Error('rendering was asked for before its setup');
      return items.map(renderTask);
    },
  };
}

function parseSource(
  root: string,
  source: ArticleSource,
  texts: SourceTexts,
  options: ParseOptions,
): ParsedArticle {
  const { file } = source;
  const path = `${root}/${file}`;
  const text = tryToRead(path);
  if (typeof text !== 'string')
    return { meta: null, problems: [{ ...text, file, at: { line: 1, column: 1 }, warning: false }] };
  // Only the bytes tell whether U+FFFD replaces invalid bytes or was written by the author.
  const decoded = text.includes('\ufffd') ? decodeUtf8(readFileSync(path)) : ({ ok: true } as const);
  if (decoded.ok) {
    const hash = digest('sha1', text, 'base64url');
    texts.keep(file, hash, text);
    return parseArticle(source, text, hash, options);
  }
  const { line, column } = decoded;
  return { meta: null, problems: [{ file, ...NOT_UTF8, at: { line, column }, warning: false }] };
}

/** The text, or the refusal of the file system. */
function tryToRead(path: string): string | Problem {
  try {
    return readText(path);
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return refusal;
  }
}

/** The key of a page, over everything that its files are made of. */
export function pageKey({ page, body, images }: PageTask, setupKey: string): string {
  const parts = [setupKey, body?.hash ?? '', JSON.stringify(images), page.shape, ...page.strings];
  return digest('sha1', parts.join('\0'), 'base64url');
}

function createTaskRenderer(
  setup: RenderSetup,
  code: SiteCode | null,
  textOf: SourceTexts['take'],
): (task: PageTask) => RenderedTask {
  const renderBody = createBodyRenderer(setup, code, textOf);
  const view = createPartsCompiler((locale) => editionOf(setup, locale).strings, code);
  const writer = createFileWriter(setup.out, setup.replaces);
  const encode = createEncoder();
  const put = ({ path, kind, known }: Target, key: string, parts: readonly (string | Uint8Array)[]) => {
    const bytes = encode(parts);
    const hash = hashBytes(bytes);
    return hash === known ? null : writer.write({ path, kind, key }, bytes, hash);
  };
  const policyOf = createPagePolicies(setup.policy);
  const frames = new Map<LocaleCode, Frame<Uint8Array>>();
  const frameOf = (locale: LocaleCode, { chrome, strings, preload }: EditionSetup) => {
    const known = frames.get(locale);
    if (known) return known;
    const [start, afterPath, afterPolicy, afterHead, end] = createFrame({
      locale,
      strings,
      chrome,
      preload,
      assets: setup.assets,
    });
    const frame = [
      Buffer.from(start),
      Buffer.from(afterPath),
      Buffer.from(afterPolicy),
      Buffer.from(afterHead),
      Buffer.from(end),
    ] as const;
    frames.set(locale, frame);
    return frame;
  };

  return (task) => {
    const edition = editionOf(setup, task.locale);
    const body = renderBody(task);
    const [head = '', main = ''] = view.render(task.page, extractStrings(body));
    const parts = { head, main, policy: policyOf([...task.policy, body?.policy]) };
    const frame = frameOf(task.locale, edition);
    const key = pageKey(task, setup.key);
    const files = [put(task.html, key, fillFrame(frame, { path: task.path, ...parts }))];
    if (task.data) files.push(put(task.data, key, [serializePageData(task, parts, edition)]));
    if (task.cover) files.push(put(task.cover.target, key, [drawCover(task.cover)]));
    return { key, files };
  };
}

export function editionOf({ editions }: Pick<RenderSetup, 'editions'>, locale: LocaleCode): EditionSetup {
  const edition = editions[locale];
  if (!edition) throw new Error(`no edition ${locale}`);
  return edition;
}

/** Renders the text of a page; the same for files and for `check`. */
export function createBodyRenderer(
  setup: RenderSetup,
  code: SiteCode | null,
  textOf: SourceTexts['take'] = createSourceTexts(setup.root).take,
): (task: Pick<PageTask, 'body' | 'images' | 'locale'>) => Body | null {
  const render = createMarkdownRenderer();
  const all = directivesOf(code);
  return ({ body, images, locale }) => {
    if (!body) return null;
    const text = textOf(body.file, body.hash).replace(/^\uFEFF/, '');
    const { strings } = editionOf(setup, locale);
    const { article } = strings;
    const options = {
      rawHtml: setup.rawHtml,
      basePath: setup.basePath,
      labels: {
        copyCode: article.copyCode,
        footnotes: article.footnotes,
        backToReference: article.backToText,
        table: article.table,
      },
      resolveImage: (target: string) => images?.[target] ?? remoteImage(target, setup),
      directives: { all, context: { locale, strings, basePath: setup.basePath } },
    };
    try {
      return limitWork(text, () => render(text.slice(findBody(text)), options));
    } catch (error) {
      if (!(error instanceof TextRefusedError)) throw error;
      throw new UserError({ file: body.file, column: 1, ...error.refusal });
    }
  };
}

/** An image that is not part of the site: its size is not known. */
function remoteImage(target: string, { imageBaseUrl, basePath }: RenderSetup): ImageSource {
  return { url: joinImageUrl(target, imageBaseUrl, basePath), width: null, height: null, sources: [] };
}

/** Joins a relative target to the article image base URL. */
export function joinImageUrl(target: string, imageBaseUrl: string, basePath: string): string {
  if (isAbsoluteUrl(target)) return target;
  if (target.startsWith('/')) return basePath + target;
  const base = imageBaseUrl.startsWith('/') ? basePath + imageBaseUrl : imageBaseUrl;
  return `${base.replace(/\/+$/, '')}/${target.replace(/^(\.\/)+/, '')}`;
}

function serializePageData(
  { kind, path, title, locale }: PageTask,
  { head, main, policy }: { head: string; main: string; policy: PagePolicy },
  { slices }: Pick<EditionSetup, 'slices'>,
): string {
  const data: PageData = {
    componentChunkName: kind,
    path,
    result: {
      data: {
        title,
        language: languageOf(locale),
        head,
        main,
        ...(policy.isOwn && { policy: policy.content }),
      },
      pageContext: {},
    },
    staticQueryHashes: [],
  };
  if (Object.keys(slices).length > 0) data.slicesMap = slices;
  return JSON.stringify(data);
}
