/** `articles verify`: compares the live site with the build or with the record of a release. */
import { Option } from 'commander';
import { custom, defineCommand, OUT, parsed, resolveOut, text, wholeNumber } from './command.ts';
import { environment, TARGET } from './deploy.ts';

export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Compare the live site with what was deployed.',
  arguments: { '[url]': 'address of the home page (default: url and basePath in site-config.json)' },
  options: {
    env: environment('environment that was deployed', 'production'),
    preview: text('--preview <name>', 'verify a preview'),
    out: OUT,
    release: custom<string | boolean>(
      new Option('--release [release]', 'compare with a release of the target, not with the build'),
      false,
    ),
    target: TARGET,
    sample: parsed(
      '--sample <n>',
      'check home, error pages, worker and n others (default: everything)',
      wholeNumber(0),
    ),
  },
  examples: [
    'articles verify https://example.org',
    'articles verify --sample 50 --json',
    'articles verify https://example.org --release r2',
  ],
  async run({ root, reporter, fail }, { out, sample = null, ...options }, [url]) {
    const { verifyLiveSite } = await import('../deploy/verify-deployment.ts');
    const request = { ...options, url, out: resolveOut(root, out), sample };
    const { result, text, alarm } = await verifyLiveSite(root, reporter, request);
    if (result.differences.length > 0 || alarm) fail();
    reporter.result({ ...result, alarm }, text);
    if (alarm) reporter.error(alarm);
  },
});
