/** Lists, shows, approves and rejects generated articles. */

import type { ReviewCommandOptions } from '../../commands/review-options.ts';
import type { SiteConfig } from '../../config/config-schema.ts';
import { loadConfig } from '../../config/load-config.ts';
import { latestDecisions, readApprovals } from '../../content/article/approvals.ts';
import { keepText } from '../../content/article/approved-texts.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import { UserError } from '../../foundation/errors.ts';
import { formatCount, type Reporter } from '../../foundation/report.ts';
import { stripInvisible } from '../checks/check-markdown.ts';
import { type AnswerFinding, isBlocking } from '../checks/finding.ts';
import { type NewDecision, recordVerdicts } from '../files/record-decision.ts';
import { describeFinding, printable, renderFindings } from './describe-findings.ts';
import {
  checkReviewed,
  decide,
  findReviewed,
  findReviewer,
  loadReviewed,
  type Reviewed,
} from './review-articles.ts';
import { submitTexts } from './submit-text.ts';

export async function runReview(
  root: string,
  reporter: Reporter,
  action: string,
  names: readonly string[],
  options: ReviewCommandOptions,
): Promise<void> {
  const config = await loadConfig(root);
  if (action === 'submit') return submitTexts(config, reporter, names, options);
  const all = loadReviewed(config, reporter.warn);
  if (action === 'list') return listGenerated(reporter, all, options);
  if (action === 'adopt') return adopt(config, reporter, all, options.reviewer);
  if (names.length === 0)
    throw new UserError({
      code: 'nothing-chosen',
      message: `articles review ${action} needs an article`,
      hint: 'give its path or slug; `articles review` lists them',
    });
  const chosen = findReviewed(config, all, names, options.locale);
  if (action === 'show') return show(config, reporter, chosen);
  const reviewer = await findReviewer(root, options.reviewer);
  refuseDamaged(root);
  refuseOtherBytes(chosen, options.sha256);
  if (action === 'reject') return reject(config, reporter, chosen, reviewer, options);
  return approve(config, reporter, chosen, reviewer, options);
}

async function show(config: SiteConfig, reporter: Reporter, chosen: readonly Reviewed[]): Promise<void> {
  const checked = await checkReviewed(config, chosen);
  const articles = chosen.map((article) => {
    const findings = (checked.get(article.file) ?? []).map(describeFinding);
    return { ...view(article), findings, content: article.content };
  });
  for (const [index, article] of chosen.entries())
    reporter.output(
      [renderLine(article), '', printable(article.content), renderFindings(articles[index]?.findings ?? [])]
        .join('\n')
        .trimEnd(),
    );
  reporter.result({ kind: 'review-show', articles }, '');
}

async function reject(
  config: SiteConfig,
  reporter: Reporter,
  chosen: readonly Reviewed[],
  reviewer: string,
  { by = 'person', reason }: ReviewCommandOptions,
): Promise<void> {
  const why = reason === undefined ? '' : stripInvisible(reason).trim();
  for (const article of chosen) {
    await decide(config, article, 'rejected', reviewer);
    await recordVerdicts(config.root, [article], {
      decision: 'rejected',
      reviewer,
      by,
      ...(why && { reason: why }),
    });
  }
  const kept = chosen.filter(({ earlier }) => earlier !== null).length;
  const rest = kept > 0 ? '; readers keep the text that was approved before' : '';
  reporter.result(
    { kind: 'review-reject', rejected: chosen.map(({ file }) => file), reviewer },
    `${formatCount(chosen.length, 'article')} rejected by ${reviewer}${rest}`,
  );
}

async function approve(
  config: SiteConfig,
  reporter: Reporter,
  chosen: readonly Reviewed[],
  reviewer: string,
  { force, reason = '', by = 'person' }: ReviewCommandOptions,
): Promise<void> {
  if (force && reason.trim() === '')
    throw new UserError({
      code: 'nothing-chosen',
      message: '--force needs a reason',
      hint: 'add --reason "why the findings do not matter"; it is recorded with the approval',
    });
  const checked = await checkReviewed(config, chosen);
  const policy = by === 'program' ? refusePrograms(config, chosen, checked, force) : undefined;
  if (!force) refuseFindings(checked);
  for (const article of chosen) {
    const found = checked.get(article.file) ?? [];
    const codes = new Set(found.filter(isBlocking).map(({ code }) => code));
    const verdict: NewDecision = {
      decision: 'approved',
      reviewer,
      by,
      ...(policy && { policy }),
      findings: found.map(({ code, message }) => ({ code, message })),
      overruled: [...codes].map((code) => ({ code, reason: stripInvisible(reason.trim()) })),
    };
    const approved = await decide(config, article, 'approved', reviewer);
    // Until the decision is recorded, readers keep the earlier text.
    await recordVerdicts(config.root, [{ ...article, content: approved }], verdict);
  }
  reporter.result(
    { kind: 'review-approve', approved: chosen.map(({ file }) => file), reviewer },
    `${formatCount(chosen.length, 'article')} approved by ${reviewer}; the next build publishes ${chosen.length === 1 ? 'it' : 'them'}`,
  );
}

