/** Owns what a run says at its end. */
import { type RunState, tallyOf } from '../calls/call-states.ts';
import { addUsage, formatUsd, NO_USAGE, type Usage } from '../calls/money.ts';
import type { FindingSummary } from '../checks/finding.ts';
import type { ArticleRecord } from './journal-records.ts';
import type { RunPlan } from './run-folders.ts';

export interface GenerateResult {
  run: string;
  /** Drafts, or published articles with --publish. */
  written: { file: string; title: string; locale: string; status: string }[];
  /** Articles that failed their checks; `file` is kept as needs-review, null where there was no text. */
  rejected: {
    file: string | null;
    title: string;
    locale: string;
    topic: string;
    findings: FindingSummary[];
  }[];
  /** Topics that were not written because the site has them. */
  skipped: number;
  skips: { locale: string; topic: string; reason: string }[];
  /** Articles that wait for another run of the same command, and why. */
  unfinished: { article: string; topic: string; reason: string }[];
  tokens: Usage;
  usd: number;
  /** Paid calls, those of unknown outcome included. */
  calls: number;
  /** Why the run ended early; null where it did not. */
  stopped: 'budget' | 'interrupt' | null;
}

/** The whole run, its earlier processes included. */
export function createResult(
  plan: RunPlan,
  state: RunState,
  unfinished: GenerateResult['unfinished'],
  stopped: GenerateResult['stopped'],
): GenerateResult {
  const records = [...state.articles.values()];
  const topicOf = (record: ArticleRecord) =>
    plan.jobs.find(({ id }) => id === record.article)?.topic.topic ?? record.title;
  const localeOf = (record: ArticleRecord) => record.article.slice(0, 5);
  const { calls, tokens, usd } = tallyOf(state);
  const lateSkips = records
    .filter(({ status }) => status === 'skipped')
    .map((record) => ({
      locale: localeOf(record),
      topic: topicOf(record),
      reason: 'a file stands at its path',
    }));
  const skips = [...plan.skipped, ...lateSkips];
  return {
    run: plan.id,
    written: records.flatMap((record) => {
      const { status, file, title } = record;
      return (status === 'draft' || status === 'published') && file !== null
        ? [{ file, title, locale: localeOf(record), status }]
        : [];
    }),
    rejected: records.flatMap((record) => {
      const { status, file, title, findings } = record;
      return status === 'needs-review' || status === 'rejected'
        ? [{ file, title, locale: localeOf(record), topic: topicOf(record), findings }]
        : [];
    }),
    skipped: skips.length,
    skips,
    unfinished,
    tokens,
    usd: Number(usd.toFixed(6)),
    calls,
    stopped,
  };
}

/** `1 article`, `2 articles` */
export function count(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}

export function renderResult(result: GenerateResult): string {
  const { written, rejected, skipped, unfinished, tokens, usd, calls } = result;
  return [
    `${count(written.length, 'article')} written, ${rejected.length} rejected, ${skipped} skipped${unfinished.length ? `, ${unfinished.length} unfinished` : ''}`,
    `${count(calls, 'paid call')}, ${tokens.input} tokens in (${tokens.cached} cached), ${tokens.output} out, ${formatUsd(usd)}`,
    ...written.slice(0, 20).map(({ file, status }) => `  ${status.padEnd(12)} ${file}`),
    ...(written.length > 20 ? [`  … and ${written.length - 20} more`] : []),
    ...rejected
      .slice(0, 20)
      .map(
        ({ file, topic, findings }) =>
          `  ${(file ? 'needs-review' : 'rejected').padEnd(12)} ${file ?? topic}: ${findings[0]?.message ?? ''}`,
      ),
    ...result.skips
      .slice(0, 10)
      .map(({ locale, topic, reason }) => `  skipped      ${locale} ${topic}: ${reason}`),
    ...(written.some(({ status }) => status === 'draft') || rejected.some(({ file }) => file)
      ? ['next: articles review']
      : []),
  ].join('\n');
}

/** What several runs came to together, and each of them. */
export function sumResults(runs: readonly GenerateResult[]) {
  const sum = (pick: (run: GenerateResult) => number) => runs.reduce((total, run) => total + pick(run), 0);
  return {
    written: runs.flatMap(({ written }) => written),
    rejected: runs.flatMap(({ rejected }) => rejected),
    skipped: sum(({ skipped }) => skipped),
    tokens: runs.reduce((total, { tokens }) => addUsage(total, tokens), NO_USAGE),
    usd: sum(({ usd }) => usd),
    calls: sum(({ calls }) => calls),
    runs,
  };
}
