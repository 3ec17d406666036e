/** Reads and parses the file of one article. */
import { hash as digest } from 'node:crypto';
import { decodeUtf8, NOT_UTF8 } from '../../config/utf8.ts';
import type { ShownText } from '../../content/article/approved-texts.ts';
import {
  type ArticleSource,
  type ParsedArticle,
  type ParseOptions,
  parseArticle,
} from '../../content/article/parse-article.ts';
import { type Problem, refusalOf } from '../../foundation/errors.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import type { SourceTexts } from './source-texts.ts';

/** @param texts keeps the text for rendering */
export function parseFile(
  root: string,
  source: ArticleSource,
  texts: SourceTexts,
  options: ParseOptions,
): ParsedArticle {
  const { file } = source;
  const shown = tryToRead(texts, file);
  if ('code' in shown) return { meta: null, problems: [{ ...shown, file, line: 1, column: 1 }] };
  const { text, front, review } = shown;
  // U+FFFD may replace invalid bytes, or stand in the file: only the bytes tell.
  const decoded = text.includes('\ufffd')
    ? decodeUtf8(readRegularFile(`${root}/${file}`))
    : ({ ok: true } as const);
  if (decoded.ok) {
    const hash = hashSource(
      review?.isReplaced ? text + JSON.stringify([front?.data.title, front?.data.description]) : text,
    );
    texts.keep(file, hash, text);
    return parseArticle(source, text, hash, { ...options, front, review });
  }
  const { line, column } = decoded;
  return { meta: null, problems: [{ file, line, column, ...NOT_UTF8 }] };
}

/** Names a version of a source file. */
export const hashSource = (text: string): string => digest('sha1', text, 'base64url');

/** The text, or the problem where the file system refuses to read it. */
function tryToRead(texts: SourceTexts, file: string): ShownText | Problem {
  try {
    return texts.read(file);
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return refusal;
  }
}
