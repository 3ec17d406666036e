/** `articles deploy`: makes the target equal to the build, or restores an earlier release. */
import { InvalidArgumentError, Option } from 'commander';
import type { BuildOptions, DeployOptions } from '../deploy/deploy-options.ts';
import { systemClock } from '../foundation/clock.ts';
import { type Problem, UserError } from '../foundation/errors.ts';
import type { Reporter } from '../foundation/report.ts';
import {
  custom,
  defineCommand,
  flag,
  isStrict,
  OUT,
  onInterrupt,
  parsed,
  resolveOut,
  STRICT,
  text,
} from './command.ts';
import { confirm } from './confirm.ts';

export const ENVIRONMENTS = ['production', 'development'] as const;
export const ENVIRONMENT = custom<(typeof ENVIRONMENTS)[number]>(
  new Option('--env <environment>', 'bucket to use; search engines may index production only')
    .choices(ENVIRONMENTS)
    .default('development'),
  'development',
);
export const TARGET = text(
  '--target <url>',
  'other target: gs://bucket/prefix, s3://bucket/prefix?endpoint=URL or file:///folder',
);

const REFUSED: Problem = {
  code: 'broken-build',
  message: 'the build has the problems above, and production gets none with such',
  hint: 'correct them and build again, or deploy with --no-strict',
};

/** Seconds until the lock of a deploy that died expires. */
const LOCK_SECONDS = 60;

