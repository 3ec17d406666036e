/** Owns the jobs of a deploy: a build, whole or a part, and a rollback. */
import { UserError } from '../foundation/errors.ts';
import type { Plan, Wanted } from './plan/deploy-plan.ts';
import { createWanted, originIn } from './plan/desired-objects.ts';
import { type BuildOptions, deployPart, findAbandoned } from './releases/release-parts.ts';
import { chooseRollback } from './releases/rollback.ts';
import { type DeployOptions, type DeployResult, runDeploy } from './run-deploy.ts';
import type { StoredObject } from './targets/target.ts';

/** Makes the target equal to a build, or adds the part of a sharded build. */
export function deployBuild(options: BuildOptions): Promise<DeployResult> {
  if (options.manifest.shard.total > 1) return deployPart(options);
  const { target, manifest, guards } = options;
  const site = createWanted(manifest, target, options);
  return runDeploy(async (stored) => {
    return {
      wanted: site.wanted,
      originOf: (name) => originIn(site, name),
      guards,
      restores: null,
      label: options.label,
      obsolete: findAbandoned(stored, options),
    };
  }, options);
}

/**
 * Brings an earlier release back, from what the target has kept of it.
 * @param id such as "r12"; null for the one before
 */
export function rollBack(id: string | null, options: DeployOptions): Promise<DeployResult> {
  const { target } = options;
  return runDeploy(async (stored) => {
    const { release, wanted } = await chooseRollback(id, stored, options);
    const kept = new Map<string, StoredObject>();
    for (const version of await target.list('', { versions: true })) kept.set(keyOf(version), version);
    const originOf = (wantedObject: Wanted) =>
      kept.get(keyOf({ ...wantedObject, marks: { hash: wantedObject.hash } }));
    const byName = new Map(wanted.map((object) => [object.name, object]));
    return {
      wanted,
      originOf: (name) => {
        const object = byName.get(name);
        const version = object && originOf(object);
        return version && { from: 'target', object: version };
      },
      // The release has stood already, so its size is no surprise.
      guards: { ...options.guards, maxDelete: 100, allowShrink: true, required: [] },
      restores: release.restores ?? release.id,
      label: null,
      obsolete: [],
      verify: (plan) => verifyKept(plan, originOf, release.id),
    };
  }, options);
}

function keyOf({ name, marks, contentEncoding }: Pick<StoredObject, 'name' | 'marks' | 'contentEncoding'>) {
  return JSON.stringify([name, marks.hash ?? '', contentEncoding]);
}

function verifyKept(plan: Plan, originOf: (wanted: Wanted) => StoredObject | undefined, id: string): void {
  const gone = plan.changes.flatMap((change) =>
    (change.action === 'create' || change.action === 'replace') && !originOf(change.wanted)
      ? [change.name]
      : [],
  );
  if (gone.length === 0) return;
  throw new UserError({
    message: `${gone.length} files of release ${id} are not kept any more, such as "${gone[0]}"`,
    hint: 'deploy an earlier build instead; `articles deploy --init` switches versioning on for the next time',
  });
}
