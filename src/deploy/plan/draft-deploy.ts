/** Owns what a deploy would do, before it does it: one listing, the job, the plan, the number of the release. */

import type { Origin } from '../execute/execute-plan.ts';
import { LOCK_NAME } from '../lock/deploy-lock.ts';
import { digestState, findExpired, type Release, readReleases } from '../releases/release-records.ts';
import type { Retention } from '../releases/retention.ts';
import type { DeployOptions } from '../run-deploy.ts';
import type { StoredObject } from '../targets/target.ts';
import { createPlan, type Plan, type Wanted } from './deploy-plan.ts';
import type { GuardOptions } from './guards.ts';

/** What is wanted, once the target's listing is known. */
export interface Job {
  wanted: Wanted[];
  originOf: (name: string) => Origin | undefined;
  guards: GuardOptions;
  restores: string | null;
  label: string | null;
  /** Objects of our own that are of no use once the release stands. */
  obsolete: StoredObject[];
  /** Called with the plan before it is used; throws when it cannot be carried out. */
  verify?: (plan: Plan) => void;
}

/** null: somebody else has done it already. */
export type CreateJob = (stored: readonly StoredObject[]) => Promise<Job | null>;

/** The state of a target, and what it takes to make it what the job wants. */
export interface Draft {
  job: Job;
  plan: Plan;
  lock: StoredObject | null;
  releases: Release[];
  /** The release to record; null when the newest record says the same. */
  release: { id: string; sequence: number } | null;
  /** Old records and parts. */
  leftovers: StoredObject[];
}

/** Nothing is left to do. */
export interface NoDraft {
  job: null;
  releases: Release[];
}

export async function draftDeploy(createJob: CreateJob, options: DeployOptions): Promise<Draft | NoDraft> {
  const { target, scope, adopt, keepReleases, keepDays } = options;
  const stored = await target.list('');
  const releases = readReleases(stored);
  const job = await createJob(stored);
  if (!job) return { job, releases };
  const newest = releases[0];
  const isRecorded = newest?.state === digestState(job.wanted);
  const sequence = (newest?.sequence ?? 0) + (isRecorded ? 0 : 1);
  const retention: Retention = { keepReleases, keepDays, sequence, now: options.now() };
  const plan = createPlan({ wanted: job.wanted, stored, scope, retention, adopt });
  job.verify?.(plan);
  const expired = findExpired(releases, retention).map((release) => release.stored);
  return {
    job,
    plan,
    lock: stored.find(({ name }) => name === LOCK_NAME) ?? null,
    releases,
    release: isRecorded ? null : { id: `r${sequence}`, sequence },
    leftovers: [...expired, ...job.obsolete],
  };
}
