/** Which part of a build a machine makes: `--shard I/N`, and `auto` by the variables of engines. */
import { expect, test } from 'vitest';
import { parseShard } from '../../src/build/plan/shard.ts';

/** The variables that each engine sets for job `job` of `jobs`, counted from 0, as its documentation says. */
const ENGINES: Record<string, (job: number, jobs: number) => Record<string, string>> = {
  'Cloud Run': (job, jobs) => ({ CLOUD_RUN_TASK_INDEX: `${job}`, CLOUD_RUN_TASK_COUNT: `${jobs}` }),
  Kubernetes: (job, jobs) => ({ JOB_COMPLETION_INDEX: `${job}`, JOB_COMPLETION_COUNT: `${jobs}` }),
  'AWS Batch': (job, jobs) => ({ AWS_BATCH_JOB_ARRAY_INDEX: `${job}`, AWS_BATCH_JOB_ARRAY_SIZE: `${jobs}` }),
  GitLab: (job, jobs) => ({ CI_NODE_INDEX: `${job + 1}`, CI_NODE_TOTAL: `${jobs}` }),
  Buildkite: (job, jobs) => ({ BUILDKITE_PARALLEL_JOB: `${job}`, BUILDKITE_PARALLEL_JOB_COUNT: `${jobs}` }),
  CircleCI: (job, jobs) => ({ CIRCLE_NODE_INDEX: `${job}`, CIRCLE_NODE_TOTAL: `${jobs}` }),
  'Azure Pipelines': (job, jobs) => ({
    SYSTEM_JOBPOSITIONINPHASE: `${job + 1}`,
    SYSTEM_TOTALJOBSINPHASE: `${jobs}`,
  }),
  // sbatch --array=10-…
  Slurm: (job, jobs) => ({
    SLURM_ARRAY_TASK_ID: `${job + 10}`,
    SLURM_ARRAY_TASK_COUNT: `${jobs}`,
    SLURM_ARRAY_TASK_MIN: '10',
  }),
};

test.each(Object.entries(ENGINES))('the jobs of %s make each part once', (_, variables) => {
  for (const jobs of [1, 2, 7, 100]) {
    const parts = Array.from({ length: jobs }, (_, job) => parseShard('auto', variables(job, jobs)));
    expect(parts.map(({ index }) => index)).toEqual(parts.map((_, job) => job + 1));
    expect(new Set(parts.map(({ total }) => total))).toEqual(new Set([jobs]));
    for (const path of ['index.html', 'articles/a.html', 'sitemap.xml'])
      expect(parts.filter((part) => part.includes(path))).toHaveLength(1);
    expect(parts.filter(({ hasOutputs }) => hasOutputs)).toHaveLength(1);
  }
});

test('the variables of two engines are refused, and both are named', () => {
  const both = { ...ENGINES.GitLab?.(0, 4), ...ENGINES.Kubernetes?.(0, 4) };
  expect(() => parseShard('auto', both)).toThrow(
    /Kubernetes \(JOB_COMPLETION_INDEX\) and GitLab \(CI_NODE_INDEX\)/,
  );
});

test('an index without the number of parts is an error that names the missing variable', () => {
  expect(() => parseShard('auto', { JOB_COMPLETION_INDEX: '0' })).toThrow(
    'JOB_COMPLETION_INDEX is set, but JOB_COMPLETION_COUNT is not',
  );
});

test.each([
  ['no engine', {}],
  ['a number of parts without an index', { CI_NODE_TOTAL: '1' }],
  ['a part above the number of parts', { CI_NODE_INDEX: '5', CI_NODE_TOTAL: '4' }],
  ['a part below the first', { CI_NODE_INDEX: '0', CI_NODE_TOTAL: '4' }],
  [
    'an array with gaps',
    { SLURM_ARRAY_TASK_ID: '20', SLURM_ARRAY_TASK_COUNT: '3', SLURM_ARRAY_TASK_MIN: '10' },
  ],
  ['no first index', { SLURM_ARRAY_TASK_ID: '0', SLURM_ARRAY_TASK_COUNT: '3' }],
  ['text', { JOB_COMPLETION_INDEX: 'one', JOB_COMPLETION_COUNT: '3' }],
])('auto with %s is an error', (_, environment) => {
  expect(() => parseShard('auto', environment)).toThrow(/--shard auto: /);
});

test.each(['0/2', '3/2', '1', 'a/b', '1/0', '-1/2', '1.5/2'])('%s is no part', (text) => {
  expect(() => parseShard(text, {})).toThrow(`--shard ${text}: not a valid shard`);
});
