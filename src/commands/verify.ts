/** `articles verify`: compares the live site with the build or with the record of a release. */
import { Option } from 'commander';
import { custom, defineCommand, OUT, parsed, resolveOut, text, wholeNumber } from './command.ts';
import { ENVIRONMENTS, TARGET } from './deploy.ts';

export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Compare the live site with what was deployed.',
  arguments: { '[url]': 'address of the home page (default: url and basePath in site-config.json)' },
  options: {
    env: custom<(typeof ENVIRONMENTS)[number]>(
      new Option('--env <environment>', 'environment that was deployed')
        .choices(ENVIRONMENTS)
        .default('production'),
      'production',
    ),
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
  async run({ root, reporter, fail }, options, [given]) {
    const { loadConfig } = await import('../config/load-config.ts');
    const targets = await import('../deploy/resolve-target.ts');
    const verification = await import('../deploy/verify-deployment.ts');
    const { describeVerification, parseSiteUrl } = await import('../deploy/verify/verify-site.ts');
    const { env, preview, release } = options;
    const config = await loadConfig(root);
    const path = targets.previewPath(preview);
    const home = parseSiteUrl(given ?? `${config.url}${config.basePath}${path}`);
    const out = resolveOut(root, options.out);
    const expectFiles = async () => {
      const { loadManifest } = await import('../build/write/load-manifest.ts');
      const manifest = targets.checkManifest(loadManifest(root, out), config, { out, preview });
      const noindex = env !== 'production' || preview !== undefined;
      return verification.expectBuild(manifest, out, noindex);
    };
    const expectRecord = async () => {
      const { location } = targets.resolveTarget(config, { env, preview, target: options.target });
      const target = await targets.openLocation(config, location);
      await target.connect();
      const id = typeof release === 'string' ? release : null;
      return verification.expectRelease(target, targets.createScope(config, target), id);
    };
    const expected = await (release === false ? expectFiles() : expectRecord());
    const { sample = null } = options;
    // GitHub lets every file be kept for ten minutes.
    const ownCache = config.hosting === 'github-pages';
    const request = { sample, fresh: false, ownCache, reporter };
    const result = await verification.verifyDeployment(home, expected, request);
    if (result.differences.length > 0) fail();
    const hint = result.differences.length > 0 ? `\n  → ${verification.ROLLBACK_HINT}` : '';
    reporter.result(result, describeVerification(result) + hint);
  },
});
