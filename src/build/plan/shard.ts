/** Divides one build among machines: every file belongs to exactly one shard. */
import { finding, UserError } from '../../foundation/errors.ts';
import { hashText } from '../../foundation/hash.ts';

export interface Shard {
  /** The first shard has the index 1. */
  index: number;
  total: number;
  /** True if this shard builds the page at this path. */
  includes(path: string): boolean;
  /** True if this shard builds the outputs made from the whole site (feeds, sitemap, search, assets). */
  hasOutputs: boolean;
}

export function createShard(index: number, total: number): Shard {
  return {
    index,
    total,
    includes: (path) => total === 1 || hashText(path) % total === index - 1,
    hasOutputs: index === 1,
  };
}

/**
 * @param text "I/N" with I from 1, or "auto" to read the variables of Cloud Run jobs and Kubernetes indexed jobs
 * @throws UserError
 */
export function parseShard(text: string, environment: Readonly<Record<string, string | undefined>>): Shard {
  const fail = (): never => {
    const hint =
      'write I/N with I from 1 to N, such as 2/8; or write auto if CLOUD_RUN_TASK_INDEX and CLOUD_RUN_TASK_COUNT (or JOB_COMPLETION_INDEX and JOB_COMPLETION_COUNT) are set';
    throw new UserError(finding('invalid-option-value', `--shard ${text}: not a valid shard`, hint));
  };
  const [index, total] =
    text === 'auto'
      ? [
          Number(environment.CLOUD_RUN_TASK_INDEX ?? environment.JOB_COMPLETION_INDEX ?? Number.NaN) + 1,
          Number(environment.CLOUD_RUN_TASK_COUNT ?? environment.JOB_COMPLETION_COUNT ?? Number.NaN),
        ]
      : /^\d+\/\d+$/.test(text)
        ? text.split('/').map(Number)
        : [];
  if (!index || !total || !Number.isInteger(index) || !Number.isInteger(total) || index > total)
    return fail();
  return createShard(index, total);
}
