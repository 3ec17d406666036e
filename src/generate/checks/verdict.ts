/** Defines the judge and its verdict on a text, keeps verdicts in a file, and turns them into findings. */
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { SiteConfig } from '../../config/config-schema.ts';
import { parseJson } from '../../foundation/json.ts';
import { makeFolder } from '../../foundation/make-folder.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import { findProfile } from '../calls/provider-profiles.ts';
import { type JudgeSettings, loadRubric } from '../prompts/rubric.ts';
import { type AnswerFinding, quote } from './finding.ts';

const objectionSchema = z.strictObject({
  criterion: z.string(),
  severity: z.enum(['low', 'high']),
  /** Words of the text. */
  quote: z.string(),
  reason: z.string(),
});

export const verdictSchema = z.strictObject({
  /** The model that judged. */
  model: z.string(),
  /** Hash of the rubric. */
  rubric: z.string(),
  objections: z.array(objectionSchema),
});
export type Verdict = z.output<typeof verdictSchema>;

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/** True if the text has the words. Line breaks count as spaces. */
export function standsIn(text: string, words: string): boolean {
  return plain(words) !== '' && plain(text).includes(plain(words));
}

/** The objections whose words still stand in the text. @param block criteria that keep an article from being published */
export function findObjections(
  verdict: Verdict | undefined,
  text: string,
  block: readonly string[],
): AnswerFinding[] {
  return (verdict?.objections ?? [])
    .filter((objection) => standsIn(text, objection.quote))
    .map(({ criterion, severity, reason, quote: words }) => ({
      code: block.includes(criterion) ? 'objection' : 'judge',
      message: `${criterion}, ${severity}: ${quote(words)}: ${plain(reason)}`,
      hint: 'change these words',
      quote: words,
    }));
}

export type Judge = ReturnType<typeof createJudge>;

/** The judge, and what it needs to be asked. */
export function createJudge({ root, generate }: SiteConfig, judge: JudgeSettings) {
  const { responseFormat, tokenLimitField } = judge.baseUrl ? findProfile(judge.baseUrl) : generate;
  const settings = { ...generate, responseFormat, tokenLimitField };
  const verdicts = openVerdicts(join(root, '.articles/generate'));
  return { model: judge.model, settings, rubric: loadRubric(root, judge), verdicts };
}

const lineSchema = z.strictObject({ key: z.string(), verdict: verdictSchema });

/** Keeps verdicts by the hash of text, rubric and model, so that the same text is judged once. */
function openVerdicts(folder: string) {
  const path = join(folder, 'verdicts.jsonl');
  const lines = existsSync(path) ? readRegularFile(path).toString().split('\n') : [];
  const known = new Map<string, Verdict>();
  for (const line of lines) {
    const { data } = lineSchema.safeParse(parseJson(line));
    if (data) known.set(data.key, data.verdict);
  }
  return {
    get: (key: string) => known.get(key),
    add(key: string, verdict: Verdict): void {
      known.set(key, verdict);
      makeFolder(folder);
      appendFileSync(path, `${JSON.stringify({ key, verdict })}\n`);
    },
  };
}
