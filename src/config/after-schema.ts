/** The settings under `deploy.after`: what happens after a deploy. Secrets are environment variables that they name. */
import * as z from 'zod';
import { httpUrl, name } from './schema-parts.ts';

/** The pattern refuses most secrets that are pasted here; the message does not repeat them. */
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
  .describe('Tells search engines which pages changed. Production only.');

const purge = z
  .discriminatedUnion('cdn', [
    z.strictObject({
      cdn: z.literal('cloudflare').describe('The CDN.'),
      zone: name.describe('Id of the zone.').meta({ examples: ['023e105f4ecef8ad9ca31a8372d0c353'] }),
      token: variable.default('CLOUDFLARE_API_TOKEN').describe('Variable with a token that may purge.'),
      endpoint: httpUrl.default('https://api.cloudflare.com/client/v4').describe('Address of the API.'),
    }),
    z.strictObject({
      cdn: z.literal('fastly').describe('The CDN.'),
      token: variable.default('FASTLY_API_TOKEN').describe('Variable with a token that may purge.'),
      endpoint: httpUrl.default('https://api.fastly.com').describe('Address of the API.'),
    }),
    z.strictObject({
      cdn: z.literal('google').describe('The CDN.'),
      project: name.describe('Google Cloud project id.').meta({ examples: ['field-notes-1'] }),
      urlMap: name.describe('Name of the URL map of the load balancer.').meta({ examples: ['web-map'] }),
      token: variable.default('GOOGLE_OAUTH_ACCESS_TOKEN').describe('Variable with an access token.'),
      endpoint: httpUrl.default('https://compute.googleapis.com/compute/v1').describe('Address of the API.'),
    }),
  ])
  .describe('Removes what changed from the cache of a CDN.');

const webhook = z
  .strictObject({
    url: httpUrl.describe('Address that gets the release as JSON.'),
    secret: variable
      .optional()
      .describe('Variable with the secret that signs the request.')
      .meta({ examples: ['RELEASE_SECRET'] }),
  })
  .describe('Sends the release to a server of yours.');

export const after = z
  .strictObject({ indexNow: indexNow.optional(), purge: purge.optional(), webhook: webhook.optional() })
  .prefault({})
  .describe('What happens after a deploy that changed something.');

export type AfterSettings = z.output<typeof after>;
