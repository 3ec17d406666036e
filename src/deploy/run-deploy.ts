/**
 * Owns the course of a deploy: list, plan, refuse, ask, lock, write in order, record, remove. A build, a rollback and
 * the last part of a sharded build take the same course; they differ in the job that says what is wanted.
 */
import { type Problem, UserError } from '../foundation/errors.ts';
import type { Phase, Reporter } from '../foundation/report.ts';
import { forEachConcurrently } from '../foundation/run-concurrently.ts';
import { makeChanges, type Tally } from './execute/execute-plan.ts';
import { acquireLock, isOutdated, type Lease, LockHeldError } from './lock/deploy-lock.ts';
import { type Change, groupChanges } from './plan/deploy-plan.ts';
import { describeBriefly, describePlan } from './plan/describe-plan.ts';
import { type CreateJob, type Draft, draftDeploy, type NoDraft } from './plan/draft-deploy.ts';
import { checkPlan, type GuardOptions } from './plan/guards.ts';
import { createRecord, loadRecord, RELEASES_PREFIX, readReleases } from './releases/release-records.ts';
import type { Target } from './targets/target.ts';

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
  /** Waits for so many milliseconds, or until `signal` is aborted. */
  sleep: (milliseconds: number) => Promise<void>;
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
  const { target } = options;
  const started = performance.now();
  const tally: Tally = { uploaded: 0, headers: 0, deleted: 0, bytes: 0 };
  let confirmed = false;
  const finish = (draft: Draft | NoDraft): DeployResult => ({
    ...tally,
    files: draft.job?.wanted.length ?? 0,
    unchanged: draft.job ? draft.plan.unchanged : 0,
    release: (draft.job && !options.dryRun && draft.release?.id) || (draft.releases[0]?.id ?? null),
    calls: target.calls(),
    seconds: (performance.now() - started) / 1000,
    url: target.publicUrl,
  });

  for (let listing = 1; listing <= MOST_LISTINGS; listing++) {
    const draft = await draftDeploy(createJob, options);
    if (!draft.job) return finish(draft);
    if (options.dryRun) return createDryRun(draft, options, finish(draft));
    const lockOptions = { seconds: options.lockSeconds, force: options.forceUnlock };
    const problems = checkPlan(draft.plan, draft.job.wanted, draft.job.guards);
    if (problems.length > 0) {
      if (await isOutdated(target, draft.lock, lockOptions)) continue;
      throw new UserError(problems);
    }
    if (isDone(draft)) return finish(draft);
    confirmed ||= await options.confirm(`${target.url}: ${describeBriefly(draft.plan)}. Go on?`);
    if (!confirmed) throw new UserError({ message: 'not confirmed; nothing was written', hint: 'answer y' });
    const lease = await acquireLock(target, draft.lock, lockOptions);
    if (!lease) continue;
    let carriedOut: Draft | NoDraft;
    try {
      carriedOut = await carryOut(draft, createJob, { ...options, lease, tally });
    } finally {
      await lease.release();
    }
    return finish(carriedOut);
  }
  throw new UserError({
    message: `${target.url} kept changing while this deploy was planned`,
    hint: 'wait until the other deploys are done',
  });
}

/** Where somebody holds the lock, what stands may be half of another deploy. */
function isDone({ plan, release, leftovers, lock }: Draft): boolean {
  return plan.changes.length === 0 && !release && leftovers.length === 0 && lock?.marks.lock !== 'held';
}

/** @returns what has been carried out: where the lock was another deploy's, that one went on writing after the listing */
async function carryOut(draft: Draft, createJob: CreateJob, options: LeaseOptions): Promise<Draft | NoDraft> {
  const settled = options.lease.handover === null ? draft : await draftAgain(createJob, options);
  if (!settled.job) return settled;
  const phase = options.reporter.phase('deploy', settled.plan.changes.length);
  await makePlanned(settled, { ...options, phase });
  phase.end(describeBriefly(settled.plan));
  return settled;
}

type LeaseOptions = DeployOptions & { lease: Lease; tally: Tally };

async function draftAgain(createJob: CreateJob, options: LeaseOptions): Promise<Draft | NoDraft> {
  const handover = options.lease.handover ?? 0;
  if (handover > 0) {
    const seconds = Math.ceil(handover / 1000);
    options.reporter.info(
      `took the lock over; waiting ${seconds} s, until the deploy that held it has stopped`,
    );
    await options.sleep(handover);
  }
  permit(options);
  options.lease.settle();
  const draft = await draftDeploy(createJob, options);
  const problems = draft.job ? checkPlan(draft.plan, draft.job.wanted, draft.job.guards) : [];
  if (problems.length > 0) throw new UserError(problems);
  return draft;
}

/** @returns milliseconds that a write may take */
function permit({ lease, signal }: LeaseOptions): number {
  if (signal?.aborted) {
    const hint = 'run it again; it goes on where this one stopped';
    throw new UserError({ message: 'the deploy was interrupted', hint });
  }
  return lease.check();
}

async function makePlanned(draft: Draft, options: LeaseOptions & { phase: Phase }): Promise<void> {
  const { target } = options;
  const { job, release } = draft;
  const check = () => permit(options);
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

function createDryRun({ plan, job }: Draft, options: DeployOptions, result: DeployResult): DeployResult {
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
