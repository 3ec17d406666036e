/** Shows the progress of a run: articles written and rejected, money spent, rate and time left. */
import type { Phase } from '../../foundation/report.ts';
import type { ArticleRecord } from '../journal/journal-records.ts';
import { formatUsd } from '../journal/money.ts';
import type { RunContext } from './run-context.ts';

export interface Gauge {
  /** Milliseconds for which the server pauses all calls. */
  pause(): number;
  /** USD */
  spent(): number;
}

export function createProgress(
  { run, budget, clock }: Pick<RunContext, 'run' | 'budget' | 'clock'>,
  phase: Phase,
  gauge: Gauge,
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
    count({ status }: ArticleRecord) {
      if (status === 'draft' || status === 'published') written++;
      else rejected++;
      show();
    },
    show,
  };
}
