/** Carries out `articles deploy`: sets up a target, shows what would change, deploys a build, or rolls back. */

import { listAddresses, savePublished } from '../build/state/published.ts';
import { loadBroken, loadManifest } from '../build/write/load-manifest.ts';
import type { Manifest } from '../build/write/manifest.ts';
import type { SiteConfig } from '../config/config-schema.ts';
import { loadConfig } from '../config/load-config.ts';
import { findPlaceholders } from '../config/placeholders.ts';
import { leadsOn, needsHost } from '../config/redirect-rules.ts';
import { systemClock } from '../foundation/clock.ts';
import { confirm } from '../foundation/confirm.ts';
import { type Problem, problemsOf, UserError } from '../foundation/errors.ts';
import { LEFTOVER } from '../foundation/file-names.ts';
import { onInterrupt } from '../foundation/interrupt.ts';
import { formatBytes, formatCount, type Reporter } from '../foundation/report.ts';
import { walkDirectory } from '../foundation/walk-directory.ts';
import type { DeployResult } from '../results/deploy-results.ts';
import type { FoundSchedule } from '../scaffold/read-schedule.ts';
import { type Action, VERBS } from './action.ts';
import { createAfterDeploy } from './after-deploy.ts';
import { deployBuild } from './deploy-build.ts';
import type { BuildDeploy, DeployOptions } from './deploy-options.ts';
import { describeChanged, findRefusals } from './plan/build-options.ts';
import { listPreviews, removePreview } from './previews.ts';
import { describeDeploy } from './report-deploy.ts';
import {
  checkManifest,
  createScope,
  findPublicUrl,
  isIndexed,
  openLocation,
  refuseOwnFolder,
  resolveTarget,
  type TargetChoice,
} from './resolve-target.ts';
import { prepareSummary, showDiff, type WriteSummary } from './review-deploy.ts';
import { type ExpiredArticle, rollBack } from './rollback.ts';
import { createNotConfirmedError } from './run-deploy.ts';
import type { TargetClient } from './targets/target-client.ts';
import { verifyAfterDeploy } from './verify-deployment.ts';

export interface DeployRequest extends TargetChoice {
  /** Absolute path of the build. */
  out: string;
  action: Action;
  dryRun: boolean;
  yes: boolean;
  /** Refuse a build with problems. undefined: only in production. */
  strict: boolean | undefined;
  /** Percentage. undefined for the one in site-config.json. */
  maxDelete: number | undefined;
  allowMissing: boolean;
  allowShrink: boolean;
  adopt: boolean;
  forceUnlock: boolean;
  /** The articles that have expired by the content of the site. */
  listExpired(): Promise<readonly ExpiredArticle[]>;
  /** The files of the site that have changed since the build. */
  listChanged(): Promise<readonly string[]>;
  /** The schedule of production; null where no file tells. */
  readSchedule(): FoundSchedule | null;
}

/** Seconds after its last renewal until the lock of a deploy expires. */
const LOCK_SECONDS = 60;

const REFUSED: Problem = {
  code: 'broken-build',
  message: 'the build has the problems above, so it is not deployed to production',
  hint: 'correct them and build again, or deploy with --no-strict',
};

const UNFINISHED: Problem = {
  code: 'placeholder',
  message: 'the site still has the placeholders above, so it is not deployed to production',
  hint: 'replace them and build again; --env development shows the site to you, hidden from search engines',
};