/** Applies `generate.programApproval`. @returns the setting, for the record */
function refusePrograms(
  { generate: { programApproval } }: SiteConfig,
  chosen: readonly Reviewed[],
  checked: ReadonlyMap<string, readonly AnswerFinding[]>,
  force: boolean,
) {
  const problems = chosen.flatMap(({ file, origin }) => {
    const found = checked.get(file)?.length ?? 0;
    const reason =
      programApproval === 'never'
        ? 'only a person may approve a text'
        : force
          ? 'a program may not overrule findings'
          : found > 0
            ? `a program may approve a text without findings, and this one has ${found}`
            : programApproval === 'judged' && !origin.judge
              ? 'a program may approve a text that a judge has read, and none has read this one'
              : null;
    const hint = 'let a person approve it, or change generate.programApproval';
    return reason === null ? [] : [{ file, code: 'program-decision' as const, message: reason, hint }];
  });
  if (problems.length > 0) throw new UserError(problems);
  return programApproval;
}

/** @throws UserError if the text has changed since the caller read it */
function refuseOtherBytes(chosen: readonly Reviewed[], wanted: string | undefined): void {
  if (wanted === undefined) return;
  const [article] = chosen;
  if (chosen.length !== 1 || !article)
    throw new UserError({
      code: 'conflicting-options',
      message: '--sha256 names the text of one article',
      hint: 'decide on one article at a time',
    });
  if (article.sha256 === wanted.toLowerCase()) return;
  throw new UserError({
    file: article.file,
    code: 'changed-file',
    message: `the text has the hash ${article.sha256}, not ${wanted}`,
    hint: 'read it again with `articles review show`, and decide on what it says now',
  });
}

/** Records the articles that an earlier version published without a decision, and keeps the texts that it approved. */
async function adopt(
  { root }: SiteConfig,
  reporter: Reporter,
  all: readonly Reviewed[],
  given: string | undefined,
): Promise<void> {
  const reviewer = await findReviewer(root, given);
  refuseDamaged(root);
  const known = latestDecisions(readApprovals(root));
  const adopted = all.filter(
    ({ file, data, origin }) =>
      !known.has(file) && data.draft !== 'true' && ['approved', 'published'].includes(origin.status),
  );
  for (const { file, sha256, content } of all) {
    const { sha256: approved, decision } = known.get(file) ?? {};
    if (approved === sha256 && decision !== 'rejected') keepText(root, sha256, content);
  }
  await recordVerdicts(root, adopted, { decision: 'adopted', reviewer, by: 'person' });
  reporter.result(
    { kind: 'review-adopt', adopted: adopted.map(({ file }) => file), reviewer },
    adopted.length === 0
      ? 'every published article has a decision'
      : `${formatCount(adopted.length, 'article')} adopted by ${reviewer}`,
  );
}

/** @throws UserError if a line of the decisions cannot be read, because a new one could be lost beside it */
function refuseDamaged(root: string): void {
  const { problems } = readApprovals(root);
  if (problems.length > 0) throw new UserError(problems);
}

/** Days since the text was written. */
const ageOf = ({ origin }: Reviewed) =>
  Math.max(0, Math.floor((Date.now() - Date.parse(origin.date)) / DAY_MS)) || 0;

function listGenerated(
  reporter: Reporter,
  all: readonly Reviewed[],
  { status, locale, older = 0 }: ReviewCommandOptions,
): void {
  const wanted: string[] = status === undefined ? ['draft', 'needs-review', 'changed'] : [status];
  const listed = all.filter(
    (article) =>
      wanted.includes(article.status) &&
      (locale === undefined || article.locale === locale) &&
      ageOf(article) >= older,
  );
  if (listed.length > 0) reporter.output(listed.map(renderLine).join('\n'));
  const none = status === undefined ? 'no article waits for review' : `no article is ${status}`;
  const some = `${formatCount(listed.length, 'article')}; to read one: articles review show SLUG`;
  const articles = listed.map(view);
  reporter.result({ articles }, listed.length === 0 ? none : some);
}

function refuseFindings(checked: ReadonlyMap<string, readonly AnswerFinding[]>): void {
  const problems = [...checked].flatMap(([file, findings]) =>
    findings.filter(isBlocking).map(({ code, message, hint, line, column }) => ({
      file,
      ...(line !== undefined && { line, column }),
      code: 'failed-check' as const,
      message: `${code}: ${message}`,
      hint: `${hint}, or approve with --force --reason`,
    })),
  );
  if (problems.length > 0) throw new UserError(problems);
}

function renderLine(article: Reviewed): string {
  const { file, title, origin, status, earlier } = article;
  const cost = origin.usd === null ? '' : `, $${origin.usd.toFixed(4)}`;
  const age = ageOf(article);
  const waits = age > 0 ? `, ${formatCount(age, 'day')} old` : '';
  const live = earlier ? '; readers get the text that was approved before' : '';
  const problems = origin.problems?.map((problem) => `\n    ${printable(problem)}`).join('') ?? '';
  return `${status.padEnd(12)} ${file}\n    ${printable(title)} (${origin.model}${cost}${waits})${live}${problems}`;
}

function view(article: Reviewed) {
  const { file, locale, title, description, origin, sha256, status, earlier } = article;
  return {
    ...origin,
    file,
    locale,
    title,
    description,
    status,
    sha256,
    generatedSha256: origin.sha256 ?? null,
    published: earlier,
    days: ageOf(article),
  };
}
