/** Owns `articles deploy`. */
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { DeployOptions } from '../deploy/run-deploy.ts';
import { UserError } from '../foundation/errors.ts';
import type { Reporter } from '../foundation/report.ts';
import { createCommand, type Start } from './command.ts';

interface DeployCommandOptions {
  env: 'production' | 'development';
  target?: string;
  out?: string;
  dryRun?: boolean;
  yes?: boolean;
  maxDelete?: number;
  allowMissing?: boolean;
  allowShrink?: boolean;
  adopt?: boolean;
  forceUnlock?: boolean;
  rollback?: string | true;
  preview?: string;
  release?: string;
  init?: boolean;
}

/** Seconds that the lock of a dead deploy holds others up. */
const LOCK_SECONDS = 60;

export function deployCommand(start: Start): Command {
  return createCommand('deploy', 'Make the bucket equal to the build.')
    .addOption(environmentOption())
    .option('--target <url>', 'another place: gs://bucket, gs://bucket/prefix or file:///folder')
    .option('--out <dir>', 'folder of the build (default: dist below the root)')
    .option('--dry-run', 'show what would change, and write nothing')
    .option('--yes', 'do not ask before changing production')
    .option('--max-delete <percent>', 'refuse to delete more than this, such as 20%', parsePercent)
    .option('--allow-missing', 'deploy without index.html or 404.html')
    .option('--allow-shrink', 'deploy a build of less than half the files')
    .option('--adopt', 'replace files that somebody else wrote')
    .option('--force-unlock', 'stop another deploy, or one that is dead, and take its lock')
    .option('--rollback [release]', 'bring an earlier release back; default: the one before')
    .option('--preview <name>', 'deploy below _preview/NAME, hidden from search engines')
    .option('--release <name>', 'name that the parts of a sharded build have in common', parseLabel)
    .option('--init', 'make the bucket and its settings, and deploy nothing')
    .addHelpText(
      'after',
      '\nExamples:\n  articles deploy --env development --dry-run\n  articles deploy --env production --yes\n  articles deploy --target file:///srv/www\n  articles deploy --env production --rollback',
    )
    .action((options: DeployCommandOptions, command: Command) =>
      start(command, async ({ root, reporter }) => {
        const { loadConfig } = await import('../config/load-config.ts');
        const place = await import('../deploy/resolve-target.ts');
        const config = await loadConfig(root);
        const choice = { environment: options.env, target: options.target, preview: options.preview };
        const chosen = place.chooseLocation(config, choice);
        const out = options.out ? resolve(options.out) : resolve(root, 'dist');
        place.refuseOwnFolder(chosen, config, out);
        const target = await place.openLocation(config, chosen);
        await target.connect();
        const { project, location, maxDelete, concurrency, keepReleases, keepDays } = config.deploy;
        if (options.init) {
          const previewPrefix = place.PREVIEW_PREFIX;
          const done = await target.setUp({ project, location, keepReleases, keepDays, previewPrefix });
          reporter.result({ target: target.url, done }, `${target.url}\n  ${done.join('\n  ')}`);
          return;
        }
        const { REQUIRED_NAMES } = await import('../deploy/plan/guards.ts');
        const { deployBuild, rollBack } = await import('../deploy/deploy-jobs.ts');
        const { describeResult } = await import('../deploy/plan/describe-plan.ts');
        const { loadManifest } = await import('../build/write/manifest.ts');
        const interrupt = listenForInterrupt();
        const shared: DeployOptions = {
          target,
          scope: place.createScope(config, target),
          folder: out,
          concurrency,
          keepReleases,
          keepDays,
          guards: {
            maxDelete: options.maxDelete ?? maxDelete,
            allowMissing: options.allowMissing ?? false,
            allowShrink: options.allowShrink ?? false,
            required: REQUIRED_NAMES,
          },
          adopt: options.adopt ?? false,
          dryRun: options.dryRun ?? false,
          forceUnlock: options.forceUnlock ?? false,
          lockSeconds: LOCK_SECONDS,
          confirm: (question) =>
            options.env === 'production' && !options.yes ? ask(question, reporter) : Promise.resolve(true),
          reporter,
          now: Date.now,
          sleep: interrupt.sleep,
          signal: interrupt.signal,
        };
        const run = async () => {
          if (options.rollback !== undefined) {
            return rollBack(options.rollback === true ? null : options.rollback, shared);
          }
          const { preview } = options;
          const manifest = place.checkManifest(loadManifest(root, out), config, { out, preview });
          const label = options.release ?? null;
          return deployBuild({ ...shared, manifest, noindex: preview !== undefined, label });
        };
        const result = await run().finally(interrupt.ignore);
        const isPublished = options.env === 'production' && !options.target && !options.preview;
        const shown = isPublished ? { ...result, url: `${config.url}${config.basePath}/` } : result;
        reporter.result(shown, result.dryRun ? '' : describeResult(shown));
      }),
    );
}

/** The option that names the environment, for every command that looks at a target. */
export function environmentOption(): Option {
  return new Option('--env <environment>', 'whose bucket')
    .choices(['production', 'development'])
    .default('development');
}

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

async function ask(question: string, reporter: Reporter): Promise<boolean> {
  if (process.stdin.isTTY !== true || reporter.json) {
    throw new UserError({
      message: `a change of production has to be confirmed, and there is no terminal to ask on: ${question}`,
      hint: 'look at it with --dry-run, then add --yes',
    });
  }
  reporter.info(`${question} [y/N]`);
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return /^\s*y(es)?\s*$/i.test(line);
    return false;
  } finally {
    lines.close();
  }
}

/** The first interrupt stops before the next write, ends a sleep and frees the lock; a second one ends the process. */
function listenForInterrupt() {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, abort);
  return {
    signal: controller.signal,
    sleep: (milliseconds: number) =>
      setTimeout(milliseconds, undefined, { signal: controller.signal }).catch(() => undefined),
    ignore: () => {
      for (const signal of signals) process.off(signal, abort);
    },
  };
}
