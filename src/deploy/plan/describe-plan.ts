/** Owns how a plan and its result read to a person. */
import { formatBytes, formatDuration } from '../../foundation/report.ts';
import type { DeployResult } from '../run-deploy.ts';
import type { Change, Plan } from './deploy-plan.ts';

const ACTIONS: readonly { action: Change['action']; title: string; sign: string }[] = [
  { action: 'create', title: 'new', sign: '+' },
  { action: 'replace', title: 'changed', sign: '~' },
  { action: 'headers', title: 'headers only', sign: 'h' },
  { action: 'delete', title: 'to delete', sign: '-' },
  { action: 'retire', title: 'old, kept for a while', sign: '.' },
];
const MOST_NAMES = 200;

/** Counts and bytes by kind, then names. */
export function describePlan(plan: Plan, url: string): string {
  const lines = [`Plan for ${url}`];
  for (const { action, title } of ACTIONS) {
    const changes = plan.changes.filter((change) => change.action === action);
    if (changes.length === 0) continue;
    lines.push(`  ${title}: ${describeCount(changes)}`);
    for (const kind of new Set(changes.map((change) => change.kind))) {
      lines.push(`    ${kind}: ${describeCount(changes.filter((change) => change.kind === kind))}`);
    }
  }
  lines.push(`  unchanged: ${plural(plan.unchanged)}`);
  for (const { action, sign } of ACTIONS) {
    const names = plan.changes.filter((change) => change.action === action).map(({ name }) => name);
    for (const name of names.sort().slice(0, MOST_NAMES)) lines.push(`${sign} ${name}`);
    if (names.length > MOST_NAMES) lines.push(`${sign} … and ${names.length - MOST_NAMES} more (see --json)`);
  }
  return lines.join('\n');
}

/** One line: what a deploy is about to do. */
export function describeBriefly(plan: Plan): string {
  const parts = ACTIONS.flatMap(({ action, title }) => {
    const count = plan.changes.filter((change) => change.action === action).length;
    return count === 0 ? [] : [`${count} ${title}`];
  });
  return [...parts, `${plan.unchanged} unchanged`].join(', ');
}

export function describeResult(result: DeployResult): string {
  const work =
    result.uploaded + result.headers + result.deleted === 0
      ? `nothing to change, ${plural(result.unchanged)} as they should be`
      : `${plural(result.uploaded)} uploaded (${formatBytes(result.bytes)}), ${result.headers} with new headers, ${result.deleted} deleted, ${result.unchanged} unchanged`;
  const time = `${result.calls} calls in ${formatDuration(result.seconds * 1000)}`;
  const name = result.release === null ? '' : `release ${result.release}, `;
  return `${work}\n${name}${time}\n${result.url}`;
}

function describeCount(changes: readonly Change[]): string {
  const bytes = changes.reduce((sum, change) => sum + change.bytes, 0);
  return bytes > 0 ? `${plural(changes.length)}, ${formatBytes(bytes)}` : plural(changes.length);
}

function plural(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
