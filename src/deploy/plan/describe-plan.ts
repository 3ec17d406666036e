/** Describes a plan for people. */
import { formatBytes, formatCount } from '../../foundation/report.ts';
import type { ChangeSet, ObjectChange } from './change-set.ts';

const ACTIONS: readonly { action: ObjectChange['action']; title: string; sign: string }[] = [
  { action: 'create', title: 'new', sign: '+' },
  { action: 'replace', title: 'changed', sign: '~' },
  { action: 'headers', title: 'headers only', sign: 'h' },
  { action: 'delete', title: 'to delete', sign: '-' },
  { action: 'retire', title: 'unused, kept for now', sign: '.' },
];
const MAX_NAMES = 200;

const select = ({ changes }: ChangeSet, action: ObjectChange['action']) =>
  changes.filter((change) => change.action === action);

/** Counts and bytes by kind, then names. */
export function describePlan(set: ChangeSet, url: string): string {
  const lines = [`Plan for ${url}`];
  for (const { action, title } of ACTIONS) {
    const changes = select(set, action);
    if (changes.length > 0) lines.push(`  ${title}: ${describeCount(changes)}`);
    for (const kind of new Set(changes.map((change) => change.kind))) {
      lines.push(`    ${kind}: ${describeCount(changes.filter((change) => change.kind === kind))}`);
    }
  }
  lines.push(`  unchanged: ${formatCount(set.unchanged, 'file')}`);
  for (const { action, sign } of ACTIONS) {
    const names = select(set, action).map(({ name }) => name);
    for (const name of names.sort().slice(0, MAX_NAMES)) lines.push(`${sign} ${name}`);
    if (names.length > MAX_NAMES) lines.push(`${sign} … and ${names.length - MAX_NAMES} more (see --json)`);
  }
  return lines.join('\n');
}

/** The counts in one line. */
export function summarizePlan(set: ChangeSet): string {
  const counts = ACTIONS.map(({ action, title }) => ({ count: select(set, action).length, title }));
  const parts = counts.filter(({ count }) => count > 0).map(({ count, title }) => `${count} ${title}`);
  return [...parts, `${set.unchanged} unchanged`].join(', ');
}

function describeCount(changes: readonly ObjectChange[]): string {
  const bytes = changes.reduce((sum, change) => sum + change.bytes, 0);
  return bytes > 0
    ? `${formatCount(changes.length, 'file')}, ${formatBytes(bytes)}`
    : formatCount(changes.length, 'file');
}
