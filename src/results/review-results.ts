/** The results that `review` and `evidence` print with `--json`. */
import * as z from 'zod';
import { amount, count, form, list, paths, words } from './result-parts.ts';

const hash = (text: string) => z.string().nullable().describe(text);

const reviewed = z.looseObject({
  file: words('path, relative to the root'),
  locale: words('edition'),
  title: words('title'),
  description: words('description'),
  status: words('draft, needs-review, approved, rejected or published; changed: edited after its approval'),
  sha256: words('hash of title, description and text, as `approve --sha256` takes it'),
  generatedSha256: hash('hash of the text as it was generated; null if it is not recorded'),
  published: hash('hash of the approved text that readers get while this one waits; null if there is none'),
  days: count('days since the text was written'),
  model: words('model or system that wrote it'),
  topic: words('topic'),
  run: words('id of the run'),
  article: words('id in the run'),
  date: words('when it was written'),
  usd: amount('US dollars').nullable(),
});

const finding = z.looseObject({
  code: words('what is wrong'),
  message: words('where'),
  hint: words('what to do'),
  blocks: z.boolean().describe('true if it keeps the text from being approved'),
});

const reviewList = z.object({ articles: list(reviewed, 'by path') });
const reviewShown = z.object({
  ...form('review-show'),
  articles: list(
    reviewed.extend({ findings: list(finding, 'what the checks find now'), content: words('the file') }),
    'in the order of the command',
  ),
});

const reviewer = words('who decided');

/** The result of list, show, approve, reject, adopt or submit. */
export const reviewResult = z.union([
  z.object({ ...form('review-approve'), approved: paths('files'), reviewer }),
  z.object({ ...form('review-reject'), rejected: paths('files'), reviewer }),
  z.object({ ...form('review-adopt'), adopted: paths('files'), reviewer }),
  z.object({
    ...form('review-submit'),
    submitted: list(
      z.object({
        file: words('path, relative to the root'),
        locale: words('edition'),
        title: words('title'),
        status: words('draft or needs-review'),
        sha256: words('hash of title, description and text'),
        findings: list(finding, 'what the checks found'),
      }),
      'in the order of the command',
    ),
  }),
  reviewShown,
  reviewList,
]);

export const evidenceResult = z.object({
  articles: list(
    z.looseObject({
      file: words('path, relative to the root'),
      title: words('title'),
      locale: words('edition'),
      sha256: words('hash of the present text'),
      published: hash('hash of the approved text that readers get in place of the present one'),
      generated: z.looseObject({ model: words('model'), run: words('id of the run'), date: words('when') }),
      amended: z
        .boolean()
        .nullable()
        .describe(
          'true if an editor changed the text before the last decision; null if it is not known, or the text was generated later',
        ),
      state: words('the last decision, not reviewed, or changed since the decision'),
      decisions: list(
        z.looseObject({
          decision: words('approved, rejected, adopted or published'),
          sha256: words('hash of the text that was decided on'),
          reviewer: z.string().nullable().describe('null if nobody reviewed the text'),
          by: z.enum(['person', 'program']).describe('who decided; absent in older records').optional(),
          policy: words('setting that allowed a program to decide').optional(),
          reason: words('why the text was rejected').optional(),
          time: words('RFC 3339'),
        }),
        'oldest first',
      ),
      changes: list(
        z.object({
          commit: words('hash'),
          time: words('when'),
          author: words('name'),
          subject: words('first line'),
        }),
        'commits of the file since the last decision',
      ),
    }),
    'by path',
  ),
});
