/**
 * Runs a deploy: list, plan, refuse, ask, lock, write in order, record, remove. Builds, rollbacks and sharded builds
 * differ only in their source.
 */

import { UserError } from '../foundation/errors.ts';
import type { DeployResult } from '../results/deploy-results.ts';
import type { DeployOptions } from './deploy-options.ts';
import { createDeployPlan, type DeployPlan, type LoadSource } from './deploy-plan.ts';
import { executePlan } from './execute/execute-plan.ts';
import { acquireLock, isOutdated, type Lease, LockHeldError } from './lock/deploy-lock.ts';
import { summarizePlan } from './plan/describe-plan.ts';
import { type ChangeTally, reportDryRun } from './report-deploy.ts';

const MAX_LISTINGS = 10;

/** Milliseconds between two looks at the lock of another deploy. */
const LOOK_AGAIN = 1_000;

/** @param patience milliseconds to wait for another deploy; it waits for the lock of a dead one in any case */
export async function runDeploy(
  loadSource: LoadSource,
  options: DeployOptions,
  patience = 0,
): Promise<DeployResult> {
  const { target, dryRun } = options;
  const result = await runWhenUnlocked(loadSource, options, patience);
  if (!dryRun) await target.saveIndex();
  return { ...result, calls: target.calls() };
}

/** A deploy that was killed cannot free its lock, so the next one waits until it expires. */
async function runWhenUnlocked(
  loadSource: LoadSource,
  options: DeployOptions,
  patience: number,
): Promise<DeployResult> {
  let limit: number | null = null;
  for (let waited = 0; ; waited += LOOK_AGAIN) {
    try {
      return await runToEnd(loadSource, options);
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error;
      limit ??= Math.max(error.left, patience);
      if (waited >= limit) throw error;
      if (waited === 0) {
        const seconds = Math.ceil(limit / 1000);
        options.reporter.info(`${error.holder} holds the lock; waiting up to ${seconds} s`);
      }
      await options.sleep(LOOK_AGAIN);
      refuseInterrupted(options);
    }
  }
}

async function runToEnd(loadSource: LoadSource, options: DeployOptions): Promise<DeployResult> {
  const { target } = options;
  const started = performance.now();
  const tally: ChangeTally = { uploaded: 0, headers: 0, deleted: 0, bytes: 0 };
  let isConfirmed = false;
  const finish = (plan: DeployPlan | null): DeployResult => ({
    ...tally,
    files: plan?.source.desired.length ?? 0,
    unchanged: plan?.unchanged ?? 0,
    release: plan?.release?.id ?? plan?.current ?? null,
    nextChange: formatNext(plan),
    calls: target.calls(),
    seconds: (performance.now() - started) / 1000,
    url: target.publicUrl,
  });

  for (let listing = 1; listing <= MAX_LISTINGS; listing++) {
    const plan = await createDeployPlan(loadSource, options);
    if (!plan) return finish(plan);
    options.onPublished?.(plan.published());
    if (options.dryRun) return addAfter(plan, reportDryRun(plan, options, finish(plan)), options);
    if (plan.refusals.length > 0) {
      if (await isOutdated(plan.lock, options)) continue;
      throw new UserError(plan.refusals);
    }
    if (isDone(plan)) return addAfter(plan, finish(plan), options);
    // Such a record changes nothing that readers see.
    isConfirmed ||=
      isOfRecords(plan) || (await options.confirm(`${target.url}: ${summarizePlan(plan)}. Continue?`));
    if (!isConfirmed) throw createNotConfirmedError();
    const lease = await acquireLock(plan.lock, options);
    if (!lease) continue;
    let current: DeployPlan | null = plan;
    try {
      if (lease.handover !== null) current = await planAfterHandover(loadSource, lease, options);
      const leased = target.under(() => assertActive(lease, options));
      if (current && current.changes.length > 0) await options.after?.prepare(current, leased);
      if (current) await executePlan(current, tally, { ...options, target: leased });
    } finally {
      await lease.release();
    }
    if (!current) return finish(current);
    options.onPublished?.(current.source.desired);
    return addAfter(current, finish(current), options);
  }
  throw new UserError({
    code: 'changing-target',
    message: `${target.url} kept changing while this deploy was planned`,
    hint: 'wait until the other deploys are done',
  });
}

async function addAfter(
  plan: DeployPlan,
  result: DeployResult,
  { after, dryRun }: DeployOptions,
): Promise<DeployResult> {
  if (!after || (plan.changes.length === 0 && !plan.isPending)) return result;
  return { ...result, after: await after.run(plan, dryRun) };
}

function formatNext(plan: DeployPlan | null): string | null {
  const [next] = plan?.source.times.changes ?? [];
  return next === undefined ? null : new Date(next).toISOString();
}

export function createNotConfirmedError(): UserError {
  return new UserError({
    code: 'not-confirmed',
    message: 'not confirmed; nothing was written',
    hint: 'answer y to continue',
  });
}

function isOfRecords({ changes, release, obsoleteRecords, offers }: DeployPlan): boolean {
  if (changes.length > 0 || obsoleteRecords.length > 0) return false;
  return release ? release.replaces !== null : offers !== null;
}

/** While another deploy holds the lock, its changes may be incomplete. */
function isDone({ changes, release, offers, obsoleteRecords, lock }: DeployPlan): boolean {
  return (
    changes.length === 0 &&
    !release &&
    !offers &&
    obsoleteRecords.length === 0 &&
    lock?.metadata.lock !== 'held'
  );
}

/** The former holder of the lock may have written after the listing. */
async function planAfterHandover(loadSource: LoadSource, lease: Lease, options: DeployOptions) {
  const handover = lease.handover ?? 0;
  if (handover > 0) {
    const seconds = Math.ceil(handover / 1000);
    options.reporter.info(`took over the lock; waiting ${seconds} s for the other deploy to stop`);
    await options.sleep(handover);
  }
  assertActive(lease, options);
  lease.settle();
  const plan = await createDeployPlan(loadSource, options);
  if (plan && plan.refusals.length > 0) throw new UserError(plan.refusals);
  return plan;
}

function refuseInterrupted({ signal }: DeployOptions): void {
  if (!signal?.aborted) return;
  const hint = 'run it again; it continues where this one stopped';
  throw new UserError({ code: 'interrupted', message: 'the deploy was interrupted', hint });
}

/** @returns milliseconds that a write may take */
function assertActive(lease: Lease, options: DeployOptions): number {
  refuseInterrupted(options);
  return lease.remainingLease();
}
