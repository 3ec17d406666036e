/** The settings under `security` in site-config.json. */
import * as z from 'zod';

export const security = z
  .strictObject({
    publicFiles: z
      .array(z.string())
      .default([])
      .describe('Paths below public/ that are published although they look like secrets.'),
  })
  .prefault({})
  .describe('Exceptions from the security rules.');
