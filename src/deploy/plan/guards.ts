/** Owns the refusals, purely: what a deploy does not do before its user has said that it is meant. */
import type { Problem } from '../../foundation/errors.ts';
import type { Plan, Wanted } from './deploy-plan.ts';

export interface GuardOptions {
  /** Percentage of the site's objects, old hashed assets left out. */
  maxDelete: number;
  allowMissing: boolean;
  allowShrink: boolean;
  /** Names that have to be there. */
  required: readonly string[];
}

/** Names at the root that make a site whole. */
export const REQUIRED_NAMES = ['index.html', '404.html'];

/** Everything that speaks against this plan; empty when nothing does. */
export function checkPlan(plan: Plan, wanted: readonly Wanted[], options: GuardOptions): Problem[] {
  const problems: Problem[] = [];
  const names = new Set(wanted.map(({ name }) => name));
  const missing = options.required.filter((name) => !names.has(name));
  if (missing.length > 0 && !options.allowMissing) {
    problems.push({
      message: `the build has ${wanted.length === 0 ? 'no files at all' : `no ${missing.join(' and no ')}`}`,
      hint: 'build the whole site first (articles build), or deploy it like this with --allow-missing',
    });
  }
  if (wanted.length * 2 < plan.present && !options.allowShrink) {
    problems.push({
      message: `the build shrank to less than half: ${wanted.length} files, ${plan.present} are deployed`,
      hint: 'look for content that is missing, or allow it with --allow-shrink',
    });
  }
  const deleted = plan.changes.filter(({ action, kind }) => action === 'delete' && kind !== 'asset').length;
  const percent = plan.present === 0 ? 0 : (deleted * 100) / plan.present;
  if (percent > options.maxDelete) {
    problems.push({
      message: `${deleted} of ${plan.present} files would be deleted (${formatPercent(percent)}, allowed are ${options.maxDelete}%)`,
      hint: `look at them with --dry-run, or allow it with --max-delete ${Math.ceil(percent)}%`,
    });
  }
  for (const scope of plan.otherSites) {
    problems.push({
      message: `the target holds the site "${scope.slice(0, scope.indexOf('/'))}", which is another by its shortName`,
      hint: 'deploy a build of that site here, or choose another target; a site that is renamed keeps its shortName',
    });
  }
  if (plan.foreign.length > 0) {
    const some = plan.foreign.slice(0, 3).map(({ name }) => `"${name}"`);
    const more = plan.foreign.length > some.length ? ` and ${plan.foreign.length - some.length} more` : '';
    problems.push({
      message: `somebody else wrote ${some.join(', ')}${more}, where this site has files of its own`,
      hint: 'check that this is the right bucket, or replace them with --adopt',
    });
  }
  return problems;
}

function formatPercent(percent: number): string {
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`;
}
