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

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of programs that run one job on many machines. `first` is the index of the first job, or its variable. */
const ENGINES: readonly { name: string; index: string; total: string; first: number | string }[] = [
  { name: 'Cloud Run', index: 'CLOUD_RUN_TASK_INDEX', total: 'CLOUD_RUN_TASK_COUNT', first: 0 },
  { name: 'Kubernetes', index: 'JOB_COMPLETION_INDEX', total: 'JOB_COMPLETION_COUNT', first: 0 },
  { name: 'AWS Batch', index: 'AWS_BATCH_JOB_ARRAY_INDEX', total: 'AWS_BATCH_JOB_ARRAY_SIZE', first: 0 },
  { name: 'GitLab', index: 'CI_NODE_INDEX', total: 'CI_NODE_TOTAL', first: 1 },
  { name: 'Buildkite', index: 'BUILDKITE_PARALLEL_JOB', total: 'BUILDKITE_PARALLEL_JOB_COUNT', first: 0 },
  { name: 'CircleCI', index: 'CIRCLE_NODE_INDEX', total: 'CIRCLE_NODE_TOTAL', first: 0 },
  {
    name: 'Azure Pipelines',
    index: 'SYSTEM_JOBPOSITIONINPHASE',
    total: 'SYSTEM_TOTALJOBSINPHASE',
    first: 1,
  },
  {
    name: 'Slurm',
    index: 'SLURM_ARRAY_TASK_ID',
    total: 'SLURM_ARRAY_TASK_COUNT',
    first: 'SLURM_ARRAY_TASK_MIN',
  },
];

/**
 * @param text "I/N" with I from 1, or "auto" to read the variables of an engine
 * @throws UserError
 */
export function parseShard(text: string, environment: Environment): Shard {
  const fail = (what: string, hint: string): never => {
    throw new UserError(finding('invalid-option-value', `--shard ${text}: ${what}`, hint));
  };
  if (text !== 'auto') {
    const [, index, total] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
    return (
      toShard(index, total, 1) ??
      fail(
        'not a valid shard',
        'write I/N with I from 1 to N, such as 2/8, or auto for the variables of an engine',
      )
    );
  }
  const [engine, ...others] = ENGINES.filter(
    ({ index, total }) => environment[index] !== undefined && environment[total] !== undefined,
  );
  if (!engine) {
    // Kubernetes sets the index alone.
    const half = ENGINES.find(({ index }) => environment[index] !== undefined);
    if (half)
      return fail(
        `${half.index} is set, but ${half.total} is not`,
        `set ${half.total} to the number of parts, or write I/N`,
      );
    const pairs = ENGINES.map(({ index, total }) => `${index} and ${total}`);
    return fail('no engine says which part this machine builds', `set ${pairs.join(', or ')}; or write I/N`);
  }
  if (others.length > 0) {
    const names = [engine, ...others].map(({ name, index }) => `${name} (${index})`);
    return fail(
      `the variables of ${names.join(' and ')} are set`,
      'unset those of all but one, or write I/N',
    );
  }
  const { index, total, first } = engine;
  const start = typeof first === 'number' ? first : Number(environment[first] ?? Number.NaN);
  return (
    toShard(environment[index], environment[total], start) ??
    fail(
      `${index}=${environment[index]} and ${total}=${environment[total]} name no part`,
      `the parts have indexes from ${start} on without a gap`,
    )
  );
}

/** @param first index of the first part. @returns null where there is no such part */
function toShard(index: string | undefined, total: string | undefined, first: number): Shard | null {
  const isWhole = (value: string | undefined) => /^\d{1,9}$/.test(value ?? '');
  const [part, parts] = [Number(index) - first + 1, Number(total)];
  if (!isWhole(index) || !isWhole(total) || !(part >= 1 && part <= parts)) return null;
  return createShard(part, parts);
}
