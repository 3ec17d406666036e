/** Owns the translation of an article into another locale: same parts, same categories, tied to the original by its path. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArticle } from '../../content/article/parse-article.ts';
import { parseFrontMatter } from '../../content/front-matter/front-matter.ts';
import { UserError } from '../../foundation/errors.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import { GENERATION, isGenerationLocale } from '../../locales/generation.ts';
import type { Entity } from '../../site/category-tree.ts';
import type { Asker } from '../calls/ask-model.ts';
import { checkSeo } from '../checks/check-answers.ts';
import { findTargets } from '../checks/check-markdown.ts';
import { checkTranslation } from '../checks/check-translation.ts';
import type { Finding } from '../checks/finding.ts';
import { type Section, seoSchema } from '../prompts/answer-schemas.ts';
import { createTranslatePrompt, createTranslateSeoPrompt } from '../prompts/prompts.ts';
import { missingSections, sectionQuestion } from './ask-sections.ts';
import { type Composition, checkTitle, type Workshop } from './compose-article.ts';

/** An article to translate. */
export interface Original {
  locale: LocaleCode;
  /** Relative to the root. */
  file: string;
  title: string;
  description: string;
  image: string | null;
  entities: Entity[];
  sections: Section[];
  /** Failed its checks or was rejected: not worth a translation. */
  withheld: boolean;
}

/** @throws UserError where the file is no valid article */
export function loadOriginal(root: string, locale: LocaleCode, file: string): Original {
  const text = readFileSync(join(root, file), 'utf8').replace(/^\uFEFF/, '');
  const key = file.replace(/^content\/[^/]+\/articles\//, '').replace(/\.md$/, '');
  const { meta, problems } = parseArticle({ file, locale, key }, text, '');
  const front = parseFrontMatter(text);
  if (!meta || 'message' in front) {
    const [first] = problems;
    throw new UserError({
      file,
      message: first?.message ?? 'the article cannot be read',
      hint: first?.hint ?? 'mend it first',
    });
  }
  const { title, description, image, entities } = meta;
  return {
    locale,
    file,
    title,
    description,
    image,
    entities,
    sections: splitSections(text.slice(front.bodyStart)),
    withheld: meta.status === 'withheld',
  };
}

/** The text in front of the first second-level heading, then one section for each such heading. */
function splitSections(body: string): Section[] {
  const sections: Section[] = [];
  let heading = '';
  let lines: string[] = [];
  let fence: string | null = null;
  const end = () => {
    const text = lines.join('\n').trim();
    if (heading || text) sections.push({ number: sections.length + 1, heading, text });
  };
  for (const line of body.split(/\r?\n/)) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1]?.slice(0, 3);
    if (mark) fence = fence === null ? mark : fence === mark ? null : fence;
    const found = fence === null ? /^ {0,3}##[ \t]+(.+?)[ \t#]*$/.exec(line)?.[1] : undefined;
    if (found === undefined) lines.push(line);
    else {
      end();
      heading = found;
      lines = [];
    }
  }
  end();
  return sections;
}

/** Characters of the original that one call translates: its answer must fit into the tokens of an answer. */
const CHARACTERS_PER_TOKEN = 2;

export async function translateArticle(
  original: Original,
  asker: Asker,
  workshop: Workshop,
): Promise<Composition> {
  const { judge, rules, corpus, settings } = workshop;
  const from = isGenerationLocale(original.locale) ? GENERATION[original.locale].lang : original.locale;
  const textRules = {
    ...rules,
    links: { ...rules.links, allowed: findTargets(original.sections.map(({ text }) => text).join('\n\n')) },
  };
  const sections: Section[] = [];
  const findings: Finding[] = [];
  const groups = groupSections(original.sections, settings.maxOutputTokens * CHARACTERS_PER_TOKEN);
  for (const [index, group] of groups.entries()) {
    const numbers = group.map(({ number }) => number);
    const reply = await asker.ask({
      step: 'translate',
      ...(groups.length > 1 ? { part: index + 1 } : {}),
      prompt: createTranslatePrompt(from, original.title, group),
      ...sectionQuestion(numbers, null),
      check: ({ sections: written }) => [
        ...missingSections(numbers, written),
        ...checkTranslation(group, written, judge, textRules, findTargets),
      ],
    });
    findings.push(...reply.findings);
    sections.push(...(reply.value?.sections ?? []));
    if (!reply.value) break;
  }
  if (sections.length === 0)
    return { title: original.title, description: '', sections, entities: original.entities, findings };
  const seo = await asker.ask({
    step: 'seo',
    prompt: createTranslateSeoPrompt(from, original.title, original.description),
    schema: seoSchema,
    check: (value) => [...checkSeo(value, judge, rules), ...checkTitle(value.title, corpus)],
  });
  return {
    title: seo.value?.title ?? original.title,
    description: seo.value?.description ?? '',
    sections,
    entities: original.entities,
    findings: [...findings, ...seo.findings],
  };
}

function groupSections(sections: readonly Section[], room: number): Section[][] {
  const groups: Section[][] = [];
  let size = 0;
  for (const section of sections) {
    const length = section.heading.length + section.text.length;
    const last = groups.at(-1);
    if (last && size + length <= room) {
      last.push(section);
      size += length;
    } else {
      groups.push([section]);
      size = length;
    }
  }
  return groups;
}
