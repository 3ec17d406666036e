/** Loads all content of a site as data, for `build`, `check` and `serve`. */
import { hash as digest } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '../../config/config-schema.ts';
import { decodeUtf8, NOT_UTF8 } from '../../config/utf8.ts';
import type { FieldProblem } from '../../content/article/article-fields.ts';
import { type AdData, loadAds, loadEditionParts } from '../../content/data/edition-data.ts';
import { INFO_KINDS, type InfoMeta, infoFile, parseInfo } from '../../content/data/info-pages.ts';
import { loadStrings } from '../../content/data/interface-strings.ts';
import { LIES_ELSEWHERE, liesElsewhere } from '../../content/data/site-files.ts';
import { hasCode, type Problem, type Problems, refusalOf } from '../../foundation/errors.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import { checkSettings } from '../../site/check-settings.ts';
import type { InfoKind } from '../../site/routes.ts';
import { createSite, type EditionInput, type Site, type SiteInput } from '../../site/site.ts';
import { findPathConflicts, findPublicConflicts } from '../outputs/path-conflicts.ts';
import type { ParsedSources } from './parse-sources.ts';

export interface SiteData {
  editions: EditionInput[];
  ads: AdData;
}

/** Reads everything but the articles. Problems are collected; the data of a file with problems is missing. */
async function loadSiteData(config: SiteConfig, problems: Problems): Promise<SiteData> {
  const ads = await loadAds(config.root, problems);
  const editions: EditionInput[] = [];
  for (const locale of config.locales) {
    const parts = await loadEditionParts(config, locale, problems);
    const strings = await loadStrings(config, locale, problems);
    editions.push({ ...parts, strings, info: await loadInfo(config.root, locale, problems) });
  }
  return { editions, ads };
}

async function loadInfo(root: string, locale: LocaleCode, problems: Problems): Promise<EditionInput['info']> {
  const load = async (kind: InfoKind): Promise<InfoMeta | null> => {
    const file = infoFile(locale, kind);
    const parsed = readInfo(root, file);
    if (parsed === null) {
      problems.error({
        file,
        message: 'the file is missing',
        hint: `write the page as Markdown with a title in its front matter`,
      });
      return null;
    }
    if ('hash' in parsed) return parsed;
    problems.error(await locateProblem(root, parsed));
    return null;
  };
  const [about, privacy, terms] = await Promise.all(INFO_KINDS.map(load));
  return about && privacy && terms ? { 'about-us': about, 'privacy-policy': privacy, terms } : null;
}

function readInfo(root: string, file: string): InfoMeta | FieldProblem | null {
  if (liesElsewhere(root, file))
    return { ...LIES_ELSEWHERE, file, at: { line: 1, column: 1 }, warning: false };
  let bytes: Buffer;
  try {
    bytes = readFileSync(join(root, file));
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return { ...refusal, file, at: { line: 1, column: 1 }, warning: false };
  }
  const decoded = decodeUtf8(bytes);
  if (decoded.ok) return parseInfo(file, decoded.text, digest('sha1', bytes, 'base64url'));
  const { line, column } = decoded;
  return { file, ...NOT_UTF8, at: { line, column }, warning: false };
}

/** Looks up the line and column of a field. */
async function locateProblem(root: string, { file, message, hint, at }: FieldProblem): Promise<Problem> {
  if ('line' in at) return { file, message, hint, ...at };
  const text = readFileSync(join(root, file), 'utf8');
  if (file.endsWith('.json')) {
    const { createLocator } = await import('../../config/read-json.ts');
    const locate = await createLocator(text);
    const path = at.field.filter((part): part is string | number => typeof part !== 'symbol');
    return { file, message, hint, ...locate(path, false) };
  }
  const { locateField } = await import('../../content/front-matter/front-matter.ts');
  return { message, hint, ...locateField(text, at.field), file };
}

export interface LoadInput extends Pick<SiteInput, 'config' | 'clock' | 'include'> {
  parsed: Pick<ParsedSources, 'records' | 'problems' | 'unplaced'>;
}

/** Makes the site of the parsed articles. Problems are collected; the site lacks the parts that have problems. */
export async function loadSite({ parsed, ...input }: LoadInput, problems: Problems): Promise<Site> {
  const { root } = input.config;
  await collectProblems(root, parsed.problems, problems);
  const data = await loadSiteData(input.config, problems);
  const created = createSite({ ...input, ...data, metas: parsed.records, unplaced: parsed.unplaced });
  const { site } = created;
  await collectProblems(
    root,
    [...created.problems, ...checkSettings(site), ...findPathConflicts(site)],
    problems,
  );
  for (const problem of findPublicConflicts(site)) problems.error(problem);
  return site;
}

/** Problems whose lines are looked up: each costs a reading of its file. */
const MAX_LOCATED = 1_000;

/** Finds the lines of the first problems, and collects all of them. */
export async function collectProblems(
  root: string,
  found: readonly FieldProblem[],
  problems: Problems,
): Promise<void> {
  for (const [index, problem] of found.entries()) {
    const { file, message, hint } = problem;
    const located = index < MAX_LOCATED ? await locateProblem(root, problem) : { file, message, hint };
    if (problem.warning) problems.warn(located);
    else problems.error(located);
  }
}
