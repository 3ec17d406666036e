/** Summarises a run: articles written, rejected, skipped and unfinished, and what they cost. */
import { join } from 'node:path';
import type { SiteConfig } from '../../config/config-schema.ts';
import { hashArticle } from '../../content/article/approvals.ts';
import { formatCount } from '../../foundation/report.ts';
import { isBlocking } from '../checks/finding.ts';
import { readArticleFile } from '../files/origin.ts';
import type { ArticleRecord } from '../journal/journal-records.ts';
import type { LedgerLine } from '../journal/ledger-line.ts';
import { addUsage, findPrice, formatUsd, NO_USAGE } from '../journal/money.ts';
import { tallyOf } from '../journal/run-state.ts';
import type { OpenRun, UnfinishedArticle } from './open-run.ts';
import { FILE_EXISTS } from './plan-jobs.ts';
import { localeOfJob, type RunPlan, subjectOf } from './run-plan.ts';

export type GenerateResult = ReturnType<typeof summarizeRun>;

/** Summarises the whole run, including its earlier processes. @param stopped why the run ended early */
export function summarizeRun(
  { root, generate }: Pick<SiteConfig, 'root' | 'generate'>,
  { plan, state }: OpenRun,
  unfinished: readonly UnfinishedArticle[],
  stopped: 'budget' | 'interrupt' | 'time' | null,
  lines: readonly LedgerLine[],
) {
  const articles = [...state.articles.values()].map((record) => ({
    ...record,
    locale: localeOfJob(record.article),
    ...describeJob(plan, record),
  }));
  const skips = articles.filter(({ status }) => status === 'skipped');
  const withFindings = (wanted: ArticleRecord['status']) =>
    articles
      .filter(({ status }) => status === wanted)
      .map(({ file, title, locale, topic, id, findings }) => ({ file, title, locale, topic, id, findings }));
  const { calls, tokens, estimated, usd } = tallyOf(state);
  return {
    run: plan.id,
    /** Articles that passed their checks: drafts, or published articles with --publish. */
    written: articles.flatMap(({ article, file, title, locale, status, topic, id }) => {
      if (!isWritten(status) || file === null) return [];
      const sha256 = hashFile(root, file);
      return [{ file, title, locale, status, topic, id, sha256, ...costOf(article, lines) }];
    }),
    /** Articles whose findings a person has to judge or to correct. */
    needsReview: withFindings('needs-review'),
    /** Articles without a text to keep: `file` is null. */
    rejected: withFindings('rejected'),
    skipped: plan.skipped.length + skips.length,
    /** Topics that the site already has. */
    skips: [...plan.skipped, ...skips.map(({ locale, topic }) => ({ locale, topic, reason: FILE_EXISTS }))],
    unfinished,
    tokens,
    /** null if the price of the model is not known. */
    usd: calls > 0 && usd === 0 && !findPrice(generate.prices, plan.model) ? null : Number(usd.toFixed(6)),
    /** Paid calls, including calls of unknown outcome. */
    calls,
    /** Paid calls whose usage cannot be read. They count with their maximum cost. */
    estimated,
    stopped,
  };
}

function describeJob({ jobs }: RunPlan, { article, title }: ArticleRecord) {
  const job = jobs.find(({ id }) => id === article);
  return { topic: job?.topic.topic ?? title, id: job ? subjectOf(job) : article };
}

/** What an article has cost in all attempts of the run. */
function costOf(article: string, lines: readonly LedgerLine[]) {
  const own = lines.filter((line) => line.article === article);
  const isUnknown = own.some(({ usd }) => usd === null);
  return {
    calls: own.reduce((sum, { calls }) => sum + calls, 0),
    usd: isUnknown ? null : Number(own.reduce((sum, { usd }) => sum + (usd ?? 0), 0).toFixed(6)),
  };
}

/** Hash of title, description and text; null where the file is gone. */
function hashFile(root: string, file: string): string | null {
  const found = readArticleFile(join(root, file));
  return found && hashArticle(found.data, found.content.slice(found.bodyStart));
}

export const isWritten = (status: ArticleRecord['status']) => status === 'draft' || status === 'published';

const MAX_LINES = 20;

export function renderResult(result: GenerateResult): string {
  const { written, needsReview, rejected, skipped, skips, unfinished, tokens, usd, calls } = result;
  return [
    `${formatCount(written.length, 'article')} written${needsReview.length ? `, ${needsReview.length} to be reviewed` : ''}, ${rejected.length} rejected, ${skipped} skipped${unfinished.length ? `, ${unfinished.length} unfinished` : ''}`,
    `${formatCount(calls, 'paid call')}, ${tokens.input} tokens in (${tokens.cached} cached), ${tokens.output} out, ${usd === null ? 'cost unknown' : formatUsd(usd)}`,
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
    usd: runs.some(({ usd }) => usd === null) ? null : sum(({ usd }) => usd ?? 0),
    calls: sum(({ calls }) => calls),
    runs,
  };
}
