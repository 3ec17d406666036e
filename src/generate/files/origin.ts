/** Reads the front matter key `origin`: where a generated article comes from, and its review status. */
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { isError, parseFrontMatter } from '../../content/front-matter/front-matter.ts';

/** draft: waits for review. needs-review: failed its checks. approved, rejected: reviewed. published: review skipped. */
export const ORIGIN_STATUS = ['draft', 'needs-review', 'approved', 'rejected', 'published'] as const;
export type OriginStatus = (typeof ORIGIN_STATUS)[number];

const whole = z.coerce.number().int().min(0);

/** The front matter reader returns every scalar as text. */
export const originSchema = z.object({
  status: z.enum(ORIGIN_STATUS),
  reviewer: z
    .string()
    .nullish()
    .transform((value) => (value === 'null' || !value ? null : value)),
  model: z.string(),
  /** The model that answered, as the server names it. */
  answeredBy: z.string().optional(),
  /** Hash of prompt, schema, model and parameters. */
  prompt: z.string(),
  run: z.string(),
  /** Id of the article within its run, such as "en_US-0001". */
  article: z.string(),
  topic: z.string(),
  /** Notes and keywords of the topic: the facts that the text may repeat. */
  notes: z.string().optional(),
  /** RFC 3339. */
  date: z.string(),
  tokens: z.object({ input: whole, cached: whole, output: whole }),
  /** USD, or null where the model has no price. */
  usd: z.union([z.literal('null').transform(() => null), z.null(), z.coerce.number()]),
  /** Path of a translation's original. */
  translatedFrom: z.string().optional(),
  /** How figures of the text come about. */
  calculations: z
    .array(z.object({ section: whole, expression: z.string(), value: z.string(), unit: z.string() }))
    .optional(),
  /** The findings, where the status is needs-review. */
  problems: z.array(z.string()).optional(),
});
export type Origin = z.output<typeof originSchema>;

export type ArticleFile = NonNullable<ReturnType<typeof parseArticleFile>>;

/** The whole file with its front matter, as `data`; null where it is missing or has no valid front matter. */
export function readArticleFile(path: string) {
  return existsSync(path) ? parseArticleFile(readFileSync(path, 'utf8')) : null;
}

/** null where there is no valid front matter. */
export function parseArticleFile(content: string) {
  const mark = content.startsWith('\uFEFF') ? 1 : 0;
  const front = parseFrontMatter(content.slice(mark));
  if (isError(front)) return null;
  const { data, bodyStart } = front;
  const parsed = data.origin === undefined ? null : originSchema.safeParse(data.origin);
  return {
    content,
    data,
    bodyStart: bodyStart + mark,
    /** null for an article that a person wrote, or whose origin cannot be read. */
    origin: parsed?.data ?? null,
    /** Fields of an origin that cannot be read, such as "tokens.input". */
    unreadable: parsed?.error?.issues.map(({ path }) => path.join('.')) ?? [],
  };
}
