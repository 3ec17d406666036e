/** The settings of `articles deploy` in site-config.json. */
import * as z from 'zod';
import { after } from './after-schema.ts';
import { concurrency, httpUrl, name } from './schema-parts.ts';

export const deploy = z
  .strictObject({
    project: name
      .optional()
      .describe('Google Cloud project id.')
      .meta({ examples: ['field-notes-1'] }),
    location: name
      .default('EU')
      .describe('Location of a bucket that `articles deploy --init` creates.')
      .meta({ examples: ['us-central1'] }),
    production: name
      .optional()
      .describe('Production target. Default: gs://{shortName}.')
      .meta({ examples: ['s3://field-notes?region=eu-central-1'] }),
    development: name
      .optional()
      .describe('Development target. Default: gs://{shortName}-dev.')
      .meta({ examples: ['file:///srv/preview'] }),
    maxDelete: z
      .number()
      .min(0)
      .max(100)
      .default(20)
      .describe('Refuse to delete more than this percentage of objects.'),
    concurrency: concurrency.default(64).describe('Requests at the same time, at most.'),
    verify: z
      .strictObject({
        production: z
          .union([httpUrl, z.literal(false)])
          .optional()
          .describe('Public address of production. Default: that of the site; false: do not verify.'),
        development: httpUrl.optional().describe('Public address of the development deployment.'),
        sample: z
          .int()
          .min(0)
          .max(10_000)
          .default(20)
          .describe('Number of pages to check besides home and error pages.'),
      })
      .prefault({})
      .describe('Where a deploy verifies that the live site answers as deployed.'),
    after,
    keepReleases: z.int().min(1).max(100).default(3).describe('Number of releases whose assets are kept.'),
    keepDays: z
      .number()
      .min(0)
      .max(365)
      .default(7)
      .describe('Days for which assets of old releases are kept.'),
  })
  .prefault({})
  .describe('Defaults of `articles deploy`.');
