/** Lists the releases of a target that a rollback can restore, newest first. */
import { loadConfig } from '../config/load-config.ts';
import { RELEASES_PREFIX, readReleases } from './releases/release-records.ts';
import { connectTarget, type TargetChoice } from './resolve-target.ts';

export async function listReleases(root: string, choice: TargetChoice) {
  const { target } = await connectTarget(await loadConfig(root), choice);
  const releases = readReleases(await target.list(RELEASES_PREFIX)).map(
    ({ id, created, files, bytes, restores, label, times }, index) => ({
      ...{ id, created, files, bytes, restores, label, times },
      current: index === 0,
    }),
  );
  return { target: target.url, releases };
}
