/** Owns the shape of site-config.json: one zod schema for validation, defaults and the editors' JSON schema. */
import * as z from 'zod';
import { LOCALE_CODES } from '../locales/codes.ts';
import { RULE_NAMES } from '../locales/generation.ts';

export const DEFAULT_THEME_COLOR = '#14532d';

const count = z.int().min(0).max(1000);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an absolute http(s) URL' });
const hostName = z.string().regex(/^[a-z0-9.-]+\.[a-z]{2,}$/i, 'must be a host name such as "example.org"');

const sections = z
  .strictObject({
    best: count.default(4).describe("Home page: number of 'Best Articles'."),
    hot: count.default(8).describe("Home page and listings: number of 'Hot Articles'."),
    more: count.default(8).describe("Home page: number of 'Have More wonderful Stuff'."),
    page: count
      .min(1)
      .default(12)
      .describe('Articles on one page of a listing (category, subcategory, author).'),
    related: count
      .default(8)
      .describe("Article page: number of related articles under 'Have More wonderful Stuff'."),
  })
  .prefault({});

const features = z
  .strictObject({
    navigation: z
      .boolean()
      .default(true)
      .describe('Navigation runtime in the browser, with its page-data files.'),
    serviceWorker: z
      .union([z.boolean(), z.literal('remove')])
      .default(true)
      .describe('Offline reading. "remove" ships a worker that unregisters itself and drops its caches.'),
    search: z.boolean().default(true).describe('Search index and the search island.'),
    feeds: z.boolean().default(true).describe('Atom, RSS and JSON feeds.'),
    covers: z.boolean().default(true).describe('Draw an SVG cover for each article that has no image.'),
    socialImages: z
      .union([z.literal('article'), z.literal('category'), z.literal('site'), z.literal(false)])
      .default('category')
      .describe(
        '1200×630 images for social networks: one per article, per category, one for the site, or none.',
      ),
  })
  .prefault({});

const deploy = z
  .strictObject({
    project: z.string().min(1).optional().describe('Google Cloud project id.'),
    location: z
      .string()
      .min(1)
      .default('EU')
      .describe('Location of a bucket made by `articles deploy --init`.'),
    production: z.string().min(1).optional().describe('Production target; default gs://{shortName}.'),
    development: z.string().min(1).optional().describe('Development target; default gs://{shortName}-dev.'),
    maxDelete: z
      .number()
      .min(0)
      .max(100)
      .default(20)
      .describe('Refuse to delete more than this percentage of objects.'),
    concurrency: z.int().min(1).max(256).default(64),
    keepReleases: z
      .int()
      .min(1)
      .max(100)
      .default(3)
      .describe('Releases whose hashed assets stay in the bucket.'),
    keepDays: z
      .number()
      .min(0)
      .max(365)
      .default(7)
      .describe('Days that old hashed assets stay in the bucket.'),
  })
  .prefault({});

const price = z.strictObject({
  input: z.number().min(0).describe('USD per million input tokens.'),
  cachedInput: z.number().min(0).optional().describe('USD per million cached input tokens; default: input.'),
  output: z.number().min(0).describe('USD per million output tokens.'),
  batchDiscount: z.number().min(0).max(1).default(0.5).describe('Part of the price that a batch saves.'),
});

