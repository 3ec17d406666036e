/** Reads the documents of `sources/`: Markdown, text, HTML and PDF, and snapshots of pages. */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { decodeUtf8 } from '../../config/utf8.ts';
import { parseFrontMatter } from '../../content/front-matter/front-matter.ts';
import { messageOf, UserError } from '../../foundation/errors.ts';
import { isWithin } from '../../foundation/paths.ts';
import { readRegularFile } from '../../foundation/site-files.ts';

const SOURCE_FOLDER = 'sources';

export interface SourceDocument {
  /** Relative to the root. */
  file: string;
  title: string;
  /** null for a document without an address. */
  url: string | null;
  sha256: string;
  text: string;
}

export const isUrl = (name: string) => /^https?:\/\//i.test(name);

/** The file of a page's snapshot, relative to the root. */
export function snapshotFile(url: string): string {
  const { hostname } = new URL(url);
  return `${SOURCE_FOLDER}/web/${hostname}-${hash('sha256', url, 'hex').slice(0, 12)}.md`;
}

/** The file of a source that a topic names by its path below `sources/`, or by its URL. @throws UserError if there is none */
export function findSource(root: string, name: string): string {
  const file = isUrl(name) ? snapshotFile(name) : `${SOURCE_FOLDER}/${name.replace(/^\.?\/?sources\//, '')}`;
  const isInside = isWithin(resolve(root, file), join(root, SOURCE_FOLDER));
  if (isInside && existsSync(join(root, file))) return file;
  throw new UserError({
    code: 'unknown-source',
    message: isUrl(name) ? `there is no snapshot of ${name}` : `there is no source "${name}"`,
    hint: isUrl(name) ? 'add --fetch-sources to fetch it' : `put the file into ${SOURCE_FOLDER}/`,
  });
}

/** @param file relative to the root. @throws UserError if it cannot be read */
export async function readDocument(root: string, file: string): Promise<SourceDocument> {
  const bytes = readRegularFile(join(root, file));
  const sha256 = hash('sha256', bytes, 'hex');
  const fail = (reason: string) =>
    new UserError({
      file,
      code: 'unreadable-source',
      message: `the source cannot be read: ${reason}`,
      hint: 'replace it by a PDF, HTML, Markdown or text file in UTF-8',
    });
  const name = basename(file).replace(/\.\w+$/, '');
  if (/\.pdf$/i.test(file)) {
    const text = await readPdf(bytes).catch((error: unknown) => {
      throw fail(messageOf(error));
    });
    return { file, title: name, url: null, sha256, text };
  }
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok || decoded.text.includes('\0')) throw fail('it is not text in UTF-8');
  if (/\.html?$/i.test(file)) return { file, url: null, sha256, ...(await readHtml(decoded.text, name)) };
  const front = parseFrontMatter(decoded.text);
  if (!('bodyStart' in front)) return { file, title: name, url: null, sha256, text: decoded.text };
  const { title, url } = front.data;
  return {
    file,
    title: typeof title === 'string' ? title : name,
    url: typeof url === 'string' && isUrl(url) && URL.canParse(url) ? new URL(url).href : null,
    sha256,
    text: decoded.text.slice(front.bodyStart),
  };
}

async function readPdf(bytes: Uint8Array): Promise<string> {
  const { extractText, getDocumentProxy } = await import('unpdf');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }));
  return text.join('\n\n');
}

const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'nav', 'svg', 'head', 'iframe', 'form']);
const BLOCKS = /^(?:p|div|section|article|main|h[1-6]|li|tr|table|ul|ol|blockquote|pre|dd|dt|figcaption|br)$/;

/** @param fallback the title of a page that has none */
export async function readHtml(html: string, fallback: string): Promise<{ title: string; text: string }> {
  const { parse } = await import('parse5');
  let title = '';
  const visit = (node: DefaultTreeAdapterTypes.Node): string => {
    if (node.nodeName === 'title' && 'childNodes' in node)
      title ||= node.childNodes.map(textOf).join('').trim();
    if (node.nodeName === 'head' && 'childNodes' in node) node.childNodes.forEach(visit);
    if (SKIPPED.has(node.nodeName)) return '';
    if (!('childNodes' in node)) return textOf(node);
    const inner = node.childNodes.map(visit).join('');
    return BLOCKS.test(node.nodeName) ? `\n\n${inner}\n\n` : inner;
  };
  const text = visit(parse(html))
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*\n\s*/g, '\n\n')
    .trim();
  return { title: title || fallback, text };
}

const textOf = (node: DefaultTreeAdapterTypes.Node) =>
  node.nodeName === '#text' && 'value' in node ? node.value : '';
