/** Imports a site: reads the source, plans, writes, reports. */

import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UserError } from '../foundation/errors.ts';
import { replaceFile } from '../foundation/replace-file.ts';
import { formatBytes, type Phase, type Reporter } from '../foundation/report.ts';
import { slugifyName } from '../foundation/slug.ts';
import type { ImportResult } from '../results/setup-results.ts';
import { formatReport } from './import-report.ts';
import type { ImportedSite } from './imported-site.ts';
import { createNotes, type Notes } from './notes.ts';
import { openSourceFolder, type SourceFolder } from './read/source-folder.ts';
import { detectTool, EXPORT_LISTINGS, FOLDER_TOOLS, type ToolName } from './tools/tool-registry.ts';
import { IMPORT_FOLDER, readImportRecord, recordFile, writeRecord } from './write/import-record.ts';
import { planSite } from './write/plan-site.ts';
import { openSiteTarget } from './write/site-target.ts';
import { writeFiles } from './write/write-files.ts';

export interface ImportInput {
  /** Absolute path of the site's folder. */
  root: string;
  /** File or folder, relative to the current folder. */
  source: string;
  from: ToolName | undefined;
  locale: string | undefined;
  dryRun: boolean;
  reporter: Reporter;
  /** Milliseconds. */
  now: number;
}

/** @throws UserError where the source cannot be read or the site has problems */
export async function runImport({
  root,
  source,
  from,
  locale,
  dryRun,
  reporter,
  now,
}: ImportInput): Promise<ImportResult> {
  const path = resolve(source);
  if (!existsSync(path))
    throw new UserError({
      code: 'missing-source',
      message: `there is no ${source}`,
      hint: 'name the folder of a site, or the file of an export',
    });
  const notes = createNotes();
  const reading = reporter.phase('read');
  const { tool, imported, folder } = await readSource(path, from, notes, reading);
  reading.end(`${imported.posts.length} posts of ${tool}`);
  if (imported.posts.length === 0)
    throw new UserError({
      code: 'empty-source',
      message: `${source} has no posts that ${tool} would publish`,
      hint:
        from === undefined
          ? "name the tool with --from, or the folder with the site's configuration"
          : "name the folder with the site's configuration",
    });
  const name = slugifyName(basename(path).replace(/\.(?:xml|json)$/i, '')) || 'site';
  const record = readImportRecord(root, name);
  const target = await openSiteTarget(root, imported, locale, record);
  const converting = reporter.phase('convert', imported.posts.length);
  const listings =
    tool === 'wordpress' || tool === 'ghost' ? EXPORT_LISTINGS[tool] : FOLDER_TOOLS[tool].listings;
  const plan = await planSite({
    imported,
    target,
    source: folder,
    record,
    notes,
    name,
    listings,
    now,
    each: converting.update,
  });
  converting.end();
  const writing = reporter.phase(dryRun ? 'compare' : 'write', plan.files.length);
  const written = await writeFiles({ root, plan, record, notes, dryRun, each: writing.update });
  const images = plan.files.filter(({ path }) => path.startsWith('content/images/')).length;
  const { created, updated, unchanged, kept } = written;
  const result = {
    from: tool,
    locale: target.locale,
    counts: { ...plan.counts, images },
    grouping: plan.grouping,
    created,
    updated,
    unchanged,
    kept,
    notes: notes.groups(),
    report: dryRun ? null : `${IMPORT_FOLDER}/${name}.md`,
    dryRun,
  };
  if (result.report !== null) {
    await mkdir(join(root, IMPORT_FOLDER), { recursive: true });
    // Last: without it, a run that was stopped recognises its files by their bytes.
    await replaceIfChanged(join(root, recordFile(name)), writeRecord(written.written));
    await replaceIfChanged(join(root, result.report), formatReport(basename(path), result));
  }
  writing.end(
    `${created.length} new, ${updated.length} changed, ${unchanged.length} as before, ${kept.length} left alone`,
  );
  return result;
}

async function readSource(path: string, from: ToolName | undefined, notes: Notes, phase: Phase) {
  const stat = statSync(path);
  if (stat.isFile()) {
    const tool = from ?? (/\.json$/i.test(path) ? 'ghost' : 'wordpress');
    const shown = basename(path);
    const folder = openSourceFolder(dirname(path), createNotes());
    if (tool === 'wordpress') {
      const { readWordPress } = await import('./read/wordpress-reader.ts');
      const imported = await readWordPress(path, shown, notes, (posts, bytes) =>
        phase.update(posts, `${formatBytes(bytes)} of ${formatBytes(stat.size)}`),
      );
      return { tool, imported, folder } satisfies Read;
    }
    if (tool === 'ghost') {
      const { readGhost } = await import('./read/ghost-reader.ts');
      return { tool, imported: readGhost(path, shown, notes, phase.update), folder } satisfies Read;
    }
    throw new UserError({
      code: 'wrong-source',
      message: `${shown} is a file, and a site of ${tool} is a folder`,
      hint: "name the folder with the site's configuration",
    });
  }
  if (from === 'wordpress' || from === 'ghost')
    throw new UserError({
      code: 'wrong-source',
      message: `${path} is a folder, and an export of ${from} is a file`,
      hint: `name the ${from === 'ghost' ? 'JSON' : 'XML'} file`,
    });
  const folder = openSourceFolder(path, notes);
  const tool = from ?? detectTool(folder.files);
  const { readFolderSite } = await import('./read/folder-reader.ts');
  const imported = await readFolderSite(FOLDER_TOOLS[tool], folder, notes, phase.update);
  return { tool, imported, folder } satisfies Read;
}

interface Read {
  tool: ToolName;
  imported: ImportedSite;
  folder: SourceFolder;
}

async function replaceIfChanged(path: string, content: string): Promise<void> {
  await replaceFile(path, content);
}
