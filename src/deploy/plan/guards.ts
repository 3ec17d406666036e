/** Refuses a plan that its user may not have meant. Pure. */

import { listAddresses } from '../../build/state/published.ts';
import type { Problem } from '../../foundation/errors.ts';
import { formatCount } from '../../foundation/report.ts';
import type { ChangeSet, DesiredObject } from './change-set.ts';

export interface GuardOptions {
  /** Percentage of the site's objects, without retired assets. */
  maxDelete: number;
  allowMissing: boolean;
  allowShrink: boolean;
  /** Replace objects of other programs. */
  adopt: boolean;
  /** True for an address, such as "/articles/a", that may lose its page. Absent: no such check. */
  isRedirected?: ((path: string) => boolean) | undefined;
  /** Addresses such as "/articles/a" that articles have left because they have expired. */
  ended?: ReadonlySet<string>;
}

/** Names that a release must have. */
const REQUIRED_NAMES = ['index.html', '404.html'];

/** Lists every reason to refuse the plan. */
export function checkChanges(
  set: ChangeSet,
  desired: readonly DesiredObject[],
  options: GuardOptions,
): Problem[] {
  const problems: Problem[] = [];
  const { isRedirected, ended } = options;
  const missing = REQUIRED_NAMES.filter((required) => !desired.some(({ name }) => name === required));
  if (missing.length > 0 && !options.allowMissing) {
    problems.push({
      code: 'incomplete-build',
      message: `the build has ${desired.length === 0 ? 'no files at all' : `no ${missing.join(' and no ')}`}`,
      hint: 'build the whole site first (`articles build`), or deploy this build with --allow-missing',
    });
  }
  if (desired.length * 2 < set.present && !options.allowShrink) {
    problems.push({
      code: 'shrunken-build',
      message: `the build shrank to less than half: ${formatCount(desired.length, 'file')}, ${set.present} are deployed`,
      hint: 'check whether content is missing, or allow it with --allow-shrink',
    });
  }
  // The end of an article was decided with the article.
  const deleted = set.changes.filter(
    ({ action, kind, name }) => action === 'delete' && kind !== 'asset' && !ended?.has(pageOf(name)),
  ).length;
  const percent = set.present === 0 ? 0 : (deleted * 100) / set.present;
  if (percent > options.maxDelete) {
    const shown = percent < 10 ? percent.toFixed(1) : Math.round(percent);
    problems.push({
      code: 'too-many-deletions',
      message: `the deploy would delete ${deleted} of ${set.present} files (${shown}%; the limit is ${options.maxDelete}%)`,
      hint: `list them with --dry-run, or allow it with --max-delete ${Math.ceil(percent)}%`,
    });
  }
  const lost = isRedirected ? findLost(set, desired, (path) => ended?.has(path) || isRedirected(path)) : [];
  if (lost.length > 0) {
    const shown = `${lost.slice(0, MAX_LOST).join(', ')}${lost.length > MAX_LOST ? ` and ${lost.length - MAX_LOST} more` : ''}`;
    problems.push({
      code: 'lost-address',
      message: `the deployed site has a page at ${shown}, and this build has none there`,
      hint: '`articles check` now says how to keep each: with `articles move`, an alias, or as gone; --no-strict deploys anyway',
    });
  }
  for (const scope of set.otherSites) {
    problems.push({
      code: 'foreign-target',
      message: `the target belongs to another site, "${scope.slice(0, scope.indexOf('/'))}" (its shortName)`,
      hint: 'deploy a build of that site, or choose another target; a renamed site keeps its shortName',
    });
  }
  if (set.foreign.length > 0 && !options.adopt) {
    const some = set.foreign.slice(0, 3).map(({ name }) => `"${name}"`);
    const more = set.foreign.length > some.length ? ` and ${set.foreign.length - some.length} more` : '';
    problems.push({
      code: 'foreign-files',
      message: `another program wrote ${some.join(', ')}${more}; this site has files with the same names`,
      hint: 'check that this is the right target, or replace them with --adopt',
    });
  }
  return problems;
}

/** The address of the page that a file belongs to: the page itself, its data or its Markdown. */
const pageOf = (name: string) =>
  `/${name.replace(/^page-data\/(.*)\/page-data\.json$/, '$1').replace(/(?:(?:^|\/)index)?\.(?:html|md)$/, '')}`;

const MAX_LOST = 10;

/** Addresses of pages that the plan removes. */
function findLost(
  { changes }: ChangeSet,
  desired: readonly DesiredObject[],
  isRedirected: (path: string) => boolean,
): string[] {
  const removed = listAddresses(changes.filter(({ action }) => action === 'delete'));
  if (removed.size === 0) return [];
  // A page may have become a file.
  const kept = listAddresses(desired.map(({ name }) => ({ name, kind: 'page' })));
  return [...removed].filter((path) => !kept.has(path) && !isRedirected(path)).sort();
}
