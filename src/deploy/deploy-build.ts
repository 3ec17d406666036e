/** Deploys a build: a whole one, or a part of a sharded one. */
import type { BuildOptions } from './deploy-options.ts';
import type { DeployResult } from './deploy-result.ts';
import { createDesiredSite, originIn } from './plan/desired-objects.ts';
import { deployPart, findAbandonedParts } from './release-parts.ts';
import { runDeploy } from './run-deploy.ts';

export function deployBuild(options: BuildOptions): Promise<DeployResult> {
  const { target, manifest, guards, label } = options;
  if (manifest.shard.total > 1) return deployPart(options);
  const site = createDesiredSite(manifest, target, options);
  return runDeploy(
    async (stored) => ({
      desired: site.desired,
      originOf: (name) => originIn(site, name),
      guards,
      restores: null,
      label,
      obsolete: findAbandonedParts(stored, options),
    }),
    options,
  );
}
