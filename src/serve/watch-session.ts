/** Runs `serve --watch`: makes one build of each burst of changes, and shows its outcome in the terminal and the browser. */
import { join, normalize, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SiteConfig } from '../config/config-schema.ts';
import { CONFIG_FILE } from '../config/load-config.ts';
import { formatProblem, messageOf, type Problem } from '../foundation/errors.ts';
import { relativePath, toSlashes } from '../foundation/paths.ts';
import { formatDuration, type Reporter } from '../foundation/report.ts';
import { THEME_FOLDER } from '../theme/theme-files.ts';
import { renderLines, type Status, showProblem } from './build-status.ts';
import { type Builder, type BuilderSettings, type BuildOutput, createBuilder } from './builder.ts';
import { createEvents, type Events } from './event-stream.ts';
import { findProgramSources, type ProgramSources } from './program-builder.ts';
import { type Watcher, watchFiles } from './watch-files.ts';

/** Milliseconds for browsers to load the saved page before the build starts. */
const AHEAD = 100;
/** Maximum number of pages in an event; if more have changed, all pages reload. */
const MAX_PAGES = 1000;

export interface Session {
  events: Events;
  builder: Builder;
  status(): Status;
  basePath(): string;
  /** Watches, and resolves after the first build, even if that failed. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** @param config as at the start: later builds may fail to read it */
export function createSession(
  settings: BuilderSettings,
  config: Pick<SiteConfig, 'basePath' | 'logo'>,
  reporter: Reporter,
): Session {
  const { root } = settings;
  const program = findProgramSources(root);
  const builder = createBuilder(settings, reporter);
  // Makes pages of an earlier run out of date too.
  const run = Date.now().toString(36);
  let status: Status = { build: `${run}-0`, update: null, problems: [] };
  const events = createEvents(status);
  let { basePath } = config;
  let count = 0;
  let watcher: Watcher | null = null;
  let closed = false;
  const waiting = new Set<string>();
  let working: Promise<void> | null = null;
  let warned = new Set<string>();

  const publish = (next: Partial<Status>) => {
    status = { ...status, update: null, ...next };
    events.send(status);
  };
  /** Errors of the compiler; builds go on with the last compiled program. */
  let broken: Status['problems'] = [];
  /** Errors of types in the theme; the pages show it all the same. */
  let mistyped: Status['problems'] = [];
  const report = (folder: string, problems: readonly Problem[]) => {
    const shown = problems.map((problem) => showProblem(folder, problem));
    for (const [index, problem] of problems.entries()) {
      reporter.error(problem);
      const lines = shown[index] ? renderLines(shown[index]) : '';
      if (lines) reporter.info(lines);
    }
    return shown;
  };

  const work = async (files: readonly string[]) => {
    const own = program ? files.filter((file) => isBelow(program.source, file)) : [];
    if (program && own.length > 0) {
      broken = report(program.folder, await program.compile());
      if (broken.length > 0) return publish({ problems: [...broken, ...mistyped] });
      await builder.restart();
    }
    const articles = files.every((file) => isArticle(root, file));
    const [single] = files;
    // The author looks at the saved page, so it comes first.
    const page =
      count > 0 && single && files.length === 1 && articles
        ? await builder.refresh(relativePath(root, single))
        : null;
    if (page !== null) {
      const from = status.build;
      count++;
      publish({
        build: `${run}-${count}`,
        update: { from, pages: [page] },
        problems: [...broken, ...mistyped],
      });
      await sleep(AHEAD);
    }
    const outcome = await builder.build();
    if (closed) return;
    if (outcome.type === 'problems') {
      return publish({ problems: [...broken, ...report(root, outcome.problems)] });
    }
    if (outcome.type === 'failed') {
      const located = program?.locate(outcome.error) ?? null;
      const unknown: Problem = {
        code: 'internal-error',
        message: `internal error: ${outcome.error}`,
        hint: 'report this with the lines above',
      };
      return publish({ problems: report(program?.folder ?? root, [located ?? unknown]) });
    }
    const { result } = outcome;
    basePath = outcome.basePath;
    describe(files, outcome.result, page !== null);
    warn(result.warnings);
    const isSame = count > 0 && result.written + result.deleted === 0;
    if (isSame) return publish({ problems: [...broken, ...mistyped] });
    const from = status.build;
    const stylesheet = files.every((file) => isStyle(root, program, file)) ? outcome.stylesheet : null;
    const findUpdate = (): Status['update'] => {
      if (stylesheet !== null && files.length > 0) return { from, stylesheet };
      const isKnown = articles && count > 1 && !result.removed && result.changed.length <= MAX_PAGES;
      return isKnown ? { from, pages: result.changed } : null;
    };
    count++;
    publish({
      build: `${run}-${count}`,
      update: findUpdate(),
      problems: [...broken, ...mistyped],
    });
  };
  const describe = (files: readonly string[], { ms, written, deleted }: BuildOutput, isAhead: boolean) => {
    const [first] = files;
    const more = files.length > 1 ? ` and ${files.length - 1} more` : '';
    const cause = first === undefined ? '' : `${relative(root, first)}${more}: `;
    const count = isAhead ? `its page and ${written} other files` : `${written} files`;
    reporter.info(`${cause}${count} written, ${deleted} deleted in ${formatDuration(ms)}`);
  };
  /** Shows each warning once until it is fixed. */
  const warn = (warnings: readonly Problem[]) => {
    reporter.warnings(warnings.filter((warning) => !warned.has(formatProblem(warning))));
    warned = new Set(warnings.map(formatProblem));
  };
  /** After the build: the check takes longer than a small build, and the pages show the code as it is. */
  const checkThemeTypes = async () => {
    const { checkTypes } = await import('../theme/check-types.ts');
    mistyped = report(root, await checkTypes(root));
    if (!closed && mistyped.length > 0) publish({ problems: [...broken, ...mistyped] });
  };
  const update = async (files: readonly string[]) => {
    const isCode = files.some((file) => isThemeCode(root, file));
    if (isCode) mistyped = [];
    await work(files);
    if (isCode && !closed && status.problems.length === broken.length) await checkThemeTypes();
  };
  /** One build at a time; later changes wait for the next one. */
  const drain = async () => {
    while (waiting.size > 0 && !closed) {
      const files = [...waiting];
      waiting.clear();
      await update(files);
    }
  };

  return {
    events,
    builder,
    status: () => status,
    basePath: () => basePath,
    async start() {
      const logo = toSlashes(normalize(config.logo ?? ''));
      const site = { folder: root, includes: (path: string) => isSiteFile(path, logo) };
      const targets = [site, ...programTargets(program)];
      let ready = false;
      reporter.info(`building ${settings.out}`);
      const onBurst = (files: string[]) => {
        for (const file of files) waiting.add(file);
        if (ready) working = (working ?? Promise.resolve()).then(drain);
      };
      const isWatching = watchFiles(targets, onBurst, (error) =>
        reporter.warn({
          code: 'unwatched-files',
          message: `some files cannot be watched: ${messageOf(error)}`,
          hint: 'raise the limit of the system (on Linux fs.inotify.max_user_watches), then start again',
        }),
      );
      await work([]);
      watcher = await isWatching;
      ready = true;
      // The first build may have missed changes that were made while it ran.
      if (waiting.size > 0) working = drain();
    },
    async close() {
      closed = true;
      events.close();
      await watcher?.close();
      await builder.close();
      await working;
    },
  };
}

/** Whether a build reads the file. */
function isSiteFile(path: string, logo: string): boolean {
  const isBuilt = path === CONFIG_FILE || /^(content|public|theme)(\/|$)/.test(path);
  return isBuilt || path === logo || logo.startsWith(`${path}/`);
}

function programTargets(program: ProgramSources | null) {
  return program ? [{ folder: program.source, includes: () => true }] : [];
}

/** Other files may change scripts and styles too. */
function isArticle(root: string, file: string): boolean {
  return /^content\/\w+\/articles\/.*\.md$/.test(relativePath(root, file));
}

function isThemeCode(root: string, file: string): boolean {
  return isBelow(join(root, THEME_FOLDER), file) && /\.tsx?$/.test(file);
}

/** Whether the file is part of the style sheet and of nothing else. */
function isStyle(root: string, program: ProgramSources | null, file: string): boolean {
  const isOwn =
    isBelow(join(root, THEME_FOLDER), file) || (program !== null && isBelow(program.source, file));
  return isOwn && file.endsWith('.css');
}

function isBelow(folder: string, file: string): boolean {
  return !relative(folder, file).startsWith('..');
}
