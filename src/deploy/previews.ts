/** Lists the previews of a target, and removes one of them with its releases. */
import { UserError } from '../foundation/errors.ts';
import { forEachConcurrently } from '../foundation/run-concurrently.ts';
import type { Preview } from '../results/deploy-results.ts';
import type { DeployOptions } from './deploy-options.ts';
import { acquireLock } from './lock/deploy-lock.ts';
import { LOCK_NAME, PREVIEW_PREFIX, STATE_PREFIX } from './targets/target.ts';
import type { TargetClient } from './targets/target-client.ts';

/** @param target of the site, not of a preview. @returns the preview with the last change first */
export async function listPreviews(target: TargetClient): Promise<Preview[]> {
  const previews = new Map<string, Preview>();
  for (const { name: path, size, updated } of await target.listNames(PREVIEW_PREFIX)) {
    const [name = '', ...rest] = path.slice(PREVIEW_PREFIX.length).split('/');
    const isState = rest.join('/').startsWith(STATE_PREFIX);
    const time = new Date(updated).toISOString();
    const known = previews.get(name) ?? { name, files: 0, bytes: 0, updated: time };
    previews.set(name, {
      name,
      files: known.files + (isState ? 0 : 1),
      bytes: known.bytes + (isState ? 0 : size),
      updated: time > known.updated ? time : known.updated,
    });
  }
  return [...previews.values()].sort((a, b) => (a.updated < b.updated ? 1 : a.updated > b.updated ? -1 : 0));
}

/** @returns the number of files that were removed @throws UserError where other programs have written into the preview */
export async function removePreview(options: DeployOptions): Promise<number> {
  const { target, scope, dryRun, concurrency } = options;
  const stored = await target.list('');
  const files = stored.filter(({ name }) => !name.startsWith(STATE_PREFIX));
  const foreign = files.find(({ metadata }) => metadata.scope !== scope);
  if (foreign) {
    throw new UserError({
      code: 'foreign-files',
      message: `"${foreign.name}" in ${target.url} is not a file of this preview, so the preview stays`,
      hint: 'remove the files of other programs there first',
    });
  }
  if (dryRun || stored.length === 0) return files.length;
  const lease = await acquireLock(stored.find(({ name }) => name === LOCK_NAME) ?? null, options);
  if (!lease) {
    const message = `${target.url} changed while its files were listed`;
    throw new UserError({ code: 'changing-target', message, hint: 'run the same command again' });
  }
  try {
    lease.settle();
    const names = (await target.listNames('')).filter(({ name }) => name !== LOCK_NAME);
    await forEachConcurrently(names, concurrency, target.under(lease.remainingLease).remove);
  } finally {
    await lease.release();
  }
  const lock = await target.stat(LOCK_NAME);
  if (lock) await target.remove(lock.object);
  await target.clear?.();
  return files.length;
}
