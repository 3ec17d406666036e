/** Lists the files of theme/ that a build reads, and reports unused files. */

import { hash as digest } from 'node:crypto';
import { join } from 'node:path';
import { finding, type Problem } from '../foundation/errors.ts';
import { readRegularFile, SPECIAL_FILE, SYMBOLIC_LINK } from '../foundation/site-files.ts';
import { siteFile, siteFolderExists, walkSite } from '../foundation/site-folders.ts';

export const THEME_FOLDER = 'theme';
/** Below theme/. */
export const FONT_FOLDER = 'fonts';

/** The site's style sheets, in the order in which they apply. */
export const STYLE_FILES = ['tokens.css', 'style.css'] as const;

/** Files for people and their tools, which a build ignores. */
const NOT_OURS = /(^|\/)(README[^/]*|LICEN[CS]E[^/]*|OFL[^/]*|tsconfig\.json|\.[^/]*)$/i;

/** True if the site has its own fonts. Their subsets depend on the texts of the site. */
export function hasFonts(root: string): boolean {
  return siteFolderExists(root, `${THEME_FOLDER}/${FONT_FOLDER}`);
}

export interface ThemeFiles {
  /** Sorted paths below theme/, with "/". */
  paths: string[];
  /** Hash of all names and contents. */
  key: string;
  /** Entries that a build does not open: symbolic links, pipes and devices. */
  refused: Problem[];
}

export function readThemeFiles(root: string): ThemeFiles {
  const paths: string[] = [];
  const parts: string[] = [];
  const refused: Problem[] = [];
  walkSite(root, THEME_FOLDER, (entry, path, file) => {
    if (NOT_OURS.test(path)) return;
    if (!entry.isFile()) {
      const problem = entry.isSymbolicLink() ? SYMBOLIC_LINK : SPECIAL_FILE;
      refused.push({ file, ...problem });
      return;
    }
    paths.push(path);
    parts.push(file, digest('sha1', readRegularFile(join(root, file)), 'base64url'));
  });
  return { paths, key: digest('sha1', parts.join('\0'), 'base64url'), refused };
}

/** Hash of the code of the site's directives, on which the meaning of texts depends; '' if it has none. */
export function readDirectivesKey(root: string): string {
  return siteFolderExists(root, `${THEME_FOLDER}/directives`) ? readThemeFiles(root).key : '';
}

const HINT = `name it in ${STYLE_FILES.map((name) => `${THEME_FOLDER}/${name}`).join(' or ')}, or move it away (docs/theme.md lists the names that have a meaning)`;

/** @param used paths below theme/ that the build has read */
export function findUnusedFiles(
  root: string,
  { paths, refused }: ThemeFiles,
  used: ReadonlySet<string>,
): Problem[] {
  const unused = paths
    .filter((path) => !used.has(path))
    .map((path) =>
      finding('unused-file', 'nothing uses this file', HINT, {
        file: siteFile(root, `${THEME_FOLDER}/${path}`),
      }),
    );
  return [...unused, ...refused];
}
