/** Reads the front matter key `origin`, which records how an article was generated and its review status. */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { isError, parseFrontMatter } from '../../content/front-matter/front-matter.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import { verdictSchema } from '../checks/verdict.ts';

/** draft: waits for review. needs-review: has findings. approved, rejected: was reviewed. published: skipped the review. */
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
  /** Hash of prompts, schemas, model and parameters. */
  prompt: z.string(),
  run: z.string(),
  /** Id of the article within its run, such as "en_US-0001". */
  article: z.string(),
  topic: z.string(),
  /** Id of the topic in the system that it comes from. */
  id: z.string().optional(),
  /** Notes and keywords of the topic. The text may repeat what they name. */
  notes: z.string().optional(),
  /** When the article was written, as RFC 3339. */
  date: z.string(),
  /** Hash of the generated title, description and text (`hashArticle`). */
  sha256: z.string().optional(),
  tokens: z.object({ input: whole, cached: whole, output: whole }),
  /** Cost in USD; null if the price of the model is not known. */
  usd: z.union([z.literal('null').transform(() => null), z.null(), z.coerce.number()]),
  /** Path of a translation's original. */
  translatedFrom: z.string().optional(),
  /** Hashes of the original's parts when they were translated (`hashParts`). */
  originalParts: z.array(z.string()).optional(),
  /** The sources that the text cites. */
  sources: z.array(z.object({ file: z.string(), url: z.string().optional(), sha256: z.string() })).optional(),
  /** A proposal for a picture. */
  cover: z.object({ prompt: z.string(), alt: z.string() }).optional(),
  /** The calculations behind numbers in the text. */
  calculations: z
    .array(z.object({ section: whole, expression: z.string(), value: z.string(), unit: z.string() }))
    .optional(),
  /** The verdict of the judge on the generated text. */
  judge: verdictSchema.optional(),
  /** The findings, if the status is needs-review. */
  problems: z.array(z.string()).optional(),
});
export type Origin = z.output<typeof originSchema>;

/** The verdict of the judge as the record of a decision keeps it. */
export function describeVerdict({ judge, sha256 = '' }: Pick<Origin, 'judge' | 'sha256'>) {
  return judge ? { ...judge, sha256 } : null;
}

/** The cited sources, as they are now, for the record of a decision. */
export function describeSources(root: string, { sources }: Pick<Origin, 'sources'>) {
  return sources?.map(({ file, sha256 }) => {
    const path = join(root, file);
    return { file, sha256: existsSync(path) ? hash('sha256', readRegularFile(path), 'hex') : sha256 };
  });
}

export type ArticleFile = NonNullable<ReturnType<typeof parseArticleFile>>;

/** Reads the file of an article. Returns null if it does not exist or has no valid front matter. */
export function readArticleFile(path: string) {
  return existsSync(path) ? parseArticleFile(readRegularFile(path).toString()) : null;
}

/** Parses the file of an article. Returns null if it has no valid front matter. */
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
    /** null if a person wrote the article, or if its origin cannot be read. */
    origin: parsed?.data ?? null,
    /** The invalid fields of an origin that cannot be read, such as "tokens.input". */
    unreadable: parsed?.error?.issues.map(({ path }) => path.join('.')) ?? [],
  };
}
