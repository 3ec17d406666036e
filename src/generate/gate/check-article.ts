/** The gate: checks the file of a generated article, the same before it is written, approved or published. */
import { placeAt } from '../../config/utf8.ts';
import { parseArticle } from '../../content/article/parse-article.ts';
import type { NoteKind } from '../../locales/writing/writing.ts';
import type { Entity } from '../../site/category-tree.ts';
import {
  checkCategories,
  checkHeadings,
  checkNote,
  checkSections,
  checkSeo,
} from '../checks/check-answers.ts';
import { findTargets } from '../checks/check-markdown.ts';
import { checkNumbers } from '../checks/check-numbers.ts';
import { checkTranslation } from '../checks/check-translation.ts';
import { ANSWER_CODES, type Finding, type FindingCode } from '../checks/finding.ts';
import { addEvidence, type TextRules } from '../checks/text-rules.ts';
import { type Original, textOf } from '../files/load-original.ts';
import type { ArticleFile } from '../files/origin.ts';
import { splitSections } from '../files/split-sections.ts';
import type { LocaleContext } from '../write/locale-context.ts';

/** A finding with its place in the file. */
export interface PlacedFinding extends Finding {
  line?: number;
  column?: number;
}

export interface GateInput extends Pick<ArticleFile, 'content' | 'data' | 'bodyStart' | 'origin'> {
  /** Relative to the root. */
  file: string;
  /** null for an article that is no translation, or whose original is gone. */
  original: Original | null;
  /** What is near to it in the corpus. */
  duplicates: readonly Finding[];
}

type GateContext = Pick<LocaleContext, 'locale' | 'rules' | 'tree' | 'prompts'>;

/** Every finding, in the order of the file. */
export function checkArticle(input: GateInput, context: GateContext): PlacedFinding[] {
  const { content, bodyStart, original } = input;
  const { rules, prompts } = context;
  const { topic = '', notes = '' } = input.origin ?? {};
  const source = original ? textOf(original) : '';
  const known = addEvidence(rules, [topic, notes, source].join('\n'));
  const own: TextRules = { ...known, links: { ...known.links, allowed: findTargets(source) } };
  const recorded = input.origin?.calculations ?? [];
  const placed = splitSections(content.slice(bodyStart)).map((section) => ({
    ...section,
    calculations: recorded.filter((calculation) => calculation.section === section.number),
  }));
  const findings = [
    ...checkFrontMatter(input, context, own),
    ...(original
      ? checkTranslation(original.sections, placed, own)
      : [...checkHeadings(placed, prompts.sections, own), ...checkSections(placed, own, prompts.words)]),
    ...input.duplicates,
    ...checkNote(content.slice(bodyStart), noteOf(input, prompts), own),
    ...recordedFindings(input),
  ];
  const placedFindings = findings.map((finding): PlacedFinding => {
    const { section, span } = finding;
    const found = placed.find(({ number }) => number === section);
    if (!found) return finding;
    const start = bodyStart + (span ? found.textStart + span.start : found.headingStart);
    return { ...finding, ...placeAt(content, start) };
  });
  return placedFindings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

function checkFrontMatter(
  { content, file, data, bodyStart }: GateInput,
  { locale, tree }: GateContext,
  rules: TextRules,
): Finding[] {
  const { meta, problems } = parseArticle({ file, locale, key: keyOf(file) }, content, '');
  const broken = problems.map(
    // An article with metadata has other problems in its text only.
    ({ message, hint, at }): Finding => ({
      code: 'structure',
      message: meta && 'line' in at ? message : `the front matter: ${message}`,
      hint,
    }),
  );
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const [title, description] = [text(data.title), text(data.description)];
  const body = content.slice(bodyStart);
  return [
    ...broken,
    ...checkSeo({ title, description }, rules),
    ...checkLineFigures('title', title, body, rules),
    ...checkLineFigures('description', description, body, rules),
    ...checkEntities(meta?.entities ?? [], tree),
  ];
}

/** A title and a description have the figures of the text, and no others. */
function checkLineFigures(what: string, line: string, body: string, rules: TextRules): Finding[] {
  return checkNumbers({ number: 0, text: line }, rules, body).map(({ code, message, hint }) => ({
    code,
    message: `the ${what}: ${message}`,
    hint: code === 'figure' ? 'take a figure of the text, or leave it out' : hint,
  }));
}

function keyOf(file: string): string {
  return file.replace(/^content\/[^/]+\/articles\//, '').replace(/\.md$/, '');
}

/** The note that a category of the article asks for. */
function noteOf({ data }: GateInput, { notes }: GateContext['prompts']): NoteKind | undefined {
  const entities = Array.isArray(data.entities) ? data.entities : [];
  const categories = entities.map((entity: unknown) =>
    typeof entity === 'object' && entity !== null && 'category' in entity ? String(entity.category) : '',
  );
  return categories.map((category) => notes[category]).find(Boolean);
}

function checkEntities(entities: readonly Entity[], tree: GateContext['tree']): Finding[] {
  const wrong = (message: string, hint: string): Finding => ({ code: 'category', message, hint });
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

/** What was wrong with the model's answers: an editor completes the text and deletes the line. */
function recordedFindings({ origin }: GateInput): Finding[] {
  return (origin?.problems ?? []).flatMap((problem) => {
    const [, name, message = ''] = /^([a-z-]+): (.*)$/s.exec(problem) ?? [];
    const code = [...ANSWER_CODES].find((known): known is FindingCode => known === name);
    const hint = 'complete the text, then delete this line below origin.problems';
    return code ? [{ code, message, hint }] : [];
  });
}
