/**
 * Runs `serve --watch`: builds after each burst of changes, and shows the outcome in the terminal and the browser.
 *
 * A session is `starting` until its first build has ended. Then it is `resting` until files change, and `building` until
 * no changed file is left. Files that change while it builds wait for the next build.
 */
import { statSync } from 'node:fs';
import { join, normalize, relative } from 'node:path';
import type { SessionSettings } from '../build/session.ts';
import { CONFIG_FILE } from '../config/config-file.ts';
import type { SiteConfig } from '../config/config-schema.ts';
import { loadConfig } from '../config/load-config.ts';
import { finding, formatProblem, messageOf, type Problem } from '../foundation/errors.ts';
import { layersOf } from '../foundation/layers.ts';
import { isWithin, relativePath, toSlashes } from '../foundation/paths.ts';
import { formatCount, formatDuration, type Reporter } from '../foundation/report.ts';
import { THEME_FOLDER } from '../theme/theme-files.ts';
import { createStatusBoard, type LiveChange, type Status, type StatusBoard } from './build-status.ts';
import { type Builder, type BuildOutcome, createBuilder } from './builder.ts';
import { type Watcher, watchFiles } from './watch-files.ts';

export interface WatchSession {
  events: StatusBoard['events'];
  builder: Builder;
  status(): Status;
  findings: StatusBoard['findings'];
  basePath(): string;
  /** Builds at once what this program has written: the system tells of it later. @param file relative to the root */
  wrote(file: string): void;
  /** Watches, and resolves after the first build, even if that failed. */
  start(): Promise<void>;
  close(): Promise<void>;
}

type State = 'starting' | 'resting' | 'building' | 'closed';

/** @param config as at the start: later builds may fail to read it */
export function createSession(
  settings: SessionSettings,
  config: Pick<SiteConfig, 'basePath' | 'logo'>,
  reporter: Reporter,
): WatchSession {
  const { root } = settings;
  const board = createStatusBoard(reporter);
  const builder = createBuilder(settings, reporter);
  const parts: Parts = { root, builder, board, reporter, warn: createWarnings(reporter) };
  const waiting = new Set<string>();
  let state: State = 'starting';
  let { basePath } = config;
  const watchers = new Map<string, Watcher>();
  /** The versions of files that `wrote` has named, by their paths. */
  const written = new Map<string, string>();
  let work: Promise<void> = Promise.resolve();

  const update = async (files: readonly string[]) => {
    const outcome = await buildChanges(parts, files);
    if (isClosed()) return;
    if (outcome.type === 'built') basePath = outcome.basePath;
    show(parts, files, outcome);
    if (outcome.type === 'built' && files.some((file) => isThemeCode(root, file))) await showTypes(parts);
  };
  const isClosed = () => state === 'closed';
  const logo = toSlashes(normalize(config.logo ?? ''));
  const onError = (error: unknown) => {
    const message = `some files cannot be watched: ${messageOf(error)}`;
    const hint = 'raise the limit of the system (on Linux fs.inotify.max_user_watches), then start again';
    reporter.warn(finding('unwatched-files', message, hint));
  };
  /** Watches the site and its layers: a new file in one layer may hide the file of another. */
  const watchAll = async () => {
    const folders = [root, ...layersOf(root).map(({ folder }) => join(root, folder))];
    for (const folder of folders.filter((name) => !watchers.has(name))) {
      const includes = (path: string) => isSiteFile(path, folder === root ? logo : '');
      const onFiles = (files: readonly string[]) =>
        onBurst(files.filter((file) => written.get(file) !== versionOf(file)));
      watchers.set(folder, await watchFiles(folder, includes, onFiles, onError));
    }
    for (const [folder, watcher] of watchers)
      if (!folders.includes(folder) && watchers.delete(folder)) await watcher.close();
  };
  const updateAll = async () => {
    while (waiting.size > 0 && !isClosed()) {
      state = 'building';
      const files = [...waiting];
      waiting.clear();
      if (files.includes(join(root, CONFIG_FILE))) {
        // This thread learns of other layers, too. The build reports what is wrong with them.
        await loadConfig(root).catch(() => null);
        await watchAll();
      }
      await update(files);
    }
    if (!isClosed()) state = 'resting';
  };
  const onBurst = (files: readonly string[]) => {
    for (const file of files) waiting.add(file);
    if (state === 'resting') work = updateAll();
  };

  return {
    events: board.events,
    builder,
    status: board.status,
    findings: board.findings,
    basePath: () => basePath,
    wrote(file) {
      const path = join(root, file);
      written.set(path, versionOf(path));
      onBurst([path]);
    },
    async start() {
      reporter.info(`building ${settings.out}`);
      const isWatching = watchAll();
      await update([]);
      await isWatching;
      // The first build may have missed changes that were made while it ran.
      work = updateAll();
    },
    async close() {
      state = 'closed';
      board.events.close();
      for (const watcher of watchers.values()) await watcher.close();
      await builder.close();
      await work;
    },
  };
}

