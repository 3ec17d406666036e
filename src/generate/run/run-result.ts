/** Summarises a run: articles written, rejected, skipped and unfinished, and what they cost. */
import { formatCount } from '../../foundation/report.ts';
import { isBlocking } from '../checks/finding.ts';
import type { ArticleRecord } from '../journal/journal-records.ts';
import { addUsage, formatUsd, NO_USAGE } from '../journal/money.ts';
import { tallyOf } from '../journal/run-state.ts';
import type { OpenRun, UnfinishedArticle } from './open-run.ts';
import { FILE_EXISTS } from './plan-jobs.ts';

export type GenerateResult = ReturnType<typeof summarizeRun>;

/** Summarises the whole run, including its earlier processes. @param stopped why the run ended early */
export function summarizeRun(
  { plan, state }: OpenRun,
  unfinished: readonly UnfinishedArticle[],
  stopped: 'budget' | 'interrupt' | null,
) {
  const articles = [...state.articles.values()].map((record) => ({
    ...record,
    locale: record.article.slice(0, 5),
    topic: plan.jobs.find(({ id }) => id === record.article)?.topic.topic ?? record.title,
  }));
  const skips = articles.filter(({ status }) => status === 'skipped');
  const withFindings = (wanted: ArticleRecord['status']) =>
    articles
      .filter(({ status }) => status === wanted)
      .map(({ file, title, locale, topic, findings }) => ({ file, title, locale, topic, findings }));
  const { calls, tokens, estimated, usd } = tallyOf(state);
  return {
    run: plan.id,
    /** Articles that passed their checks: drafts, or published articles with --publish. */
    written: articles.flatMap(({ file, title, locale, status }) =>
      isWritten(status) && file !== null ? [{ file, title, locale, status }] : [],
    ),
    /** Articles whose findings a person has to judge or to correct. */
    needsReview: withFindings('needs-review'),
    /** Articles without a text to keep: `file` is null. */
    rejected: withFindings('rejected'),
    skipped: plan.skipped.length + skips.length,
    /** Topics that the site already has. */
    skips: [...plan.skipped, ...skips.map(({ locale, topic }) => ({ locale, topic, reason: FILE_EXISTS }))],
    unfinished,
    tokens,
    usd: Number(usd.toFixed(6)),
    /** Paid calls, including those of unknown outcome. */
    calls,
    /** Paid calls whose usage cannot be read. They count with their maximum cost. */
    estimated,
    stopped,
  };
}

export const isWritten = (status: ArticleRecord['status']) => status === 'draft' || status === 'published';

const MAX_LINES = 20;

export function renderResult(result: GenerateResult): string {
  const { written, needsReview, rejected, skipped, skips, unfinished, tokens, usd, calls } = result;
  return [
    `${formatCount(written.length, 'article')} written${needsReview.length ? `, ${needsReview.length} to be reviewed` : ''}, ${rejected.length} rejected, ${skipped} skipped${unfinished.length ? `, ${unfinished.length} unfinished` : ''}`,
    `${formatCount(calls, 'paid call')}, ${tokens.input} tokens in (${tokens.cached} cached), ${tokens.output} out, ${formatUsd(usd)}`,
    ...written.slice(0, MAX_LINES).map(({ file, status }) => `  ${status.padEnd(12)} ${file}`),
    ...(written.length > MAX_LINES ? [`  … and ${written.length - MAX_LINES} more`] : []),
    ...[...needsReview, ...rejected].slice(0, MAX_LINES).map(({ file, topic, findings }) => {
      const status = file ? 'needs-review' : 'rejected';
      const first = findings.find(isBlocking) ?? findings[0];
      return `  ${status.padEnd(12)} ${file ?? topic}: ${first?.message ?? ''}`;
    }),
    ...skips.slice(0, 10).map(({ locale, topic, reason }) => `  skipped      ${locale} ${topic}: ${reason}`),
    ...(written.some(({ status }) => status === 'draft') || needsReview.length > 0
      ? ['next: articles review']
      : []),
  ].join('\n');
}

/** Adds up several runs, and keeps the result of each. */
export function sumResults<Run extends GenerateResult>(runs: readonly Run[]) {
  const sum = (pick: (run: Run) => number) => runs.reduce((total, run) => total + pick(run), 0);
  return {
    written: runs.flatMap(({ written }) => written),
    needsReview: runs.flatMap(({ needsReview }) => needsReview),
    rejected: runs.flatMap(({ rejected }) => rejected),
    skipped: sum(({ skipped }) => skipped),
    tokens: runs.reduce((total, { tokens }) => addUsage(total, tokens), NO_USAGE),
    usd: sum(({ usd }) => usd),
    calls: sum(({ calls }) => calls),
    runs,
  };
}
