/** Checks the file of a generated article. The same checks run before it is written and before it is approved. */
import { placeAt } from '../../config/utf8.ts';
import { type Entity, resolveEntities } from '../../content/article/category-tree.ts';
import { parseArticle } from '../../content/article/parse-article.ts';
import type { NoteKind } from '../../locales/writing/writing.ts';
import { findTargets } from '../checks/check-markdown.ts';
import {
  checkCategories,
  checkHeadings,
  checkNote,
  checkSections,
  checkSeoAnswer,
} from '../checks/check-steps.ts';
import { checkTranslation } from '../checks/check-translation.ts';
import { ANSWER_CODES, type AnswerFinding, type FindingCode } from '../checks/finding.ts';
import { addEvidence, type TextRules } from '../checks/text-rules.ts';
import { findObjections } from '../checks/verdict.ts';
import { checkRenderedCitations } from '../sources/citations.ts';
import type { SourceDocument } from '../sources/read-document.ts';
import type { LocaleContext } from '../write/locale-context.ts';
import { type Original, originalText } from './load-original.ts';
import type { ArticleFile } from './origin.ts';
import { splitSections } from './split-sections.ts';

interface CheckedFile extends Pick<ArticleFile, 'content' | 'data' | 'bodyStart' | 'origin'> {
  /** Relative to the root. */
  file: string;
  /** null if the article is not a translation, or if its original is gone. */
  original: Original | null;
  /** Findings about similar articles of the site. */
  duplicates: readonly AnswerFinding[];
  /** Addresses that code has linked to. */
  linked?: readonly string[] | undefined;
  /** The sources of the article, in the order of its list. */
  documents?: readonly SourceDocument[];
}

type CheckContext = Pick<LocaleContext, 'locale' | 'rules' | 'tree' | 'prompts' | 'settings'>;

/** Returns every finding, in the order of the file. */
export function checkArticle(input: CheckedFile, context: CheckContext): AnswerFinding[] {
  const { content, bodyStart, original, linked = [], documents = [] } = input;
  const { rules, prompts } = context;
  const { topic = '', notes = '' } = input.origin ?? {};
  const source = original ? originalText(original) : '';
  const { meta, problems } = parseArticle(
    { file: input.file, locale: context.locale, key: keyOf(input.file) },
    content,
    '',
  );
  const entities = resolveEntities(context.tree, meta?.entities ?? []);
  const cited = (input.origin?.sources ?? []).flatMap(({ url }) => url ?? []);
  const allowed = new Set([...findTargets(source), ...cited, ...linked]);
  const own = addEvidence(rules, [topic, notes, source].join('\n'), allowed);
  const recorded = input.origin?.calculations ?? [];
  const placed = splitSections(content.slice(bodyStart)).map((section) => ({
    ...section,
    calculations: recorded.filter((calculation) => calculation.section === section.number),
  }));
  const findings = [
    // If the metadata could be read, a problem with a line is in the text. The checks of the text name each tag.
    ...problems
      .filter(({ code }) => code !== 'raw-html')
      .map(
        ({ message, hint, line }): AnswerFinding => ({
          code: 'structure',
          message: meta && line !== undefined ? message : `the front matter: ${message}`,
          hint,
        }),
      ),
    ...checkTexts(input.data, own, content.slice(bodyStart)),
    ...checkEntities(entities, context.tree),
    ...(original
      ? checkTranslation(original.sections, placed, own)
      : [...checkHeadings(placed, prompts.sections, own), ...checkSections(placed, own, prompts.words)]),
    ...(documents.length > 0
      ? placed.flatMap((section) => checkRenderedCitations(section, documents, own))
      : []),
    ...input.duplicates,
    ...checkNote(content.slice(bodyStart), noteOf(entities, prompts), own),
    ...recordedFindings(input),
    ...judgedFindings(input, context),
  ];
  const placedFindings = findings.map((finding): AnswerFinding => {
    const { section, span, quote } = finding;
    const at = quote === undefined ? -1 : content.indexOf(quote, bodyStart);
    if (at >= 0) return { ...finding, ...placeAt(content, at) };
    const found = placed.find(({ number }) => number === section);
    if (!found) return finding;
    const start = bodyStart + (span ? found.textStart + span.start : found.headingStart);
    return { ...finding, ...placeAt(content, start) };
  });
  return placedFindings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

function checkTexts(data: CheckedFile['data'], rules: TextRules, body: string): AnswerFinding[] {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return checkSeoAnswer({ title: text(data.title), description: text(data.description) }, rules, body);
}

function keyOf(file: string): string {
  return file.replace(/^content\/[^/]+\/articles\//, '').replace(/\.md$/, '');
}

/** Returns the kind of note that a category of the article requires. */
function noteOf(entities: readonly Entity[], { notes }: CheckContext['prompts']): NoteKind | undefined {
  return entities.map(({ category }) => notes[category]).find(Boolean);
}

function checkEntities(entities: readonly Entity[], tree: CheckContext['tree']): AnswerFinding[] {
  const wrong = (message: string, hint: string): AnswerFinding => ({ code: 'category', message, hint });
  const unknown = entities.flatMap(({ category, subcategories }) => {
    const group = tree[category];
    if (!group) return [wrong(`there is no category "${category}"`, 'use a key of categories.json')];
    return subcategories
      .filter(({ subcategory }) => !group.children[subcategory])
      .map(({ subcategory }) =>
        wrong(`${category} has no subcategory "${subcategory}"`, 'use a key of categories.json'),
      );
  });
  return [...unknown, ...checkCategories(entities, true)];
}

/** The objections of the judge to words that still stand in the text. */
function judgedFindings(
  { origin, data, content, bodyStart }: CheckedFile,
  { settings }: CheckContext,
): AnswerFinding[] {
  const text = [data.title, data.description, content.slice(bodyStart)].join('\n');
  return findObjections(origin?.judge, text, settings.judge?.block ?? []);
}

/** Returns findings about the model's answers. They block until an editor completes the text and deletes their lines. */
function recordedFindings({ origin }: CheckedFile): AnswerFinding[] {
  return (origin?.problems ?? []).flatMap((problem) => {
    const [, name, message = ''] = /^([a-z-]+): (.*)$/s.exec(problem) ?? [];
    const code = [...ANSWER_CODES].find((known): known is FindingCode => known === name);
    const hint = 'complete the text, then delete this line below origin.problems';
    return code ? [{ code, message, hint }] : [];
  });
}
