/** Hashes everything that a build depends on, except the articles. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_FILE } from '../../config/config-file.ts';
import type { SiteConfig } from '../../config/config-schema.ts';
import { APPROVALS_FILE, listApprovedSources } from '../../content/article/approvals.ts';
import type { ApprovedTexts } from '../../content/article/approved-texts.ts';
import { readGitDates } from '../../content/article/git-dates.ts';
import type { Included } from '../../content/article/presence.ts';
import {
  ADS_FILE,
  EDITION_NAMES,
  INFO_KINDS,
  infoFile,
  listOfferFiles,
  listPageFiles,
  PAID_LINKS_FILE,
} from '../../content/data/content-files.ts';
import { listDataFiles } from '../../content/data/data-files.ts';
import { messageOf, type Problem } from '../../foundation/errors.ts';
import { installedKey, intlKey, SHAPING_PACKAGES } from '../../foundation/installed-packages.ts';
import { layersOf, logicalPath } from '../../foundation/layers.ts';
import { readProgramVersion } from '../../foundation/package-files.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import { siteFiles, siteFolderExists } from '../../foundation/site-folders.ts';
import { CODE_FILES, LOCK_FILES } from '../../theme/module-kinds.ts';
import { readDirectivesKey, THEME_FOLDER } from '../../theme/theme-files.ts';
import type { Shard } from '../plan/shard.ts';
import { listBreakingChanges } from './breaking-changes.ts';
import { isSettled } from './file-age.ts';
import { PUBLISHED_FILE } from './published.ts';
import { readBuilder } from './state-file.ts';

export interface Inputs {
  key: string;
  /** The hash of each part, by a name for people. */
  parts: Record<string, string>;
  /** True if every file that is hashed by its size and times is old enough to trust its times. */
  settled: boolean;
}

export interface InputOptions {
  config: SiteConfig;
  code: string;
  /** Which texts of generated articles readers may see. */
  approved: ApprovedTexts | null;
  include: Included;
  shard: Pick<Shard, 'index' | 'total'>;
  /** True if each block of a text names its line. */
  namesLines: boolean;
  /** Milliseconds since the epoch, before the first stat. */
  scanned: number;
  /** Warnings about files that the program does not read. */
  unread: readonly Problem[];
  /** Files beside texts, which may be parts of pages. */
  besides: readonly string[];
}

/**
 * Key of all code that runs: the program, the packages that are installed beside it, Node's tables, and the directives of
 * the site. Parsed articles are valid as long as it is the same.
 */
export function readCodeKey(root: string): string {
  return readRunningCode() + readDirectivesKey(root);
}

/** What another version of the program, or of its packages, means for a site whose last build it made. */
export interface Upgrade {
  message: string;
  hint: string;
  /** The breaking changes that concern the site, as far as it shows that. */
  breaking: readonly { message: string; hint: string }[];
}

/** @param file of the state. @returns null where the last build was made by this version, or there is none */
export function describeUpgrade(config: SiteConfig, file: string): Upgrade | null {
  const builder = readBuilder(file);
  if (builder === null || builder.code.startsWith(readRunningCode())) return null;
  const breaking = listBreakingChanges(config, builder.version);
  return {
    message: 'another version of articles, or of its packages, made the last build',
    hint: `${breaking.length === 0 ? 'nothing of this site shows that a breaking change concerns it' : 'what follows concerns this site'}; “Breaking, and what to do” in CHANGELOG.md has all of them`,
    breaking,
  };
}

/** The same on all machines that make the same bytes. */
export function readRunningCode(): string {
  return [readProgramVersion().code, installedKey(...SHAPING_PACKAGES), intlKey()].join(' ');
}

/** Folders of files that a build hashes by their size and times. */
export function listInputFolders(root: string): string[] {
  const shared = ['public', THEME_FOLDER];
  const below = layersOf(root).flatMap(({ folder }) => shared.map((name) => `${folder}/${name}`));
  return ['content/images', ...shared, ...below];
}

