/** Opens the output folder of a build, and refuses folders that no build has written. */
import {
  type Dirent,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CONFIG_FILE } from '../../config/load-config.ts';
import { hasCode, UserError } from '../../foundation/errors.ts';
import { isWithin } from '../../foundation/paths.ts';
import { isProcessAlive } from '../../foundation/process-alive.ts';
import { isPageOfOurs, originOfPage } from '../../templates/document.ts';
import type { BuildContext } from '../build-context.ts';
import type { Shard } from '../plan/shard.ts';
import { markFile, type StateHead, type StoredState } from '../state/build-state.ts';
import { createPrevious, type PreviousOutputs } from '../state/previous-outputs.ts';

export interface Output {
  /** Where this build writes: the output folder itself, or a fresh one beside it. */
  folder: string;
  /** Where the files are in the end. */
  out: string;
  /** Whether readers may see `folder`. */
  replaces: boolean;
  previous: PreviousOutputs;
  /** Outputs of the previous build in this folder; null where it may hold other files too. */
  before: StoredState['outputs'] | null;
}

/** @throws UserError where the output folder holds files that no build has written */
export function openOutput({ options, config, file }: BuildContext, stored: StoredState | null): Output {
  const { root, clean, shard } = options;
  const out = followLink(resolve(options.out));
  const exists = existsSync(out);
  const isEmpty = !exists || readdirSync(out).length === 0;
  refuseSources(root, out);
  if (!isEmpty && !stored) refuseForeignFolder(out, config.url);
  removeLeftovers(out);
  if ((clean || isEmpty) && !(exists && isMountPoint(out))) {
    const folder = join(dirname(out), `${temporaryPrefix(out)}${process.pid}.new`);
    mkdirSync(folder, { recursive: true });
    return { folder, out, replaces: false, previous: createPrevious(folder, null), before: null };
  }
  const mark = markFile(file);
  const wasKilled = existsSync(mark);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, '');
  const same = stored && hasSamePaths(stored.head.site, config.urls.layout, shard) ? stored : null;
  return {
    folder: out,
    out,
    replaces: true,
    previous: createPrevious(out, same),
    before: same && !wasKilled ? same.outputs : null,
  };
}

function hasSamePaths(before: StateHead['site'], layout: string, { index, total }: Shard): boolean {
  return before.layout === layout && before.shard.index === index && before.shard.total === total;
}

/** Keeps a symbolic link to the output folder: its target is written. */
function followLink(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return folder;
    throw error;
  }
}

/** A mounted volume cannot be renamed. */
function isMountPoint(folder: string): boolean {
  if (statSync(folder).dev !== statSync(dirname(folder)).dev) return true;
  // Only Linux can mount a folder of the same disk, and lists it in this file (proc(5)) as the fifth field.
  const mounts = existsSync('/proc/self/mountinfo') ? readFileSync('/proc/self/mountinfo', 'utf8') : '';
  const place = folder.replace(
    /[ \t\n\\]/g,
    (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return mounts.split('\n').some((line) => line.split(' ')[4] === place);
}

/** Fresh folders are siblings of the output folder, one for each running build. */
function temporaryPrefix(out: string): string {
  return `.${basename(out)}.`;
}

/** Removes the fresh folders of killed builds. */
function removeLeftovers(out: string): void {
  const parent = dirname(out);
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    const prefix = temporaryPrefix(out);
    const [, pid] = (name.startsWith(prefix) && /^(\d+)\.new(\.old)?$/.exec(name.slice(prefix.length))) || [];
    // This process has no folder yet: one with its id is from an earlier process.
    if (pid === undefined || (Number(pid) !== process.pid && isProcessAlive(Number(pid)))) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
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
  throw new UserError({ message, hint });
}

/**
 * Whether a build of the site has written the folder: its top has a page of the site, or, in the output of a shard, only
 * articles.
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

/** The pages of this program in the folder, or in the first folder below it that has any. */
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
