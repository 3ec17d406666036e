/** What the commands that set up a site or explain the program print with `--json`. */
import * as z from 'zod';
import { count, list, paths, words } from './result-parts.ts';

export const initResult = z.object({
  root: words('absolute path of the new site'),
  template: words('what the site is about'),
  files: paths('written files, relative to the new site'),
  kept: paths('files that were there and stay'),
});

export const ejectResult = z.union([
  z.object({ written: paths('files, relative to the root') }),
  z.object({
    ejectable: list(
      z.object({
        name: words('name for the command'),
        path: words('path below theme/'),
        summary: words('what it renders'),
      }),
      'with --list: views, then components',
    ),
  }),
]);

export const importResult = z.object({
  from: z
    .enum(['hugo', 'jekyll', 'eleventy', 'astro', 'docusaurus', 'gatsby', 'markdown', 'wordpress', 'ghost'])
    .describe('tool that made the site'),
  locale: words('edition that the articles are in'),
  counts: z
    .object({
      articles: count('articles'),
      pages: count('own pages'),
      drafts: count('articles that are drafts'),
      scheduled: count('articles with a date in the future'),
      authors: count('new authors'),
      categories: count('new categories'),
      images: count('pictures'),
    })
    .describe('what the source has'),
  grouping: z.enum(['categories', 'tags', 'folders']).describe('what became categories'),
  created: paths('new files'),
  updated: paths('files that changed'),
  unchanged: paths('files that are as before'),
  kept: paths('files that were changed by hand and stay'),
  notes: list(
    z.object({
      message: words('what was not carried over'),
      count: count('places'),
      notes: list(
        z.object({
          file: words('relative to the source'),
          line: z.int().min(1).describe('from 1').exactOptional(),
          message: words('what was not carried over'),
          detail: words('what it is about, where notes with one message differ').exactOptional(),
        }),
        'each place',
      ),
    }),
    'what needs a look, most frequent first',
  ),
  report: z.string().nullable().describe('file with all notes, relative to the root; null in a dry run'),
  dryRun: z.boolean().describe('whether nothing was written'),
});

export type ImportResult = z.output<typeof importResult>;

export const doctorResult = z.object({
  checks: list(
    z.object({
      name: words('what was looked at'),
      state: z
        .enum(['ok', 'note', 'warning', 'error'])
        .describe('note: nothing is wrong, but something does not work until it is set up'),
      message: words('what was found'),
      hint: words('what to do').exactOptional(),
    }),
    'each thing that the site depends on',
  ),
});

/** The result of looking at one thing that a site depends on. */
export type Check = z.output<typeof doctorResult>['checks'][number];

export const completionResult = z.object({
  shell: z.enum(['bash', 'zsh', 'fish']).describe('shell that was asked for'),
  script: words('what the shell has to run'),
});

/** Of a command, or of a code. */
export const helpResult = z.union([
  z.object({ help: words('the text of the help') }),
  z.object({
    code: words('code of a problem or finding'),
    means: words('what is wrong'),
    cause: words('how it comes about'),
    cure: words('what to do'),
    example: words('a message with this code'),
  }),
]);
