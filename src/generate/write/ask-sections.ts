/** Owns asking for an article's sections: in one question or several, held against each other and the corpus. */
import type * as z from 'zod';
import type { Language } from '../../locales/codes.ts';
import type { Asker, Question, Reply } from '../calls/ask-model.ts';
import { checkSections } from '../checks/check-answers.ts';
import type { Corpus } from '../checks/corpus.ts';
import { type Finding, quote } from '../checks/finding.ts';
import { createSignature } from '../checks/similarity.ts';
import { renderBody } from '../files/article-file.ts';
import { type Outline, type Section, sectionsSchema } from '../prompts/answer-schemas.ts';
import { createSectionsPrompt } from '../prompts/prompts.ts';
import type { Topic } from '../run/topics.ts';
import type { Workshop } from './compose-article.ts';

/** Average tokens of a word, for splitting long articles. */
const TOKENS_PER_WORD: Readonly<Record<Language, number>> = { en: 1.4, ru: 2.1, tr: 2.3, ko: 2.5 };

/** In as many parts as the longest answer needs. */
export async function askSections(
  topic: Topic,
  outline: Outline,
  asker: Asker,
  workshop: Workshop,
): Promise<Reply<Section[]>> {
  const { prompts, judge, rules, corpus, settings, language } = workshop;
  const numbers = outline.sections.map((_section, index) => index + 1);
  const room = (settings.maxOutputTokens * 0.8) / TOKENS_PER_WORD[language];
  const parts = Math.min(numbers.length, Math.ceil(prompts.words.maximum / room));
  const size = Math.ceil(numbers.length / parts);
  const sections: Section[] = [];
  const findings: Finding[] = [];
  for (let part = 0; part * size < numbers.length; part++) {
    const asked = numbers.slice(part * size, (part + 1) * size);
    const share = asked.length / numbers.length;
    const words = { minimum: prompts.words.minimum * share, maximum: prompts.words.maximum * share };
    const isWhole = asked.length === numbers.length;
    const reply = await asker.ask({
      step: 'sections',
      ...(isWhole ? {} : { part: part + 1 }),
      prompt: createSectionsPrompt(prompts, topic, outline, asked),
      ...sectionQuestion(asked, (number) => outline.sections[number - 1]?.heading ?? ''),
      check: ({ sections: written }) => [
        ...missingSections(asked, written),
        ...checkSections([...sections, ...written], judge, {
          ...rules,
          words: isWhole ? words : { minimum: 0, maximum: Number.POSITIVE_INFINITY },
        }).filter(({ section }) => section === undefined || asked.includes(section)),
        ...(isWhole
          ? []
          : checkSections(written, judge, { ...rules, words }).filter(({ code }) => code === 'length')),
        ...checkDuplicateText([...sections, ...written], corpus),
      ],
    });
    findings.push(...reply.findings);
    sections.push(...(reply.value?.sections ?? []));
    if (!reply.value) break;
  }
  return { value: sections, findings };
}

type SectionAnswer = z.output<typeof sectionsSchema>;

/** Schema and repair of a question for sections: headings are the planned ones, a repair replaces by number. */
export function sectionQuestion(
  asked: readonly number[],
  headingOf: ((number: number) => string) | null,
): Pick<Question<SectionAnswer>, 'schema' | 'merge'> {
  return {
    schema: sectionsSchema.transform(({ sections }) => ({
      sections: asked.flatMap((number) => {
        const section = sections.find((candidate) => candidate.number === number);
        return section ? [headingOf ? { ...section, heading: headingOf(number) } : section] : [];
      }),
    })),
    merge: (before, repair) => ({
      sections: asked.flatMap((number) => {
        const section = [...repair.sections, ...before.sections].find(
          (candidate) => candidate.number === number,
        );
        return section ? [section] : [];
      }),
    }),
  };
}

export function missingSections(asked: readonly number[], written: readonly Section[]): Finding[] {
  return asked
    .filter((number) => !written.some((section) => section.number === number))
    .map((number) => ({
      code: 'structure',
      message: `section ${number} is missing`,
      hint: 'write it',
      section: number,
    }));
}

export function checkDuplicateText(sections: readonly Section[], corpus: Corpus): Finding[] {
  const near = corpus.findText(createSignature(renderBody(sections)));
  if (near === null) return [];
  return [
    {
      code: 'duplicate-text',
      message: `an article with nearly this text exists: ${quote(near)}`,
      hint: 'write it anew in other words and with other examples',
    },
  ];
}
