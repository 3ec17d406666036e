/** Restores an earlier release from the versions that the target has kept. */

import { listAddresses } from '../build/state/published.ts';
import { UserError } from '../foundation/errors.ts';
import { formatCount } from '../foundation/report.ts';
import type { DeployResult } from '../results/deploy-results.ts';
import type { DeployOptions } from './deploy-options.ts';
import { createChangeSet, type DesiredObject } from './plan/change-set.ts';
import { isHidden } from './plan/hidden-site.ts';
import { recordedOffers } from './releases/offer-records.ts';
import { findRelease, loadRecord, type Release, readReleases } from './releases/release-records.ts';
import { createNotConfirmedError, runDeploy } from './run-deploy.ts';
import { hasSameHeaders, type StoredObject } from './targets/target.ts';

/** An article whose end has come. */
export interface ExpiredArticle {
  /** Address below the site. */
  path: string;
  /** YYYY-MM-DD. */
  day: string;
}

/**
 * @param id such as "r12"; null for the previous release
 * @param expired articles that readers must not get again unnoticed
 */
export function rollBack(
  id: string | null,
  options: DeployOptions,
  expired: readonly ExpiredArticle[] = [],
): Promise<DeployResult> {
  let asked: string | null = null;
  return runDeploy(async (stored) => {
    const { release, desired } = await chooseRelease(id, stored, options);
    refuseOtherVisibility(release, desired, options);
    if (asked !== release.id) await askForExpired(findReturning(expired, desired, stored), release, options);
    asked = release.id;
    const now = options.now();
    const coming = readReleases(stored)[0]?.times?.changes.filter((time) => time > now) ?? [];
    const kept = new Map(stored.map((object) => [keyOfStored(object), object]));
    const names = new Set(desired.filter((object) => !kept.has(keyOf(object))).map(({ name }) => name));
    const versions = names.size === 0 ? [] : await options.target.list('', { versions: true, names });
    for (const object of versions) kept.set(keyOfStored(object), object);
    return {
      desired,
      originOf: (object) => kept.get(keyOf(object)),
      // The release was live before, so its size is expected.
      guards: {
        ...options.guards,
        maxDelete: 100,
        allowShrink: true,
        allowMissing: true,
        isRedirected: undefined,
      },
      restores: release.restores ?? release.id,
      label: null,
      // Whoever goes back wants this site, so that nothing is due before the next change.
      times: { built: now, changes: coming },
      offers: options.noindex ? null : recordedOffers(stored, release, options),
      obsoleteParts: [],
      explainMissing: (names) =>
        new UserError({
          code: 'incomplete-release',
          message: `the target no longer has ${formatCount(names.length, 'file')} of release ${release.id}, such as "${names[0]}"`,
          hint: 'deploy an earlier build instead; for later rollbacks, turn versioning on: `articles deploy --init` does where the server lets it',
        }),
    };
  }, options);
}

const MAX_SHOWN = 10;

/** Finds the articles that readers do not have now, and would have again. */
function findReturning(
  expired: readonly ExpiredArticle[],
  desired: readonly DesiredObject[],
  stored: readonly StoredObject[],
): ExpiredArticle[] {
  const then = listAddresses(desired);
  const now = listAddresses(stored.map(({ name, metadata: { kind } }) => ({ name, kind })));
  return expired.filter(({ path }) => then.has(path) && !now.has(path));
}

/** Names what readers would get again although it has ended. @throws UserError where nobody agrees */
async function askForExpired(
  back: readonly ExpiredArticle[],
  { id }: Release,
  { reporter, dryRun, target, confirm }: DeployOptions,
): Promise<void> {
  if (back.length === 0) return;
  const shown = back.slice(0, MAX_SHOWN).map(({ path, day }) => `${path} (${day})`);
  const rest = back.length - shown.length;
  const more = rest > 0 ? ` and ${rest} more` : '';
  const articles = formatCount(back.length, 'expired article');
  reporter.warn({
    code: 'expired-article',
    message: `release ${id} brings back ${articles}: ${shown.join(', ')}${more}`,
    hint: 'to keep them away, go back to a later release, or correct the content and deploy a build',
  });
  if (!dryRun && !(await confirm(`${target.url}: bring back ${articles}. Continue?`, true)))
    throw createNotConfirmedError();
}

