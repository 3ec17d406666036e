/** Stores what each run is to do: one folder with a plan for each run. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { UserError } from '../../foundation/errors.ts';
import { parseJson } from '../../foundation/json.ts';
import { replaceFileSync } from '../../foundation/replace-file.ts';
import { LOCALE_CODES } from '../../locales/codes.ts';
import { GENERATION_LOCALES } from '../../locales/generation.ts';
import { diskError } from '../journal/journal.ts';
import { topicSchema } from '../prompts/answer-schemas.ts';

export const STATE_FOLDER = '.articles/generate';

/** One article to write or to translate. */
const jobSchema = z.object({
  /** Such as "en_US-0001". */
  id: z.string(),
  locale: z.enum(GENERATION_LOCALES),
  topic: topicSchema,
  /** File to translate, relative to the root. */
  original: z.string().optional(),
});
export type ArticleJob = z.output<typeof jobSchema>;

const planSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  /** Hash of the request: the same command resumes the same run. */
  key: z.string(),
  /** Hash of the command with the name of its topics file, whatever the file contains. */
  command: z.string().nullish(),
  created: z.number(),
  mode: z.enum(['live', 'batch']),
  model: z.string(),
  publish: z.boolean(),
  translateFrom: z.enum(LOCALE_CODES).nullable(),
  jobs: z.array(jobSchema),
  /** Topics that the model has to propose first. */
  proposals: z.array(
    z.object({ locale: z.enum(GENERATION_LOCALES), category: z.string().nullable(), count: z.number() }),
  ),
  skipped: z.array(z.object({ locale: z.string(), topic: z.string(), reason: z.string() })),
});
export type RunPlan = z.output<typeof planSchema>;
export type Proposal = RunPlan['proposals'][number];

const runsFolder = (root: string) => join(root, STATE_FOLDER, 'runs');

export const runFolder = (root: string, id: string) => join(runsFolder(root), id);

export const journalPath = (root: string, id: string) => join(runFolder(root, id), 'journal.jsonl');

/** Sorts by time: `20260301-101500-1a2b3c`. */
export function createRunId(now: number): string {
  const stamp = new Date(now).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${stamp}-${randomBytes(3).toString('hex')}`;
}

/** Writes the plan before the first call. @returns the run's folder */
export function writePlan(root: string, plan: RunPlan): string {
  const folder = runFolder(root, plan.id);
  try {
    mkdirSync(folder, { recursive: true });
    replaceFileSync(join(folder, 'run.json'), `${JSON.stringify(plan, null, 2)}\n`, { durable: true });
  } catch (error) {
    throw diskError(folder, error);
  }
  return folder;
}

/** All plans, oldest first. A folder without a plan is of a run that made no call. */
export function loadPlans(root: string): RunPlan[] {
  const folder = runsFolder(root);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((id) => {
      const path = join(folder, id, 'run.json');
      if (!existsSync(path)) return [];
      const { data } = planSchema.safeParse(parseJson(readFileSync(path, 'utf8')));
      if (data) return [data];
      throw new UserError({
        file: `${STATE_FOLDER}/runs/${id}/run.json`,
        code: 'damaged-record',
        message: 'the plan of the run cannot be read',
        hint: 'restore it from a copy, or move the folder of the run away',
      });
    });
}
