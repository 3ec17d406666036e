/** Defines the verdict of the judge on a text, and turns it into findings. */
import * as z from 'zod';
import { type Finding, quote } from './finding.ts';

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

/** Tells whether the words stand in the text. Line breaks count as spaces. */
export function standsIn(text: string, words: string): boolean {
  return plain(words) !== '' && plain(text).includes(plain(words));
}

/** The objections whose words still stand in the text. @param block criteria that keep an article from being published */
export function findObjections(
  verdict: Verdict | undefined,
  text: string,
  block: readonly string[],
): Finding[] {
  return (verdict?.objections ?? [])
    .filter((objection) => standsIn(text, objection.quote))
    .map(({ criterion, severity, reason, quote: words }) => ({
      code: block.includes(criterion) ? 'objection' : 'judge',
      message: `${criterion}, ${severity}: ${quote(words)}: ${plain(reason)}`,
      hint: 'change these words',
    }));
}
