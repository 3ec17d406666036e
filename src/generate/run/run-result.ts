/** Summarises a run: articles written, rejected, skipped and unfinished, and what they cost. */
import type { ArticleRecord } from '../journal/journal-records.ts';
import { addUsage, formatUsd, NO_USAGE } from '../journal/money.ts';
import { tallyOf } from '../journal/run-state.ts';
import type { OpenRun, UnfinishedArticle } from './open-run.ts';
import { FILE_EXISTS } from './plan-jobs.ts';

export type GenerateResult = ReturnType<typeof createResult>;

/** Of the whole run, including its earlier processes. @param stopped why the run ended early */
export function createResult(
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
  const rejected = articles.filter(({ status }) => status !== 'skipped' && !isWritten(status));
  const { calls, tokens, estimated, usd } = tallyOf(state);
  return {
    run: plan.id,
    /** Drafts, or published articles with --publish. */
    written: articles.flatMap(({ file, title, locale, status }) =>
      isWritten(status) && file !== null ? [{ file, title, locale, status }] : [],
    ),
    /** Articles that failed their checks; `file` is kept as needs-review, null where there was no text. */
    rejected: rejected.map(({ file, title, locale, topic, findings }) => ({
      file,
      title,
      locale,
      topic,
      findings,
    })),
    skipped: plan.skipped.length + skips.length,
    /** Topics that the site already has. */
    skips: [...plan.skipped, ...skips.map(({ locale, topic }) => ({ locale, topic, reason: FILE_EXISTS }))],
    unfinished,
    tokens,
    usd: Number(usd.toFixed(6)),
    /** Paid calls, including those of unknown outcome. */
    calls,
    /** Paid calls whose usage cannot be read: they count with the most that they can have cost. */
    estimated,
    stopped,
  };
}

export const isWritten = (status: ArticleRecord['status']) => status === 'draft' || status === 'published';

/** `1 article`, `2 articles` */
export function count(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}

const MAX_LINES = 20;

export function renderResult(result: GenerateResult): string {
  const { written, rejected, skipped, skips, unfinished, tokens, usd, calls } = result;
  return [
    `${count(written.length, 'article')} written, ${rejected.length} rejected, ${skipped} skipped${unfinished.length ? `, ${unfinished.length} unfinished` : ''}`,
    `${count(calls, 'paid call')}, ${tokens.input} tokens in (${tokens.cached} cached), ${tokens.output} out, ${formatUsd(usd)}`,
    ...written.slice(0, MAX_LINES).map(({ file, status }) => `  ${status.padEnd(12)} ${file}`),
    ...(written.length > MAX_LINES ? [`  … and ${written.length - MAX_LINES} more`] : []),
    ...rejected.slice(0, MAX_LINES).map(({ file, topic, findings }) => {
      const status = file ? 'needs-review' : 'rejected';
      return `  ${status.padEnd(12)} ${file ?? topic}: ${findings[0]?.message ?? ''}`;
    }),
    ...skips.slice(0, 10).map(({ locale, topic, reason }) => `  skipped      ${locale} ${topic}: ${reason}`),
    ...(written.some(({ status }) => status === 'draft') || rejected.some(({ file }) => file)
      ? ['next: articles review']
      : []),
  ].join('\n');
}

/** The sum of several runs, and each of them. */
export function sumResults<Run extends GenerateResult>(runs: readonly Run[]) {
  const sum = (pick: (run: Run) => number) => runs.reduce((total, run) => total + pick(run), 0);
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
