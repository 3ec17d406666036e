/** Owns the folders of runs: what a run set out to do, and which one a command goes on with. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { UserError } from '../../foundation/errors.ts';
import { LOCALE_CODES } from '../../locales/codes.ts';
import { GENERATION_LOCALES } from '../../locales/generation.ts';
import { diskError } from './journal.ts';

export const STATE_FOLDER = '.articles/generate';

const topic = z.object({
  topic: z.string(),
  category: z.string().optional(),
  subcategory: z.string().optional(),
  keywords: z.string().optional(),
  notes: z.string().optional(),
  author: z.string().optional(),
  locale: z.enum(GENERATION_LOCALES).optional(),
});

/** One article to write, or one file to translate. */
const jobSchema = z.object({
  /** Such as "en_US-0001". */
  id: z.string(),
  locale: z.enum(GENERATION_LOCALES),
  topic,
  /** Original, relative to the root. */
  original: z.string().optional(),
});
export type Job = z.output<typeof jobSchema>;

const planSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  /** Hash of what the command asked for: the same command goes on with the same run. */
  key: z.string(),
  created: z.number(),
  mode: z.enum(['live', 'batch']),
  model: z.string(),
  publish: z.boolean(),
  translateFrom: z.enum(LOCALE_CODES).nullable(),
  jobs: z.array(jobSchema),
  /** Topics that the model is to propose first. */
  proposals: z.array(
    z.object({ locale: z.enum(GENERATION_LOCALES), category: z.string().nullable(), count: z.number() }),
  ),
  skipped: z.array(z.object({ locale: z.string(), topic: z.string(), reason: z.string() })),
});
export type RunPlan = z.output<typeof planSchema>;

export function runsFolder(root: string): string {
  return join(root, STATE_FOLDER, 'runs');
}

/** Sorts by time: `20260301-101500-1a2b3c`. */
export function createRunId(now: number): string {
  const stamp = new Date(now).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${stamp}-${randomBytes(3).toString('hex')}`;
}

/** Writes the plan before any call. @returns the run's folder */
export function writePlan(root: string, plan: RunPlan): string {
  const folder = join(runsFolder(root), plan.id);
  try {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'run.json');
    writeFileSync(`${path}.tmp`, `${JSON.stringify(plan, null, 2)}\n`, { flush: true });
    renameSync(`${path}.tmp`, path);
  } catch (error) {
    throw diskError(folder, error);
  }
  return folder;
}

/** All plans, oldest first; a folder whose plan was never written did nothing. */
export function loadPlans(root: string): RunPlan[] {
  const folder = runsFolder(root);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((id) => {
      const path = join(folder, id, 'run.json');
      if (!existsSync(path)) return [];
      const parsed = planSchema.safeParse(parseJson(readFileSync(path, 'utf8')));
      if (parsed.success) return [parsed.data];
      throw new UserError({
        file: `${STATE_FOLDER}/runs/${id}/run.json`,
        message: 'the plan of the run cannot be read',
        hint: 'restore it from a copy, or move the folder of the run away',
      });
    });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
