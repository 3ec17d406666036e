/** Lists generated articles for review, checks them again, and records decisions in their front matter. */
import { isAbsolute, join } from 'node:path';
import type { SiteConfig } from '../../config/config-schema.ts';
import { hashArticle } from '../../content/article/approvals.ts';
import { approvedOf, identityOf, loadApprovedTexts } from '../../content/article/approved-texts.ts';
import { calendarDay } from '../../content/article/dates.ts';
import { scanSources } from '../../content/article/scan-sources.ts';
import { attempt } from '../../foundation/attempt.ts';
import { type Problem, UserError } from '../../foundation/errors.ts';
import { runGit } from '../../foundation/git.ts';
import { relativePath } from '../../foundation/paths.ts';
import { GENERATION_LOCALES } from '../../locales/generation.ts';
import { stripInvisible } from '../checks/check-markdown.ts';
import type { AnswerFinding } from '../checks/finding.ts';
import { editFrontMatter, replaceArticle } from '../files/article-file.ts';
import { checkArticle } from '../files/check-article.ts';
import { loadOriginal } from '../files/load-original.ts';
import { type Origin, type OriginStatus, readArticleFile } from '../files/origin.ts';
import { splitSections } from '../files/split-sections.ts';
import { readDocument, type SourceDocument } from '../sources/read-document.ts';
import { loadLocaleContexts } from '../write/locale-context.ts';

/** A generated article with the present content of its file. `file` is relative to the root. */
export type Reviewed = ReturnType<typeof loadReviewed>[number];

/**
 * Loads every generated article of the site, ordered by path.
 * @param onUnreadable receives a problem for each article whose origin cannot be read; the others are loaded
 */
export function loadReviewed(config: SiteConfig, onUnreadable: (problem: Problem) => void) {
  const locales = GENERATION_LOCALES.filter((locale) => config.locales.includes(locale));
  const problems: Problem[] = [];
  const approved = loadApprovedTexts(config.root, true);
  const reviewed = locales.flatMap((locale) =>
    [...scanSources(config.root, [locale])].flatMap(({ file }) => {
      const article = readArticleFile(join(config.root, file));
      if (article && article.unreadable.length > 0) problems.push(describeUnreadable(file, article));
      if (!article?.origin) return [];
      const { content, bodyStart, origin, data } = article;
      const [title, description] = [String(data.title ?? ''), String(data.description ?? '')];
      const sha256 = hashArticle(data, content.slice(bodyStart));
      const live = approved && approvedOf(approved, file, identityOf(origin), sha256);
      /** Hash of the approved text that readers get while this one waits. */
      const earlier = live === sha256 ? null : live;
      const isChanged = earlier !== null && (origin.status === 'approved' || origin.status === 'published');
      const status: ReviewStatus = isChanged ? 'changed' : origin.status;
      const text = { content, bodyStart, data, file, locale, title, description, origin };
      return [{ ...text, sha256, earlier, status }];
    }),
  );
  for (const problem of problems) onUnreadable(problem);
  return reviewed;
}

/** "changed": edited after its approval. The other states are in the origin. */
export type ReviewStatus = OriginStatus | 'changed';

/** We report an unreadable origin, because otherwise the article would count as written by a person. */
function describeUnreadable(
  file: string,
  { content, unreadable }: { content: string; unreadable: readonly string[] },
): Problem {
  const before = content.slice(0, content.search(/^origin:/m) + 1);
  return {
    file,
    line: before.split('\n').length,
    column: 1,
    code: 'unreadable-origin',
    message: `the origin of this generated article cannot be read: ${unreadable.join(', ') || 'it is no map'}`,
    hint: 'restore these fields as `articles generate` wrote them, or remove the whole origin if a person wrote the text',
  };
}

