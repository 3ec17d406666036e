/** Copies built-in views and components into theme/, to start from. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Problem, UserError } from '../foundation/errors.ts';
import { findNear } from '../foundation/near-names.ts';
import { packageFile } from '../foundation/package-files.ts';
import { replaceFileSync } from '../foundation/replace-file.ts';
import { walkDirectory } from '../foundation/walk-directory.ts';
import { THEME_FOLDER } from './theme-files.ts';

export interface Ejectable {
  name: string;
  /** Below theme/. */
  path: string;
  /** What it renders. */
  summary: string;
}

const SOURCES = 'lib/eject';

/** Views, then components. */
export function listEjectable(): Ejectable[] {
  const found: Ejectable[] = [];
  walkDirectory(packageFile(SOURCES), ({ name }, prefix) => {
    const path = `${prefix}${name}`;
    const [, summary = ''] = /^\/\*\* Renders (.*?)\.? \*\//.exec(readSource(path)) ?? [];
    found.push({ name: name.replace(/\.tsx$/, ''), path, summary });
  });
  return found.sort((a, b) => (a.path.split('/')[0] === b.path.split('/')[0] ? 0 : a.path < b.path ? 1 : -1));
}

/** Where a theme has none: what an editor and a check of types go by. */
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
      existing.map(({ path }) => ({
        file: `${THEME_FOLDER}/${path}`,
        code: 'existing-file',
        message: 'the file exists already',
        hint: 'add --force to replace it',
      })),
    );
  const files = chosen.map(({ path }) => ({ path, source: readSource(path) }));
  if (!existsSync(join(root, THEME_FOLDER, TSCONFIG.path))) files.push(TSCONFIG);
  return files.map(({ path, source }) => {
    const file = join(root, THEME_FOLDER, path);
    mkdirSync(dirname(file), { recursive: true });
    replaceFileSync(file, source);
    return `${THEME_FOLDER}/${path}`;
  });
}

function readSource(path: string): string {
  return readFileSync(packageFile(`${SOURCES}/${path}`), 'utf8');
}

function describeUnknown(name: string, all: readonly string[]): Problem {
  const near = findNear(name, all);
  return {
    code: 'unknown-view',
    message: `there is no built-in view or component "${name}"`,
    hint: near ? `did you mean ${near}?` : 'see the names with: articles eject --list',
  };
}
