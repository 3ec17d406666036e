/** Owns what a run shows while it goes on: written, rejected, spent, pace and time left. */
import type { Phase } from '../../foundation/report.ts';
import { formatUsd } from '../calls/money.ts';
import type { ArticleRecord } from './journal-records.ts';
import type { RunOptions } from './run-articles.ts';

/** @param gauge what the server asks to wait for, in milliseconds, and what was spent, in USD */
export function createProgress(
  { run, budget, clock }: Pick<RunOptions, 'run' | 'budget' | 'clock'>,
  phase: Phase,
  gauge: { pause(): number; spent(): number },
) {
  const started = clock.now();
  const before = run.state.articles.size;
  const total = run.plan.jobs.length;
  let written = 0;
  let rejected = 0;
  const show = () => {
    const done = run.state.articles.size;
    const minutes = Math.max(1 / 6000, (clock.now() - started) / 60_000);
    const rate = (done - before) / minutes;
    const left = (total - done) / rate;
    const pause = gauge.pause();
    phase.update(
      done,
      [
        ...(pause > 1000 ? [`waiting ${Math.ceil(pause / 1000)} s for the server`] : []),
        `${written} written`,
        `${rejected} rejected`,
        `${formatUsd(gauge.spent())}${budget === null ? '' : ` of ${formatUsd(budget)}`}`,
        ...(rate > 0
          ? [`${rate.toFixed(rate < 10 ? 1 : 0)}/min`, `${left < 1 ? '<1' : Math.ceil(left)} min left`]
          : []),
      ].join(', '),
    );
  };
  return {
    /** Takes an article in that has come to its end. */
    count({ status }: ArticleRecord) {
      if (status === 'draft' || status === 'published') written++;
      else rejected++;
      show();
    },
    show,
  };
}
