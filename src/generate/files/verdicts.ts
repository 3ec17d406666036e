/** Keeps the verdicts of the judge in a file of the site. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../foundation/json.ts';
import { type Verdict, verdictSchema } from '../checks/verdict.ts';

const lineSchema = z.strictObject({ key: z.string(), verdict: verdictSchema });

/** Keeps verdicts by the hash of text, rubric and model, so that the same text is judged once. */
export function openVerdicts(folder: string) {
  const path = join(folder, 'verdicts.jsonl');
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const known = new Map<string, Verdict>();
  for (const line of lines) {
    const { data } = lineSchema.safeParse(parseJson(line));
    if (data) known.set(data.key, data.verdict);
  }
  return {
    get: (key: string) => known.get(key),
    add(key: string, verdict: Verdict): void {
      known.set(key, verdict);
      mkdirSync(folder, { recursive: true });
      appendFileSync(path, `${JSON.stringify({ key, verdict })}\n`);
    },
  };
}
