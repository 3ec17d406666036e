/** `articles import`: brings in the site of another tool. */

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatPlace, type Problem, UserError } from '../foundation/errors.ts';
import { onInterrupt } from '../foundation/interrupt.ts';
import { stopsStrict } from '../foundation/problem-gates.ts';
import { formatCount, type Reporter } from '../foundation/report.ts';
import { IMPORT_TOOLS } from '../results/import-tools.ts';
import { choice, defineCommand, flag, list, text } from './command.ts';

export const importCommand = defineCommand({
  name: 'import',
  summary: 'Import the site of another tool, with its addresses.',
  arguments: { '<source>': 'folder of the site, or the file of an export (WordPress: XML, Ghost: JSON)' },
  options: {
    from: choice('--from <tool>', 'tool that made the site (default: detected)', IMPORT_TOOLS),
    locale: text(
      '--locale <locale>',
      'edition to import into (default: the first of the site, or the language of the source)',
    ),
    container: list(
      '--container <name=type>',
      'notice that a container of the source becomes, such as incorrect=warning',
    ),
    dryRun: flag('--dry-run', 'print the plan and write nothing'),
    verify: flag('--verify', 'build the result in a temporary folder, and compare it with the source'),
  },
  note: `Nothing of the source is run, and nothing is fetched. A second import changes nothing, unless the source has changed;
files that were edited since they were imported stay as they are. imports/NAME.md lists what was not carried over.
docs/import.md lists what each field becomes.`,
  examples: [
    'articles import ../hugo-blog --root my-site --dry-run',
    'articles import ../hugo-blog --root my-site',
    'articles import ../hugo-blog --root /tmp/trial --verify',
    'articles import wordpress.xml --root my-blog --locale ru_RU',
    'articles import ../docs --container correct=tip --container incorrect=caution --root my-site',
    'articles import ../notes --from markdown --root my-site --json',
  ],
  async run({ root, reporter, fail }, { from, locale, container = [], dryRun, verify }, [source = '']) {
    const { formatNotes, formatStops, formatTextCount, formatVerification, runImport, verifyImport } =
      await import('articles-import');
    const { growHeapSlowly } = await import('../build/threads/engine-flags.ts');
    growHeapSlowly();
    const ignore = onInterrupt((signal) => {
      // Files are replaced one by one, and the next run recognises them by their bytes.
      const kept = `no file in ${root} is damaged; run the same command to continue`;
      reporter.info(`stopped: ${dryRun ? 'nothing was written' : kept}`);
      process.kill(process.pid, signal);
    });
    if (verify && dryRun)
      throw new UserError({
        code: 'invalid-arguments',
        message: '--verify compares what was written, and --dry-run writes nothing',
        hint: 'leave out --dry-run, and name a new folder with --root',
      });
    const addProjectFiles = async (title: string) =>
      (await import('../scaffold/project-files.ts')).addProjectFiles(root, title);
    const containers = readContainers(container);
    const input = {
      root,
      source,
      from,
      locale,
      containers,
      dryRun,
      reporter,
      now: Date.now(),
      addProjectFiles,
      findStops: () => findStops(root, reporter),
    };
    const isNew = !existsSync(join(root, 'site-config.json'));
    const { result, texts } = await runImport(input).finally(ignore);
    const verification = verify
      ? await withBuild(root, reporter, (out, outcome) => verifyImport(texts, out, outcome))
      : null;
    if (verification?.isGood === false) fail();
    const { counts, created, updated, unchanged, kept, notes, report, stops } = result;
    // A second import names what is new.
    if (dryRun || unchanged.length + updated.length > 0)
      for (const [mark, paths] of [
        ['+', created],
        ['~', updated],
        ['=', kept],
      ] as const)
        for (const path of paths) reporter.info(`${mark} ${path}`);
    const left = notes.reduce((sum, { count }) => sum + count, 0);
    const lines = [
      ...formatTextCount(result.count),
      `${dryRun ? 'would import' : 'imported'} ${formatCount(counts.articles, 'article')} (${formatCount(counts.drafts, 'draft')}, ${counts.scheduled} in the future), ${formatCount(counts.pages, 'page')}, ${formatCount(counts.images, 'picture')}, ${formatCount(counts.authors, 'new author')}, ${formatCount(counts.categories, 'new category', 'new categories')} into ${result.locale}`,
      `  files: ${created.length} new, ${updated.length} changed, ${unchanged.length} as before, ${kept.length} left alone`,
      ...(counts.aside > 0
        ? [
            `  ${formatCount(counts.aside, 'text')} would stop every build: see imports/set-aside and the report`,
          ]
        : []),
      ...(left > 0 ? [`${left} notes on what was not carried over:`, ...formatNotes(notes)] : []),
      ...(report && left > 0 ? [`  all places: ${report}`] : []),
      ...(verification ? formatVerification(verification) : []),
      ...(dryRun
        ? []
        : [isNew ? '  next: npm install, then npm run dev' : '  next: articles build, then articles serve']),
      ...(stops ? formatStops(stops) : []),
      ...(stops && stops.length > 1 ? [`  all of them: ${report}`] : []),
    ];
    reporter.result({ ...result, ...verification }, lines.join('\n'));
  },
});

/** Reads `name=type`. */
function readContainers(pairs: readonly string[]): Map<string, string> {
  return new Map(
    pairs.map((pair) => {
      const [, name, type] = /^([\w-]+)=(note|tip|important|warning|caution)$/.exec(pair) ?? [];
      if (name === undefined || type === undefined)
        throw new UserError({
          code: 'invalid-arguments',
          message: `--container ${pair} does not say what a container becomes`,
          hint: 'write the name and one of note, tip, important, warning and caution: --container incorrect=warning',
        });
      return [name.toLowerCase(), type] as const;
    }),
  );
}

/** Finds what stops a strict build, or every build. */
async function findStops(root: string, reporter: Reporter): Promise<readonly Problem[]> {
  const { findWarnings } = await import('../build/run-build.ts');
  try {
    const options = { root, out: join(root, 'dist'), reporter, copyPictures: true };
    return (await findWarnings(options)).filter(stopsStrict);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.problems;
  }
}

/** Builds the site, with drafts and articles to come, into a folder that is removed at the end. */
async function withBuild<Result>(
  root: string,
  reporter: Reporter,
  use: (out: string, outcome: { build: 0 | 1; problems: readonly string[] }) => Promise<Result>,
): Promise<Result> {
  const { build } = await import('../build/run-build.ts');
  const folder = await mkdtemp(join(tmpdir(), 'articles-verify-'));
  const out = join(folder, 'dist');
  const options = { root, out, reporter, copyPictures: true };
  try {
    await build({ ...options, drafts: true, future: true, clean: true });
    return await use(out, { build: 0, problems: [] });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return await use(out, { build: 1, problems: error.problems.map(formatProblem) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function formatProblem(problem: Problem): string {
  return `${formatPlace(problem)}: ${problem.message}`;
}
