/** Stores the plan of each run in a separate folder. */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { UserError } from '../../foundation/errors.ts';
import { hashJson, parseJson } from '../../foundation/json.ts';
import { makeFolder } from '../../foundation/make-folder.ts';
import { replaceFileSync } from '../../foundation/replace-file.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import { createUnreadable, isNewer } from '../../foundation/stored-version.ts';
import { LOCALE_CODES } from '../../locales/codes.ts';
import { GENERATION_LOCALES, type GenerationLocale } from '../../locales/generation.ts';
import { normalizeWords } from '../checks/similarity.ts';
import { diskError } from '../journal/journal.ts';
import { topicSchema } from '../prompts/answer-schemas.ts';

export const STATE_FOLDER = '.articles/generate';

/** One article to write or to translate. */
const jobSchema = z.object({
  /** An id such as "en_US-0001". */
  id: z.string(),
  locale: z.enum(GENERATION_LOCALES),
  topic: topicSchema,
  /** File to translate, relative to the root. */
  original: z.string().optional(),
  /** Hash of the prompts. */
  prompt: z.string().optional(),
  /** An article that is written again; absent for a new one. */
  rewrite: z
    .object({
      file: z.string(),
      /** For each section of the new text, the number of the present one to keep, or null for a new one; null to write all again. */
      // A plan of an earlier version has 0 for a new one.
      keep: z
        .array(
          z
            .int()
            .nullable()
            .transform((kept) => kept || null),
        )
        .nullable(),
      /** True if title and description are written again. */
      seo: z.boolean(),
      /** The note of the editor. */
      note: z.string(),
    })
    .optional(),
});
export type ArticleJob = z.output<typeof jobSchema>;

/** The newest form that this version reads. */
const VERSION = 1;

const planSchema = z.object({
  version: z.literal(VERSION),
  id: z.string(),
  /** Hash of the request, by which a repeated command finds its run. */
  key: z.string(),
  created: z.number(),
  mode: z.enum(['live', 'batch']),
  model: z.string(),
  publish: z.boolean(),
  translateFrom: z.enum(LOCALE_CODES).nullable(),
  jobs: z.array(jobSchema),
  /** Unfinished jobs that the last list did not name. A list that names them again goes on with them. */
  parked: z.array(jobSchema).default([]),
  /** Topics that the model still has to propose. */
  proposals: z.array(
    z.object({ locale: z.enum(GENERATION_LOCALES), category: z.string().nullable(), count: z.number() }),
  ),
  skipped: z.array(z.object({ locale: z.string(), topic: z.string(), reason: z.string() })),
});
export type RunPlan = z.output<typeof planSchema>;
export type Proposal = RunPlan['proposals'][number];

/** Names the subject of a job in every list: by its id, by its words, or by the file that is translated or written again. */
export function subjectOf({
  topic,
  original,
  rewrite,
}: Pick<ArticleJob, 'topic' | 'original' | 'rewrite'>): string {
  return rewrite?.file ?? topic.id ?? original ?? hashJson(normalizeWords(topic.topic));
}

export function jobId(locale: GenerationLocale, number: number): string {
  return `${locale}-${String(number).padStart(4, '0')}`;
}

/** The locale of a job by its id, also of a job that proposes topics. */
export function localeOfJob(id: string): string {
  return id.slice(0, id.lastIndexOf('-'));
}

/** Hash of the row of a job. Another row is other work. */
export function rowOf({ topic, rewrite }: Pick<ArticleJob, 'topic' | 'rewrite'>): string {
  // The schema orders the fields, so a plan that was read back has the same hash.
  return hashJson([topicSchema.parse(topic), rewrite]);
}

const runsFolder = (root: string) => join(root, STATE_FOLDER, 'runs');

export const runFolder = (root: string, id: string) => join(runsFolder(root), id);

export const journalPath = (root: string, id: string) => join(runFolder(root, id), 'journal.jsonl');

/** One process at a time works on a run. */
export const lockPath = (root: string, id: string) => join(runFolder(root, id), 'lock');

export const RUN_ID = /^\d{8}-\d{6}-[0-9a-f]{6}$/;

/** Creates an id such as `20260301-101500-1a2b3c`. Ids sort by time. */
export function createRunId(now: number): string {
  const stamp = new Date(now).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${stamp}-${randomBytes(3).toString('hex')}`;
}

export const planPath = (root: string, id: string) => join(runFolder(root, id), 'run.json');

/** Writes a plan to the disk. @returns the run's folder */
export function writePlan(root: string, plan: RunPlan): string {
  const folder = runFolder(root, plan.id);
  try {
    makeFolder(folder);
    replaceFileSync(planPath(root, plan.id), `${JSON.stringify(plan, null, 2)}\n`, { durable: true });
  } catch (error) {
    throw diskError(folder, error);
  }
  return folder;
}

/** The ids of all runs, oldest first. A folder without a plan belongs to a run that made no call. */
export function listRuns(root: string): string[] {
  const folder = runsFolder(root);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((id) => existsSync(planPath(root, id)))
    .sort();
}

/** Loads all plans, oldest first. */
export const loadPlans = (root: string): RunPlan[] => listRuns(root).map((id) => loadPlan(root, id));

/** @returns null for a plan that cannot be read */
export const parsePlan = (text: string): RunPlan | null => planSchema.safeParse(parseJson(text)).data ?? null;

/** @throws UserError for a plan that cannot be read */
export function loadPlan(root: string, id: string): RunPlan {
  const value = parseJson(readRegularFile(planPath(root, id)).toString());
  const { data } = planSchema.safeParse(value);
  if (data) return data;
  const cure = 'restore it from a copy, or move the folder of the run away';
  const file = `${STATE_FOLDER}/runs/${id}/run.json`;
  throw new UserError(createUnreadable(isNewer(value, VERSION), 'the plan of the run', cure, { file }));
}
