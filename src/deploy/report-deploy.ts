/** The result of a deploy, as JSON and as text. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describeNextChange } from '../content/article/dates.ts';
import { formatBytes, formatCount, formatDuration } from '../foundation/report.ts';
import type { DeployResult } from '../results/deploy-results.ts';
import type { FoundSchedule } from '../scaffold/read-schedule.ts';
import type { DeployOptions } from './deploy-options.ts';
import type { DeployPlan } from './deploy-plan.ts';
import type { ObjectChange } from './plan/change-set.ts';
import { describePlan } from './plan/describe-plan.ts';

/** The changes that a deploy has made. */
export interface ChangeTally {
  uploaded: number;
  headers: number;
  deleted: number;
  /** Bytes sent. */
  bytes: number;
}

/** Shows the plan. @returns `result` with the numbers that the deploy would have */
export function reportDryRun(
  plan: DeployPlan,
  { reporter, target }: DeployOptions,
  result: DeployResult,
): DeployResult {
  reporter.info(describePlan(plan, target.url));
  for (const { code, message, hint } of plan.refusals) {
    reporter.warn({ code, message: `the deploy would be refused: ${message}`, hint });
  }
  const count = (...actions: ObjectChange['action'][]) =>
    plan.changes.filter(({ action }) => actions.includes(action)).length;
  return {
    ...result,
    uploaded: count('create', 'replace'),
    headers: count('headers'),
    deleted: count('delete'),
    bytes: plan.changes.reduce((sum, { action, bytes }) => (action === 'delete' ? sum : sum + bytes), 0),
    release: plan.current,
    dryRun: true,
    changes: plan.changes.map(({ action, name, kind, bytes }) => ({ action, name, kind, bytes })),
    refusals: plan.refusals,
  };
}

/**
 * @param timeZone of the site, an IANA name
 * @param schedule of production; null where no file tells, undefined for targets that no schedule serves
 */
export function describeDeploy(
  result: DeployResult,
  timeZone: string,
  schedule: FoundSchedule | null | undefined,
): string {
  const work =
    result.uploaded + result.headers + result.deleted === 0
      ? `no changes, ${formatCount(result.unchanged, 'file')} up to date`
      : `${formatCount(result.uploaded, 'file')} uploaded (${formatBytes(result.bytes)}), ${result.headers} with new headers, ${result.deleted} deleted, ${result.unchanged} unchanged`;
  const time = `${formatCount(result.calls, 'call')} in ${formatDuration(result.seconds * 1000)}`;
  const name = result.release === null ? '' : `release ${result.release}, `;
  const { nextChange } = result;
  const next =
    nextChange === null
      ? ''
      : `\nnext change: ${describeNextChange(nextChange, timeZone)}${describeSchedule(schedule)}`;
  return `${work}\n${name}${time}${next}\n${describePlace(result.url)}`;
}

function describeSchedule(schedule: FoundSchedule | null | undefined): string {
  if (schedule === undefined) return '';
  if (schedule === null)
    return '; no schedule is known: `articles next --schedule HOST` lets a host build the site then';
  const { rhythm, isOn } = schedule;
  return `; the schedule ticks ${rhythm}${isOn ? '' : ' once the variable SCHEDULED of the repository is "on"'}`;
}

/** Addresses of the pages begin with "/", so a folder needs a server. */
function describePlace(url: string): string {
  if (!url.startsWith('file:')) return url;
  const folder = dirname(fileURLToPath(url));
  const shown = /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`;
  return `the site is in ${folder}\nto look at it: npx articles-press serve --out ${shown}`;
}
