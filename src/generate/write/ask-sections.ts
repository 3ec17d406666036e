/** Asks for the sections of an article, in one or more questions, and compares them with the other articles. */
import type * as z from 'zod';
import { WRITING } from '../../locales/writing/writing-registry.ts';
import { checkNote, checkSections } from '../checks/check-steps.ts';
import type { AnswerFinding } from '../checks/finding.ts';
import { renderBody } from '../files/article-file.ts';
import { type Outline, type Section, sectionsSchema } from '../prompts/answer-schemas.ts';
import { type Brief, createRewritePrompt, createSectionsPrompt } from '../prompts/prompts.ts';
import { checkCitations } from '../sources/citations.ts';
import type { Asker, Question, Reply } from './ask-model.ts';
import type { LocaleContext } from './locale-context.ts';

/** We plan with this share of the token limit, because sections differ in length. */
const FILL = 0.8;

const NO_BOUNDS = { minimum: 0, maximum: Number.POSITIVE_INFINITY };

/** Asks in as few questions as the maximum length of an answer allows. */
export async function askSections(
  brief: Brief,
  outline: Outline,
  asker: Asker,
  { prompts, rules, corpus, settings, locale }: LocaleContext,
): Promise<Reply<Section[]>> {
  const numbers = outline.sections.map((_section, index) => index + 1);
  const wordsPerAnswer = (settings.maxOutputTokens * FILL) / WRITING[locale].tokensPerWord;
  const parts = Math.min(numbers.length, Math.ceil(prompts.words.maximum / wordsPerAnswer));
  const size = Math.ceil(numbers.length / parts);
  const note = prompts.notes[brief.topic.category ?? ''];
  const sections: Section[] = [];
  const findings: AnswerFinding[] = [];
  for (let part = 0; part * size < numbers.length; part++) {
    const asked = numbers.slice(part * size, (part + 1) * size);
    const share = asked.length / numbers.length;
    const words = { minimum: prompts.words.minimum * share, maximum: prompts.words.maximum * share };
    const isLast = (part + 1) * size >= numbers.length;
    const isWhole = asked.length === numbers.length;
    const reply = await asker.ask({
      step: 'sections',
      ...(isWhole ? {} : { part: part + 1 }),
      prompt: createSectionsPrompt(prompts, brief, outline, asked),
      ...sectionQuestion(asked, (number) => outline.sections[number - 1]?.heading ?? ''),
      check: ({ sections: written }) => {
        const all = [...sections, ...written];
        return [
          ...missingSections(asked, written),
          ...checkSections(all, rules, isWhole ? words : NO_BOUNDS).filter(
            ({ section }) => section === undefined || asked.includes(section),
          ),
          // A part must have its share of the article's length.
          ...(isWhole ? [] : checkSections(written, rules, words).filter(({ code }) => code === 'length')),
          ...written.flatMap((section) => checkCitations(section, brief.passages ?? [], rules)),
          ...corpus.checkText(all),
          ...checkNote(isLast ? renderBody(all) : '', isLast ? note : undefined, rules),
        ];
      },
    });
    findings.push(...reply.findings);
    sections.push(...(reply.value?.sections ?? []));
    if (!reply.value) break;
  }
  return { value: sections, findings };
}

type SectionAnswer = z.output<typeof sectionsSchema>;

/** Schema and merge of a question for sections. Planned headings are kept, and a repair replaces sections by number. */
export function sectionQuestion(
  asked: readonly number[],
  headingOf: ((number: number) => string) | null,
): Pick<Question<SectionAnswer>, 'schema' | 'merge'> {
  const pick = (sections: readonly Section[]) => ({
    sections: asked.flatMap((number) => sections.find((section) => section.number === number) ?? []),
  });
  return {
    schema: sectionsSchema.transform(({ sections }) =>
      pick(
        sections.map((section) => (headingOf ? { ...section, heading: headingOf(section.number) } : section)),
      ),
    ),
    merge: (before, repair) => pick([...repair.sections, ...before.sections]),
  };
}

export function missingSections(asked: readonly number[], written: readonly Section[]): AnswerFinding[] {
  return asked
    .filter((number) => !written.some((section) => section.number === number))
    .map((section) => ({
      code: 'incomplete',
      message: `section ${section} is missing`,
      hint: 'write it',
      section,
    }));
}

interface Rewritten {
  title: string;
  sections: readonly Section[];
  /** Numbers of the sections to write again. */
  numbers: readonly number[];
  note: string;
}

/** Asks for sections of an article again, as an editor wants them. */
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
      ...written.flatMap((section) => checkCitations(section, brief.passages ?? [], rules)),
    ],
  });
  return { sections: reply.value?.sections ?? [], findings: reply.findings };
}
