/** The schema of site-config.json: validation, defaults, and the JSON schema that editors use. */
import * as z from 'zod';
import { FORMER_HOSTS, HOST_NAMES } from '../hosts/host-table.ts';
import { agents, fediverse, rights } from './agents-schema.ts';
import { deploy } from './deploy-schema.ts';
import { category, home, permalinks, taxonomies } from './editorial-schema.ts';
import { generate } from './generate-schema.ts';
import { integrations } from './integrations-schema.ts';
import { layers } from './layers-schema.ts';
import { footer, navigation } from './navigation-schema.ts';
import { paidLinks } from './paid-links-schema.ts';
import { policySources } from './policy-schema.ts';
import { headerRule, newAddress, oldAddress } from './redirect-rules.ts';
import { count, httpUrl, localeCode, market, name, on, storeUrl } from './schema-parts.ts';

export const DEFAULT_THEME_COLOR = '#14532d';

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

const MASTHEADS = ['newspaper', 'magazine', 'journal', 'minimal'] as const;

const features = z
  .strictObject({
    navigation: on.describe('Load pages without a full reload. Writes page-data files.'),
    serviceWorker: z
      .literal([true, false, 'remove'])
      .default(true)
      .describe('Offline reading. "remove" ships a worker that unregisters itself and deletes its caches.'),
    search: on.describe('Search in the browser, with its index files.'),
    feeds: on.describe('Atom, RSS and JSON feeds.'),
    speculationRules: z
      .boolean()
      .default(false)
      .describe('Let browsers prefetch a page when a reader points at its link.'),
    covers: on.describe(
      'Draw covers where the setting `covers` is left out. false is the same as "covers": "none".',
    ),
    socialImages: z
      .literal(['article', 'category', 'site', false])
      .default('category')
      .describe('Images of 1200×630 for social networks: one per article, per category, per site, or none.'),
  })
  .prefault({})
  .describe('Switches for parts of the site.');

const redirect = z
  .strictObject({
    from: oldAddress.describe(
      'An old address: a path, all paths below one ("/old/*"), or a path with a query.',
    ),
    to: newAddress
      .optional()
      .describe(
        'The page that replaces it, or an address of another host. "*" at the end stands for the rest.',
      ),
    gone: z.literal(true).optional().describe('The page was withdrawn: hosts that can answer 410 do so.'),
  })
  .refine(({ to, gone }) => (to === undefined) !== (gone === undefined), 'needs either "to" or "gone": true')
  .refine(({ from, gone }) => !gone || !/[*?]/.test(from), '"gone" needs one path')
  .refine(
    ({ from, to }) => !to?.endsWith('*') || from.endsWith('*'),
    '"to" ends with "*", and "from" does not',
  );

const redirects = z
  .array(redirect)
  .default([])
  .describe('Redirects of old addresses that no page lists in its aliases, and withdrawn pages.');

const security = z
  .strictObject({
    ads: policySources
      .default({})
      .describe(
        'Sources that paid links of content/paid-links.json may load, by directive. Only pages with such paid links allow them.',
      ),
    contentSecurityPolicy: policySources
      .default({})
      .describe('Additional sources that every page may load, by directive of its security policy.'),
    hsts: z
      .int()
      .min(0)
      .max(63_072_000)
      .optional()
      .describe(
        'Seconds for which browsers use HTTPS only (Strict-Transport-Security), on hosts whose files set headers.',
      )
      .meta({ examples: [31_536_000] }),
    publicFiles: z
      .array(z.string())
      .default([])
      .describe('Paths below public/ that are published although they look like secrets.')
      .meta({ examples: [['.well-known/keys.pem']] }),
  })
  .prefault({})
  .describe('Additional sources that pages may load, and exceptions from the check for secrets.');

const markets = z
  .record(localeCode, z.array(market))
  .default({})
  .describe('Where the readers of each edition are, by locale. Offers and notices of content/ refer to it.')
  .meta({ examples: [{ en_US: ['GB', 'US-NJ'] }] });

const offers = z
  .strictObject({
    keep: z
      .number()
      .min(0)
      .max(100)
      .default(3)
      .describe('Years for which production keeps the record of an offer after it was last shown.'),
    fromLayers: z
      .array(z.string())
      .default([])
      .describe('Names of the offers in ledgers of layers that this site shows. The others are not shown.')
      .meta({ examples: [['acme-welcome']] }),
  })
  .prefault({})
  .describe('The ledger of paid links, content/offers.yaml.');

