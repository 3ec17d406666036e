/** Prints what is recorded about generated articles: who examined which text, when, and what has changed since. */

import type { SiteConfig } from '../../config/config-schema.ts';
import { loadConfig } from '../../config/load-config.ts';
import { type Decision, readApprovals } from '../../content/article/approvals.ts';
import { UserError } from '../../foundation/errors.ts';
import { runGit } from '../../foundation/git.ts';
import { formatCount, type Reporter } from '../../foundation/report.ts';

import { findReviewed, loadReviewed, type Reviewed } from './review-articles.ts';

export async function runEvidence(
  root: string,
  reporter: Reporter,
  { article }: { article?: string | undefined },
): Promise<void> {
  const config = await loadConfig(root);
  const approvals = readApprovals(root);
  if (approvals.problems.length > 0) throw new UserError(approvals.problems);
  const all = loadReviewed(config, reporter.warn);
  const chosen = article === undefined ? all : findReviewed(config, all, [article]);
  const articles = await Promise.all(
    chosen.map((reviewed) =>
      describe(
        config,
        reviewed,
        approvals.decisions.filter(({ file }) => file === reviewed.file),
      ),
    ),
  );
  if (articles.length > 0) reporter.output(articles.map(render).join('\n\n'));
  reporter.result({ articles }, articles.length === 0 ? 'no article was generated' : '');
}

type Evidence = Awaited<ReturnType<typeof describe>>;

async function describe({ root }: SiteConfig, article: Reviewed, decisions: readonly Decision[]) {
  const { file, locale, title, origin, sha256, earlier } = article;
  const last = decisions.at(-1);
  const { model, answeredBy = null, prompt, run, date, translatedFrom = null } = origin;
  return {
    file,
    title,
    locale,
    sha256,
    published: earlier,
    generated: { model, answeredBy, prompt, run, date, translatedFrom },
    /** True if an editor changed the generated text before the last decision; null if it is not known, or was generated later. */
    amended: origin.sha256 === undefined || !last || date > last.time ? null : last.sha256 !== origin.sha256,
    state: !last ? 'not reviewed' : last.sha256 === sha256 ? last.decision : 'changed since the decision',
    decisions,
    /** Commits of the file since the last decision, as git knows them. */
    changes: last ? await listCommits(root, file, last.time) : [],
  };
}

async function listCommits(root: string, file: string, since: string) {
  const log = await runGit(root, ['log', `--since=${since}`, '--format=%H%x09%aI%x09%an%x09%s', '--', file]);
  return log.split('\n').flatMap((line) => {
    const [commit, time, author, subject] = line.split('\t');
    return commit && time ? [{ commit, time, author: author ?? '', subject: subject ?? '' }] : [];
  });
}

function render({ file, title, generated, amended, state, decisions, changes }: Evidence): string {
  const { model, date, run } = generated;
  const [now, before] = amended
    ? ['amended by an editor', 'that an editor had amended']
    : ['as generated', 'as it was generated'];
  const isChanged = state === 'changed since the decision';
  const amendment = amended === null ? '' : isChanged ? `, which was on a text ${before}` : `, ${now}`;
  return [
    `${file}\n  ${title}`,
    `  generated ${date} by ${model} (run ${run})`,
    ...decisions.map(({ decision, reviewer, by, policy, reason, time, findings, overruled, judge }) => {
      const found = findings.length > 0 ? `; shown: ${findings.map(({ code }) => code).join(', ')}` : '';
      const reasons = overruled.map(({ code, reason }) => `; overruled ${code}: ${reason}`).join('');
      const judged = judge
        ? `; judged by ${judge.model}: ${formatCount(judge.objections.length, 'objection')}`
        : '';
      const who = by === 'program' ? ` (a program, as ${policy ?? 'no setting'} allows)` : '';
      const why = reason ? `; because: ${reason}` : '';
      return `  ${decision} ${time} by ${reviewer ?? 'nobody'}${who}${judged}${found}${reasons}${why}`;
    }),
    `  now: ${state}${amendment}`,
    ...(changes.length > 0 ? [`  ${formatCount(changes.length, 'commit')} since the last decision`] : []),
  ].join('\n');
}
