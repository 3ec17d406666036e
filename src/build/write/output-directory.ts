/** Opens the output folder of a build, and refuses folders that no build has written. */
import {
  type Dirent,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CONFIG_FILE } from '../../config/config-file.ts';
import { problemsOf, UserError } from '../../foundation/errors.ts';
import { makeFolder } from '../../foundation/make-folder.ts';
import { followLink, isWithin, showPath } from '../../foundation/paths.ts';
import { isPageOfOurs, originOfPage } from '../../templates/document.ts';
import type { BuildContext } from '../build-context.ts';
import type { Shard } from '../plan/shard.ts';
import { markFile, type StateHead, type StoredState } from '../state/build-state.ts';
import { createPrevious, type PreviousOutputs } from '../state/previous-outputs.ts';

export interface Output {
  /** Where this build writes: the output folder itself, or a fresh one beside it. */
  folder: string;
  /** The folder in which readers find the files after the build. */
  out: string;
  /** True if readers may see `folder`. */
  replaces: boolean;
  previous: PreviousOutputs;
  /** Outputs of the previous build in this folder; null where it may hold other files too. */
  before: StoredState['outputs'] | null;
}

/** @throws UserError where the output folder holds files that no build has written */
export function openOutput(
  { options, config, file, saved, outputCheck }: BuildContext,
  stored: StoredState | null,
): Output {
  const { root, clean, shard } = options;
  // Follows a symbolic link, so that the link stays and its target is written.
  const out = followLink(resolve(options.out));
  if (saved) return { folder: out, out, replaces: true, previous: createPrevious(out, stored), before: null };
  if (existsSync(dirname(out))) removeLeftovers(out);
  const exists = existsSync(out);
  const isEmpty = !exists || readdirSync(out).length === 0;
  refuseSources(root, out);
  if (!isEmpty && !stored) refuseForeignFolder(out, config.url);
  if ((clean || isEmpty) && !(exists && isMountPoint(out))) {
    const { fresh: folder } = siblingsOf(out);
    const output: Output = {
      folder,
      out,
      replaces: false,
      previous: createPrevious(folder, null),
      before: null,
    };
    try {
      makeFolder(folder);
    } catch (error) {
      throw nameOutput(output, root, error);
    }
    return output;
  }
  const mark = markFile(file);
  const wasKilled = existsSync(mark);
  makeFolder(dirname(mark));
  writeFileSync(mark, '');
  const same = stored && hasSamePaths(stored.head.site, config.urls.layout, shard) ? stored : null;
  return {
    folder: out,
    out,
    replaces: true,
    previous: createPrevious(out, same, outputCheck?.hasPassed),
    before: same && !wasKilled ? same.outputs : null,
  };
}

function hasSamePaths(before: StateHead['site'], layout: string, { index, total }: Shard): boolean {
  return before.layout === layout && before.shard.index === index && before.shard.total === total;
}

/** A mounted volume cannot be renamed. */
export function isMountPoint(folder: string): boolean {
  if (statSync(folder).dev !== statSync(dirname(folder)).dev) return true;
  // Only Linux can mount a folder of the same disk, and lists it in this file (proc(5)) as the fifth field.
  const mounts = existsSync('/proc/self/mountinfo') ? readFileSync('/proc/self/mountinfo', 'utf8') : '';
  const place = folder.replace(
    /[ \t\n\\]/g,
    (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return mounts.split('\n').some((line) => line.split(' ')[4] === place);
}

/** Names the folders beside the output folder: `fresh` for a build from nothing, `old` for the folder that it replaces. */
export function siblingsOf(out: string): { fresh: string; old: string } {
  const start = join(dirname(out), `.${basename(out)}`);
  return { fresh: `${start}.new`, old: `${start}.old` };
}

/** Puts the fresh folder in the place of the output folder. */
export function replaceFolder({ out }: Pick<Output, 'out'>): void {
  const { fresh, old } = siblingsOf(out);
  if (existsSync(out)) renameSync(out, old);
  renameSync(fresh, out);
  rmSync(old, { recursive: true, force: true });
}

/** Removes the fresh folder of a failed build. @returns the error to throw */
export function discardOutput(output: Output, root: string, error: unknown): unknown {
  if (!output.replaces) removeLeftovers(output.out);
  return nameOutput(output, root, error);
}

/** Replaces the fresh folder in messages by the output folder, which users know. */
function nameOutput({ folder, out }: Output, root: string, error: unknown): unknown {
  const problems = problemsOf(error, root);
  if (!problems) return error;
  const fresh = showPath(root, folder);
  return new UserError(
    problems.map(({ file, ...problem }) => {
      if (file === undefined) return problem;
      return {
        ...problem,
        file: file.startsWith(fresh) ? showPath(root, out) + file.slice(fresh.length) : file,
      };
    }),
  );
}

/** Removes what a build that failed or was killed has left beside the output folder. */
function removeLeftovers(out: string): void {
  const { fresh, old } = siblingsOf(out);
  // A build was killed between the two renames of `replaceFolder`.
  if (existsSync(old) && !existsSync(out)) renameSync(old, out);
  for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
}

/** The output must not mix with the sources of the site, nor replace the target of a deploy. */
function refuseSources(root: string, out: string): void {
  const own = followLink(root);
  const isSource = isWithin(own, out) || ['content', 'public'].some((name) => isWithin(out, join(own, name)));
  if (isSource) refuse(`${out} overlaps the site's source files`, 'choose another folder with --out');
  if (existsSync(join(out, '.articles')) && !existsSync(join(out, CONFIG_FILE)))
    refuse(`${out} is the target of a deploy`, 'choose another folder with --out, then deploy that folder');
}

/** A mistyped --out must not delete a user's folder. */
function refuseForeignFolder(out: string, origin: string): void {
  if (existsSync(join(out, CONFIG_FILE)) || !isBuiltFolder(out, origin))
    refuse(
      `${out} has files that no build of this site wrote`,
      'empty it, or choose another folder with --out',
    );
}

function refuse(message: string, hint: string): never {
  throw new UserError({ code: 'unsafe-output', message, hint });
}

/**
 * True if a build of the site has written the folder. Its top has a page of the site, or, in the output of a shard, only
 * the folder of articles.
 */
function isBuiltFolder(folder: string, origin: string): boolean {
  const entries = readdirSync(folder, { withFileTypes: true });
  const pages = pagesOf(folder, entries);
  if (pages.length > 0) return isOfSite(pages, origin);
  const articles = entries.find(({ name }) => name === 'articles');
  if (!articles || !entries.every((entry) => entry.isDirectory())) return false;
  return isOfSite(firstPages(join(folder, articles.name)), origin);
}

/** Maximum number of pages of a folder to read. */
const MAX_PAGES_READ = 100;

/** Error pages do not contain the origin of their site. */
function isOfSite(pages: readonly string[], origin: string): boolean {
  return pages.length > 0 && pages.every((page) => [null, origin].includes(originOfPage(page)));
}

/** Returns the pages that this program has written in the folder, or in the first folder below it that has any. */
function firstPages(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const pages = pagesOf(folder, entries);
  for (const entry of entries) {
    if (pages.length > 0) break;
    if (entry.isDirectory()) pages.push(...firstPages(join(folder, entry.name)));
  }
  return pages;
}

function pagesOf(folder: string, entries: readonly Dirent[]): string[] {
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .slice(0, MAX_PAGES_READ)
    .map(({ name }) => readFileSync(join(folder, name), 'utf8'))
    .filter(isPageOfOurs);
}
