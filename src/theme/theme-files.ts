/** Lists the files of theme/ that a build reads, and reports those that no rule reads. */
import { hash as digest } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../foundation/errors.ts';
import { walkDirectory } from '../foundation/walk-directory.ts';

export const THEME_FOLDER = 'theme';
/** Below theme/. */
export const FONT_FOLDER = 'fonts';

/** The site's style sheets, in the order in which they apply. */
export const STYLE_FILES = ['tokens.css', 'style.css'] as const;

/** Files for people and for their tools. */
const NOT_OURS = /(^|\/)(README[^/]*|LICEN[CS]E[^/]*|OFL[^/]*|tsconfig\.json|\.[^/]*)$/i;

/** Whether the texts of a site decide what its fonts hold. */
export function hasFonts(root: string): boolean {
  return existsSync(join(root, THEME_FOLDER, FONT_FOLDER));
}

export interface ThemeFiles {
  /** Below theme/, with "/", in order. */
  paths: string[];
  /** Over the names and bytes of all of them. */
  key: string;
}

export function readThemeFiles(root: string): ThemeFiles {
  const paths: string[] = [];
  const parts: string[] = [];
  walkDirectory(join(root, THEME_FOLDER), (entry, prefix) => {
    const path = `${prefix}${entry.name}`;
    if (!entry.isFile() || NOT_OURS.test(path)) return;
    paths.push(path);
    parts.push(path, digest('sha1', readFileSync(join(root, THEME_FOLDER, path)), 'base64url'));
  });
  return { paths, key: digest('sha1', parts.join('\0'), 'base64url') };
}

/** Over what the directives of a site are made of, which decides what its texts mean; '' where it has none. */
export function readDirectivesKey(root: string): string {
  return existsSync(join(root, THEME_FOLDER, 'directives')) ? readThemeFiles(root).key : '';
}

/** @param used paths below theme/ that the build has read */
export function findUnusedFiles({ paths }: ThemeFiles, used: ReadonlySet<string>): Problem[] {
  return paths
    .filter((path) => !used.has(path))
    .map((path) => ({
      file: `${THEME_FOLDER}/${path}`,
      code: 'unused-file',
      message: 'nothing uses this file',
      hint: `name it in ${STYLE_FILES.map((name) => `${THEME_FOLDER}/${name}`).join(' or ')}, or move it away (docs/theme.md lists the names that have a meaning)`,
    }));
}
