/** Lists, shows, approves and rejects generated articles. */

import type { ReviewCommandOptions } from '../../commands/review-options.ts';
import type { SiteConfig } from '../../config/config-schema.ts';
import { loadConfig } from '../../config/load-config.ts';
import {
  type Decision,
  hashArticle,
  latestDecisions,
  readApprovals,
  recordDecisions,
} from '../../content/article/approvals.ts';
import { UserError } from '../../foundation/errors.ts';
import type { Reporter } from '../../foundation/report.ts';
import { formatCount } from '../../foundation/report.ts';
import { stripInvisible } from '../checks/check-markdown.ts';
import { type Finding, isBlocking } from '../checks/finding.ts';
import { describeSources, describeVerdict } from '../files/origin.ts';
import {
  checkReviewed,
  decide,
  findReviewed,
  findReviewer,
  loadReviewed,
  type Reviewed,
} from './review-articles.ts';

export async function runReview(
  root: string,
  reporter: Reporter,
  action: string,
  names: readonly string[],
  options: ReviewCommandOptions,
): Promise<void> {
  const config = await loadConfig(root);
  const all = loadReviewed(config);
  if (action === 'list') return listGenerated(reporter, all, options);
  if (action === 'adopt') return adopt(config, reporter, all, options.reviewer);
  if (names.length === 0)
    throw new UserError({
      code: 'nothing-chosen',
      message: `articles review ${action} needs an article`,
      hint: 'give its path or slug; `articles review` lists them',
    });
  const chosen = findReviewed(config, all, names);
  if (action === 'show') {
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
    return reporter.result({ articles }, '');
  }
  const reviewer = await findReviewer(root, options.reviewer);
  refuseDamaged(root);
  if (action === 'reject') {
    for (const article of chosen) await decideAndRecord(config, article, { decision: 'rejected', reviewer });
    const rejected = chosen.map(({ file }) => file);
    return reporter.result(
      { rejected, reviewer },
      `${formatCount(chosen.length, 'article')} rejected by ${reviewer}`,
    );
  }
  const { force, reason = '' } = options;
  if (force && reason.trim() === '')
    throw new UserError({
      code: 'nothing-chosen',
      message: '--force needs a reason',
      hint: 'add --reason "why the findings do not matter"; it is recorded with the approval',
    });
  const checked = await checkReviewed(config, chosen);
  if (!force) refuseFindings(checked);
  for (const article of chosen) {
    const found = checked.get(article.file) ?? [];
    const codes = new Set(found.filter(isBlocking).map(({ code }) => code));
    await decideAndRecord(config, article, {
      decision: 'approved',
      reviewer,
      findings: found.map(({ code, message }) => ({ code, message })),
      overruled: [...codes].map((code) => ({ code, reason: stripInvisible(reason.trim()) })),
    });
  }
  reporter.result(
    { approved: chosen.map(({ file }) => file), reviewer },
    `${formatCount(chosen.length, 'article')} approved by ${reviewer}; the next build publishes ${chosen.length === 1 ? 'it' : 'them'}`,
  );
}

/** Records the articles that an earlier version published, which recorded no decisions. */
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
  await recordDecisions(
    root,
    adopted.map((article) => createDecision(root, article, { decision: 'adopted', reviewer })),
  );
  reporter.result(
    { adopted: adopted.map(({ file }) => file), reviewer },
    adopted.length === 0
      ? 'every published article has a decision'
      : `${formatCount(adopted.length, 'article')} adopted by ${reviewer}`,
  );
}

type Verdict = Pick<Decision, 'decision' | 'reviewer'> & Partial<Pick<Decision, 'findings' | 'overruled'>>;

function createDecision(
  root: string,
  { file, data, content, bodyStart, origin }: Reviewed,
  { decision, reviewer, findings = [], overruled = [] }: Verdict,
): Decision {
  const sha256 = hashArticle(data, content.slice(bodyStart));
  const time = new Date().toISOString();
  return {
    file,
    decision,
    sha256,
    reviewer,
    time,
    findings,
    overruled,
    judge: describeVerdict(origin),
    sources: describeSources(root, origin),
  };
}

async function decideAndRecord(
  config: SiteConfig,
  article: Reviewed,
  verdict: Verdict & { decision: 'approved' | 'rejected'; reviewer: string },
): Promise<void> {
  await decide(config, article, verdict.decision, verdict.reviewer);
  // After a crash between the two steps, builds refuse the article until it is approved again.
  await recordDecisions(config.root, [createDecision(config.root, article, verdict)]);
}

/** @throws UserError if a line of the decisions cannot be read, because a new one could be lost beside it */
function refuseDamaged(root: string): void {
  const { problems } = readApprovals(root);
  if (problems.length > 0) throw new UserError(problems);
}

function listGenerated(
  reporter: Reporter,
  all: readonly Reviewed[],
  { status, locale }: ReviewCommandOptions,
): void {
  const wanted = status === undefined ? ['draft', 'needs-review'] : [status];
  const listed = all.filter(
    (article) =>
      wanted.includes(article.origin.status) && (locale === undefined || article.locale === locale),
  );
  if (listed.length > 0) reporter.output(listed.map(renderLine).join('\n'));
  const none = status === undefined ? 'no article waits for review' : `no article is ${status}`;
  const some = `${formatCount(listed.length, 'article')}; to read one: articles review show SLUG`;
  reporter.result({ articles: listed.map(view) }, listed.length === 0 ? none : some);
}

function refuseFindings(checked: ReadonlyMap<string, readonly Finding[]>): void {
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

function describeFinding(finding: Finding) {
  const { code, message, hint, line, column, fix, quote } = finding;
  const place = line === undefined ? {} : { line, column };
  const help = { ...(fix && { fix }), ...(quote !== undefined && { quote }) };
  return { code, message, hint, ...place, ...help, blocks: isBlocking(finding) };
}

function renderFindings(findings: readonly ReturnType<typeof describeFinding>[]): string {
  if (findings.length === 0) return '\nno findings';
  const lines = findings.map(
    ({ code, message, line, column, blocks }) =>
      `  ${blocks ? 'blocks' : 'advice'}  ${line === undefined ? '' : `${line}:${column ?? 1}  `}${code}: ${printable(message)}`,
  );
  return `\nfindings:\n${lines.join('\n')}`;
}

function renderLine({ file, title, origin }: Reviewed): string {
  const cost = origin.usd === null ? '' : `, $${origin.usd.toFixed(4)}`;
  const problems = origin.problems?.map((problem) => `\n    ${printable(problem)}`).join('') ?? '';
  return `${origin.status.padEnd(12)} ${file}\n    ${printable(title)} (${origin.model}${cost})${problems}`;
}

/** Text from a model may contain control sequences, which a terminal must not obey. */
function printable(text: string): string {
  return stripInvisible(text.replace(/\r/g, ''));
}

function view({ file, locale, title, description, origin }: Reviewed) {
  return { file, locale, title, description, ...origin };
}
