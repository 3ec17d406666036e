/**
 * Owns the course of a deploy: list, plan, refuse, ask, lock, write in order, record, remove. A build, a rollback and
 * the last part of a sharded build take the same course; they differ in the job that says what is wanted.
 */
import { type Problem, UserError } from '../errors.ts';
import type { Reporter } from '../report.ts';
import { describeBriefly, describePlan } from './describe.ts';
import { type CreateJob, type Draft, draftDeploy, type Job } from './draft.ts';
import { makeChanges, type Tally } from './execute.ts';
import { checkPlan, type GuardOptions } from './guards.ts';
import { acquireLock, isOutdated, type Lease, LockHeldError } from './lock.ts';
import { type Change, groupChanges, type Plan } from './plan.ts';
import { forEachConcurrently } from './pool.ts';
import { createRecord, loadRecord, RELEASES_PREFIX, readReleases } from './releases.ts';
import type { Target } from './target.ts';

/** What all deploys have in common. */
export interface DeployOptions {
  target: Target;
  /** Mark of the objects that belong to this site below this prefix. */
  scope: string;
  /** Folder of the build. */
  folder: string;
  concurrency: number;
  keepReleases: number;
  keepDays: number;
  guards: GuardOptions;
  /** Replace objects that somebody else wrote. */
  adopt: boolean;
  dryRun: boolean;
  forceUnlock: boolean;
  /** Seconds that the lock outlives a dead deploy. */
  lockSeconds: number;
  /** Asked once before the first write; false stops. */
  confirm: (question: string) => Promise<boolean>;
  reporter: Reporter;
  /** Clock for release times, in milliseconds. */
  now: () => number;
  /** Stops the deploy before its next write. */
  signal?: AbortSignal;
}

export interface DeployResult {
  uploaded: number;
  headers: number;
  unchanged: number;
  deleted: number;
  /** Bytes sent. */
  bytes: number;
  /** Files of the release. */
  files: number;
  /** null where no release stands yet. */
  release: string | null;
  calls: number;
  seconds: number;
  url: string;
  dryRun?: true;
  changes?: { action: Change['action']; name: string; kind: string; bytes: number }[];
  refusals?: Problem[];
  /** Numbers of the parts that a sharded release waits for. */
  missingParts?: number[];
}

const MOST_LISTINGS = 10;

export async function runDeploy(createJob: CreateJob, options: DeployOptions): Promise<DeployResult> {
  const { target, reporter } = options;
  const started = performance.now();
  const tally: Tally = { uploaded: 0, headers: 0, deleted: 0, bytes: 0 };
  let confirmed = false;
  const finish = (rest: Pick<DeployResult, 'files' | 'release' | 'unchanged'>): DeployResult => ({
    ...tally,
    ...rest,
    calls: target.calls(),
    seconds: (performance.now() - started) / 1000,
    url: target.publicUrl,
  });

  for (let listing = 1; listing <= MOST_LISTINGS; listing++) {
    const draft = await draftDeploy(createJob, options);
    const newest = draft.releases[0]?.id ?? null;
    if (!draft.job) return finish({ files: 0, release: newest, unchanged: 0 });
    const { job, plan, release } = draft;
    const counts = { files: job.wanted.length, unchanged: plan.unchanged };
    if (options.dryRun) return createDryRun(draft.plan, job, options, finish({ ...counts, release: newest }));
    const lockOptions = { seconds: options.lockSeconds, force: options.forceUnlock };
    const problems = checkPlan(plan, job.wanted, job.guards);
    if (problems.length > 0) {
      if (await isOutdated(target, draft.lock, lockOptions)) continue;
      throw new UserError(problems);
    }
    if (plan.changes.length === 0 && !release && draft.leftovers.length === 0) {
      return finish({ ...counts, release: newest });
    }
    confirmed ||= await options.confirm(`${target.url}: ${describeBriefly(plan)}. Go on?`);
    if (!confirmed) throw new UserError({ message: 'not confirmed; nothing was written', hint: 'answer y' });
    const lease = await acquireLock(target, draft.lock, lockOptions);
    if (!lease) continue;
    const phase = reporter.phase('deploy', plan.changes.length);
    try {
      await carryOut(draft, { ...options, lease, phase, tally });
    } finally {
      await lease.release();
    }
    phase.end(describeBriefly(plan));
    return finish({ ...counts, release: release?.id ?? newest });
  }
  throw new UserError({
    message: `${target.url} kept changing while this deploy was planned`,
    hint: 'wait until the other deploys are done',
  });
}

async function carryOut(
  draft: Draft,
  options: DeployOptions & { lease: Lease; phase: ReturnType<Reporter['phase']>; tally: Tally },
): Promise<void> {
  const { target, lease, signal } = options;
  const { job, release } = draft;
  const check = () => {
    if (signal?.aborted) {
      const hint = 'run it again; it goes on where this one stopped';
      throw new UserError({ message: 'the deploy was interrupted', hint });
    }
    lease.check();
  };
  const work = { ...options, originOf: job.originOf, check };
  const { writes, removals } = groupChanges(draft.plan.changes);
  await makeChanges(writes, work);
  if (release) {
    const created = new Date(options.now()).toISOString();
    const { sequence } = release;
    const record = await createRecord(job.wanted, { ...job, sequence, created });
    await target.write(record.spec, record.body, { generation: '0', check });
  }
  await makeChanges(removals, work);
  await forEachConcurrently(draft.leftovers, options.concurrency, (stored) => target.remove(stored, check));
  await sweep(options);
}

/** Where the target has no lifecycle of its own, earlier versions go with the records that name them. */
async function sweep({ target, scope }: DeployOptions): Promise<void> {
  if (!target.sweep) return;
  const needed = new Set<string>();
  for (const release of readReleases(await target.list(RELEASES_PREFIX))) {
    for (const { name, hash } of await loadRecord(target, release, scope)) needed.add(`${hash} ${name}`);
  }
  await target.sweep((name, hash) => needed.has(`${hash} ${name}`));
}

function createDryRun(plan: Plan, job: Job, options: DeployOptions, result: DeployResult): DeployResult {
  const { reporter, target } = options;
  const refusals = checkPlan(plan, job.wanted, job.guards);
  reporter.info(describePlan(plan, target.url));
  for (const problem of refusals) {
    reporter.warn({ message: `a deploy would be refused: ${problem.message}`, hint: problem.hint });
  }
  const count = (...actions: Change['action'][]) =>
    plan.changes.filter(({ action }) => actions.includes(action)).length;
  return {
    ...result,
    uploaded: count('create', 'replace'),
    headers: count('headers'),
    deleted: count('delete'),
    bytes: plan.changes.reduce((sum, { action, bytes }) => (action === 'delete' ? sum : sum + bytes), 0),
    dryRun: true,
    changes: plan.changes.map(({ action, name, kind, bytes }) => ({ action, name, kind, bytes })),
    refusals,
  };
}

/** Tries again while another deploy holds the lock, as the parts of one release may meet there. */
export async function runPatiently(
  work: () => Promise<DeployResult>,
  attempts: number,
): Promise<DeployResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LockHeldError) || attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}
