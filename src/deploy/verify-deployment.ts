/** Compares the live site with the build, or with the record of a release. */
import { loadManifest } from '../build/write/load-manifest.ts';
import type { Manifest } from '../build/write/manifest.ts';
import { loadConfig } from '../config/load-config.ts';
import { type Problem, UserError } from '../foundation/errors.ts';
import type { Reporter } from '../foundation/report.ts';
import type { VerifyResult } from '../results/deploy-results.ts';
import { loadBody } from './execute/read-output.ts';
import { readStored } from './execute/read-stored.ts';
import { createDesiredSite } from './plan/desired-objects.ts';
import {
  findRelease,
  loadRecord,
  RELEASES_PREFIX,
  type Release,
  readReleases,
} from './releases/release-records.ts';
import { describeAlarm, findOverdue, type ReleaseTimes, timesOf } from './releases/release-times.ts';
import {
  checkManifest,
  connectTarget,
  isIndexed,
  type PublicUrl,
  previewPath,
  type TargetChoice,
} from './resolve-target.ts';
import type { TargetClient } from './targets/target-client.ts';
import { type ExpectedSite, listExpected } from './verify/expected-answers.ts';
import { describeVerification, parseSiteUrl, verifySite } from './verify/verify-site.ts';

const ROLLBACK_HINT =
  'if a deploy caused this, go back to the release before it with `articles deploy --rollback`';

export interface VerifyRequest extends TargetChoice {
  /** URL of the home page. undefined for the one in site-config.json. */
  url: string | undefined;
  /** Absolute path of the build. */
  out: string;
  /** Compare with a release: its id, or true for the newest one. false compares with the build. */
  release: string | boolean;
  /** Number of files to compare besides home, error pages and service worker. null for all. */
  sample: number | null;
}

/** @returns the result, and a description of it for people */
export async function verifyLiveSite(
  root: string,
  reporter: Reporter,
  request: VerifyRequest,
): Promise<{ result: VerifyResult; text: string; alarm: Problem | null }> {
  const { out, release, sample, preview } = request;
  const config = await loadConfig(root);
  const home = parseSiteUrl(request.url ?? `${config.url}${config.basePath}${previewPath(preview)}`);
  let expected: ExpectedSite;
  let times: ReleaseTimes | null;
  if (release === false) {
    const manifest = checkManifest(loadManifest(root, out), config, { out, preview });
    expected = expectBuild(manifest, out, !isIndexed(request));
    times = timesOf(manifest);
  } else {
    const { target } = await connectTarget(config, request);
    const releases = readReleases(await target.list(RELEASES_PREFIX));
    const found = findRelease(releases, release === true ? null : release);
    expected = await expectRelease(target, found, releases);
    // Only the newest one is live.
    times = found === releases[0] ? found.times : null;
  }
  // GitHub and GitLab Pages decide themselves how long readers keep files.
  if (/^git(hub|lab)-pages$/.test(config.hosting ?? ''))
    for (const answer of expected.answers) answer.cacheControl = '';
  const result = await verifySite(home, expected, { sample, fresh: false, reporter });
  const hint = result.differences.length > 0 ? `\n  → ${ROLLBACK_HINT}` : '';
  const alarm = describeAlarm(findOverdue(times, Date.now()));
  return { result, text: describeVerification(result) + hint, alarm };
}

/** @param noindex the deployment is hidden from search engines */
function expectBuild(manifest: Manifest, folder: string, noindex: boolean): ExpectedSite {
  const place = { naming: 'file', encodes: false, prefix: '' } as const;
  const { desired, sources } = createDesiredSite(manifest, place, { noindex });
  return listExpected(desired, async (name) => {
    const source = sources.get(name);
    const body = source && (await loadBody(folder, source));
    if (body?.kind !== 'bytes') throw new Error(`"${name}" is not a page of the build`);
    return body.bytes;
  });
}

async function expectRelease(
  target: TargetClient,
  release: Release,
  releases: readonly Release[],
): Promise<ExpectedSite> {
  const objects = await loadRecord(target, release);
  if (release !== releases[0]) return listExpected(objects, null);
  const byName = new Map(objects.map((object) => [object.name, object]));
  return listExpected(objects, async (name) => {
    const object = byName.get(name);
    if (!object) throw new Error(`"${name}" is not in the release`);
    return readStored(target, object);
  });
}

/**
 * Verifies a sample of the newest release, and warns about differences. An unreachable site is only a warning, because
 * the deploy has succeeded, and readers may reach an address that this machine does not.
 * @returns null when the site could not be verified
 */
export async function verifyAfterDeploy(
  { home }: PublicUrl,
  { target, sample, reporter }: { target: TargetClient; sample: number; reporter: Reporter },
): Promise<VerifyResult | null> {
  try {
    const releases = readReleases(await target.list(RELEASES_PREFIX));
    const expected = await expectRelease(target, findRelease(releases, null), releases);
    const result = await verifySite(home, expected, { sample, fresh: true, reporter });
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
