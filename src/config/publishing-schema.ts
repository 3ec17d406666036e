/** The settings of site-config.json about where and how the site is published: `hosting`, `redirects`, `security`. */
import * as z from 'zod';
import { HOST_NAMES } from '../foundation/host-names.ts';
import { aliasPath } from './page-path.ts';
import { security } from './security-schema.ts';

const redirect = z
  .strictObject({
    from: aliasPath.describe('An old address.'),
    to: aliasPath
      .optional()
      .describe('Path of the page that replaces it.')
      .meta({ examples: ['/articles/new-slug'] }),
    gone: z.literal(true).optional().describe('The page was withdrawn: hosts that can answer 410 do so.'),
  })
  .refine(({ to, gone }) => (to === undefined) !== (gone === undefined), 'needs either "to" or "gone": true');

const redirects = z
  .array(redirect)
  .default([])
  .describe('Old addresses that no page lists in its aliases: each leads to a page, or is gone.');

const hosting = z
  .enum(HOST_NAMES)
  .optional()
  .describe('Write the files that this host reads: redirects, headers, error pages. See docs/hosting.');

export const publishing = { hosting, redirects, security };
