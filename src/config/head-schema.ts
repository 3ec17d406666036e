/** The schema of `integrations.head`: meta and link elements that a site adds to every page. */
import * as z from 'zod';
import { name } from './schema-parts.ts';

/** Names that built-in elements use: a second element would contradict them. */
const OWN_META =
  /^(description|robots|viewport|theme-color|referrer|color-scheme|og:.+|twitter:.+|article:.+)$/i;

const RELATIONS = [
  'alternate',
  'author',
  'dns-prefetch',
  'help',
  'indieauth-metadata',
  'authorization_endpoint',
  'token_endpoint',
  'license',
  'me',
  'micropub',
  'pgpkey',
  'pingback',
  'preconnect',
  'privacy-policy',
  'search',
  'terms-of-service',
  'webmention',
] as const;

const metaName = name.refine((value) => !OWN_META.test(value), {
  error: 'is an element that each page has already',
  params: { hint: 'change the title, description or picture of the page instead' },
});

const meta = z
  .strictObject({
    name: metaName
      .optional()
      .describe('Name of a meta element.')
      .meta({ examples: ['rating'] }),
    property: metaName
      .optional()
      .describe('Property of a meta element.')
      .meta({ examples: ['fb:app_id'] }),
    content: z
      .string()
      .describe('Content of the meta element.')
      .meta({ examples: ['adult'] }),
  })
  .refine(
    ({ name, property }) => (name === undefined) !== (property === undefined),
    'needs either "name" or "property"',
  );

const link = z.strictObject({
  rel: z.enum(RELATIONS).describe('Relation of a link element.'),
  href: z
    .string()
    .regex(/^(\/(?!\/)|https?:\/\/|mailto:)/, 'must be a path such as "/key.asc" or a URL')
    .describe('URL of the link.')
    .meta({ examples: ['/key.asc'] }),
  type: name
    .optional()
    .describe('MIME type of the target.')
    .meta({ examples: ['application/pgp-keys'] }),
  title: name
    .optional()
    .describe('Title of the target.')
    .meta({ examples: ['Our key'] }),
});

const entry = z
  .strictObject({
    meta: meta.optional().describe('A meta element.'),
    link: link.optional().describe('A link element.'),
  })
  .refine(
    ({ meta, link }) => (meta === undefined) !== (link === undefined),
    'must be {"meta": {…}} or {"link": {…}}',
  );

export const headEntries = z
  .array(entry)
  .default([])
  .describe(
    'Further elements of <head> on every page: {"meta": {"name", "content"}} or {"link": {"rel", "href"}}.',
  );
