/** Allows one build at a time into an output folder. */
import { basename, dirname, join, resolve } from 'node:path';
import { finding, hasCode, refusalOf, UserError } from '../../foundation/errors.ts';
import { type Holder, waitForLock } from '../../foundation/file-lock.ts';
import { makeFolder } from '../../foundation/make-folder.ts';
import { followLink, isWithin, showPath } from '../../foundation/paths.ts';
import type { Reporter } from '../../foundation/report.ts';
import { stateFile } from '../state/build-state.ts';

export interface OutputLockOptions {
  root: string;
  /** Absolute path of the output folder. */
  out: string;
  /** false: a build that finds another one stops. */
  wait?: boolean;
  reporter: Pick<Reporter, 'info'>;
  /** Stops waiting for the lock. */
  signal?: AbortSignal;
}

/** Milliseconds. A build may block its process for seconds. */
const BEAT = 20_000;

/**
 * Waits until no other build writes into the folder.
 * @returns a function that lets the next build in; null where the signal is aborted first
 * @throws UserError where another build is found and `wait` is false
 */
export async function lockOutput(options: OutputLockOptions): Promise<(() => Promise<void>) | null> {
  const { root, out, wait = true, reporter, signal } = options;
  const shown = showPath(root, out);
  // Node would try forever to make a folder in /proc.
  if (isWithin(resolve(out), '/proc')) {
    const message = `${out} is not on a disk: /proc shows the processes of the system`;
    throw new UserError(finding('unsafe-output', message, 'choose another folder with --out'));
  }
  let seen = '';
  const onHeld = (holder: Holder) => {
    const who = describeHolder(holder);
    if (!wait) {
      const hint = 'run the command again when it has ended, or leave out --no-wait to wait for it';
      throw new UserError(finding('in-use', `another build writes into ${shown}: ${who}`, hint));
    }
    if (who !== seen) reporter.info(`waiting for another build into ${shown}: ${who}`);
    seen = who;
  };
  for (const path of lockFiles(root, out)) {
    try {
      makeFolder(dirname(path));
      const lock = await waitForLock(path, { beat: BEAT, onHeld, signal });
      return lock?.release ?? null;
    } catch (error) {
      // A file in place of a folder is reported when the build opens its output.
      if (!refusalOf(error) && !hasCode(error, 'EEXIST', 'ENOTDIR')) throw error;
    }
  }
  // A build that has nothing to write succeeds even where nothing can be written.
  return async () => undefined;
}

/**
 * The first file is beside the output folder, where builds of any copy of the site find it. The second is for a mounted
 * volume whose parent folder is read-only.
 */
function lockFiles(root: string, out: string): string[] {
  const folder = followLink(resolve(out));
  return [join(dirname(folder), `.${basename(folder)}.lock`), `${stateFile(root, out)}.lock`];
}

function describeHolder({ pid, since }: Holder): string {
  const start = new Date(since);
  // The Swedish format is that of ISO 8601, in local time.
  return `process ${pid}${Number.isNaN(start.getTime()) ? '' : `, since ${start.toLocaleString('sv-SE')}`}`;
}
