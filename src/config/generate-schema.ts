/** The schema of the defaults of `articles generate`. */
import * as z from 'zod';
import { FORMER_RULE_NAMES, GENERATION_LOCALES, RULE_NAMES } from '../locales/generation.ts';
import { concurrency, hostName, httpUrl, name, storeUrl } from './schema-parts.ts';

const price = z.strictObject({
  input: z
    .number()
    .min(0)
    .describe('USD per million input tokens.')
    .meta({ examples: [0.25] }),
  cachedInput: z
    .number()
    .min(0)
    .optional()
    .describe('USD per million cached input tokens. Default: as input.')
    .meta({ examples: [0.025] }),
  output: z
    .number()
    .min(0)
    .describe('USD per million output tokens.')
    .meta({ examples: [2] }),
  batchDiscount: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('Fraction of the price that a batch saves.')
    .meta({ examples: [0.25] }),
  checked: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-11-20')
    .optional()
    .describe('Day on which somebody compared the price with its source. After 180 days a run warns.')
    .meta({ examples: ['2026-11-20'] }),
  source: httpUrl
    .optional()
    .describe('Price list of the provider.')
    .meta({ examples: ['https://platform.openai.com/docs/pricing'] }),
});

/** Request fields that `extraBody` cannot set: they determine the cost of a call, or another setting sets them. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'response_format',
  'max_completion_tokens',
  'max_tokens',
  'temperature',
  'reasoning_effort',
  'store',
  'metadata',
  'n',
  'best_of',
  'stream',
  'stream_options',
  'max_output_tokens',
  'service_tier',
  'models',
  'plugins',
  'web_search_options',
  'tools',
  'thinking',
  'prediction',
]);

const retries = z.int().min(0).max(5);

export const generate = z
  .strictObject({
    model: name
      .default('gpt-5-mini')
      .describe('Name of the model.')
      .meta({ examples: ['gpt-5'] }),
    baseUrl: httpUrl
      .optional()
      .describe('URL of an OpenAI-compatible server. Default: OPENAI_BASE_URL.')
      .meta({ examples: ['http://127.0.0.1:11434/v1'] }),
    headers: z
      .record(z.string().regex(/^[\w-]+$/, 'must be the name of a header'), z.string())
      .default({})
      .describe('Further headers of each request. $NAME stands for a variable of the environment.')
      .meta({ examples: [{ 'cf-aig-authorization': 'Bearer $GATEWAY_TOKEN' }] }),
    api: z
      .enum(['chat', 'responses'])
      .default('chat')
      .describe('API of the server: chat completions, or the Responses API.'),
    stream: z
      .boolean()
      .default(false)
      .describe('Ask for answers as streams, for proxies that close connections without traffic.'),
    temperature: z
      .number()
      .min(0)
      .max(2)
      .optional()
      .describe('Temperature, for models that accept one.')
      .meta({ examples: [0.7] }),
    sources: z
      .array(z.union([hostName, httpUrl], 'must be a host name such as "example.org", or a URL'))
      .default([])
      .describe(
        'Sources that an article may cite: the URL of a page, or a host, whose known pages it may link to.',
      ),
    locales: z
      .partialRecord(
        z.enum(GENERATION_LOCALES),
        z.strictObject({
          description: z
            .string()
            .optional()
            .describe('Description of the site in the language.')
            .meta({ examples: ['Bahis ve poker üzerine yazılar.'] }),
          audience: z
            .string()
            .optional()
            .describe('The readers and their country.')
            .meta({ examples: ['adults in India'] }),
          jurisdiction: z
            .string()
            .optional()
            .describe('Country or state whose laws apply.')
            .meta({ examples: ['India'] }),
        }),
      )
      .default({})
      .describe('Facts about the readers of a locale, for the prompts.'),
    notes: z
      .record(z.string(), z.enum(['gambling', 'risk']))
      .default({})
      .describe(
        'Categories whose articles need a note, by key: a note on safer gambling, or on the risk of losing money.',
      )
      .meta({ examples: [{ bettingStrategies: 'gambling' }] }),
    author: name
      .optional()
      .describe('Author of generated articles: a name or slug. Default: the first author of authors.json.')
      .meta({ examples: ['editorial-team'] }),
    disclosure: z
      .boolean()
      .default(false)
      .describe(
        'Marks generated articles: a line on the page, the source in JSON-LD and feeds, and the site as author in JSON-LD.',
      )
      .meta({ examples: [true] }),
    judge: z
      .strictObject({
        model: name.describe('Name of the model that judges.').meta({ examples: ['gpt-5'] }),
        baseUrl: httpUrl
          .optional()
          .describe('Another server for the judge. Its key is read from JUDGE_API_KEY.')
          .meta({ examples: ['http://127.0.0.1:11434/v1'] }),
        rubric: z
          .string()
          .default('prompts/rubric.md')
          .describe('File of the rubric. Default: that of the package, unless the site has this file.'),
        block: z
          .array(name)
          .default([])
          .describe(
            'Criteria of the rubric that keep an article from being published. The others are advice.',
          )
          .meta({ examples: [['promise', 'unsafe']] }),
      })
      .optional()
      .describe('A second model that examines each article by a rubric. --publish needs it.')
      .meta({ examples: [{ model: 'gpt-5', block: ['promise', 'unsafe'] }] }),
    rules: z
      .partialRecord(z.enum([...RULE_NAMES, ...FORMER_RULE_NAMES]), z.boolean())
      .default({})
      .describe(
        'Switches the check of a rule: language (on by default), or suffixes (Turkish -tedir and -tadır, off by default). The other names have no effect: rules of style are text of prompts/style.md.',
      )
      .meta({ examples: [{ suffixes: true }] }),
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
    programApproval: z
      .enum(['never', 'without-findings', 'judged'])
      .default('never')
      .describe(
        'What `articles review approve --by program` may approve: nothing, texts without any finding, or of these only texts that the judge has read. The record of the decision names this setting.',
      ),
    maxRepairs: z
      .int()
      .min(0)
      .max(2)
      .default(2)
      .describe('Maximum number of repair calls for one answer.')
      .meta({ examples: [1] }),
    maxRejections: z
      .int()
      .min(1)
      .default(5)
      .describe('The run stops when this many articles in a row are rejected for the same reason.'),
    maxOutputTokens: z
      .int()
      .min(100)
      .max(128_000)
      .default(8000)
      .describe('Maximum tokens of one answer, including the reasoning of the model.'),
    reasoningTokens: z
      .int()
      .min(0)
      .default(0)
      .describe('Average reasoning tokens of one call, for estimates only.')
      .meta({ examples: [1500] }),
    concurrency: concurrency.default(8).describe('Maximum number of concurrent calls.'),
    requestsPerMinute: z
      .int()
      .min(1)
      .optional()
      .describe('Maximum calls per minute. Default: no limit.')
      .meta({ examples: [500] }),
    tokensPerMinute: z
      .int()
      .min(1)
      .optional()
      .describe('Maximum tokens per minute. Default: no limit.')
      .meta({ examples: [200_000] }),
    timeoutSeconds: z.number().min(1).max(3600).default(180).describe('Seconds to wait for one answer.'),
    settleSeconds: z
      .number()
      .min(0)
      .max(3600)
      .default(60)
      .describe(
        'Seconds after a failed call during which its answer may still appear in the store of the server.',
      ),
    retryUnknown: z
      .strictObject({
        failed: retries
          .default(1)
          .describe('After an error of the server itself, such as status 500 or 503.'),
        gateway: retries
          .default(1)
          .describe('After an error of a proxy that stopped waiting, such as status 502 or 504.'),
        lost: retries.default(0).describe('After a broken connection, a time-out or an unreadable answer.'),
        usd: z
          .number()
          .min(0)
          .default(1)
          .describe('USD of a run at most that calls may cost which are repeated in this way.'),
      })
      .prefault({})
      .describe('How often a call is repeated if it may have been paid and no store of the server can tell.'),
    store: z
      .literal([true, false, 'auto'])
      .optional()
      .describe(
        'Ask the server to store answers, so that you do not pay twice for a lost answer. "auto" does so if the server has a store. Default: by provider, else "auto".',
      ),
    responseFormat: z
      .enum(['json_schema', 'json_object', 'prompt'])
      .optional()
      .describe(
        'How requests ask for a structured answer: by a strict schema, as any JSON, or in the prompt only. Default: by provider, else "json_schema".',
      ),
    tokenLimitField: z
      .enum(['max_completion_tokens', 'max_tokens'])
      .optional()
      .describe('Request field that limits the answer. Default: by provider, else "max_completion_tokens".'),
    reasoningEffort: z
      .enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh'])
      .optional()
      .describe('Reasoning effort, for models that accept reasoning_effort.'),
    extraBody: z
      .record(
        z.string().refine((field) => !OWN_FIELDS.has(field), {
          error: ({ input }) =>
            `"${String(input)}" cannot be set here: the program sets it, or it changes the cost`,
        }),
        z.json(),
      )
      .default({})
      .describe('Further fields of each request.')
      .meta({ examples: [{ seed: 4 }] }),
    state: storeUrl
      .optional()
      .describe(
        'Folder or bucket that keeps the journals of runs, so that any machine goes on with them, collects their batches and leaves their topics to a machine that works on them.',
      )
      .meta({ examples: ['gs://field-notes-builds/generate', 'file:///srv/generate'] }),
    prices: z
      .record(z.string(), price)
      .default({
        'gpt-5-mini': {
          ...{ input: 0.25, cachedInput: 0.025, output: 2, batchDiscount: 0.5 },
          ...{ checked: '2025-08-07', source: 'https://platform.openai.com/docs/pricing' },
        },
      })
      .describe('Price of each model. Compare it with the bill of the provider.'),
    budget: z
      .number()
      .min(0)
      .optional()
      .describe('Default of --budget, in USD.')
      .meta({ examples: [5] }),
  })
  .prefault({})
  .describe('Defaults of `articles generate`.');
