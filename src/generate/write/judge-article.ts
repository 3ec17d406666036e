/** Lets a second model examine an article by a rubric. Code verifies each quote and keeps each verdict. */
import { hashJson } from '../../foundation/json.ts';
import type { GenerationLanguage } from '../../locales/generation.ts';
import { type AnswerFinding, quote } from '../checks/finding.ts';
import { type Judge, standsIn, type Verdict } from '../checks/verdict.ts';
import { renderBody } from '../files/article-file.ts';
import { createVerdictSchema } from '../prompts/answer-schemas.ts';
import type { Asker } from './ask-model.ts';
import type { Composition } from './compose-article.ts';

type Judged = Pick<Composition, 'title' | 'description' | 'sections'>;

/** @returns null without a judge, and if the judge gives no usable answer */
export async function judgeArticle(
  article: Judged,
  asker: Pick<Asker, 'ask'>,
  { judge, language }: { judge: Judge | null; language: GenerationLanguage },
): Promise<Verdict | null> {
  if (!judge) return null;
  const { model, rubric, settings, verdicts } = judge;
  const sentences = splitSentences(article, language);
  const key = hashJson([sentences, rubric.hash, model]);
  const known = verdicts.get(key);
  if (known) return known;
  const { value, findings } = await asker.ask({
    step: 'judge',
    prompt: renderSentences(sentences),
    schema: createVerdictSchema(rubric.criteria),
    check: (answer) => answer.findings.flatMap((found) => checkQuote(found, sentences)),
    voice: { model, settings, system: { role: 'system', content: rubric.text } },
  });
  if (!value || findings.some(({ code }) => code === 'truncated')) return null;
  const text = sentences.join('\n');
  const objections = value.findings
    .filter((found) => standsIn(text, found.quote))
    .map(({ criterion, severity, quote, reason }) => ({ criterion, severity, quote, reason }));
  const verdict = { model, rubric: rubric.hash, objections };
  verdicts.add(key, verdict);
  return verdict;
}

function renderSentences(sentences: readonly string[]): string {
  return sentences.map((sentence, index) => `[${index + 1}] ${sentence}`).join('\n');
}

/** Title and description come first. */
function splitSentences({ title, description, sections }: Judged, language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  const lines = renderBody(sections).split('\n');
  const sentences = lines.flatMap((line) => Array.from(segmenter.segment(line), ({ segment }) => segment));
  return [title, description, ...sentences.map((sentence) => sentence.trim()).filter(Boolean)];
}

/** An objection without its words in the text would be an invention of the judge. */
function checkQuote(
  { sentence, quote: words }: { sentence: number; quote: string },
  sentences: readonly string[],
): AnswerFinding[] {
  if (standsIn(sentences.join('\n'), words)) return [];
  const message = `the quote ${quote(words)} does not stand in sentence ${sentence}`;
  return [{ code: 'schema', message, hint: 'quote the sentence letter by letter, or leave the entry out' }];
}