export const deployCommand = defineCommand({
  name: 'deploy',
  summary: 'Make the bucket equal to the build.',
  options: {
    env: ENVIRONMENT,
    target: TARGET,
    out: OUT,
    dryRun: flag('--dry-run', 'show what would change, and write nothing'),
    yes: flag('--yes', 'do not ask before changing production'),
    maxDelete: parsed('--max-delete <percent>', 'refuse to delete more than this, such as 20%', parsePercent),
    allowMissing: flag('--allow-missing', 'deploy without index.html or 404.html'),
    allowShrink: flag('--allow-shrink', 'deploy a build with less than half of the files'),
    adopt: flag('--adopt', 'replace files that articles did not write'),
    forceUnlock: flag('--force-unlock', 'take the lock from another deploy, running or dead'),
    rollback: custom<string | boolean>(
      new Option('--rollback [release]', 'restore an earlier release (default: the previous one)'),
      false,
    ),
    preview: text('--preview <name>', 'deploy to _preview/NAME, hidden from search engines'),
    release: parsed('--release <name>', 'common name of the parts of a sharded build', parseLabel),
    diff: custom<string | boolean>(
      new Option(
        '--diff [file]',
        'show what readers will see change, also as an HTML file; write nothing else',
      ),
      false,
    ),
    summary: text('--summary <file>', 'write what changed as Markdown, for a pull request'),
    ...STRICT,
    init: flag('--init', 'create the bucket and its settings, and deploy nothing'),
  },
  examples: [
    'articles deploy --env development --dry-run',
    'articles deploy --env production --diff review.html',
    'articles deploy --env production --yes',
    'articles deploy --target file:///srv/www',
    'articles deploy --env production --rollback',
  ],
  async run({ root, reporter, fail }, options) {
    const { loadConfig } = await import('../config/load-config.ts');
    const targets = await import('../deploy/resolve-target.ts');
    const { env, preview, release: label = null, rollback, diff } = options;
    const dryRun = options.dryRun || diff !== false;
    const config = await loadConfig(root);
    const { location, origin } = targets.resolveTarget(config, options);
    const verb = options.init ? 'set up' : rollback === false ? 'deploy to' : 'roll back';
    reporter.info(`${dryRun ? 'Would' : 'Will'} ${verb} ${location} (${origin})`);
    const isPublished = env === 'production' && preview === undefined;
    if (!isPublished && !options.init && rollback === false) {
      reporter.info('Hidden from search engines: they may index only what --env production deploys');
    }
    const out = resolveOut(root, options.out);
    const target = await targets.openLocation(config, location);
    targets.refuseOwnFolder(target, config, out);
    await target.connect();
    const { location: region, maxDelete, concurrency, keepReleases, keepDays } = config.deploy;
    if (options.init) {
      const done = await target.setUp({ location: region, keepReleases, keepDays, dryRun });
      const title = dryRun ? `Dry run: nothing was written to ${target.url}` : target.url;
      reporter.result({ target: target.url, done, dryRun }, `${title}\n  ${done.join('\n  ')}`);
      return;
    }
    const { deployBuild } = await import('../deploy/deploy-build.ts');
    const { createAfterDeploy } = await import('../deploy/after-deploy.ts');
    const { rollBack } = await import('../deploy/rollback.ts');
    const { describeResult } = await import('../deploy/deploy-result.ts');
    const { loadBroken, loadManifest } = await import('../build/write/load-manifest.ts');
    const controller = new AbortController();
    const { adopt, forceUnlock, allowMissing, allowShrink } = options;
    const shared: DeployOptions = {
      target,
      scope: targets.createScope(config, target),
      folder: out,
      concurrency,
      keepReleases,
      keepDays,
      guards: { maxDelete: options.maxDelete ?? maxDelete, allowMissing, allowShrink, adopt },
      dryRun,
      noindex: !isPublished,
      forceUnlock,
      lockSeconds: LOCK_SECONDS,
      confirm: async (question) => env !== 'production' || options.yes || ask(question, reporter),
      reporter,
      now: Date.now,
      sleep: (ms) => systemClock.sleep(ms, controller.signal),
      signal: controller.signal,
      after: createAfterDeploy(config, options, { target, reporter, environment: process.env }),
    };
    if (diff !== false || options.summary !== undefined) targets.refuseRollback(rollback);
    const build: BuildOptions | null =
      rollback !== false
        ? null
        : {
            ...shared,
            manifest: targets.checkManifest(loadManifest(root, out), config, { out, preview }),
            label,
          };
    const { prepareSummary, showDiff } = await import('./deploy/review-deploy.ts');
    if (build && diff !== false) return showDiff(diff, build, config, options);
    const broken = build && isStrict(options, isPublished) ? loadBroken(root, out) : [];
    if (broken.length > 0) throw new UserError([...broken, REFUSED]);
    const writeSummary = build && (await prepareSummary(options.summary, build, config, options));
    const run = () =>
      build ? deployBuild(build) : rollBack(rollback === true ? null : String(rollback), shared);
    // The first signal stops before the next write, ends a sleep and releases the lock.
    const result = await run().finally(onInterrupt(() => controller.abort()));
    const isAtSiteUrl = isPublished && options.target === undefined;
    const url = isAtSiteUrl ? `${config.url}${config.basePath}/` : result.url;
    const shown = { ...result, url, indexed: isPublished };
    const publicUrl = targets.findPublicUrl(config, options);
    await writeSummary?.(publicUrl?.home.href ?? shown.url);
    const isVerified = result.release !== null && !result.dryRun && publicUrl !== null;
    if (!isVerified) return reporter.result(shown, result.dryRun ? '' : describeResult(shown));
    const { verifyAfterDeploy } = await import('../deploy/verify-deployment.ts');
    const verified = await verifyAfterDeploy(publicUrl, {
      target,
      scope: shared.scope,
      sample: config.deploy.verify.sample,
      reporter,
    });
    if (publicUrl.isConfigured && verified && verified.differences.length > 0) fail();
    reporter.result({ ...shown, verified }, describeResult(shown));
  },
});

function parsePercent(value: string): number {
  const percent = Number(/^(\d+(?:\.\d+)?)%?$/.exec(value)?.[1]);
  if (!(percent <= 100)) throw new InvalidArgumentError('Give a percentage from 0% to 100%.');
  return percent;
}

function parseLabel(value: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(value)) {
    throw new InvalidArgumentError('Use up to 100 of A-Z, a-z, 0-9, ".", "_" and "-".');
  }
  return value;
}

/** @throws UserError where there is no terminal to ask on */
function ask(question: string, reporter: Reporter): Promise<boolean> {
  return confirm(question, reporter, {
    code: 'not-confirmed',
    message: `a change of production needs a confirmation, and there is no terminal to ask on: ${question}`,
    hint: 'review it with --dry-run, then add --yes',
  });
}