/** Paths of the files, besides the articles, that a build hashes by their bytes. Some of them may not exist. */
export function* listInputFiles({ root, locales, logo }: SiteConfig): Iterable<string> {
  yield* [PAID_LINKS_FILE, ADS_FILE, APPROVALS_FILE, PUBLISHED_FILE];
  yield* listApprovedSources(root);
  yield* listDataFiles(root);
  for (const files of Object.values(listOfferFiles(root))) yield* files;
  for (const locale of locales) {
    for (const name of EDITION_NAMES) yield* siteFiles(root, `content/${locale}/${name}`);
    for (const kind of INFO_KINDS) yield* siteFiles(root, infoFile(locale, kind));
    yield* listPageFiles(root, locale);
  }
  if (logo !== undefined) yield logo;
  yield* CODE_FILES;
  // A site without code imports no packages.
  if (siteFolderExists(root, THEME_FOLDER) || CODE_FILES.some((file) => existsSync(join(root, file))))
    yield* LOCK_FILES;
}

/** Hashes the bytes of data files, size and times of pictures and public files, and the error of unreadable files. */
export function readInputs({
  config,
  code,
  approved,
  include,
  shard,
  namesLines,
  scanned,
  unread,
  besides,
}: InputOptions): Inputs {
  const { root } = config;
  const parts: Record<string, string> = {};
  let hash = createHash('sha1');
  let settled = true;
  const end = (name: string) => {
    parts[name] = hash.digest('base64url').slice(0, 12);
    hash = createHash('sha1');
  };
  // The messages of the file system name the whole path. Another machine may have the site in another folder.
  const addError = (error: unknown) => hash.update(messageOf(error).replaceAll(root, ''));
  const addBytes = (path: string) => {
    hash.update(`\0${path}\0`);
    try {
      hash.update(readRegularFile(join(root, path)));
    } catch (error) {
      addError(error);
    }
  };
  const folders = new Set<string>();
  const addStats = (path: string) => {
    hash.update(`\0${path}\0`);
    try {
      const stat = statSync(join(root, path));
      const { dev, ino, size, mtimeMs, ctimeMs } = stat;
      if (!stat.isDirectory()) {
        hash.update(`${size} ${mtimeMs} ${ctimeMs}`);
        settled &&= isSettled({ mtime: mtimeMs, ctime: ctimeMs }, scanned);
        // A theme has few files, and each of them may change every page.
        if (logicalPath(root, path).startsWith(`${THEME_FOLDER}/`)) end(path);
        return;
      }
      // A symbolic link may lead back to a folder above it.
      const folder = `${dev} ${ino}`;
      hash.update(folder);
      if (folders.has(folder)) return;
      folders.add(folder);
      for (const name of readdirSync(join(root, path)).sort()) addStats(`${path}/${name}`);
    } catch (error) {
      addError(error);
    }
  };

  const { index, total } = shard;
  const values = {
    'the program': code,
    [CONFIG_FILE]: { ...config, root: '', deploy: {} },
    // A target that is named after the build changes no page.
    'the settings of deploys': config.deploy,
    'the options of the build': [include, index, total, namesLines],
    // Their names are the hashes of their texts.
    'approved texts': [...(approved?.kept ?? [])].sort(),
    'files that are not read': unread,
    ...(config.updated === 'git' && { 'the history of Git': readHistory(root) }),
  };
  for (const [name, value] of Object.entries(values)) {
    hash.update(JSON.stringify(value));
    end(name);
  }
  for (const file of listInputFiles(config)) {
    if (!existsSync(join(root, file))) continue;
    addBytes(file);
    end(file);
  }
  for (const file of besides) addStats(file);
  end('files beside texts/');
  for (const folder of listInputFolders(root)) {
    addStats(folder);
    end(`${folder}/`);
  }
  return { key: hashParts(parts), parts, settled };
}

function readHistory(root: string): unknown {
  const dates = readGitDates(root);
  return typeof dates === 'string' ? dates : [...dates];
}

/** Names what differs from the previous build. */
export function nameChangedInput(before: Readonly<Record<string, string>>, now: Inputs): string {
  const names = Object.keys({ ...before, ...now.parts });
  const changed = names.filter((name) => before[name] !== now.parts[name]);
  const files = changed.filter((name) => !name.endsWith('/'));
  const [first = 'something', ...others] = files.length > 0 ? files : changed;
  return others.length > 0 ? `${first} and ${others.length} more changed` : `${first} changed`;
}

function hashParts(parts: Readonly<Record<string, string>>): string {
  return createHash('sha1').update(JSON.stringify(parts)).digest('base64url');
}
