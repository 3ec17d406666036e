/** The schema of site-config.json: validation, defaults, and the JSON schema that editors use. */
import * as z from 'zod';
import { LOCALE_CODES } from '../locales/codes.ts';
import { RULE_NAMES } from '../locales/generation.ts';
import { publishing } from './publishing-schema.ts';

export const DEFAULT_THEME_COLOR = '#14532d';

const count = z.int().min(0).max(1000);
const concurrency = z.int().min(1).max(256);
const on = z.boolean().default(true);
const name = z.string().min(1);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an absolute http(s) URL' });
const hostName = z.string().regex(/^[a-z0-9.-]+\.[a-z]{2,}$/i, 'must be a host name such as "example.org"');

const sections = z
  .strictObject({
    best: count.default(4).describe('Number of best articles on the home page.'),
    hot: count.default(8).describe('Number of hot articles on the home page and in listings.'),
    more: count.default(8).describe('Number of further articles on the home page.'),
    page: count.min(1).default(12).describe('Articles on one page of a category, subcategory or author.'),
    related: count.default(8).describe('Number of related articles on an article page.'),
  })
  .prefault({})
  .describe('How many articles each section of a page shows.');

const features = z
  .strictObject({
    navigation: on.describe('Load pages without a full reload. Writes page-data files.'),
    serviceWorker: z
      .literal([true, false, 'remove'])
      .default(true)
      .describe('Offline reading. "remove" ships a worker that unregisters itself and deletes its caches.'),
    search: on.describe('Search in the browser, with its index files.'),
    feeds: on.describe('Atom, RSS and JSON feeds.'),
    covers: on.describe('Draw an SVG cover for each article without an image.'),
    socialImages: z
      .literal(['article', 'category', 'site', false])
      .default('category')
      .describe('Images of 1200×630 for social networks: one per article, per category, per site, or none.'),
  })
  .prefault({})
  .describe('Switches for parts of the site.');

