/** Owns the output folder as a build begins with it: where it writes, and what it finds there. */
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
import { basename, dirname, join, relative, resolve } from 'node:path';
import { CONFIG_FILE } from '../config/load.ts';
import { hasCode, UserError } from '../errors.ts';
import type { Site } from '../site/site.ts';
import { isPageOfOurs } from '../templates/document.ts';
import { createPrevious, type Previous } from './previous.ts';
import type { Shard } from './shard.ts';
import type { Begun } from './standing.ts';
import { type BuildState, markFile, type OutputState } from './state.ts';

export interface Output {
  /** Where this build writes: the output folder itself, or a fresh one beside it. */
  folder: string;
  /** Where the files shall stand in the end. */
  out: string;
  /** Whether `folder` is one that readers may see. */
  replaces: boolean;
  previous: Previous;
  /** Outputs of the previous build in this folder; empty where other files may stand there too. */
  before: readonly OutputState[];
  /** Stands as long as a build writes into the folder: one that was killed leaves it. */
  mark: string;
}

/** @throws UserError where the output folder holds what no build has written */
export function openOutput({ options, file }: Begun, state: BuildState | null, site: Site): Output {
  const { root, clean, shard } = options;
  const out = followLink(resolve(options.out));
  const mark = markFile(file);
  const exists = existsSync(out);
  const isEmpty = !exists || readdirSync(out).length === 0;
  if (!isEmpty && !state) refuseForeignFolder(root, out);
  removeLeftovers(out);
  if ((clean || isEmpty) && !(exists && isMountPoint(out))) {
    const folder = join(dirname(out), `${temporaryPrefix(out)}${process.pid}.new`);
    mkdirSync(folder, { recursive: true });
    return { folder, out, replaces: false, previous: createPrevious(folder, [], []), before: [], mark };
  }
  const same = !clean && state && isSameSite(state, site, shard) ? state : null;
  const outputs = same?.outputs ?? [];
  const wasKilled = existsSync(mark);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, '');
  return {
    folder: out,
    out,
    replaces: true,
    previous: createPrevious(out, same?.groups ?? [], outputs),
    before: wasKilled ? [] : outputs,
    mark,
  };
}

function isSameSite({ site: before }: BuildState, { config }: Site, shard: Shard): boolean {
  return (
    before.layout === config.urls.layout &&
    before.shard.index === shard.index &&
    before.shard.total === shard.total
  );
}

/** A link to the output folder stays one: what it leads to is written. */
function followLink(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return folder;
    throw error;
  }
}

/** A volume cannot be replaced as a whole. */
function isMountPoint(folder: string): boolean {
  if (statSync(folder).dev !== statSync(dirname(folder)).dev) return true;
  // Only Linux can mount a folder of the same disk, and has this file (proc(5)): the fifth field is the place.
  const mounts = existsSync('/proc/self/mountinfo') ? readFileSync('/proc/self/mountinfo', 'utf8') : '';
  const place = folder.replace(
    /[ \t\n\\]/g,
    (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return mounts.split('\n').some((line) => line.split(' ')[4] === place);
}

/** Fresh folders stand beside the output folder, one for each build at work. */
function temporaryPrefix(out: string): string {
  return `.${basename(out)}.`;
}

/** What builds have left that were killed. */
function removeLeftovers(out: string): void {
  const parent = dirname(out);
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    const prefix = temporaryPrefix(out);
    const [, pid] = (name.startsWith(prefix) && /^(\d+)\.new(\.old)?$/.exec(name.slice(prefix.length))) || [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** Whether another process with this number runs; this one has nothing there yet. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

/** A mistyped --out must not cost somebody a folder of their own. */
function refuseForeignFolder(root: string, out: string): void {
  const inside = relative(out, root);
  const holdsContent = inside === '' || !inside.startsWith('..') || existsSync(join(out, CONFIG_FILE));
  if (!holdsContent && isBuiltFolder(out)) return;
  throw new UserError({
    message: `${out} holds files that no build of this site has written`,
    hint: 'empty it, or choose another folder with --out',
  });
}

/**
 * Whether a build has written the folder: a page of this program stands at its top. A part of a site may have articles
 * alone. A folder above a built site is none.
 */
function isBuiltFolder(folder: string): boolean {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.some((entry) => isPage(folder, entry))) return true;
  const articles = entries.find(({ name }) => name === 'articles');
  return (
    entries.every((entry) => entry.isDirectory()) &&
    articles !== undefined &&
    holdsPage(join(folder, articles.name))
  );
}

function holdsPage(folder: string): boolean {
  const entries = readdirSync(folder, { withFileTypes: true });
  return (
    entries.some((entry) => isPage(folder, entry)) ||
    entries.some((entry) => entry.isDirectory() && holdsPage(join(folder, entry.name)))
  );
}

function isPage(folder: string, entry: Dirent): boolean {
  return (
    entry.isFile() &&
    entry.name.endsWith('.html') &&
    isPageOfOurs(readFileSync(join(folder, entry.name), 'utf8'))
  );
}
