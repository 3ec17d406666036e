/** Copies built-in views and components into theme/ as a starting point. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createCopy, ORIGINALS, readOriginal } from '../foundation/ejected-copies.ts';
import { finding, type Problem, UserError } from '../foundation/errors.ts';
import { makeFolder } from '../foundation/make-folder.ts';
import { hintNear } from '../foundation/near-names.ts';
import { packageFile } from '../foundation/package-files.ts';
import { replaceFileSync } from '../foundation/replace-file.ts';
import { walkDirectory } from '../foundation/walk-directory.ts';
import type { Ejectable } from '../results/tool-results.ts';
import { THEME_FOLDER } from './theme-files.ts';

/** Views, then components. */
export function listEjectable(): Ejectable[] {
  const found: Ejectable[] = [];
  walkDirectory(packageFile(ORIGINALS.theme.folder), ({ name }, prefix) => {
    const path = `${prefix}${name}`;
    const [, summary = ''] = /^\/\*\* Renders (.*?)\.? \*\//.exec(readOriginal(THEME_FOLDER, path)) ?? [];
    found.push({ name: name.replace(/\.tsx$/, ''), path, summary });
  });
  return found.sort((a, b) => (a.path.split('/')[0] === b.path.split('/')[0] ? 0 : a.path < b.path ? 1 : -1));
}

/** Settings for editors and type checks; written if the theme has no tsconfig.json. */
const TSCONFIG = { path: 'tsconfig.json', source: '{ "extends": "articles/theme/tsconfig.json" }\n' };

/**
 * @returns paths relative to the root
 * @throws UserError for unknown names, and for files that exist unless `force`; nothing is written then
 */
export function eject(root: string, names: readonly string[], { force }: { force: boolean }): string[] {
  const known = listEjectable();
  const all = known.map(({ name }) => name);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new UserError(unknown.map((name) => describeUnknown(name, all)));
  const chosen = known.filter(({ name }) => names.includes(name));
  const existing = chosen.filter(({ path }) => !force && existsSync(join(root, THEME_FOLDER, path)));
  if (existing.length > 0)
    throw new UserError(
      existing.map(({ path }) => {
        const file = `${THEME_FOLDER}/${path}`;
        return finding('existing-file', 'the file exists already', 'add --force to replace it', { file });
      }),
    );
  const files = chosen.map(({ path }) => ({ path, source: createCopy(THEME_FOLDER, path) }));
  if (!existsSync(join(root, THEME_FOLDER, TSCONFIG.path))) files.push(TSCONFIG);
  return files.map(({ path, source }) => {
    const file = join(root, THEME_FOLDER, path);
    makeFolder(dirname(file));
    replaceFileSync(file, source);
    return `${THEME_FOLDER}/${path}`;
  });
}

function describeUnknown(name: string, all: readonly string[]): Problem {
  const hint = hintNear(name, all, 'see the names with: articles eject --list');
  return finding('unknown-view', `there is no built-in view or component "${name}"`, hint);
}
