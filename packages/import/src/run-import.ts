/** Runs an import: reads the source, plans the files of the site, writes them, and reports. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import {
  CONFIG_FILE,
  formatCount,
  type ImportResult,
  isWithin,
  makeFolder,
  type Problem,
  type Reporter,
  replaceFile,
  slugifyName,
  UserError,
} from './core.ts';
import { formatReport } from './import-report.ts';
import { createNotes, type Notes } from './notes.ts';
import { readSource, type Source } from './read-source.ts';
import type { ToolName } from './tools/tool-registry.ts';
import type { ImportedTexts } from './verify/verify-import.ts';
import { openDestination } from './write/destination.ts';
import { IMPORT_FOLDER, readImportRecord, recordFile, writeRecord } from './write/import-record.ts';
import { planImport } from './write/plan-site.ts';
import { writeFiles } from './write/write-files.ts';

export interface ImportInput {
  /** Absolute path of the destination site. */
  root: string;
  /** File or folder, relative to the current folder. */
  source: string;
  from: ToolName | undefined;
  locale: string | undefined;
  /** Names of containers of the source, and the notices that they become. */
  containers: ReadonlyMap<string, string>;
  dryRun: boolean;
  reporter: Reporter;
  /** Milliseconds. */
  now: number;
  /** Makes the files around the content of a new site. */
  addProjectFiles(title: string): Promise<void>;
  /** What stops a strict build of the site, as it is then. */
  findStops(): Promise<readonly Problem[]>;
}

/** @throws UserError if the source cannot be read or the destination site has problems */
export async function runImport(input: ImportInput): Promise<{ result: ImportResult; texts: ImportedTexts }> {
  const { root, locale, dryRun, reporter, now } = input;
  const path = resolve(input.source);
  const notes = createNotes();
  const { tool, listings, imported, folder } = await readPosts(path, input, notes);

  const name = slugifyName(basename(path).replace(/\.(?:xml|json)$/i, ''), 'en') || 'site';
  const record = readImportRecord(root, name);
  const destination = await openDestination(root, imported, locale, record);
  const converting = reporter.phase('convert', imported.posts.length);
  const plan = await planImport({
    imported,
    destination,
    source: folder,
    record,
    notes,
    name,
    listings,
    now,
    containers: input.containers,
    each: converting.update,
  });
  converting.end();

  // They come before the configuration, which tells the next run after an interruption that the site is no longer new.
  if (destination.newConfig && !dryRun) await input.addProjectFiles(destination.config.title);
  const writing = reporter.phase(dryRun ? 'compare' : 'write', plan.files.length);
  const { written, ...files } = await writeFiles({ root, plan, record, notes, dryRun, each: writing.update });
  const { created, updated, unchanged, kept } = files;
  writing.end(
    `${created.length} new, ${updated.length} changed, ${unchanged.length} as before, ${kept.length} left alone`,
  );
  const stops = dryRun ? null : [...(await input.findStops())];
  const result: ImportResult = {
    from: tool,
    locale: destination.locale,
    counts: {
      ...plan.counts,
      images: plan.files.filter((file) => 'copyOf' in file && file.path.startsWith('content/')).length,
    },
    grouping: plan.grouping,
    ...files,
    skipped: [...imported.skipped],
    count: { ...imported.count, left: [...imported.count.left], settings: [...imported.count.settings] },
    notes: notes.groups(),
    stops,
    report: dryRun ? null : `${IMPORT_FOLDER}/${name}.md`,
    dryRun,
  };
  if (result.report !== null) {
    makeFolder(join(root, IMPORT_FOLDER));
    // The record comes last. After an interruption the next run has no record and recognises files by their bytes.
    await replaceFile(join(root, recordFile(name)), writeRecord(written));
    await replaceFile(join(root, result.report), formatReport(basename(path), result));
  }
  const { posts, assets } = imported;
  const { config, oldBase } = destination;
  const texts = {
    source: path,
    root,
    count: result.count,
    oldUrl: imported.url,
    now,
    posts,
    assets,
    placed: plan.placed,
    files: folder.files,
    basePath: config.basePath,
    oldBase,
  };
  return { result, texts };
}

/** @throws UserError if the source does not exist or has no posts */
async function readPosts(
  path: string,
  { root, source, from, reporter }: ImportInput,
  notes: Notes,
): Promise<Source> {
  if (isWithin(path, join(root, 'content')) || (path === root && existsSync(join(root, CONFIG_FILE))))
    throw new UserError({
      code: 'overlapping-target',
      message: `${source} is the site itself: its articles would be there twice`,
      hint: 'name the folder of another site, or another site with --root',
    });
  if (!existsSync(path))
    throw new UserError({
      code: 'missing-source',
      message: `there is no ${source}`,
      hint: 'name the folder of a site, or the file of an export',
    });
  const phase = reporter.phase('read');
  const read = await readSource(path, from, notes, phase);
  phase.end(`${formatCount(read.imported.posts.length, 'post')} of ${read.tool}`);
  if (read.imported.posts.length === 0)
    throw new UserError({
      code: 'empty-source',
      message: `${source} has no posts that ${read.tool} would publish`,
      hint:
        from === undefined
          ? "name the tool with --from, or the folder with the site's configuration"
          : "name the folder with the site's configuration",
    });
  return read;
}
