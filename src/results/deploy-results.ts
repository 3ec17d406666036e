/** The results that `deploy` prints with `--json`. */
import * as z from 'zod';
import { amount, count, form, list, paths, problemSchema, problems, words } from './result-parts.ts';

const kind = z
  .enum(['asset', 'file', 'data', 'article', 'page', 'error', 'worker', 'index', 'operator'])
  .describe('what the file is for');

const verifyResult = z.object({
  url: words('address of the home page'),
  checked: count('answers that were compared'),
  differences: list(
    z.object({
      url: words('address'),
      what: z
        .enum([
          'unreachable',
          'status',
          'redirect',
          'content-type',
          'cache-control',
          'robots',
          'security policy',
          'body',
        ])
        .describe('what differs'),
      expected: words('what was deployed'),
      found: words('what the site answers'),
    }),
    'by address',
  ),
  seconds: amount('time'),
});

export type VerifyResult = z.output<typeof verifyResult>;
export type Difference = VerifyResult['differences'][number];

const setUpResult = z.object({
  ...form('deploy-init'),
  target: words('address of the target'),
  done: paths('what was set up, or would be'),
  dryRun: z.boolean().describe('true where nothing was written'),
});

const diffResult = z.object({
  ...form('deploy-diff'),
  url: words('address of the target'),
  pages: list(
    z.object({
      action: z.enum(['added', 'removed', 'changed']).describe('what happens to the page'),
      path: words('below the address of the site'),
      title: words('title'),
      fields: list(
        z.object({
          field: z.enum(['title', 'description', 'canonical', 'redirect']).describe('part of the page'),
          before: words('as deployed'),
          after: words('as built'),
        }),
        'parts that differ',
      ),
      words: z
        .object({ added: count('new'), removed: count('gone') })
        .describe('number of words that differ'),
      text: list(
        z.object({
          kind: z.enum(['same', 'added', 'removed']).describe('what happens to the words'),
          words: paths('the words'),
        }),
        'text of a changed page with its changes',
      ),
      paidLinks: z.object({ added: paths('new'), removed: paths('gone') }).describe('paid links that differ'),
    }),
    'what readers see change, by path',
  ),
  invisible: count('pages whose files change without a change that readers see'),
  unchanged: count('pages that stay as they are'),
  files: list(
    z.object({
      action: z.enum(['added', 'removed', 'changed']).describe('what happens to the file'),
      name: words('name in the target'),
    }),
    'files other than pages',
  ),
  review: z.string().nullable().describe('HTML file that was written'),
  dryRun: z.literal(true).describe('nothing was deployed'),
});

export type DiffResult = z.output<typeof diffResult>;

const changesResult = z.object({
  uploaded: count('files that were written'),
  headers: count('files with new headers only'),
  deleted: count('files that were removed'),
  bytes: count('bytes sent'),
  unchanged: count('files that stayed'),
  files: count('files of the release'),
  release: z.string().nullable().describe('null before the first release'),
  nextChange: z
    .string()
    .nullable()
    .describe('instant at which dates change the site next, in UTC; null where no build says so'),
  calls: count('requests to the target'),
  seconds: amount('time'),
  url: words('address for readers'),
  indexed: z.boolean().describe('true where search engines may index it'),
  dryRun: z.literal(true).describe('with --dry-run').exactOptional(),
  changes: list(
    z.object({
      action: z.enum(['create', 'replace', 'headers', 'retire', 'delete']).describe('what would be done'),
      name: words('name in the target'),
      kind,
      bytes: count('bytes to send'),
    }),
    'with --dry-run, in their order',
  ).exactOptional(),
  refusals: problems('with --dry-run: why the deploy would be refused').exactOptional(),
  missingParts: list(z.int(), 'parts that a sharded release waits for').exactOptional(),
  after: list(
    z.object({
      action: words('setting of deploy.after'),
      description: words('what it does'),
      ok: z.boolean().describe('true where it succeeded'),
      requests: count('requests that succeeded'),
      error: words('why it failed').exactOptional(),
    }),
    'what was done after the deploy, or would be',
  ).exactOptional(),
  verified: verifyResult
    .nullable()
    .describe('the live site compared with the release; null where it could not be reached')
    .exactOptional(),
});

/** The fields that a deploy knows. The command adds the others. */
export type DeployResult = Omit<z.output<typeof changesResult>, 'indexed' | 'verified'>;
export type ActionResult = NonNullable<DeployResult['after']>[number];

const previewsResult = z.object({
  ...form('deploy-previews'),
  target: words('address of the target'),
  previews: list(
    z.object({
      name: words('name'),
      files: count('files that readers can get'),
      bytes: count('bytes of these files'),
      updated: words('when one of them changed last, RFC 3339'),
    }),
    'the last one that changed first',
  ),
});

export type Preview = z.output<typeof previewsResult>['previews'][number];

const removalResult = z.object({
  ...form('deploy-removal'),
  target: words('address of the preview'),
  preview: words('name of the preview'),
  removed: count('files that were removed, or would be'),
  dryRun: z.boolean().describe('true where nothing was removed'),
});

/** The result of a deploy or rollback, of --diff, of --init, of --previews, or of --remove. */
export const deployResult = z.union([changesResult, diffResult, setUpResult, previewsResult, removalResult]);

/** The result of `verify`. */
export const verificationResult = verifyResult.extend({
  alarm: problemSchema.nullable().describe('changes that nobody has published for too long'),
});

export const releasesResult = z.object({
  target: words('address of the target'),
  releases: list(
    z.object({
      id: words('name, such as r12'),
      created: words('when its deploy began, RFC 3339'),
      files: count('files'),
      bytes: count('bytes before compression'),
      restores: z.string().nullable().describe('release that a rollback restored; null for a build'),
      label: z.string().nullable().describe('name that the parts of a sharded deploy share'),
      times: z
        .object({
          built: z.number().describe('when its site was built, in milliseconds since 1970'),
          changes: list(z.number(), 'when dates change it, in milliseconds since 1970'),
        })
        .nullable()
        .describe('null for a release of an earlier version'),
      current: z.boolean().describe('true for the one that readers have'),
    }),
    'newest first',
  ),
});