const generate = z
  .strictObject({
    model: z.string().min(1).default('gpt-5-mini'),
    baseUrl: httpUrl
      .optional()
      .describe('Base URL of an OpenAI-compatible server; default: OPENAI_BASE_URL.'),
    temperature: z.number().min(0).max(2).optional(),
    sources: z.array(hostName).default([]).describe('Hosts that an article may link to and name as sources.'),
    author: z
      .string()
      .min(1)
      .optional()
      .describe('Author of generated articles, by name or slug; default: the first of authors.json.'),
    rules: z
      .partialRecord(z.enum(RULE_NAMES), z.boolean())
      .default({})
      .describe('Switches a prompt rule off (or on) by its name, e.g. {"typos": false}.'),
    sections: z
      .strictObject({ minimum: z.int().min(1).default(3), maximum: z.int().min(1).max(20).default(6) })
      .prefault({}),
    words: z
      .strictObject({
        minimum: z.int().min(50).default(500),
        maximum: z.int().min(100).max(20_000).default(1200),
      })
      .prefault({}),
    maxRepairs: z.int().min(0).max(2).default(2),
    maxOutputTokens: z
      .int()
      .min(100)
      .max(128_000)
      .default(8000)
      .describe('Tokens of an answer, at most; a model that thinks first spends them on its thoughts too.'),
    concurrency: z.int().min(1).max(256).default(8),
    requestsPerMinute: z.int().min(1).optional(),
    tokensPerMinute: z.int().min(1).optional(),
    timeoutSeconds: z.number().min(1).max(3600).default(180),
    settleSeconds: z
      .number()
      .min(0)
      .max(3600)
      .default(60)
      .describe(
        'After a lost connection: how long, beyond timeoutSeconds, the server may still finish and store the call before it counts as not made.',
      ),
    store: z
      .boolean()
      .default(true)
      .describe(
        'Ask the server to store answers, so that one lost on the way is looked up and not paid again.',
      ),
    tokenLimitField: z
      .enum(['max_completion_tokens', 'max_tokens'])
      .default('max_completion_tokens')
      .describe('Name of the request field that bounds the answer; older servers know "max_tokens" only.'),
    prices: z
      .record(z.string(), price)
      .default({ 'gpt-5-mini': { input: 0.25, cachedInput: 0.025, output: 2, batchDiscount: 0.5 } })
      .describe('Price of each model. Compare it with the bill of the provider.'),
    budget: z.number().min(0).optional().describe('USD; default for --budget.'),
  })
  .prefault({});

/** site-config.json. Unknown keys are errors, so that a misspelt setting is not silently ignored. */
export const siteConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  title: z.string().min(1).max(120).describe("The site's title, as in the header and the copyright line."),
  shortName: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{1,57}[a-z0-9]$/,
      'must be 3 to 59 of a-z, 0-9 and "-", so that a bucket can bear it',
    )
    .describe('Short name: buckets and the web manifest are named by it.'),
  description: z.string().max(300).default(''),
  url: httpUrl.describe('Where the site is published, such as https://example.org: origin only.'),
  basePath: z
    .string()
    .regex(
      /^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)*$/,
      'must be empty or start with "/" and end without one, such as "/blog"',
    )
    .default(''),
  locales: z
    .array(z.enum(LOCALE_CODES))
    .min(1)
    .describe('The first stands at /, the others at /ru, /tr, /ko, /en.'),
  timeZone: z
    .string()
    .default('UTC')
    .describe('IANA time zone in which dates are shown and drafts come due.'),
  logo: z.string().optional().describe('SVG or PNG file below the root; a square one.'),
  themeColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as "#1d3b2f"')
    .default(DEFAULT_THEME_COLOR),
  contact: z
    .strictObject({
      email: z.email().optional(),
      video: httpUrl.optional(),
      social: httpUrl.optional(),
      photo: httpUrl.optional(),
    })
    .prefault({}),
  articleImageBaseUrl: z
    .string()
    .regex(/^(https?:\/\/|\/)/, 'must be an absolute URL or a path that starts with "/"')
    .default('/images/')
    .describe('What the `image` of an article and relative images in its text are joined to.'),
  urls: z
    .strictObject({
      layout: z
        .enum(['file', 'directory'])
        .default('file')
        .describe('"file" writes a/b.html, "directory" a/b/index.html; URLs are the same.'),
    })
    .prefault({}),
  sections,
  features,
  markdown: z
    .strictObject({
      rawHtml: z
        .boolean()
        .default(false)
        .describe('Pass raw HTML in articles through. Only for trusted content.'),
    })
    .prefault({}),
  search: z
    .strictObject({
      minimumCharacters: z
        .partialRecord(z.enum(LOCALE_CODES), z.int().min(1).max(10))
        .default({})
        .describe('Characters before search answers, by locale; default 3.'),
    })
    .prefault({}),
  feedItems: z.int().min(1).max(1000).default(20),
  thirdPartyProxy: z
    .strictObject({
      allow: z.array(httpUrl).default([]).describe('Exact URLs that the proxy of `serve` may fetch.'),
    })
    .prefault({}),
  deploy,
  generate,
});

export type SiteConfigInput = z.input<typeof siteConfigSchema>;
export type SiteConfigData = z.output<typeof siteConfigSchema>;

/** A validated configuration, frozen, with the folders that it stands for. */
export type SiteConfig = Readonly<SiteConfigData> & {
  /** Absolute path of the folder that holds site-config.json. */
  readonly root: string;
};

/** The JSON schema that editors use for `$schema` (draft 2020-12). */
export function siteConfigJsonSchema(): object {
  return z.toJSONSchema(siteConfigSchema, { io: 'input' });
}