const deploy = z
  .strictObject({
    project: name.optional().describe('Google Cloud project id.'),
    location: name.default('EU').describe('Location of a bucket that `articles deploy --init` creates.'),
    production: name.optional().describe('Production target. Default: gs://{shortName}.'),
    development: name.optional().describe('Development target. Default: gs://{shortName}-dev.'),
    maxDelete: z
      .number()
      .min(0)
      .max(100)
      .default(20)
      .describe('Refuse to delete more than this percentage of objects.'),
    concurrency: concurrency.default(64).describe('Requests at the same time, at most.'),
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

const price = z.strictObject({
  input: z.number().min(0).describe('USD per million input tokens.'),
  cachedInput: z
    .number()
    .min(0)
    .optional()
    .describe('USD per million cached input tokens. Default: as input.'),
  output: z.number().min(0).describe('USD per million output tokens.'),
  batchDiscount: z.number().min(0).max(1).default(0.5).describe('Fraction of the price that a batch saves.'),
});

const generate = z
  .strictObject({
    model: name.default('gpt-5-mini').describe('Name of the model.'),
    baseUrl: httpUrl.optional().describe('URL of an OpenAI-compatible server. Default: OPENAI_BASE_URL.'),
    temperature: z.number().min(0).max(2).optional().describe('Temperature of the model, if it takes one.'),
    sources: z.array(hostName).default([]).describe('Hosts that an article may link to and name as sources.'),
    author: name
      .optional()
      .describe('Author of generated articles: a name or slug. Default: the first author of authors.json.'),
    rules: z
      .partialRecord(z.enum(RULE_NAMES), z.boolean())
      .default({})
      .describe('Turns a prompt rule on or off by its name, such as {"typos": false}.'),
    sections: z
      .strictObject({
        minimum: z.int().min(1).default(3).describe('Fewest sections of an article.'),
        maximum: z.int().min(1).max(20).default(6).describe('Most sections of an article.'),
      })
      .prefault({})
      .describe('Number of sections of an article.'),
    words: z
      .strictObject({
        minimum: z.int().min(50).default(500).describe('Fewest words of an article.'),
        maximum: z.int().min(100).max(20_000).default(1200).describe('Most words of an article.'),
      })
      .prefault({})
      .describe('Length of an article.'),
    maxRepairs: z.int().min(0).max(2).default(2).describe('Repair calls for one answer, at most.'),
    maxOutputTokens: z
      .int()
      .min(100)
      .max(128_000)
      .default(8000)
      .describe('Tokens of one answer, at most, the reasoning of the model included.'),
    concurrency: concurrency.default(8).describe('Calls at the same time, at most.'),
    requestsPerMinute: z.int().min(1).optional().describe('Calls per minute, at most. Default: no limit.'),
    tokensPerMinute: z.int().min(1).optional().describe('Tokens per minute, at most. Default: no limit.'),
    timeoutSeconds: z.number().min(1).max(3600).default(180).describe('Seconds to wait for one answer.'),
    settleSeconds: z
      .number()
      .min(0)
      .max(3600)
      .default(60)
      .describe(
        'Seconds after the end of a failed call in which its answer may still appear in the store of the server.',
      ),
    store: on.describe('Ask the server to store answers, so that a lost answer is not paid for twice.'),
    tokenLimitField: z
      .enum(['max_completion_tokens', 'max_tokens'])
      .default('max_completion_tokens')
      .describe('Request field that limits the answer. Older servers only know "max_tokens".'),
    prices: z
      .record(z.string(), price)
      .default({ 'gpt-5-mini': { input: 0.25, cachedInput: 0.025, output: 2, batchDiscount: 0.5 } })
      .describe('Price of each model. Compare it with the bill of the provider.'),
    budget: z.number().min(0).optional().describe('Default of --budget, in USD.'),
  })
  .prefault({})
  .describe('Defaults of `articles generate`.');

/** site-config.json. Unknown keys are errors, so that a misspelt setting is not silently ignored. */
export const siteConfigSchema = z.strictObject({
  $schema: z.string().optional().describe('JSON schema of this file, for editors.'),
  title: z
    .string()
    .min(1)
    .max(120)
    .describe('Title of the site, shown in the header and the copyright line.'),
  shortName: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{1,57}[a-z0-9]$/,
      'must be 3 to 59 of a-z, 0-9 and "-", so that it is a valid bucket name',
    )
    .describe('Short name. Buckets and the web app use it.'),
  description: z
    .string()
    .max(300)
    .default('')
    .describe('Description of the site, for feeds and the web app.'),
  url: httpUrl.describe('Origin of the published site, such as https://example.org, without a path.'),
  basePath: z
    .string()
    .regex(
      /^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)*$/,
      'must be empty or start with "/" and end without one, such as "/blog"',
    )
    .default('')
    .describe('Path below the origin under which the site is published, such as /blog.'),
  locales: z
    .array(
      z.enum(LOCALE_CODES, {
        error: ({ input }) =>
          `language ${JSON.stringify(input)} is not supported; available: ${LOCALE_CODES.join(', ')}`,
      }),
    )
    .min(1)
    .describe('Languages of the site. The first is at /, the others at /ru, /tr, /ko or /en.'),
  timeZone: z
    .string()
    .default('UTC')
    .describe('IANA time zone of calendar dates: an article is published at midnight there.'),
  logo: z.string().optional().describe('Path of a square SVG or PNG file, relative to the site folder.'),
  themeColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as "#1d3b2f"')
    .default(DEFAULT_THEME_COLOR)
    .describe('Accent colour: links, buttons, icons, and the browser around the site.'),
  contact: z
    .strictObject({
      email: z.email('must be an e-mail address').optional().describe('E-mail address of the editors.'),
      video: httpUrl.optional().describe('URL of a video channel.'),
      social: httpUrl.optional().describe('URL of a page on a social network.'),
      photo: httpUrl.optional().describe('URL of a photo account.'),
    })
    .prefault({})
    .describe('Addresses in the footer.'),
  articleImageBaseUrl: z
    .string()
    .regex(/^(https?:\/\/|\/)/, 'must be an absolute URL or a path that starts with "/"')
    .default('/images/')
    .describe('URL or path that comes before relative images of articles.'),
  urls: z
    .strictObject({
      layout: z
        .enum(['file', 'directory'])
        .default('file')
        .describe('Files of pages: "file" writes a/b.html, "directory" a/b/index.html. URLs are the same.'),
    })
    .prefault({})
    .describe('How files are named.'),
  sections,
  features,
  markdown: z
    .strictObject({
      rawHtml: z.boolean().default(false).describe('Keep raw HTML of articles. Only for trusted content.'),
    })
    .prefault({})
    .describe('How Markdown is read.'),
  search: z
    .strictObject({
      minimumCharacters: z
        .partialRecord(z.enum(LOCALE_CODES), z.int().min(1).max(10))
        .default({})
        .describe('Characters that a query needs, by locale. Default: 3.'),
    })
    .prefault({})
    .describe('Search in the browser.'),
  feedItems: z.int().min(1).max(1000).default(20).describe('Number of articles in a feed.'),
  thirdPartyProxy: z
    .strictObject({
      allow: z.array(httpUrl).default([]).describe('Exact URLs that the proxy may fetch.'),
    })
    .prefault({})
    .describe('Proxy of `articles serve` for scripts of third parties.'),
  ...publishing,
  deploy,
  generate,
});

/** A validated, frozen configuration. */
export type SiteConfig = Readonly<z.output<typeof siteConfigSchema>> & {
  /** Absolute path of the folder that holds site-config.json. */
  readonly root: string;
};

/** The JSON schema that editors use for `$schema` (draft 2020-12). */
export function siteConfigJsonSchema(): object {
  return z.toJSONSchema(siteConfigSchema, { io: 'input' });
}