/** Another one after each change of a file. */
function versionOf(path: string): string {
  const { ino, size, ctimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return `${ino} ${size} ${ctimeMs}`;
}

interface Parts {
  root: string;
  builder: Builder;
  board: StatusBoard;
  reporter: Reporter;
  warn(warnings: readonly Problem[]): void;
}

function buildChanges({ root, builder, board }: Parts, files: readonly string[]): Promise<BuildOutcome> {
  if (files.some((file) => isThemeCode(root, file))) board.setProblems('types', root, []);
  const articles = areArticles(root, files) ? files.map((file) => relativePath(root, file)) : [];
  return builder.build(articles, (pages) => board.sendBuild({ pages }));
}

/** Shows the outcome of a build. @param files that it was made for; empty for the first build */
function show({ root, board, reporter, warn }: Parts, files: readonly string[], outcome: BuildOutcome) {
  if (outcome.type === 'problems') board.setProblems('build', root, outcome.problems);
  else if (outcome.type === 'failed') {
    const hint = 'report this with the lines above';
    board.setProblems('build', root, [finding('internal-error', `internal error: ${outcome.error}`, hint)]);
  } else board.setProblems('build', root, []);
  if (outcome.type !== 'built') return board.sendProblems();

  const { written, deleted, ms, warnings } = outcome.result;
  const [first] = files;
  const more = files.length > 1 ? ` and ${files.length - 1} more` : '';
  const cause = first === undefined ? '' : `${relative(root, first)}${more}: `;
  reporter.info(
    `${cause}${formatCount(written, 'file')} written, ${deleted} deleted in ${formatDuration(ms)}`,
  );
  warn(warnings);
  board.setWarnings(root, warnings);
  if (first !== undefined && written + deleted === 0) board.sendProblems();
  else board.sendBuild(first === undefined ? null : findChange(root, files, outcome));
}

/** Maximum number of pages in an event; if more have changed, all pages reload. */
const MAX_PAGES = 1000;

/** null where any page may have changed. */
function findChange(
  root: string,
  files: readonly string[],
  { result, stylesheet }: BuildOutcome & { type: 'built' },
): LiveChange | null {
  if (stylesheet !== null && files.every((file) => isStyle(root, file))) return { stylesheet };
  const isKnown = areArticles(root, files) && !result.removed && result.changed.length <= MAX_PAGES;
  return isKnown ? { pages: result.changed } : null;
}

/** Comes after the build: it takes longer than a small build, and the pages are shown in spite of wrong types. */
async function showTypes({ root, board }: Parts): Promise<void> {
  const { checkTypes } = await import('../theme/check-types.ts');
  board.setProblems('types', root, await checkTypes(root));
  if (board.has('types')) board.sendProblems();
}

/** Shows each warning once until it is fixed. */
function createWarnings(reporter: Reporter): Parts['warn'] {
  let known = new Set<string>();
  return (warnings) => {
    reporter.warnings(warnings.filter((warning) => !known.has(formatProblem(warning))));
    known = new Set(warnings.map(formatProblem));
  };
}

/** True if a build reads the file. */
function isSiteFile(path: string, logo: string): boolean {
  const isBuilt = path === CONFIG_FILE || /^(content|public|theme)(\/|$)/.test(path);
  return isBuilt || path === logo || logo.startsWith(`${path}/`);
}

/** True if scripts and styles are the same after a change of these files. */
function areArticles(root: string, files: readonly string[]): boolean {
  return files.every((file) => /^content\/\w+\/articles\/.*\.md$/.test(relativePath(root, file)));
}

function isThemeCode(root: string, file: string): boolean {
  return isWithin(file, join(root, THEME_FOLDER)) && /\.tsx?$/.test(file);
}

/** True if the file is part of the style sheet and of nothing else. */
function isStyle(root: string, file: string): boolean {
  return isWithin(file, join(root, THEME_FOLDER)) && file.endsWith('.css');
}
