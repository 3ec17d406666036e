/** Adds up the journals of all runs, call by call: the committed ledger must say the same. */
import { createReport } from '../../src/generate/run/cost-report.ts';
import type { RecordedCall } from '../../src/generate/run/read-run.ts';
import { localeOfJob } from '../../src/generate/run/run-plan.ts';

export function createCostReport(entries: readonly RecordedCall[]) {
  const paid = entries.filter(({ outcome }) => outcome !== 'unpaid');
  return createReport(
    paid.map(({ run, article, file, model, outcome, codes, usage, usd }) => ({
      ...{ run, article, file, model, usd, topic: '', code: null, time: '' },
      ...({ id: '', outcome: 'written', row: '', prompt: '', batch: null } as const),
      locale: localeOfJob(article),
      calls: 1,
      wasted: codes !== null && codes.length > 0 ? 1 : 0,
      unknown: outcome === 'unknown' ? 1 : 0,
      tokens: usage,
    })),
  );
}
