/** Lets the model write one section of an article again, as an editor asks. */
import { checkSections } from '../checks/check-steps.ts';
import type { Section } from '../prompts/answer-schemas.ts';
import { type Brief, createRewritePrompt } from '../prompts/prompts.ts';
import type { Asker } from './ask-model.ts';
import { missingSections, NO_BOUNDS, sectionQuestion } from './ask-sections.ts';
import type { LocaleContext } from './locale-context.ts';

interface Rewritten {
  title: string;
  sections: readonly Section[];
  /** Numbers of the sections to write again. */
  numbers: readonly number[];
  note: string;
}

export async function rewriteSections(
  brief: Brief,
  { title, sections, numbers, note }: Rewritten,
  asker: Asker,
  { prompts, rules }: LocaleContext,
) {
  const headings = new Map(sections.map(({ number, heading }) => [number, heading]));
  const reply = await asker.ask({
    step: 'sections',
    prompt: createRewritePrompt(prompts, brief, { title, sections, numbers, note }),
    ...sectionQuestion(numbers, (number) => headings.get(number) ?? ''),
    check: ({ sections: written }) => [
      ...missingSections(numbers, written),
      ...checkSections(written, rules, NO_BOUNDS),
    ],
  });
  return { sections: reply.value?.sections ?? [], findings: reply.findings };
}
