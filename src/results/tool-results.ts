/** The results that commands print with `--json` which begin, change, show and serve a site. */
import * as z from 'zod';
import { count, form, list, paths, problems, words } from './result-parts.ts';

export const initResult = z.object({
  root: words('absolute path of the new site'),
  template: words('what it began with'),
  files: paths('files that were written, relative to the root'),
  kept: paths('files that were there and stay'),
});

export const newResult = z.object({
  file: words('path of the draft, relative to the root'),
  slug: words('last part of the address'),
  locale: words('edition'),
  url: words('address below the site once it is published'),
});

const changed = {
  dryRun: z.boolean().describe('true where nothing was written'),
  changed: list(
    z.object({
      file: words('path, relative to the root'),
      diff: paths('lines that differ, after "- " and "+ "'),
    }),
    'files that were changed, or would be',
  ),
};

export const editResult = z.object({
  chosen: count('articles that the options choose'),
  unchanged: count('chosen articles that have these values already'),
  ...changed,
});

const treeNode = {
  key: words('key'),
  title: words('title'),
  description: words('description'),
  slug: words('part of the address'),
  aliases: paths('old addresses').exactOptional(),
};

const tree = z
  .record(
    z.string(),
    z.object({
      ...treeNode,
      children: z
        .record(z.string(), z.object({ ...treeNode, children: z.null().describe('always null') }))
        .describe('subcategories by key'),
    }),
  )
  .describe('categories by key, as categories.json has them');

const renamed = z.object({
  ...form('categories-change'),
  articles: count('articles that name the category'),
  ...changed,
});

/** The tree as it is, or the result of --rename or --merge. */
export const categoriesResult = z.union([tree, renamed]);

/** Counts of edits, printed before the files are written. */
export type EditCounts =
  | Pick<z.output<typeof editResult>, 'chosen' | 'unchanged'>
  | Pick<z.output<typeof renamed>, 'kind' | 'articles'>;

export const moveResult = z.object({
  file: words('path of the article, relative to the root'),
  from: words('address before'),
  to: words('address now'),
  aliases: paths('all old addresses'),
});

export type Moved = z.output<typeof moveResult>;

const served = {
  url: words('where the server listens'),
  home: words('address to open'),
  port: count('port'),
};
const out = words('absolute path of the folder that is served');
export const serveResult = z.union([
  z.object({ ...served, out }),
  z.object({
    ...form('serve-sites'),
    ...served,
    sites: list(
      z.object({ site: words('folder of the site'), out, home: words('its address') }),
      'with --sites',
    ),
  }),
]);
export const deskResult = z.object({
  ...served,
  token: words('what a program sends to be let in; the address to open has it'),
});

const layered = z.object({
  path: words('as the site names it'),
  files: paths('the files of that path, relative to the root; the first one counts'),
  merged: z.boolean().describe('true where each file completes those before it'),
});

export type LayeredFile = z.output<typeof layered>;

export const layersResult = z.object({
  layers: paths('folders of the layers, the first one counts most'),
  files: list(layered, 'every file that a layer has'),
  findings: problems('files and settings without an effect'),
});

const ejectable = z.object({
  name: words('name to give to the command'),
  path: words('file, relative to theme/'),
  summary: words('what it renders'),
});

export type Ejectable = z.output<typeof ejectable>;

/** The files that were written, or with --list what there is. */
export const ejectResult = z.union([
  z.object({ written: paths('files, relative to the root') }),
  z.object({ ...form('eject-list'), ejectable: list(ejectable, 'views, components and prompts') }),
]);

export const localeResult = z.object({
  locale: words('the language'),
  file: z.string().nullable().describe('file of the interface; null where the program has the language'),
  english: paths('texts of it that are in English'),
  written: paths('files of content that were written, relative to the root'),
});

const environmentCheck = z.object({
  name: words('what was examined'),
  state: z.enum(['ok', 'note', 'error']).describe('error: a command fails without it'),
  message: words('what there is'),
  hint: words('what to do').exactOptional(),
});

export type EnvironmentCheck = z.output<typeof environmentCheck>;

export const doctorResult = z.object({ checks: list(environmentCheck, 'in the order of the command') });

/** A script for a shell, or completions of a word. */
export const completionResult = z.union([
  z.object({ shell: words('shell'), script: words('what the shell reads') }),
  z.object({ ...form('completion-words'), offers: paths('completions of the last word') }),
]);

const errorEntry = z.object({
  means: words('what is wrong, in a sentence'),
  cause: words('the usual cause'),
  cure: words('how to correct it'),
  example: words('a message with this code'),
});

export type ErrorEntry = z.output<typeof errorEntry>;

/** The help of the program or of a command, or what a code means. */
export const helpResult = z.union([
  z.object({ help: words('what --help prints') }),
  errorEntry.extend({ ...form('help-code'), code: words('code of a problem') }),
]);

/** One command for several sites. */
export const sitesResult = z.object({
  sites: list(
    z.object({
      site: words('folder of the site'),
      code: count('exit code of the command for it'),
      result: z.unknown().describe('what the command prints for it').exactOptional(),
    }),
    'in the order of their names',
  ),
});
