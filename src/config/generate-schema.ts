/** The schema of the defaults of `articles generate`. */
import * as z from 'zod';
import { GENERATION_LOCALES, RULE_NAMES } from '../locales/generation.ts';
import { concurrency, hostName, httpUrl, name } from './schema-parts.ts';

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
});

/** Request fields that decide what a call costs, or that another setting sets. */
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
  'stream',
]);

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
    temperature: z
      .number()
      .min(0)
      .max(2)
      .optional()
      .describe('Temperature of the model, if it takes one.')
      .meta({ examples: [0.7] }),
    sources: z
      .array(z.union([hostName, httpUrl], 'must be a host name such as "example.org", or a URL'))
      .default([])
      .describe(
        'Sources that an article may name: a host, of which it may link to known pages, or the URL of a page.',
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
      .describe('What the model must know of the readers of a locale.'),
    notes: z
      .record(z.string(), z.enum(['gambling', 'risk']))
      .default({})
      .describe(
        'Categories, by key, whose articles need a note: on safer gambling, or on the risk of losing money.',
      )
      .meta({ examples: [{ bettingStrategies: 'gambling' }] }),
    author: name
      .optional()
      .describe('Author of generated articles: a name or slug. Default: the first author of authors.json.')
      .meta({ examples: ['editorial-team'] }),
    rules: z
      .partialRecord(z.enum(RULE_NAMES), z.boolean())
      .default({})
      .describe('Turns a prompt rule on or off by its name.')
      .meta({ examples: [{ typos: false }] }),
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
    maxRepairs: z
      .int()
      .min(0)
      .max(2)
      .default(2)
      .describe('Repair calls for one answer, at most.')
      .meta({ examples: [1] }),
    maxRejections: z
      .int()
      .min(1)
      .default(5)
      .describe('Articles rejected in a row for the same reason that end the run.'),
    maxOutputTokens: z
      .int()
      .min(100)
      .max(128_000)
      .default(8000)
      .describe('Tokens of one answer, at most, the reasoning of the model included.'),
    reasoningTokens: z
      .int()
      .min(0)
      .default(0)
      .describe('Tokens that the model thinks in one call, on average: for estimates only.')
      .meta({ examples: [1500] }),
    concurrency: concurrency.default(8).describe('Calls at the same time, at most.'),
    requestsPerMinute: z
      .int()
      .min(1)
      .optional()
      .describe('Calls per minute, at most. Default: no limit.')
      .meta({ examples: [500] }),
    tokensPerMinute: z
      .int()
      .min(1)
      .optional()
      .describe('Tokens per minute, at most. Default: no limit.')
      .meta({ examples: [200_000] }),
    timeoutSeconds: z.number().min(1).max(3600).default(180).describe('Seconds to wait for one answer.'),
    settleSeconds: z
      .number()
      .min(0)
      .max(3600)
      .default(60)
      .describe(
        'Seconds after the end of a failed call in which its answer may still appear in the store of the server.',
      ),
    store: z
      .literal([true, false, 'auto'])
      .optional()
      .describe(
        'Ask the server to store answers, so that a lost answer is not paid for twice. "auto": if it has a store. Default: by provider, else "auto".',
      ),
    responseFormat: z
      .enum(['json_schema', 'json_object', 'prompt'])
      .optional()
      .describe(
        'How the shape of an answer is asked for: a strict schema, JSON of any shape, or the prompt alone. Default: by provider, else "json_schema".',
      ),
    tokenLimitField: z
      .enum(['max_completion_tokens', 'max_tokens'])
      .optional()
      .describe('Request field that limits the answer. Default: by provider, else "max_completion_tokens".'),
    reasoningEffort: z
      .enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh'])
      .optional()
      .describe('How much the model thinks, if it takes reasoning_effort.'),
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
      .meta({ examples: [{ service_tier: 'flex' }] }),
    prices: z
      .record(z.string(), price)
      .default({ 'gpt-5-mini': { input: 0.25, cachedInput: 0.025, output: 2, batchDiscount: 0.5 } })
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
