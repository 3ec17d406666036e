/** Owns `articles releases`: what has been deployed, and what can be rolled back to. */
import type { Command } from 'commander';
import { formatBytes } from '../foundation/report.ts';
import { createCommand, type Start } from './command.ts';
import { environmentOption } from './deploy.ts';

interface ReleasesCommandOptions {
  env: 'production' | 'development';
  target?: string;
  preview?: string;
}

export function releasesCommand(start: Start): Command {
  return createCommand('releases', 'List what has been deployed, newest first.')
    .addOption(environmentOption())
    .option('--target <url>', 'another place: gs://bucket, gs://bucket/prefix or file:///folder')
    .option('--preview <name>', 'releases of a preview')
    .action((options: ReleasesCommandOptions, command: Command) =>
      start(command, async ({ root, reporter }) => {
        const { loadConfig } = await import('../config/load-config.ts');
        const { chooseLocation, openLocation } = await import('../deploy/resolve-target.ts');
        const { RELEASES_PREFIX, readReleases } = await import('../deploy/releases/release-records.ts');
        const config = await loadConfig(root);
        const choice = { environment: options.env, target: options.target, preview: options.preview };
        const target = await openLocation(config, chooseLocation(config, choice));
        await target.connect();
        const releases = readReleases(await target.list(RELEASES_PREFIX)).map(
          ({ stored: _stored, state: _state, ...release }, index) => ({ ...release, current: index === 0 }),
        );
        const lines = releases.map(({ id, created, files, bytes, restores, label, current }) =>
          [
            current ? '*' : ' ',
            id.padEnd(6),
            created,
            `${files} files, ${formatBytes(bytes)}`,
            ...(restores === null ? [] : [`rollback to ${restores}`]),
            ...(label === null ? [] : [label]),
          ].join('  '),
        );
        reporter.output(lines.length > 0 ? lines.join('\n') : `nothing has been deployed to ${target.url}`);
        if (reporter.json) reporter.result({ target: target.url, releases }, '');
      }),
    );
}