/** @returns false when the live site differs from what was deployed */
export async function deploySite(root: string, reporter: Reporter, request: DeployRequest): Promise<boolean> {
  const { action, out } = request;
  const config = await loadConfig(root);
  const target = await openTargetOf(config, request, reporter);
  const controller = new AbortController();
  const options = createOptions(config, target, request, reporter, controller.signal);
  // The first signal stops the deploy before its next write, ends a pause, and releases the lock.
  const stoppable = <T>(work: Promise<T>) => work.finally(onInterrupt(() => controller.abort()));
  const readBuild = async (label: string | null): Promise<BuildDeploy> => {
    const manifest = checkManifest(loadManifest(root, out), config, request);
    warnOfUnknownFiles(out, manifest, reporter);
    const delivery = { manifest, config, out, preview: request.preview, now: options.now() };
    const changed = describeChanged(await request.listChanged(), delivery);
    if (changed) reporter.warn(changed);
    const guards = { ...options.guards, ended: new Set(manifest.times.ended) };
    return { ...options, guards, manifest, label };
  };
  switch (action.kind) {
    case 'init':
      await setUpTarget(config, target, request, reporter);
      return true;
    case 'previews':
      await showPreviews(target, reporter);
      return true;
    case 'remove':
      await stoppable(showRemoval(action.preview, options));
      return true;
    case 'rollback': {
      const expired = await request.listExpired();
      const result = await stoppable(rollBack(action.release, options, expired));
      return reportDeploy(result, config, options, request, null);
    }
    case 'diff':
      await showDiff(action.file, await readBuild(null), config, request);
      return true;
    case 'deploy': {
      const build = await readBuild(action.label);
      const problems = findProblems(root, build, config, request);
      if (problems.length > 0) throw new UserError(problems);
      const writeSummary = await prepareSummary(action.summary, build, config, request);
      const result = await stoppable(deployBuild(build));
      return reportDeploy(result, config, options, request, writeSummary);
    }
  }
}

/** Lists why this build must not go to this target, whatever is there. */
function findProblems(
  root: string,
  { manifest, now }: BuildDeploy,
  config: SiteConfig,
  request: DeployRequest,
): Problem[] {
  const { out, preview } = request;
  const isForReaders = isIndexed(request);
  const placeholders = isForReaders ? findPlaceholders(config) : [];
  const broken = (request.strict ?? isForReaders) ? loadBroken(root, out) : [];
  return [
    ...placeholders,
    ...(placeholders.length > 0 ? [UNFINISHED] : []),
    ...broken,
    ...(broken.length > 0 ? [REFUSED] : []),
    ...(isForReaders ? findRefusals('production', { manifest, config, out, preview, now: now() }) : []),
  ];
}

/** Says what will happen where, and connects to the target. */
async function openTargetOf(
  config: SiteConfig,
  request: DeployRequest,
  reporter: Reporter,
): Promise<TargetClient> {
  const { action, dryRun } = request;
  // The previews are listed at their site.
  const choice = action.kind === 'previews' ? { ...request, preview: undefined } : request;
  const { location, origin } = resolveTarget(config, choice);
  const isDry = dryRun || action.kind === 'diff';
  reporter.info(`${isDry ? 'Would' : 'Will'} ${VERBS[action.kind]} ${location} (${origin})`);
  if (request.target === undefined && config.deploy[request.env] === undefined)
    reporter.info(
      `  → for another bucket or a folder, set deploy.${request.env} in site-config.json, such as "file:///srv/www"`,
    );
  if (!isIndexed(request) && VERBS[action.kind] === VERBS.deploy)
    reporter.info('Hidden from search engines: they may index only what --env production deploys');
  const target = await openLocation(config, location);
  refuseOwnFolder(target, config, request.out);
  await target.connect();
  return target;
}

async function showPreviews(target: TargetClient, reporter: Reporter): Promise<void> {
  const previews = await listPreviews(target);
  const lines = previews.map(
    ({ name, files, bytes, updated }) =>
      `${name}  ${formatCount(files, 'file')}, ${formatBytes(bytes)}, changed ${updated}`,
  );
  const text = previews.length === 0 ? 'no previews' : lines.join('\n');
  reporter.result({ kind: 'deploy-previews', target: target.url, previews }, text);
}

async function showRemoval(preview: string, options: DeployOptions): Promise<void> {
  const { target, dryRun, reporter } = options;
  if (!dryRun && !(await options.confirm(`${target.url}: remove the preview ${preview}. Continue?`)))
    throw createNotConfirmedError();
  const removed = await removePreview(options);
  const verb = dryRun ? 'would remove' : 'removed';
  reporter.result(
    { kind: 'deploy-removal', target: target.url, preview, removed, dryRun },
    `${verb} the preview ${preview}, ${formatCount(removed, 'file')}`,
  );
}

const MAX_NAMED = 5;