/** Finds articles by slug, path or file name. @throws UserError for an unknown or ambiguous name */
export function findReviewed(
  { root }: Pick<SiteConfig, 'root'>,
  all: readonly Reviewed[],
  names: readonly string[],
  locale?: string,
): Reviewed[] {
  return names.map((name) => {
    const plain = (isAbsolute(name) ? relativePath(root, name) : name)
      .replace(/^\.\//, '')
      .replace(/\.md$/, '');
    const found = all.filter(
      (article) => isNamed(article, plain) && (locale === undefined || article.locale === locale),
    );
    const [only] = found;
    if (only && found.length === 1) return only;
    const none: Problem = {
      code: 'unknown-article',
      message: `there is no generated article "${name}"`,
      hint: 'list them with `articles review`',
    };
    if (!only) throw new UserError(none);
    const hint = `add --locale, or give the path: ${found.map(({ file }) => file).join(', ')}`;
    throw new UserError({
      code: 'ambiguous-name',
      message: `${found.length} articles have the name "${name}"`,
      hint,
    });
  });
}

const isNamed = ({ file, data }: Reviewed, name: string) =>
  file === `${name}.md` || file.endsWith(`/${name}.md`) || data.slug === name;

/** Runs all checks again, because a person may have edited the articles. @returns the findings by file */
export async function checkReviewed(config: SiteConfig, articles: readonly Reviewed[]) {
  const locales = [...new Set(articles.map(({ locale }) => locale))];
  const contexts = await loadLocaleContexts(config, locales, config.generate.model);
  const findings = new Map<string, AnswerFinding[]>();
  for (const article of articles) {
    const context = contexts.get(article.locale);
    if (!context) continue;
    const { rules } = context;
    const own = { ...context, rules: { ...rules, links: { ...rules.links, isEdited: true } } };
    const original = originalOf(config, article.origin.translatedFrom);
    const { file, title, content, bodyStart } = article;
    const duplicates = [
      ...context.corpus.checkTitle(title, file),
      ...context.corpus.checkText(splitSections(content.slice(bodyStart)), file),
    ];
    const { documents, changes } = await readSources(config.root, article.origin.sources);
    const found = checkArticle({ ...article, original, duplicates, documents }, own);
    findings.set(file, [...found, ...changes]);
  }
  return findings;
}

/** Reads the sources of an article again. @returns a finding for each that has changed, or cannot be read */
async function readSources(root: string, sources: Origin['sources'] = []) {
  const documents: SourceDocument[] = [];
  const changes: AnswerFinding[] = [];
  for (const { file, url = null, sha256 } of sources) {
    const document = await readDocument(root, file).catch(() => null);
    documents.push(document ?? { file, title: file, url, sha256: '', text: '' });
    const found = document ? 'has changed since the text was generated' : 'cannot be read';
    const hint = 'compare the text with the source';
    if (document?.sha256 !== sha256)
      changes.push({
        code: document ? 'changed-source' : 'source',
        message: `the source ${file} ${found}`,
        hint,
      });
  }
  return { documents, changes };
}

/** Loads the original of a translation. Returns null if there is none, or if it cannot be read. */
function originalOf({ root, locales }: SiteConfig, file: string | undefined) {
  const locale = locales.find((code) => file?.startsWith(`content/${code}/`));
  if (file === undefined || !locale) return null;
  return attempt(() => loadOriginal(root, locale, file)) ?? null;
}

/**
 * Writes a decision into the front matter, and changes no other byte of the file.
 * @returns the file as it is now
 * @throws UserError if the file has changed since it was read
 */
export async function decide(
  { root, timeZone }: Pick<SiteConfig, 'root' | 'timeZone'>,
  article: Reviewed,
  status: OriginStatus,
  reviewer: string,
) {
  const { content, bodyStart, data, origin } = article;
  const today = calendarDay(Date.now(), timeZone);
  const isApproved = status === 'approved';
  const date = typeof data.date === 'string' ? data.date : '';
  // The file has the date of its generation. Readers see the date of the approval, unless an editor has set a later one.
  const isOlder = isApproved && /^\d{4}-\d{2}-\d{2}$/.test(date) && date < today;
  const { problems } = origin;
  const head = await editFrontMatter(
    content.slice(0, bodyStart),
    { draft: String(!isApproved), ...(isOlder && { date: today }) },
    { ...origin, status, reviewer: stripInvisible(reviewer), problems: isApproved ? [] : problems },
  );
  const decided = head + content.slice(bodyStart);
  await replaceArticle(root, article.file, content, decided);
  return decided;
}

/** Names the person who decides: by the option, or by the settings of git. @throws UserError if neither names one */
export async function findReviewer(root: string, given: string | undefined): Promise<string> {
  const name = stripInvisible(given ?? (await runGit(root, ['config', 'user.name']))).trim();
  const email =
    given === undefined ? stripInvisible(await runGit(root, ['config', 'user.email'])).trim() : '';
  if (name !== '') return email === '' ? name : `${name} <${email}>`;
  throw new UserError({
    code: 'unknown-reviewer',
    message: 'a decision needs the name of the person who makes it',
    hint: 'add --reviewer "Your Name", or set user.name in git',
  });
}
