/** `articles releases`: lists the releases that a rollback can restore. */
import { formatBytes, formatCount } from '../foundation/report.ts';
import { defineCommand, text } from './command.ts';
import { ENVIRONMENT, TARGET } from './deploy.ts';

export const releasesCommand = defineCommand({
  name: 'releases',
  summary: 'List the deployed releases, newest first.',
  options: {
    env: ENVIRONMENT,
    target: TARGET,
    preview: text('--preview <name>', 'list the releases of a preview'),
  },
  examples: ['articles releases --env production', 'articles releases --target file:///srv/www --json'],
  async run({ root, reporter }, options) {
    const { listReleases } = await import('../deploy/list-releases.ts');
    const { target, releases } = await listReleases(root, options);
    const lines = releases.map(({ id, created, files, bytes, restores, label, current }) =>
      [
        current ? '*' : ' ',
        id.padEnd(6),
        created,
        `${formatCount(files, 'file')}, ${formatBytes(bytes)}`,
        ...(restores === null ? [] : [`rollback to ${restores}`]),
        ...(label === null ? [] : [label]),
      ].join('  '),
    );
    reporter.output(lines.length > 0 ? lines.join('\n') : `no releases in ${target}`);
    reporter.result({ target, releases }, '');
  },
});
