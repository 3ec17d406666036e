/** Verifies a deployment at its public address, against the build or the record of a release. */

import type { Manifest } from '../build/write/manifest.ts';
import { UserError } from '../foundation/errors.ts';
import type { Reporter } from '../foundation/report.ts';
import type { VerifyResult } from '../results/deploy-results.ts';
import { loadBody } from './execute/read-output.ts';
import { createDesiredSite } from './plan/desired-objects.ts';
import { loadRecord, RELEASES_PREFIX, readReleases } from './releases/release-records.ts';
import type { PublicUrl } from './resolve-target.ts';
import type { TargetClient } from './targets/target-client.ts';
import { type ExpectedAnswer, type ExpectedSite, listExpected } from './verify/expected-answers.ts';
import { describeVerification, verifySite } from './verify/verify-site.ts';

export const ROLLBACK_HINT =
  'if a deploy caused this, go back to the release before it with `articles deploy --rollback`';

const PATIENCE = { timeout: 20_000, attempts: 4, delay: 250 };
const CONCURRENCY = 16;

/** @param noindex whether the deployment is hidden from search engines */
export function expectBuild(manifest: Manifest, folder: string, noindex: boolean): ExpectedSite {
  const place = { naming: 'file', encodes: false, prefix: '' } as const;
  const { desired, sources } = createDesiredSite(manifest, place, { scope: '', noindex });
  return listExpected(desired, async (name) => {
    const source = sources.get(name);
    const body = source && (await loadBody(folder, source));
    if (body?.kind !== 'bytes') throw new Error(`"${name}" is no page of the build`);
    return body.bytes;
  });
}

/** @param id such as "r12"; null for the newest release @throws UserError when it does not exist */
export async function expectRelease(
  target: TargetClient,
  scope: string,
  id: string | null,
): Promise<ExpectedSite> {
  const releases = readReleases(await target.list(RELEASES_PREFIX));
  const release = id === null ? releases[0] : releases.find((other) => other.id === id);
  if (!release) {
    throw new UserError({
      code: 'unknown-release',
      message: id === null ? `${target.url} has no releases` : `there is no release "${id}" in ${target.url}`,
      hint: '`articles releases` lists them',
    });
  }
  return listExpected(await loadRecord(target, release, scope), null);
}

/**
 * Verifies a sample of the newest release, and warns about differences. The deploy itself is done, so nothing here is a
 * reason to fail: readers may not reach the address from here.
 * @returns null when the site could not be verified
 */
export async function verifyAfterDeploy(
  { home }: PublicUrl,
  {
    target,
    scope,
    sample,
    reporter,
  }: { target: TargetClient; scope: string; sample: number; reporter: Reporter },
): Promise<VerifyResult | null> {
  try {
    const expected = await expectRelease(target, scope, null);
    const result = await verifyDeployment(home, expected, { sample, fresh: true, reporter });
    if (result.differences.length === 0) reporter.info(describeVerification(result));
    else
      reporter.warn({ code: 'different-site', message: describeVerification(result), hint: ROLLBACK_HINT });
    return result;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    reporter.warn({
      code: 'unverified-site',
      message: `the live site was not verified: ${error.problems[0]?.message}`,
      hint: 'run `articles verify` when it can be reached, or set deploy.verify in site-config.json',
    });
    return null;
  }
}

/**
 * @param ownCache whether the host decides how long readers keep files
 * @param fresh asks past shared caches, which may keep old pages for a minute
 */
export function verifyDeployment(
  home: URL,
  expected: ExpectedSite,
  {
    sample,
    fresh,
    ownCache = false,
    reporter,
  }: { sample: number | null; fresh: boolean; ownCache?: boolean; reporter: Reporter },
): Promise<VerifyResult> {
  const { answers, notFound } = expected;
  const withoutCache = (answer: ExpectedAnswer) => ({ ...answer, cacheControl: '' });
  const query = fresh ? `articles-verify=${crypto.randomUUID().slice(0, 8)}` : '';
  return verifySite(
    { home, query, patience: PATIENCE },
    {
      expected: ownCache
        ? { answers: answers.map(withoutCache), notFound: notFound.map(withoutCache) }
        : expected,
      sample,
      concurrency: CONCURRENCY,
      reporter,
    },
  );
}
