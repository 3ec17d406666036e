/** Ends a run whose articles are rejected one after another for the same reason. */
import type { Problem } from '../../foundation/errors.ts';
import { adviseOn } from '../calls/canary.ts';
import type { ArticleRecord } from '../journal/journal-records.ts';
import { isWritten } from './run-result.ts';

/** @param max straight rejections with one code */
export function createRejectionCounter(max: number) {
  let straight = new Map<string, number>();
  return {
    /** @returns the problem to stop with, else null */
    count({ status, findings }: ArticleRecord): Problem | null {
      if (status === 'skipped') return null;
      const found = isWritten(status) ? [] : [...new Set(findings.map(({ code }) => code))];
      // Duplicates say something of the topics, not of the model.
      const codes = found.filter((code) => !code.startsWith('duplicate-'));
      straight = new Map(codes.map((code) => [code, (straight.get(code) ?? 0) + 1]));
      const code = codes.find((candidate) => (straight.get(candidate) ?? 0) >= max);
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
