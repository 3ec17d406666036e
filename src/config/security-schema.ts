/** The settings under `security` in site-config.json. */
import * as z from 'zod';
import { policySources } from './policy-schema.ts';

export const security = z
  .strictObject({
    ads: policySources
      .default({})
      .describe(
        'Sources that paid links of content/ads.json may load, by directive. Only pages with such paid links allow them.',
      ),
    contentSecurityPolicy: policySources
      .default({})
      .describe('Sources that every page may load besides its own files, by directive.'),
    publicFiles: z
      .array(z.string())
      .default([])
      .describe('Paths below public/ that are published although they look like secrets.')
      .meta({ examples: [['.well-known/keys.pem']] }),
  })
  .prefault({})
  .describe('What pages may load from elsewhere, and exceptions from the security rules.');
