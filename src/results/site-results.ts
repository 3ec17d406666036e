/** What the commands that make and read a site print with `--json`. */
import * as z from 'zod';
import { amount, count, list, paths, problems, words } from './result-parts.ts';

export const newResult = z.object({
  file: words('the draft, relative to the root'),
  slug: words('last part of its address'),
  locale: words('edition of the article'),
  url: words('path of the page when it is published'),
});

const state = z
  .enum(['published', 'scheduled', 'draft', 'withheld', 'error'])
  .describe('where the article is on its way to readers');

export const listResult = z.object({
  articles: list(
    z.object({
      file: words('path, relative to the root'),
      locale: words('edition'),
      path: words('address below the site'),
      state,
      title: words('title'),
      slug: words('last part of the address'),
      description: z
        .string()
        .nullable()
        .describe('as the front matter has it; null where the text gives one'),
      author: words('as the front matter names it'),
      date: words('YYYY-MM-DD'),
      updated: z.string().nullable().describe('YYYY-MM-DD'),
      changed: words('YYYY-MM-DD of the last change: updated, else date'),
      image: z.string().nullable().describe('as the front matter names it'),
      categories: paths('category/subcategory'),
      words: count('words of the text'),
      linked: count('published articles that link to it'),
    }),
    'chosen articles',
  ),
  total: count('articles of the site'),
  states: z.partialRecord(state, z.int()).describe('chosen articles by state'),
  unreadable: count('articles whose front matter cannot be read'),
});

export type ListedArticle = z.output<typeof listResult>['articles'][number];

export const editResult = z.object({
  chosen: count('articles that the filters choose'),
  changed: list(
    z.object({ file: words('path'), diff: paths('lines of the front matter after "- " and "+ "') }),
    'files that changed, or would change in a dry run',
  ),
  unchanged: count('chosen articles that stay as they are'),
  dryRun: z.boolean().describe('whether nothing was written'),
});

export type EditResult = z.output<typeof editResult>;

const due = (text: string) =>
  list(
    z.object({
      day: words('YYYY-MM-DD'),
      what: z.enum(['publish', 'expire', 'review']).describe('what is due'),
      title: words('title'),
      file: words('path, relative to the root'),
      path: words('address below the site'),
    }),
    text,
  );

export const nextResult = z.object({
  today: words('YYYY-MM-DD in the time zone of the site'),
  overdue: due('before today'),
  coming: due('today and in the days that were asked for'),
  later: count('due after these days'),
});

export type Due = z.output<typeof nextResult>['overdue'][number];

export const moveResult = z.object({
  file: words('path of the article, relative to the root'),
  from: words('address before'),
  to: words('address now'),
  aliases: paths('all old addresses'),
});

export type Moved = z.output<typeof moveResult>;

export const buildResult = z.object({
  articles: count('published articles'),
  pages: count('pages of the site'),
  outputs: count('files of the site'),
  written: count('files that this build wrote'),
  unchanged: count('files that stayed'),
  deleted: count('files that were removed'),
  scope: z
    .enum(['nothing', 'bodies', 'everything'])
    .describe('what the build had to make; bodies: the pages of articles whose text changed'),
  parsed: count('articles that were read'),
  rendered: count('pages that were rendered'),
  warnings: problems('what does not keep the site from being built'),
  ms: amount('milliseconds'),
  phases: z.record(z.string(), z.number()).describe('milliseconds by step'),
});

export type BuildResult = z.output<typeof buildResult>;

export const checkResult = z.object({
  errors: problems('what keeps the site from being built, or breaks links; the command ends with 1'),
  warnings: problems('what is worth a look'),
  articles: count('published articles'),
  pages: count('pages whose links were checked; 0 where the content cannot be built'),
});

export type CheckResult = z.output<typeof checkResult>;

export const serveResult = z.object({
  url: words('address of the home page'),
  port: count('port that the server listens on'),
  out: words('folder that is served'),
});

const category = {
  key: words('name that articles use in entities'),
  title: words('title'),
  description: words('text below the title'),
  slug: words('last part of the address'),
};

const treeResult = z
  .record(
    z.string(),
    z.object({
      ...category,
      children: z
        .record(z.string(), z.object({ ...category, children: z.null().describe('always null') }))
        .describe('subcategories by key'),
    }),
  )
  .describe('categories by key');

const renameResult = z.object({
  articles: count('articles that change'),
  changed: editResult.shape.changed,
  dryRun: editResult.shape.dryRun,
});

export type RenameResult = z.output<typeof renameResult>;

/** With --rename and --merge, what they change. */
export const categoriesResult = z.union([treeResult, renameResult]);

export const searchResult = z.object({
  groups: list(
    z.object({
      label: words('heading of the group'),
      results: list(z.object({ title: words('title'), url: words('address') }), 'best first'),
    }),
    'what a reader finds',
  ),
  explanation: z
    .object({
      minimumCharacters: count('shorter queries find nothing'),
      words: paths('the query as it is compared'),
      compared: count('titles that were compared'),
      matched: count('results'),
    })
    .describe('with --explain')
    .exactOptional(),
});