/** Warns of files in the output folder that no build wrote: a deploy leaves them out. */
function warnOfUnknownFiles(out: string, { outputs }: Manifest, reporter: Reporter): void {
  const known = new Set(outputs.map(({ path }) => path));
  const unknown: string[] = [];
  walkDirectory(
    out,
    ({ name }, prefix) => {
      if (!known.has(prefix + name) && !LEFTOVER.test(name)) unknown.push(prefix + name);
    },
    ({ name }) => name !== '.git',
  );
  if (unknown.length === 0) return;
  const more = unknown.length > MAX_NAMED ? ` and ${unknown.length - MAX_NAMED} more` : '';
  reporter.warn({
    code: 'changed-build',
    message: `the build did not write ${unknown.slice(0, MAX_NAMED).join(', ')}${more}, so the deploy leaves ${unknown.length === 1 ? 'it' : 'them'} out`,
    hint: 'put files of your own into public/ and build again',
  });
}

async function setUpTarget(
  { deploy: { location, keepReleases, keepDays } }: SiteConfig,
  target: TargetClient,
  { dryRun }: DeployRequest,
  reporter: Reporter,
): Promise<void> {
  const done = await target.setUp({ location, keepReleases, keepDays, dryRun });
  const title = dryRun ? `Dry run: nothing was written to ${target.url}` : target.url;
  reporter.result(
    { kind: 'deploy-init', target: target.url, done, dryRun },
    `${title}\n  ${done.join('\n  ')}`,
  );
}

function createOptions(
  config: SiteConfig,
  target: TargetClient,
  request: DeployRequest,
  reporter: Reporter,
  signal: AbortSignal,
): DeployOptions {
  const { maxDelete, concurrency, keepReleases, keepDays } = config.deploy;
  const isStrict = request.strict ?? isIndexed(request);
  const hosted = config.redirects.filter((redirect) => redirect.gone || needsHost(redirect));
  const { env, yes, forceUnlock, allowMissing, allowShrink, adopt } = request;
  return {
    target,
    scope: createScope(config, target),
    folder: request.out,
    concurrency,
    keepReleases,
    keepDays,
    keepOffers: config.offers.keep,
    guards: {
      maxDelete: request.maxDelete ?? maxDelete,
      allowMissing,
      allowShrink,
      adopt,
      isRedirected: isStrict ? (path) => hosted.some((redirect) => leadsOn(redirect, path)) : undefined,
    },
    dryRun: request.dryRun || request.action.kind === 'diff',
    noindex: !isIndexed(request),
    forceUnlock,
    lockSeconds: LOCK_SECONDS,
    confirm: async (question, isGrave = false) =>
      yes || (env !== 'production' && !isGrave) || ask(question, reporter),
    reporter,
    now: Date.now,
    sleep: (ms) => systemClock.sleep(ms, signal),
    signal,
    onPublished: isIndexed(request)
      ? (files) => savePublished(config.root, [...listAddresses(files)])
      : undefined,
    after: createAfterDeploy(config, request, { target, reporter, environment: process.env }),
  };
}

/** @throws UserError where there is no terminal to ask on */
function ask(question: string, reporter: Reporter): Promise<boolean> {
  return confirm(question, reporter, {
    code: 'not-confirmed',
    message: `this needs a confirmation, and there is no terminal to ask on: ${question}`,
    hint: 'review it with --dry-run, then add --yes',
  });
}

/** Verifies the live site and prints the result. @returns as `deploySite` */
async function reportDeploy(
  result: DeployResult,
  config: SiteConfig,
  { target, reporter }: DeployOptions,
  request: DeployRequest,
  writeSummary: WriteSummary | null,
): Promise<boolean> {
  const indexed = isIndexed(request);
  const isAtSiteUrl = indexed && request.target === undefined;
  const url = isAtSiteUrl ? `${config.url}${config.basePath}/` : result.url;
  const shown = { ...result, url, indexed };
  const describe = () =>
    describeDeploy(shown, config.timeZone, isAtSiteUrl ? request.readSchedule() : undefined);
  const publicUrl = findPublicUrl(config, request);
  await writeSummary?.(publicUrl?.home.href ?? url).catch((error: unknown) => {
    const [problem] = problemsOf(error, '') ?? [];
    if (!problem) throw error;
    reporter.warn({ ...problem, message: `the summary could not be written: ${problem.message}` });
  });
  if (result.release === null || result.dryRun || publicUrl === null) {
    reporter.result(shown, result.dryRun ? '' : describe());
    return true;
  }
  const { sample } = config.deploy.verify;
  const verified = await verifyAfterDeploy(publicUrl, { target, sample, reporter });
  reporter.result({ ...shown, verified }, describe());
  return !publicUrl.isConfigured || !verified || verified.differences.length === 0;
}
