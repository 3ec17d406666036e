/** Loads info pages, and the pages in content/{locale}/pages. */

import { hash as digest } from 'node:crypto';
import { decodeUtf8, NOT_UTF8, placeAt } from '../../config/utf8.ts';
import type { InfoKind } from '../../content/data/content-files.ts';
import { INFO_KINDS, infoFile, listPageFiles } from '../../content/data/content-files.ts';
import { type InfoMeta, parseInfo } from '../../content/data/info-pages.ts';
import { addressOfKey, type OwnPageMeta, pageKeyOf } from '../../content/data/own-pages.ts';
import {
  fillSiteField,
  fillSiteText,
  findUnknownValues,
  type SiteValues,
} from '../../content/data/site-values.ts';
import { findCutValues } from '../../content/front-matter/cut-values.ts';
import { findBody } from '../../content/front-matter/front-matter.ts';
import { findDeadMarks } from '../../content/markdown/dead-marks.ts';
import type { Directives } from '../../content/markdown/directive.ts';
import { type Finding, finding, hasCode, type Problems, refusalOf } from '../../foundation/errors.ts';
import { logicalPath } from '../../foundation/layers.ts';
import { readSiteFile } from '../../foundation/site-files.ts';
import { siteFile } from '../../foundation/site-folders.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import type { EditionInput } from '../../site/create-site.ts';
import { collectProblems } from './locate-problems.ts';

interface PageOptions {
  directives: Directives | null;
  /** BCP 47: language whose quotes and dashes titles get; null for none. */
  typography: string | null;
  rawHtml: boolean;
  values: SiteValues;
}

/** null where a page is missing or has problems. */
export async function loadInfo(
  root: string,
  locale: LocaleCode,
  options: PageOptions,
  problems: Problems,
): Promise<EditionInput['info']> {
  const load = async (kind: InfoKind): Promise<InfoMeta | null> => {
    const file = siteFile(root, infoFile(locale, kind));
    const parsed = readInfo(root, file, options, problems);
    if (parsed === null) {
      const hint = 'write the page as Markdown with a title in its front matter';
      problems.error(finding('missing-file', 'the file is missing', hint, { file }));
      return null;
    }
    if ('hash' in parsed) return parsed;
    await collectProblems(root, parsed, problems);
    return null;
  };
  const [about, privacy, terms] = await Promise.all(INFO_KINDS.map(load));
  return about && privacy && terms ? { 'about-us': about, 'privacy-policy': privacy, terms } : null;
}

/** Warnings are collected. */
function readInfo(
  root: string,
  file: string,
  { directives, typography, rawHtml, values }: PageOptions,
  problems: Problems,
): InfoMeta | Finding[] | null {
  let bytes: Buffer;
  try {
    bytes = readSiteFile(root, file);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return [{ ...refusal, file, line: 1, column: 1 }];
  }
  const decoded = decodeUtf8(bytes);
  if (decoded.ok) {
    const start = findBody(decoded.text);
    const body = fillSiteText(file, decoded.text.slice(start), values);
    const text = decoded.text.slice(0, start) + body;
    for (const found of [...findCutValues(text), ...findDeadMarks(text, body, rawHtml)])
      problems.warn({ ...found, file });
    for (const { name, index } of findUnknownValues(text, values)) {
      const message = `there is no value "site.${name}", so readers see the braces`;
      const hint = `write ${Object.keys(values)
        .map((known) => `{{site.${known}}}`)
        .join(', ')}`;
      problems.warn(finding('template-code', message, hint, { file, ...placeAt(text, index) }));
    }
    const hash = digest('sha1', text === decoded.text ? bytes : text, 'base64url');
    const parsed = parseInfo(file, text, hash, directives, typography);
    if (!('hash' in parsed)) return parsed;
    const { title, description } = parsed;
    return {
      ...parsed,
      title: fillSiteField(title, values),
      description: fillSiteField(description, values),
    };
  }
  const { line, column } = decoded;
  return [{ file, ...NOT_UTF8, line, column }];
}

/** Pages with problems are left out. */
export async function loadPages(
  root: string,
  locale: LocaleCode,
  options: PageOptions,
  problems: Problems,
): Promise<OwnPageMeta[]> {
  const pages: OwnPageMeta[] = [];
  for (const file of listPageFiles(root, locale)) {
    const key = pageKeyOf(logicalPath(root, file));
    const address = addressOfKey(key);
    const parsed = readInfo(root, file, options, problems);
    if (parsed === null) continue;
    const found: Finding[] = [];
    if (!('hash' in parsed)) {
      for (const problem of parsed) found.push(problem);
    } else if (parsed.title === '') {
      const hint = 'write `title: "…"` between two lines of ---';
      found.push(finding('missing-field', 'the page has no title', hint, { file, line: 1, column: 1 }));
    }
    if (address === null) {
      const message = 'the name of the file is not an address';
      const hint = 'use lower-case letters, digits and hyphens, for the folders too';
      found.push(finding('invalid-file-name', message, hint, { file, field: ['title'] }));
    }
    await collectProblems(root, found, problems);
    if (found.length === 0 && 'hash' in parsed && address !== null) pages.push({ ...parsed, key, address });
  }
  return pages;
}