/** site-config.json. Unknown keys are errors, so that a misspelt setting is not silently ignored. */
export const siteConfigSchema = z.strictObject({
  $schema: z.string().optional().describe('JSON schema of this file, for editors.'),
  title: z
    .string()
    .min(1)
    .max(120)
    .describe('Title of the site, shown in the header and the copyright line.')
    .meta({ examples: ['Field Notes'] }),
  shortName: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{1,57}[a-z0-9]$/,
      'must be 3 to 59 of a-z, 0-9 and "-", so that it is a valid bucket name',
    )
    .describe(
      'Name of the site for programs: default buckets, releases and schedules have it. Readers do not see it.',
    )
    .meta({ examples: ['field-notes'] }),
  description: z
    .string()
    .max(300)
    .default('')
    .describe('Description of the site, for feeds and the web app.')
    .meta({ examples: ['Walks and weather.'] }),
  layers,
  url: httpUrl.describe('Origin of the published site, without a path.'),
  basePath: z
    .string()
    .regex(
      /^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)*$/,
      'must be empty or start with "/" and end without one, such as "/blog"',
    )
    .default('')
    .describe('Path below the origin under which the site is published.')
    .meta({ examples: ['/blog'] }),
  locales: z
    .array(localeCode)
    .min(1)
    .describe(
      'Languages of the site, as BCP 47 tags. The first is at /, the others at /ru, /tr and so on. `articles locale` writes the texts of a language that the program lacks.',
    ),
  timeZone: z
    .string()
    .default('UTC')
    .describe(
      'IANA time zone of the site: pages, addresses, archives and feeds show the days of its calendar, and an article with a day is published when that day begins there.',
    )
    .meta({ examples: ['Asia/Kolkata'] }),
  logo: z
    .string()
    .optional()
    .describe(
      'Path of an SVG or PNG file, relative to the site folder. A logo at least twice as wide as high replaces the name in the header.',
    )
    .meta({ examples: ['content/images/logo.svg'] }),
  themeColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as "#1d3b2f"')
    .default(DEFAULT_THEME_COLOR)
    .describe('Accent colour of links, buttons and icons, and of the browser window.')
    .meta({ examples: ['#7a1f5c'] }),
  covers: z
    .enum(['leads', 'all', 'none'])
    .optional()
    .describe(
      'Drawn covers for articles without an image: for the first article of a page, which is the default, for every article, or none.',
    ),
  look: z
    .strictObject({
      masthead: z
        .enum(MASTHEADS)
        .default('newspaper')
        .describe(
          'Form of the header: the name at the left above a double rule; large in the middle; small in the middle between two rules; or in one line with menu and search.',
        ),
      font: on.describe(
        'Ship the text family. false sets texts in a serif of the system, and saves 31 to 60 kB on an article page.',
      ),
      byline: on.describe(
        'Show the author, the day and the reading time of articles on their pages and in lists. false shows the day of the last change alone, as manuals do.',
      ),
    })
    .prefault({})
    .describe('Form of the built-in look.'),
  contact: z
    .strictObject({
      email: z
        .email('must be an e-mail address')
        .optional()
        .describe('E-mail address of the editors.')
        .meta({ examples: ['desk@example.org'] }),
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
    .describe('URL or path that is put before relative image paths of articles.')
    .meta({ examples: ['https://images.example.org/'] }),
  images: z
    .strictObject({
      formats: z
        .array(z.enum(['avif', 'webp']))
        .default(['webp'])
        .describe(
          'Formats of pictures besides their own. AVIF is about a fifth smaller than WebP, and takes more than twice as long to make.',
        )
        .meta({ examples: [['avif', 'webp']] }),
    })
    .prefault({})
    .describe('Pictures of content/images.'),
  urls: z
    .strictObject({
      layout: z
        .enum(['file', 'directory'])
        .default('file')
        .describe('Files of pages: "file" writes a/b.html, "directory" a/b/index.html. URLs are the same.'),
    })
    .prefault({})
    .describe('Names of the output files.'),
  sections,
  home,
  category,
  taxonomies,
  archives: z
    .enum(['year', 'month'])
    .optional()
    .describe('List the articles of each year, or of each month, below /archive.'),
  permalinks,
  navigation,
  footer,
  integrations,
  features,
  typography: z
    .boolean()
    .default(false)
    .describe(
      'Set quotes, dashes, ellipses and spaces of all texts but those of offers by the rules of their language, never in code or addresses. `articles init` switches it on.',
    ),
  markdown: z
    .strictObject({
      rawHtml: z.boolean().default(false).describe('Keep raw HTML of articles. Only for trusted content.'),
    })
    .prefault({})
    .describe('Settings for Markdown.'),
  search: z
    .strictObject({
      minimumCharacters: z
        .record(localeCode, z.int().min(1).max(10))
        .default({})
        .describe(
          'Minimum characters of a query, by locale. Default: 3, and 1 in scripts with short words such as Korean and Chinese.',
        )
        .meta({ examples: [{ ko_KR: 2 }] }),
      fullText: z
        .boolean()
        .default(false)
        .describe('Also search the texts of articles, and write the page /search.')
        .meta({ examples: [true] }),
      engine: z
        .strictObject({
          action: httpUrl.describe('Address of its search form.'),
          field: z.string().min(1).default('q').describe('Parameter for the words.'),
          site: z
            .string()
            .min(1)
            .optional()
            .describe('Parameter that limits the search to this host.')
            .meta({ examples: ['sites'] }),
        })
        .optional()
        .describe('The search engine that the page /search offers to readers without JavaScript.')
        .meta({ examples: [{ action: 'https://duckduckgo.com/', site: 'sites' }] }),
    })
    .prefault({})
    .describe('Search in the browser.'),
  feeds: z
    .strictObject({
      content: z
        .enum(['summary', 'full'])
        .default('summary')
        .describe('Feeds with the description of each article, or with its whole text.'),
      fields: z
        .array(name)
        .default([])
        .describe('Fields of content/schema.ts that the JSON feed has, as `_articles.fields` of each item.')
        .meta({ examples: [['rating']] }),
      authority: z
        .string()
        .regex(/^[\w.-]{1,120}$/, 'must be a name of letters, digits, dots and hyphens')
        .optional()
        .describe(
          'Name of the site in the ids of feeds. With it they stay when `url` changes; without it they have the host of `url`.',
        )
        .meta({ examples: ['probe.example'] }),
    })
    .prefault({})
    .describe('Atom, RSS and JSON feeds, of the site and of each category and term.'),
  feedItems: z.int().min(1).max(1000).default(20).describe('Number of articles in a feed.'),
  thirdPartyProxy: z
    .strictObject({
      allow: z.array(httpUrl).default([]).describe('Exact URLs that the proxy may fetch.'),
    })
    .prefault({})
    .describe('Proxy of `articles serve` for scripts of third parties.'),
  hosting: z
    .enum(HOST_NAMES, { error: ({ input }) => FORMER_HOSTS[`${input}`] })
    .optional()
    .describe('Write the files that this host reads: redirects, headers, error pages. See docs/hosting.'),
  updated: z
    .enum(['field', 'git'])
    .default('field')
    .describe(
      'Where the day of the last change of an article comes from that has no field `updated`: nowhere (field), or the last commit of its file (git).',
    ),
  unapproved: z
    .enum(['keep', 'withhold', 'stop'])
    .default('keep')
    .describe(
      'What readers get of a generated article whose text was written again or edited after its approval: the text that was approved (keep), no page of this article (withhold), or no new build at all (stop). A text that nobody ever approved is always withheld, unless the build stops.',
    ),
  cache: storeUrl
    .optional()
    .describe(
      'Folder or bucket from which a machine without a build of its own takes the newest one, and to which it adds its own.',
    )
    .meta({ examples: ['gs://field-notes-builds/cache', 'file:///srv/builds'] }),
  agents,
  rights,
  fediverse,
  redirects,
  paidLinks,
  markets,
  offers,
  formerWorkers: z
    .array(
      z
        .string()
        .regex(/^(?:\/(?!\.)[\w.-]+)+\.m?js$/, 'must be the path of a script such as /service-worker.js'),
    )
    .default([])
    .describe(
      'Addresses of service workers of an earlier site on this host. Readers who still have one get a worker that removes itself and everything that other programs keep in the caches of this host.',
    )
    .meta({ examples: [['/service-worker.js']] }),
  headers: z
    .array(headerRule)
    .default([])
    .describe('Further headers by path, on hosts whose files set headers.'),
  security,
  deploy,
  generate,
});

/** A validated, frozen configuration. */
export type SiteConfig = Readonly<z.output<typeof siteConfigSchema>> & {
  /** Absolute path of the folder with site-config.json. */
  readonly root: string;
};

/** The JSON schema that editors use for `$schema` (draft 2020-12). */
export function siteConfigJsonSchema(): object {
  return z.toJSONSchema(siteConfigSchema, { io: 'input' });
}
