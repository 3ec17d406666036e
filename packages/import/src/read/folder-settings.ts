/** Reads the settings, the authors and the data files of the source. */
import { posix } from 'node:path';
import type { ImportedAuthor } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import type { FolderTool } from '../tools/folder-tool.ts';
import { importedFiles } from './literals.ts';
import { parseDataFile, readDataFile, splitFields } from './notations.ts';
import { lineOf } from './post-fields.ts';
import type { SourceFolder } from './source-folder.ts';
import { isMap, textAt, toValues, type Value, type Values } from './values.ts';

/** @param unread gets each file that cannot be read: its settings are missing, not empty */
export async function readConfig(
  tool: FolderTool,
  source: SourceFolder,
  unread: string[],
  notes: Notes,
): Promise<Values> {
  let merged: Values = {};
  const read = async (file: string): Promise<Values | null> => {
    const text = source.text(file);
    const { value, problem } =
      text === null ? NOTHING : await parseDataFile(file, text, await readImports(file, text, source));
    if (text === null || problem !== null) {
      unread.push(file);
      notes.add({
        file,
        line: problem?.line ?? 1,
        message: `SETTINGS NOT READ: ${problem?.message ?? 'the file cannot be read'}`,
      });
    }
    return value === null ? null : toValues(value);
  };
  for (const file of tool.configs) {
    const values = source.has(file) ? await read(file) : null;
    // Settings of earlier files take precedence.
    if (values) merged = { ...values, ...merged, configFile: merged.configFile ?? file };
  }
  for (const file of tool.configParts ? source.files : []) {
    const { name, language } = tool.configParts?.exec(file)?.groups ?? {};
    const values = name === undefined ? null : await read(file);
    if (name === undefined || values === null) continue;
    merged = language
      ? mergeValues(merged, {
          languages: { [language.toLowerCase()]: name === 'languages' ? values : { [name]: values } },
        })
      : mergeValues(merged, { [name]: values });
  }
  return tool.normalize?.(merged) ?? merged;
}

/** The values of the files that a configuration imports. */
async function readImports(
  file: string,
  code: string,
  source: SourceFolder,
  depth = 0,
): Promise<Map<string, Value>> {
  const values = new Map<string, Value>();
  if (depth > 3 || !/\.[cm]?[jt]sx?$/.test(file)) return values;
  for (const target of importedFiles(code)) {
    const path = posix.join(posix.dirname(file), target);
    const found = ['', '.ts', '.js', '.mjs', '.json', '/index.ts', '/index.js']
      .map((ending) => path + ending)
      .find((name) => /\.\w+$/.test(name) && source.has(name));
    const text = found === undefined ? null : source.text(found);
    if (found === undefined || text === null) continue;
    const { value } = await parseDataFile(found, text, await readImports(found, text, source, depth + 1));
    if (value !== null) values.set(target, value);
  }
  return values;
}

const NOTHING = { value: null, problem: null };

/** Adds the values of `added` that `values` lacks, also to inner maps. */
function mergeValues(values: Values, added: { [name: string]: Value }): { [name: string]: Value } {
  const merged: { [name: string]: Value } = { ...added, ...values };
  for (const [key, value] of Object.entries(added)) {
    const own = values[key];
    if (isMap(own) && isMap(value)) merged[key] = mergeValues(own, value);
  }
  return merged;
}

/** Origin and path of the old site; null if the settings have no valid address. */
export function readUrl(url: string | null, config: Values): string | null {
  const path = textAt(config, 'baseurl', 'baseUrl', 'base') ?? '';
  const joined = url !== null && /^\/[\w/-]*$/.test(path) ? url.replace(/\/$/, '') + path : url;
  if (joined === null || !/^https?:\/\//.test(joined) || !URL.canParse(joined)) return null;
  return joined.replace(/\/+$/, '');
}

const AUTHOR_FIELDS = new Set([
  'name',
  'display_name',
  'title',
  'id',
  'key',
  'username',
  'slug',
  'description',
  'bio',
  'summary',
]);

export async function readAuthors(
  tool: FolderTool,
  source: SourceFolder,
  notes: Notes,
): Promise<ImportedAuthor[]> {
  const file = tool.authorFiles?.find((name) => source.has(name));
  const text = file === undefined ? null : source.text(file);
  const data = file === undefined || text === null ? null : await readDataFile(file, text);
  const entries: [string, Value][] = Array.isArray(data)
    ? data.map((item, index) => [String(index), item])
    : Object.entries(toValues(data));
  return entries.flatMap(([key, value]) => {
    if (file === undefined || text === null || !isMap(value)) return [];
    for (const field of Object.keys(value)) {
      const line = lineOf(text, field, Math.max(0, text.indexOf(key)));
      if (!AUTHOR_FIELDS.has(field))
        notes.add({ file, line, message: `field "${field}" of an author is not carried over`, detail: key });
    }
    const name = textAt(value, 'name', 'display_name', 'title') ?? key;
    const named = Array.isArray(data) ? (textAt(value, 'id', 'key', 'username', 'slug') ?? name) : key;
    return [
      {
        key: named,
        name,
        slug: textAt(value, 'slug'),
        description: textAt(value, 'description', 'bio', 'summary', 'title'),
      },
    ];
  });
}

/** Reads the fields that a folder gives to every text in it. @returns folder → fields */
export async function readFolderData(
  { folderData }: FolderTool,
  source: SourceFolder,
): Promise<Map<string, Values>> {
  const found = new Map<string, Values>();
  const texts = new Set(source.files.map((file) => file.replace(/(?<=\.)(?:mdx?|markdown|html)$/, '')));
  for (const file of folderData ? source.files : []) {
    const folder = folderData?.folderOf(file) ?? null;
    if (folder === null || (folder.endsWith('.') && !texts.has(folder))) continue;
    const text = source.text(file);
    if (text === null) continue;
    const values = /\.(?:md|markdown)$/.test(file)
      ? (await splitFields(text)).fields
      : toValues(await readDataFile(file, text));
    const given = folderData?.pick(values) ?? values;
    if (Object.keys(given).length > 0) found.set(folder, given);
  }
  return found;
}
