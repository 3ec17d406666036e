/** The settings under `integrations` in site-config.json: third-party services, such as analytics and comments. */
import * as z from 'zod';
import { label } from './editorial-schema.ts';
import { headEntries } from './head-schema.ts';
import { httpUrl, name } from './schema-parts.ts';

const origin = z
  .string()
  .regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/i, 'must be an origin such as "https://stats.example"')
  .meta({ examples: ['https://stats.example'] });

const service = <Name extends string>(name: Name) => z.literal(name).describe('The service.');

const SCRIPT = 'Path or URL of the script, if it is not at the service.';

const script = z
  .string()
  .regex(
    /^(\/(?!\/)|https?:\/\/)[\w.~!$%()*+@:=/-]*$/,
    'must be a path of public/ such as "/stats.js", or an http(s) URL without a query',
  )
  .meta({ examples: ['/stats.js'] });

const common = {
  consent: z
    .enum(['none', 'analytics', 'marketing'])
    .default('analytics')
    .describe('Kind of consent that readers must give before the script is loaded. "none" loads it at once.'),
  integrity: z
    .union([
      z.string().regex(/^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/, 'must be a hash such as "sha384-…"'),
      z.literal(false),
    ])
    .optional()
    .describe('Integrity hash of a script of another host; false if the host changes the script.')
    .meta({ examples: [false] }),
};

const analytics = z.discriminatedUnion(
  'service',
  [
    z.strictObject({
      service: service('plausible'),
      domain: name.describe('Domain of the site in the service.').meta({ examples: ['example.org'] }),
      host: origin.default('https://plausible.io').describe('Origin of the service.'),
      script: script.optional().describe(SCRIPT),
      ...common,
    }),
    z.strictObject({
      service: service('umami'),
      website: name
        .describe('Id of the site in the service.')
        .meta({ examples: ['94db1cb1-74f4-4a40-ad6c-962362670409'] }),
      host: origin.default('https://cloud.umami.is').describe('Origin of the service.'),
      script: script.optional().describe(SCRIPT),
      ...common,
    }),
    z.strictObject({
      service: service('matomo'),
      site: z.int().min(1).describe('Number of the site in the service.'),
      host: z
        .string()
        .regex(/^https?:\/\/[\w.:/-]+[^/]$/, 'must be the address of Matomo without a slash at its end')
        .describe('Address of Matomo.')
        .meta({ examples: ['https://stats.example/matomo'] }),
      script: script.optional().describe(SCRIPT),
      ...common,
    }),
    z.strictObject({
      service: service('goatcounter'),
      host: origin.describe('Origin of the service.'),
      script: script.optional().describe(SCRIPT),
      ...common,
    }),
    z.strictObject({
      service: service('script'),
      script: script.describe('Path or URL of the script.'),
      attributes: z
        .record(z.string().regex(/^data-[a-z0-9-]+$/, 'must be an attribute such as "data-site"'), z.string())
        .default({})
        .describe('Attributes of the script.')
        .meta({ examples: [{ 'data-site': 'field-notes' }] }),
      connect: z.array(origin).default([]).describe('Origins to which the script sends data.'),
      ...common,
    }),
  ],
  { error: 'needs a "service": "plausible", "umami", "matomo", "goatcounter" or "script"' },
);
export type Analytics = z.output<typeof analytics>;

const comments = z.discriminatedUnion(
  'service',
  [
    z.strictObject({
      service: service('giscus'),
      host: origin.default('https://giscus.app').describe('Origin of the service.'),
      repo: z
        .string()
        .regex(/^[\w.-]+\/[\w.-]+$/, 'must be "owner/name"')
        .describe('The repository, as owner/name.')
        .meta({ examples: ['octocat/comments'] }),
      repoId: name.describe('Id of the repository.').meta({ examples: ['R_kgDOexample'] }),
      category: name.describe('Category of the discussions.').meta({ examples: ['Comments'] }),
      categoryId: name.describe('Id of that category.').meta({ examples: ['DIC_kwDOexample'] }),
    }),
    z.strictObject({
      service: service('remark42'),
      host: origin.describe('Origin of the service.'),
      site: name
        .default('remark')
        .describe('Id of the site in the service.')
        .meta({ examples: ['field-notes'] }),
    }),
    z.strictObject({
      service: service('frame'),
      url: httpUrl
        .refine((url) => url.includes('{url}'), "needs {url}, the place of the page's address")
        .describe("Address of the frame; {url} in it becomes the page's address.")
        .meta({ examples: ['https://comments.example/?page={url}'] }),
    }),
  ],
  { error: 'needs a "service": "giscus", "remark42" or "frame"' },
);
export type CommentService = z.output<typeof comments>;

const newsletter = z.strictObject({
  action: httpUrl.describe('URL that the form is sent to.'),
  field: name
    .default('email')
    .describe('Name of the field with the e-mail address.')
    .meta({ examples: ['EMAIL'] }),
  hidden: z
    .record(name, z.string())
    .default({})
    .describe('Further fields, which readers do not see.')
    .meta({ examples: [{ list: 'weekly' }] }),
  title: label.optional().describe('Heading: a text, or a text for each locale.'),
  text: label.optional().describe('Description for readers: a text, or a text for each locale.'),
  button: label.optional().describe('Words of the button: a text, or a text for each locale.'),
});

const token = z
  .string()
  .regex(/^[\w=.:+/-]+$/, 'must be the code alone, without the tag around it')
  .meta({ examples: ['r4nd0mC0de'] })
  .optional();

const verification = z
  .strictObject({
    google: token.describe('Code of Google Search Console.'),
    bing: token.describe('Code of Bing Webmaster Tools.'),
    yandex: token.describe('Code of Yandex Webmaster.'),
    naver: token.describe('Code of Naver Search Advisor.'),
    baidu: token.describe('Code of Baidu Search Resource Platform.'),
    pinterest: token.describe('Code of Pinterest.'),
    facebook: token.describe('Code of Facebook Business.'),
  })
  .prefault({});

export const integrations = z
  .strictObject({
    analytics: z.array(analytics).default([]).describe('Services that count visits.'),
    comments: comments
      .optional()
      .describe('Comments under articles. They are loaded when a reader asks for them.'),
    head: headEntries,
    newsletter: newsletter.optional().describe('A form in the footer, without a script.'),
    verification: verification.describe('Codes by which search engines verify the owner of the site.'),
  })
  .superRefine(({ analytics }, context) => {
    for (const [index, { script: file, service, integrity }] of analytics.entries()) {
      const isOwn = file?.startsWith('/') ?? false;
      if (isOwn === (integrity === undefined)) continue;
      const path = ['analytics', index];
      const message = isOwn
        ? 'has an integrity, but its script is a file of the site'
        : `${service} loads a script of another host without its integrity`;
      const hint = isOwn
        ? 'remove "integrity"'
        : 'add "integrity": "sha384-…", or copy the script to public/ and write "script": "/name.js", or write "integrity": false if you trust the host with every later version';
      context.addIssue({ code: 'custom', path, message, params: { hint } });
    }
  })
  .prefault({})
  .describe('Third-party services: analytics, comments, newsletter, verification, and elements of <head>.');
