/** Detects a run whose articles are rejected one after another for the same reason. */
import type { Problem } from '../../foundation/errors.ts';
import { adviseOn } from '../calls/canary.ts';
import { isBlocking } from '../checks/finding.ts';
import type { ArticleRecord } from '../journal/journal-records.ts';
import { isWritten } from './run-result.ts';

/** @param max consecutive rejections with the same code that end the run */
export function createRejectionCounter(max: number) {
  let consecutive = new Map<string, number>();
  return {
    /** Counts an article. @returns the problem that ends the run, or null */
    count({ status, findings }: ArticleRecord): Problem | null {
      if (status === 'skipped') return null;
      const codes = isWritten(status)
        ? []
        : [...new Set(findings.filter(isBlocking).map(({ code }) => code))];
      consecutive = new Map(codes.map((code) => [code, (consecutive.get(code) ?? 0) + 1]));
      const code = codes.find((candidate) => (consecutive.get(candidate) ?? 0) >= max);
      if (code === undefined) return null;
      const last = findings.find((finding) => finding.code === code);
      return {
        code: 'useless-answers',
        message: `${max} articles in a row were rejected with "${code}": ${last?.message ?? ''}`,
        hint: adviseOn([code]),
      };
    },
  };
}
