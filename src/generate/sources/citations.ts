/** Verifies the marks by which a text cites passages, such as [s3], and turns them into a list of sources. */
import { readNumbers } from '../../figures/numbers.ts';
import { figuresOf } from '../checks/check-calculations.ts';
import { type AnswerFinding, quote } from '../checks/finding.ts';
import type { TextRules } from '../checks/text-rules.ts';
import type { Section } from '../prompts/answer-schemas.ts';
import type { SourcePassage } from './passages-of.ts';
import type { SourceDocument } from './read-document.ts';

const MARK = /\[(s\d+)\]/g;

/** Finds marks without a passage, and figures that the cited passages do not have. Computed values are allowed. */
export function checkCitations(
  { number: section, text, calculations = [] }: Section,
  passages: readonly SourcePassage[],
  { language, writing }: Pick<TextRules, 'language' | 'writing'>,
): AnswerFinding[] {
  const texts = new Map(passages.map((passage) => [passage.id, passage.text]));
  const { numbers } = writing;
  const computed = new Set(calculations.map(({ value }) => Number(value)));
  const wrong = (message: string, hint: string): AnswerFinding => ({
    code: 'source',
    message,
    hint,
    section,
  });
  return splitSentences(text, language).flatMap((sentence): AnswerFinding[] => {
    const cited = [...new Set(Array.from(sentence.matchAll(MARK), ([, id = '']) => id))];
    if (cited.length === 0) return [];
    const unknown = cited.filter((id) => !texts.has(id));
    if (unknown.length > 0)
      return [wrong(`there is no source [${unknown.join('], [')}]`, 'cite only the given passages')];
    const known = figuresOf(cited.map((id) => texts.get(id)).join('\n'));
    const stated = readNumbers(sentence.replace(MARK, ' '), numbers);
    const missing = stated.find((figure) => !known.has(figure) && !computed.has(figure));
    if (missing === undefined) return [];
    return [
      wrong(
        `${missing} does not stand in [${cited.join('], [')}]: ${quote(sentence)}`,
        'state figures as the passage has them',
      ),
    ];
  });
}

/** A mark after the full stop belongs to the sentence before. */
function splitSentences(text: string, language: string): string[] {
  const moved = text.replace(/([.!?。…]+)((?:\s*\[s\d+\])+)/g, ' $2$1');
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return moved.split('\n').flatMap((line) => Array.from(segmenter.segment(line), ({ segment }) => segment));
}

/**
 * Replaces marks by numbers with links.
 * @param listed the sources that the list of the article has already, in its order
 * @returns the documents that are cited and not listed, which continue the list
 */
export function renderCitations(
  sections: readonly Section[],
  passages: readonly SourcePassage[],
  listed: readonly Pick<SourceDocument, 'file'>[] = [],
): { sections: Section[]; cited: SourceDocument[] } {
  const cited: SourceDocument[] = [];
  const replaced = sections.map((section) => ({
    ...section,
    text: section.text.replace(MARK, (_mark, id: string) => {
      const document = passages.find((passage) => passage.id === id)?.document;
      if (!document) return '';
      const place = [...listed, ...cited].findIndex(({ file }) => file === document.file);
      if (place < 0) cited.push(document);
      const number = `\\[${place < 0 ? listed.length + cited.length : place + 1}\\]`;
      return document.url ? `[${number}](${document.url})` : number;
    }),
  }));
  return { sections: replaced, cited };
}

export function renderSourceList(documents: readonly SourceDocument[]): string {
  const lines = documents.map(({ title, url }, index) => {
    const name = title.replace(/[\s[\]\\`*_<>]+/g, ' ').trim();
    return `${index + 1}. ${url ? `[${name}](${url})` : name}`;
  });
  return lines.join('\n');
}

/** Rendered citations, as the file of an article has them. */
const RENDERED = /\[\\\[(\d+)\\\]\]\(\S*?\)|\\\[(\d+)\\\]/g;

/** Verifies the citations of a rendered text once more, with the whole documents in the order of its list. */
export function checkRenderedCitations(
  section: Section,
  documents: readonly SourceDocument[],
  rules: Pick<TextRules, 'language' | 'writing'>,
): AnswerFinding[] {
  const passages = documents.map((document, index) => ({
    id: `s${index + 1}`,
    document,
    text: document.text,
  }));
  const text = section.text.replace(RENDERED, '[s$1$2]');
  return checkCitations({ ...section, text }, passages, rules);
}
