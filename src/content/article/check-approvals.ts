/** Decides what readers get of generated articles whose text nobody approved as it is, and reports them. */
import { hash as digest } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '../../config/config-schema.ts';
import { type Finding, finding } from '../../foundation/errors.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import { APPROVALS_FILE, type Approvals, type Decision, latestDecisions } from './approvals.ts';
import type { ArticleReview } from './approved-texts.ts';

/** The parts of an article that the check needs. */
interface Reviewed {
  file: string;
  status: string;
  review: ArticleReview | null;
}

/**
 * @param policy keep: readers get the approved text. withhold: they get no page. stop: the build ends with an error
 * @returns the problems, and the files of published articles that readers must not get
 */
export function checkApprovals(
  root: string,
  metas: readonly Reviewed[],
  approvals: Approvals,
  policy: SiteConfig['unapproved'],
): { problems: Finding[]; withheld: ReadonlySet<string> } {
  const latest = latestDecisions(approvals);
  const withheld = new Set<string>();
  const waiting: string[] = [];
  const problems = metas.flatMap(({ file, status, review }): Finding[] => {
    if (!review) return [];
    const decision = latest.get(file);
    const gap = review.waits === null ? findChangedSource(root, decision) : describeGap(review, decision);
    const isShown = review.isReplaced || status === 'published';
    // A draft that no reader has seen is no problem, nor is a rejected one.
    if (gap === null || (!isShown && (review.approved === null || review.waits === 'rejected'))) return [];
    const problem: Finding = {
      file,
      field: fieldOf(review),
      code: 'unapproved-text',
      message: gap,
      hint: adviceOn(file, review),
    };
    if (policy === 'stop') return [problem];
    if (policy === 'keep' && review.isReplaced) {
      waiting.push(file);
      return [];
    }
    if (policy === 'keep' && review.waits === null) return [{ ...problem, severity: 'warning' }];
    if (status === 'published') withheld.add(file);
    return [{ ...problem, severity: 'warning', message: `${gap}, so readers do not get this article` }];
  });
  return { problems: [...approvals.problems, ...problems, ...describeWaiting(waiting)], withheld };
}

const MAX_NAMED = 5;

function describeWaiting(files: readonly string[]): Finding[] {
  const [file] = files;
  if (file === undefined) return [];
  const one = files.length === 1;
  const named = files.slice(0, MAX_NAMED).join(', ');
  const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : '';
  const message = one
    ? 'a newer text of this article waits for review, and readers get the approved one'
    : `newer texts of ${files.length} articles wait for review, and readers get the approved ones: ${named}${more}`;
  const hint = 'list them with: articles review';
  return [{ ...finding('waiting-text', message, hint, one ? { file } : {}), severity: 'warning' }];
}

const fieldOf = ({ identity }: ArticleReview) => [identity === null ? 'title' : 'origin'];

function adviceOn(file: string, { identity, approved }: ArticleReview): string {
  if (identity === null)
    return `restore its origin, or delete the lines of this file in ${APPROVALS_FILE} if a person wrote it anew`;
  return approved === null
    ? `read it, then run: articles review approve ${file}. If it was approved by an earlier version: articles review adopt`
    : `read it again, then run: articles review approve ${file}`;
}

function findChangedSource(root: string, decision: Decision | undefined): string | null {
  const changed = decision?.sources?.find(({ file, sha256 }) => {
    const path = join(root, file);
    return !existsSync(path) || digest('sha256', readRegularFile(path), 'hex') !== sha256;
  });
  return changed ? `its source ${changed.file} has changed since the text was generated` : null;
}

function describeGap({ identity, approved, waits }: ArticleReview, decision: Decision | undefined): string {
  if (identity === null) return 'this text was generated, but its origin is gone';
  if (decision?.decision === 'rejected' && (approved === null || waits === 'rejected'))
    return `this generated text was rejected by ${decision.reviewer ?? 'nobody'}`;
  if (approved === null) return 'no decision about this generated text is recorded';
  return waits === 'changed'
    ? 'this generated text has changed since it was approved'
    : 'a newer text of this article waits for review';
}
