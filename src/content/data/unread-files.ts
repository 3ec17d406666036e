/** Reports files of content/ that no rule reads. */

import { join } from 'node:path';
import { finding, type Problem } from '../../foundation/errors.ts';
import { SPECIAL_FILE, SYMBOLIC_LINK } from '../../foundation/site-files.ts';
import { readFolder, walkDirectory } from '../../foundation/walk-directory.ts';
import { LOCALE_CODES, parseLocale } from '../../locales/codes.ts';
import { EDITION_NAMES, INFO_KINDS } from './content-files.ts';
import { isServed } from './named-files.ts';

/** Files for people and for their tools. */
const NOT_OURS = /(^|\/)(\.[^/]*|README[^/]*|[^/]*~|Thumbs\.db)$/i;

const READ: ReadonlySet<string> = new Set([...EDITION_NAMES, ...INFO_KINDS.map((kind) => `info/${kind}.md`)]);

/** Lists the files in the folders of locales that are neither data nor pages, and pages that are no files, in order. */
function findBesides(root: string, locales: readonly string[], besideArticles: readonly string[]): Problem[] {
  const unread = besideArticles.filter((file) => !NOT_OURS.test(file) && !isServed(file));
  const refused: Problem[] = [];
  for (const locale of locales) {
    const folder = `content/${locale}`;
    walkDirectory(
      join(root, folder),
      (entry, prefix) => {
        const path = `${prefix}${entry.name}`;
        const isPage = prefix.startsWith('pages/') && path.endsWith('.md');
        if (isPage && !entry.isFile())
          refused.push({
            file: `${folder}/${path}`,
            ...(entry.isSymbolicLink() ? SYMBOLIC_LINK : SPECIAL_FILE),
          });
        const isBeside = /^(?:info|pages)\//.test(path) && isServed(path);
        if (!READ.has(path) && !isPage && !isBeside && !NOT_OURS.test(path)) unread.push(`${folder}/${path}`);
      },
      ({ name }, prefix) => !name.startsWith('.') && !(prefix === '' && name === 'articles'),
    );
  }
  return [...describeUnread(unread.sort()), ...refused];
}

function describeUnread(unread: readonly string[]): Problem[] {
  return unread.map((file) => finding('unused-file', 'nothing reads this file', hintOf(file), { file }));
}

function hintOf(file: string): string {
  if (file.endsWith('.mdx'))
    return 'rename it to end in .md: components are directives there (docs/theme.md)';
  if (/^content\/\w+\/articles\//.test(file)) return 'move it to public/, or remove it';
  return file.endsWith('.md')
    ? `move it to ${file.replace(/^(content\/\w+)\//, '$1/pages/')} to publish it as a page`
    : 'rename it, or move it out of content/ (docs/theme.md lists the names that have a meaning)';
}

/** Files and folders of content/ that belong to no locale. A locale that is not configured yet is not reported. */
function findStray(root: string, locales: readonly string[]): Problem[] {
  const known = new Set<string>([
    ...LOCALE_CODES,
    ...locales,
    'images',
    'data',
    'ads.json',
    'paid-links.json',
    'offers',
    'offers.json',
    'offers.yaml',
    'notices.json',
    'notices.yaml',
    'approvals.jsonl',
    'approved',
    'generated.jsonl',
    'schema.ts',
  ]);
  const message = 'not published: its name is not a locale of site-config.json';
  const move = `move it into the folder of a locale (${locales.join(', ')}), or out of content/`;
  const hint = (name: string) =>
    parseLocale(name) === name ? `add "${name}" to "locales" of site-config.json, or ${move}` : move;
  return readFolder(join(root, 'content'))
    .filter(({ name }) => !known.has(name) && !NOT_OURS.test(name))
    .map(({ name }) => finding('unknown-locale-folder', message, hint(name), { file: `content/${name}` }));
}

/** @param besideArticles `Sources.others`: the other files below articles/ */
export function findUnread(
  root: string,
  locales: readonly string[],
  besideArticles: readonly string[],
): Problem[] {
  return [...findStray(root, locales), ...findBesides(root, locales, besideArticles)];
}
