/** Reads the settings, the authors and the data files of the source. */
import type { ImportedAuthor } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import type { FolderTool } from '../tools/folder-tool.ts';
import { readDataFile } from './notations.ts';
import { lineOf } from './post-fields.ts';
import type { SourceFolder } from './source-folder.ts';
import { isMap, textAt, toValues, type Value, type Values } from './values.ts';

export async function readConfig(tool: FolderTool, source: SourceFolder): Promise<Values> {
  let merged: Values = {};
  for (const file of tool.configs) {
    const text = source.has(file) ? source.text(file) : null;
    const values = text === null ? null : await readDataFile(file, text);
    // Settings of earlier files take precedence.
    if (values) merged = { ...toValues(values), ...merged };
  }
  for (const file of tool.configParts ? source.files : []) {
    const { name, language } = tool.configParts?.exec(file)?.groups ?? {};
    const text = name === undefined ? null : source.text(file);
    const values = text === null ? null : toValues(await readDataFile(file, text));
    if (name === undefined || values === null) continue;
    merged = language
      ? mergeValues(merged, {
          languages: { [language.toLowerCase()]: name === 'languages' ? values : { [name]: values } },
        })
      : mergeValues(merged, { [name]: values });
  }
  return tool.normalize?.(merged) ?? merged;
}

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
  const file = tool.authorFiles.find((name) => source.has(name));
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

/** Reads the data files of Eleventy that give fields to every text of a folder. @returns folder → fields */
export async function readFolderData(source: SourceFolder): Promise<Map<string, Values>> {
  const found = new Map<string, Values>();
  for (const file of source.files) {
    const [, folder = '', name = ''] = /^(.*?)([^/]+)\.(?:11tydata\.(?:json|[cm]?js)|json)$/.exec(file) ?? [];
    const isEleventy = file.includes('.11tydata.') || folder.endsWith(`${name}/`);
    if (name === '' || !isEleventy || !(`/${folder}`.endsWith(`/${name}/`) || folder === '')) continue;
    const text = source.text(file);
    const values = text === null ? null : await readDataFile(file, text);
    if (values) found.set(folder, toValues(values));
  }
  return found;
}
