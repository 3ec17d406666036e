/** The results that `build`, `check`, `list`, `search` and `import` print with `--json`. */
import * as z from 'zod';
import { IMPORT_TOOLS } from './import-tools.ts';
import { amount, count, form, list, paths, problems, words } from './result-parts.ts';

const builtResult = z.object({
  articles: count('published articles'),
  pages: count('pages of the site'),
  outputs: count('files of the site'),
  written: count('files that this build wrote'),
  unchanged: count('files that stayed'),
  deleted: count('files that were removed'),
  scope: z
    .enum(['nothing', 'bodies', 'everything'])
    .describe('what the build had to make; bodies: the pages of articles whose text changed'),
  reason: z
    .string()
    .nullable()
    .describe('for everything: why all pages were compared, such as "theme/tokens.css changed"; else null'),
  parsed: count('articles that were read'),
  rendered: count('pages that were rendered'),
  warnings: problems('problems that do not stop the build'),
  ms: amount('milliseconds'),
  phases: z.record(z.string(), z.number()).describe('milliseconds by step'),
});

export type BuildResult = z.output<typeof builtResult>;

const buildInputs = z.object({
  ...form('build-inputs'),
  files: paths('files that the build reads'),
  settings: z
    .object({
      program: words('hash of the program'),
      dates: words('instant in UTC at which a date, or the turn of the year, changed the site last'),
      shard: words('part I of N, as I/N'),
      basePath: words('path under which the site is published'),
      drafts: z.boolean().describe('true if drafts are included'),
      future: z.boolean().describe('true if future articles are included'),
    })
    .describe('what else decides the output'),
});

export type BuildInputs = z.output<typeof buildInputs>;

/** The result of a build, or of --inputs. */
export const buildResult = z.union([builtResult, buildInputs]);

export const checkResult = z.object({
  errors: problems('problems that stop the build, and broken links; the command ends with 1'),
  warnings: problems('problems that do not stop the build'),
  articles: count('published articles'),
  pages: count('pages whose links were checked; 0 where the content cannot be built'),
});

export type CheckResult = z.output<typeof checkResult>;

const ledgerResult = z.object({
  offers: list(
    z.object({
      name: words('name in the ledger'),
      advertiser: words('name of its advertiser in the ledger'),
      class: words('its class'),
      until: z.string().nullable().describe('its last day, or the instant of its end, as the ledger has it'),
      daysLeft: z
        .int()
        .nullable()
        .describe('whole days until the end, rounded up; 0 after it, null without one'),
      file: words('path of the ledger, relative to the root'),
      editions: list(
        z.object({
          locale: words('the edition'),
          state: z
            .enum(['shown', 'scheduled', 'expired', 'elsewhere', 'forbidden', 'untranslated', 'of-layer'])
            .describe('whether it shows the offer, or why not'),
          pages: paths('addresses of the pages whose text names it, or has a list with it'),
        }),
        'what each edition shows',
      ),
    }),
    'the offers of the ledger',
  ),
  errors: count('problems of the content that stop a build'),
});

const shownResult = z.object({
  ...form('offers-shown'),
  target: words('address of the target'),
  shown: list(
    z.object({
      offer: words('name in the ledger'),
      advertiser: words('name of its advertiser'),
      locale: words('the edition'),
      page: words('address of the page, below the address of the site'),
      from: words('when its deploy began, RFC 3339 in the time zone of the site'),
      until: z
        .string()
        .nullable()
        .describe('when a deploy without it was complete; null while readers have it'),
      label: words('the word within its links'),
      text: words('its text'),
      url: words('where its links led'),
      beside: list(z.string(), 'what stood beside its links: terms, eligibility, end, and what notices need'),
    }),
    'with --shown: what readers were shown, by page and time',
  ),
});

export const offersResult = z.union([ledgerResult, shownResult]);
export type OffersResult = z.output<typeof ledgerResult>;
export type ShownResult = z.output<typeof shownResult>;

const state = z
  .enum(['published', 'scheduled', 'expired', 'draft', 'withheld', 'error'])
  .describe('where the article is on its way to readers');

export const listResult = z.object({
  articles: list(
    z.object({
      file: words('path, relative to the root'),
      locale: words('edition'),
      path: words('address below the site'),
      state,
      waits: z
        .enum(['draft', 'needs-review', 'rejected', 'changed'])
        .nullable()
        .describe('why a newer text waits in the file while readers get the approved one; else null'),
      title: words('title'),
      slug: words('last part of the address'),
      description: z
        .string()
        .nullable()
        .describe('the field of the front matter; null where it is made from the text'),
      author: words('the first author, as the front matter names them'),
      authors: list(z.string(), 'all authors'),
      date: words('YYYY-MM-DD'),
      updated: z.string().nullable().describe('YYYY-MM-DD'),
      changed: words('YYYY-MM-DD of the last change: updated, else date'),
      image: z.string().nullable().describe('the field of the front matter'),
      categories: paths('category/subcategory'),
      tags: list(z.string(), 'tags'),
      words: count('words of the text; its letters where the language has no spaces between words'),
      linked: count('published articles that link to it'),
    }),
    'chosen articles',
  ),
  total: count('articles of the site'),
  states: z.partialRecord(state, z.int()).describe('chosen articles by state'),
  unreadable: count('articles whose front matter cannot be read'),
});

export type ListResult = z.output<typeof listResult>;

