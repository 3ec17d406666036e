/** Reads the source of an import: the folder of a site, or the file of an export. */
import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Phase, readStart, UserError } from './core.ts';
import type { ImportedSite } from './imported-site.ts';
import { createNotes, type Notes } from './notes.ts';
import { languageOfTexts } from './read/content-languages.ts';
import { readFolderSite } from './read/folder-reader.ts';
import { openSourceFolder, type SourceFolder } from './read/source-folder.ts';
import { EXPORT_TOOLS, type ExportFile } from './tools/export-tools.ts';
import { LISTINGS, type Listings } from './tools/folder-tool.ts';
import { detectTool, FOLDER_TOOLS, isExportTool, type ToolName } from './tools/tool-registry.ts';

export interface Source {
  tool: ToolName;
  listings: Listings;
  imported: ImportedSite;
  /** Contains the pictures and files of the site; for an export, the folder of its file. */
  folder: SourceFolder;
}

/**
 * @param path absolute path of a file or folder that exists
 * @param from the tool that made the source; undefined to detect it
 */
export async function readSource(
  path: string,
  from: ToolName | undefined,
  notes: Notes,
  phase: Phase,
): Promise<Source> {
  const stat = statSync(path);
  const source = stat.isFile()
    ? await readExport({ path, shown: basename(path), size: stat.size }, from, notes, phase)
    : await readFolder(path, from, notes, phase);
  const { imported } = source;
  const language = languageOfTexts(imported);
  if (imported.language !== null && language !== imported.language)
    notes.add({
      file: imported.posts[0]?.file ?? '',
      message: `the settings say "${imported.language}", and the letters of the texts are those of "${language}": imported in that language, unless --locale names another`,
    });
  return { ...source, imported: { ...imported, language } };
}

async function readFolder(
  path: string,
  from: ToolName | undefined,
  notes: Notes,
  phase: Phase,
): Promise<Source> {
  const folder = openSourceFolder(path, notes);
  const parts = from === undefined || from === 'wordpress' ? wxrParts(path, folder.files) : [];
  if (parts.length > 0) {
    const { listings, read } = EXPORT_TOOLS.wordpress;
    return { tool: 'wordpress', listings, imported: await read(parts, notes, phase.update), folder };
  }
  if (from !== undefined && isExportTool(from))
    throw new UserError({
      code: 'wrong-source',
      message: `${path} is a folder, and an export of ${from} is a file`,
      hint: `name the ${EXPORT_TOOLS[from].format} file`,
    });
  const tool = from ?? detectTool(folder);
  const imported = await readFolderSite(FOLDER_TOOLS[tool], folder, notes, phase.update);
  return { tool, listings: FOLDER_TOOLS[tool].listings ?? LISTINGS, imported, folder };
}

/** Folders beside the file of an export that may have its pictures. */
const EXPORT_FOLDERS = /^(?:wp-content|uploads|content|images|data)$/;

/** The parts of an export of WordPress: the XML files of a folder without texts. */
function wxrParts(path: string, files: readonly string[]): ExportFile[] {
  const names = files.filter((file) => /^[^/]+\.xml$/i.test(file));
  if (names.length === 0 || files.some((file) => /\.(?:mdx?|markdown)$/.test(file))) return [];
  const parts = names.map((name) => ({
    path: join(path, name),
    shown: name,
    size: statSync(join(path, name)).size,
  }));
  return parts.filter((part) => /<rss\b[\s\S]*wordpress\.org\/export/.test(readStart(part.path)));
}

async function readExport(
  file: ExportFile,
  from: ToolName | undefined,
  notes: Notes,
  phase: Phase,
): Promise<Source> {
  const { path, shown } = file;
  const tool = from ?? (/\.json$/i.test(path) ? 'ghost' : 'wordpress');
  if (!isExportTool(tool))
    throw new UserError({
      code: 'wrong-source',
      message: `${shown} is a file, and a site of ${tool} is a folder`,
      hint: "name the folder with the site's configuration",
    });
  const { listings, read } = EXPORT_TOOLS[tool];
  const imported = await read([file], notes, phase.update);
  // The notes of this folder are dropped: it may contain anything besides the export.
  return { tool, listings, imported, folder: openSourceFolder(dirname(path), createNotes(), EXPORT_FOLDERS) };
}
