/** The settings for programs that read a site: Markdown twins, rights, an account of the fediverse. */
import * as z from 'zod';
import { httpUrl } from './schema-parts.ts';

export const agents = z
  .strictObject({
    markdown: z
      .boolean()
      .default(false)
      .describe('Write each article and text page as Markdown too, at its address with ".md", and llms.txt.'),
  })
  .prefault({})
  .describe('What programs that read the site get.');

const use = (what: string) => z.boolean().optional().describe(`Programs may use the texts ${what}.`);

export const rights = z
  .strictObject({
    search: use('to find pages in a search engine'),
    answer: use('to answer questions, with this site as a source'),
    train: use('to train models'),
    license: httpUrl
      .optional()
      .describe('Address of the license of the texts.')
      .meta({ examples: ['https://creativecommons.org/licenses/by/4.0/'] }),
  })
  .prefault({})
  .describe(
    'What programs may do with the texts: in robots.txt, license.xml, .well-known/tdmrep.json and JSON-LD. Nothing is said of a use that is left out.',
  );

export const fediverse = z
  .string()
  .regex(/^@[\w.-]+@[a-z0-9.-]+\.[a-z]{2,}$/i, 'must be an account such as "@desk@example.social"')
  .optional()
  .describe(
    'Account of the site in the fediverse: named on each page, and found by the domain of the site on hosts with redirects.',
  )
  .meta({ examples: ['@desk@example.social'] });