/** The pages of a release keep their robots directives. @throws UserError when these do not fit the environment */
function refuseOtherVisibility(
  { id }: Release,
  desired: readonly DesiredObject[],
  { noindex }: DeployOptions,
): void {
  const pages = desired.filter(({ kind }) => kind === 'article' || kind === 'page');
  if (pages.length === 0 || pages.some(({ hash }) => isHidden(hash)) === noindex) return;
  throw new UserError(
    noindex
      ? {
          code: 'wrong-release',
          message: `release ${id} may be indexed by search engines, and only production may be`,
          hint: 'use --env production if this target is production, or deploy a build instead',
        }
      : {
          code: 'wrong-release',
          message: `release ${id} is hidden from search engines, so it cannot be production`,
          hint: 'choose another release (`articles releases`), or deploy a build instead',
        },
  );
}

function keyOf({
  name,
  hash,
  contentEncoding,
}: Pick<DesiredObject, 'name' | 'hash'> & { contentEncoding: string }) {
  return JSON.stringify([name, hash, contentEncoding]);
}

function keyOfStored({ name, contentEncoding, metadata: { hash = '' } }: StoredObject): string {
  return keyOf({ name, hash, contentEncoding });
}

/**
 * A rollback creates a release that points to an older build. The previous release is the newest
 * that shows an earlier build than the current one. So each rollback goes further back, and none restores a build that
 * was rolled back before the current one was deployed.
 *
 * An interrupted deploy is not a release: if it has changed something, the previous release is the newest one.
 * @throws UserError when the release does not exist
 */
async function chooseRelease(
  id: string | null,
  stored: readonly StoredObject[],
  { target, scope }: DeployOptions,
) {
  const releases = readReleases(stored);
  const load = async (release: Release) => ({ release, desired: await loadRecord(target, release) });
  const newest = findRelease(releases, null);
  if (id !== null) return load(findRelease(releases, id));
  const current = await load(newest);
  const retention = { keepReleases: 1, keepDays: 0, sequence: 0, now: 0 };
  // Objects that differ from the newest release; null for a missing one.
  const traces = createChangeSet({ desired: current.desired, stored, scope, retention })
    // Objects older than the release record may still await their removal by that release.
    .changes.filter(({ action, stored: trace }) => {
      const isRemoval = action === 'delete' || action === 'retire';
      return !(isRemoval && trace && trace.updated <= newest.stored.updated);
    })
    .map((change) => change.stored);
  const before = releases.find((release) => buildOf(release) < buildOf(newest));
  if (traces.length === 0 && !before) {
    const message = `there is no release before ${newest.restores ?? newest.id}`;
    throw new UserError({ code: 'unknown-release', message, hint: 'deploy an earlier build instead' });
  }
  const previous = before && (await load(before));
  // If all traces match the previous release, a rollback to it was interrupted and continues.
  return previous && hasAll(previous.desired, traces) ? previous : current;
}

/** The number of the deploy that made the build of a release. After a rollback that is an older deploy. */
function buildOf({ sequence, restores }: Release): number {
  return restores === null ? sequence : Number(restores.slice(1));
}

/** True if a release has all these objects with the same content and headers. */
function hasAll(desired: readonly DesiredObject[], traces: readonly (StoredObject | null)[]): boolean {
  const byName = new Map(desired.map((object) => [object.name, object]));
  return traces.every((trace) => {
    const object = trace && byName.get(trace.name);
    return !!object && object.hash === trace.metadata.hash && hasSameHeaders(trace, object);
  });
}