export const searchResult = z.object({
  groups: list(
    z.object({
      label: words('heading of the group'),
      results: list(z.object({ title: words('title'), url: words('address') }), 'best first'),
    }),
    'what a reader finds',
  ),
  articles: list(
    z.object({
      title: words('title'),
      url: words('address'),
      passage: words('the part of the text that shows the words best, or an empty text'),
      heading: z
        .object({ title: words('text of the heading'), url: words('address') })
        .nullable()
        .describe('the heading above the passage'),
    }),
    'where search.fullText is on: articles by their text, best first',
  ).exactOptional(),
  explanation: z
    .object({
      minimumCharacters: count('shorter queries find nothing'),
      words: paths('the query as it is compared'),
      compared: count('titles that were compared'),
      matched: count('results'),
      terms: list(
        z.object({
          term: words('the word as the index of texts has it'),
          articles: count('articles with it'),
          weight: amount('how much it counts; a rare word counts more'),
          instead: paths('words that were searched for in its place'),
        }),
        'where search.fullText is on: how the texts were searched',
      ).exactOptional(),
      pairs: list(
        z.object({ words: words('two adjacent words of the query'), weight: amount('how much it counts') }),
        'where search.fullText is on: words that count more where they stand side by side',
      ).exactOptional(),
    })
    .describe('with --explain')
    .exactOptional(),
});

export type SearchResult = z.output<typeof searchResult>;

const lossExamples = (text: string) =>
  list(z.object({ file: words('relative to the source'), detail: words('what is lost there') }), text);

const importVerification = z.object({
  texts: count('texts that were compared with their pages'),
  textsNotRead: count('texts of the source that are not read, and nobody has decided to leave out'),
  words: count('words of these texts'),
  wordsMoved: count('words in another order'),
  cells: count('cells of tables'),
  cellsMoved: count('cells that are not at their place'),
  headings: count('headings of the texts'),
  headingsLost: count('headings that their pages lack'),
  items: count('items of lists'),
  itemsLost: count('items of lists that their pages lack'),
  footnotes: count('marks of footnotes'),
  footnotesLost: count('marks of footnotes that their pages lack'),
  altsLost: count('descriptions of pictures that their pages lack'),
  linksLost: count('links to other sites that their pages lack'),
  linksRetargeted: count('links that lead to another text than before'),
  published: count('texts that are public here and were not in the source'),
  marks: count('characters of the converter that readers see'),
  wordsLost: count('words that their pages lack'),
  code: count('blocks of code'),
  codeChanged: count('blocks of code that their pages do not have as they were'),
  links: count('links of the pages'),
  deadLinks: count('links that lead nowhere, to what the source has'),
  deadBefore: count('links that lead nowhere, and to nothing in the source'),
  pictures: count('pictures of the texts'),
  picturesMissing: count('pictures of the pages that do not exist'),
  addresses: count('addresses that the texts had'),
  addressesLost: count('addresses that no page and no alias answers'),
  templateCode: count('parts of template code that readers see'),
  build: z.union([z.literal(0), z.literal(1)]).describe('exit code of the build'),
  problems: list(z.string(), 'why the build failed'),
  isGood: z.boolean().describe('false where the command ends with 1'),
  examples: z
    .object({
      wordsLost: lossExamples('words'),
      wordsMoved: lossExamples('words'),
      cellsMoved: lossExamples('cells'),
      headingsLost: lossExamples('headings'),
      itemsLost: lossExamples('items'),
      footnotesLost: lossExamples('footnotes'),
      altsLost: lossExamples('descriptions'),
      linksLost: lossExamples('links'),
      linksRetargeted: lossExamples('links'),
      published: lossExamples('texts'),
      marks: lossExamples('characters'),
      codeChanged: lossExamples('blocks of code'),
      deadLinks: lossExamples('links'),
      picturesMissing: lossExamples('pictures'),
      addressesLost: lossExamples('addresses'),
      templateCode: lossExamples('template code'),
    })
    .describe('the first of each'),
});

export type ImportVerification = z.output<typeof importVerification>;

export const importResult = importVerification.partial().extend({
  from: z.enum(IMPORT_TOOLS).describe('tool that made the site'),
  locale: words('edition that the articles are in'),
  counts: z
    .object({
      articles: count('articles'),
      pages: count('own pages'),
      drafts: count('articles that are drafts'),
      scheduled: count('articles with a date in the future'),
      aside: count('texts that the build would refuse, which are in imports/set-aside'),
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
  skipped: paths('texts of the source that are no part of its site, such as templates'),
  count: z
    .object({
      texts: count('texts of the source'),
      imported: count('texts that were read'),
      left: list(
        z.object({
          folder: words('top folder'),
          reason: z
            .enum([
              'outside of the folders that the tool publishes',
              'the front matter cannot be read',
              'a format that is not read',
              'another version',
              'a translation',
              'the tool does not publish it',
              'it only redirects',
            ])
            .describe('why they are not read'),
          count: count('texts'),
        }),
        'texts that are not read',
      ),
      settings: paths('files with settings that cannot be read'),
    })
    .describe('texts of the source, and what became of them'),
  notes: list(
    z.object({
      message: words('content that was not imported'),
      count: count('places'),
      notes: list(
        z.object({
          file: words('relative to the source'),
          line: z.int().min(1).describe('from 1').exactOptional(),
          message: words('content that was not imported'),
          detail: words('the element, where notes with the same message differ').exactOptional(),
        }),
        'each place',
      ),
    }),
    'content to look at, most frequent first',
  ),
  stops: problems('what stops a strict build of the site')
    .nullable()
    .describe('what stops a strict build of the site; empty where it passes, and null in a dry run'),
  report: z.string().nullable().describe('file with all notes, relative to the root; null in a dry run'),
  dryRun: z.boolean().describe('true where nothing was written'),
});

export type ImportResult = z.output<typeof importResult>;
