/** The settings of `articles deploy` in site-config.json. */
import * as z from 'zod';
import { concurrency, httpUrl, name } from './schema-parts.ts';

/** The pattern refuses most secrets that are pasted in place of a name. The message does not repeat them. */
const variable = z
  .string()
  .regex(/^[A-Z_][A-Z0-9_]{0,99}$/, 'must be the name of an environment variable, such as CDN_TOKEN');

const indexNow = z
  .strictObject({
    key: z
      .string()
      .regex(/^[A-Za-z0-9-]{8,128}$/, 'must have 8 to 128 of A-Z, a-z, 0-9 and "-"')
      .describe('Key of the site. It is no secret: the build publishes it as {key}.txt.')
      .meta({ examples: ['5f0c7a9e4b2d4c7f'] }),
    endpoint: httpUrl.default('https://api.indexnow.org/indexnow').describe('Address of the service.'),
  })
  .describe('Tells search engines which pages have changed. Production only.');

const purge = z
  .discriminatedUnion(
    'cdn',
    [
      z.strictObject({
        cdn: z.literal('cloudflare').describe('The CDN.'),
        zone: name.describe('Id of the zone.').meta({ examples: ['023e105f4ecef8ad9ca31a8372d0c353'] }),
        token: variable
          .default('CLOUDFLARE_API_TOKEN')
          .describe('Environment variable with a token that may purge the cache.'),
        endpoint: httpUrl.default('https://api.cloudflare.com/client/v4').describe('Address of the API.'),
      }),
      z.strictObject({
        cdn: z.literal('cloudfront').describe('The CDN.'),
        distribution: name.describe('Id of the distribution.').meta({ examples: ['E2EXAMPLE1234'] }),
        endpoint: httpUrl.default('https://cloudfront.amazonaws.com').describe('Address of the API.'),
      }),
    ],
    {
      error:
        'needs a "cdn": "cloudflare" or "cloudfront"; a program purges others: "command" (docs/deploy.md)',
    },
  )
  .describe('Removes changed files from the cache of a CDN.');

const webhook = z
  .strictObject({
    url: httpUrl.describe('URL that receives the release as JSON.'),
    secret: variable
      .optional()
      .describe('Environment variable with the secret that signs the request.')
      .meta({ examples: ['RELEASE_SECRET'] }),
  })
  .describe('Sends the release to your own server.');

const command = z
  .array(z.string())
  .min(1, 'must name a program')
  .describe(
    'A program and its arguments, run in the folder of the site with the release as JSON on its standard input.',
  )
  .meta({ examples: [['node', 'after-deploy.mjs']] });

export const after = z
  .strictObject({
    indexNow: indexNow.optional(),
    purge: purge.optional(),
    webhook: webhook.optional(),
    command: command.optional(),
  })
  .prefault({})
  .describe('Actions after a deploy that changed something.');

export type AfterSettings = z.output<typeof after>;

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
    concurrency: concurrency.default(64).describe('Maximum number of concurrent requests.'),
    verify: z
      .strictObject({
        production: z
          .union([httpUrl, z.literal(false)])
          .optional()
          .describe(
            'Public URL of production. Default: the URL of the site. false switches verification off.',
          ),
        development: httpUrl.optional().describe('Public URL of the development deployment.'),
        sample: z
          .int()
          .min(0)
          .max(10_000)
          .default(20)
          .describe('Number of pages to check besides home and error pages.'),
      })
      .prefault({})
      .describe('URLs at which a deploy verifies the live site.'),
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
