/** `articles deploy`: makes the target equal to the build, or restores an earlier release. */
import { InvalidArgumentError, Option } from 'commander';
import { createSilentReporter } from '../foundation/report.ts';
import { custom, defineCommand, flag, OUT, parsed, resolveOut, STRICT, text } from './command.ts';

const ENVIRONMENTS = ['production', 'development'] as const;
export function environment(description: string, usual: (typeof ENVIRONMENTS)[number]) {
  return custom(new Option('--env <environment>', description).choices(ENVIRONMENTS).default(usual), usual);
}
export const ENVIRONMENT = environment(
  'bucket to use; search engines may index production only',
  'development',
);
export const TARGET = text(
  '--target <url>',
  'other target, such as s3://bucket/prefix or file:///folder (docs/deploy.md has all of them)',
);

export const deployCommand = defineCommand({
  name: 'deploy',
  summary: 'Publish the build to a bucket or a folder: only what has changed is uploaded.',
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
    previews: flag('--previews', 'list the previews of the target, and deploy nothing'),
    remove: flag('--remove', 'with --preview: remove the preview'),
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
  async run({ root, reporter, fail }, { out, release: label = null, noStrict: _, ...options }) {
    const { parseAction } = await import('../deploy/action.ts');
    const { deploySite } = await import('../deploy/deploy-site.ts');
    const action = parseAction({ ...options, label });
    const listExpired = async () => {
      const { readInventory } = await import('../articles/inventory.ts');
      const { rows } = await readInventory(root, createSilentReporter());
      return rows.flatMap(({ state, path, meta: { editorial } }) =>
        state === 'expired' && editorial.expires ? [{ path, day: editorial.expires.day }] : [],
      );
    };
    const folder = resolveOut(root, out);
    const listChanged = async () => {
      const { listChangedSources } = await import('../build/changed-sources.ts');
      return listChangedSources(root, folder);
    };
    const { readSchedule } = await import('../scaffold/read-schedule.ts');
    const request = {
      ...{ ...options, action, out: folder, listExpired, listChanged },
      readSchedule: () => readSchedule(root),
    };
    const isVerified = await deploySite(root, reporter, request);
    if (!isVerified) fail();
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
