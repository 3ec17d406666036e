/** Writes an article again, or some of its sections. The rest of the file stays. */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { hashArticle } from '../../content/article/approvals.ts';
import { keepText, loadApprovedTexts } from '../../content/article/approved-texts.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import { findTargets } from '../checks/check-markdown.ts';
import { addEvidence } from '../checks/text-rules.ts';
import { changedArticle, editFrontMatter, renderBody, replaceArticle } from '../files/article-file.ts';
import { checkArticle } from '../files/check-article.ts';
import { hashParts, type Original } from '../files/load-original.ts';
import { type ArticleFile, type Origin, parseArticleFile } from '../files/origin.ts';
import { type PlacedSection, splitSections } from '../files/split-sections.ts';
import { diskError } from '../journal/journal.ts';
import type { ArticleRecord } from '../journal/journal-records.ts';
import { factsOf, type Section } from '../prompts/answer-schemas.ts';
import { renderCitations } from '../sources/citations.ts';
import { renderLinks } from '../sources/internal-links.ts';
import type { Asker } from '../write/ask-model.ts';
import { rewriteSections } from '../write/ask-sections.ts';
import { type Composition, composeArticle } from '../write/compose-article.ts';
import { judgeArticle } from '../write/judge-article.ts';
import { createBrief, type LocaleContext } from '../write/locale-context.ts';
import { translateArticle } from '../write/translate-article.ts';
import { renderTranslatedLinks } from '../write/translated-links.ts';
import type { WritingContext } from './open-run.ts';
import type { ArticleJob } from './run-plan.ts';
import { createOrigin, describeRecord, findUnjudged, finishDraft } from './save-article.ts';

type Rewrite = NonNullable<ArticleJob['rewrite']>;

interface Source {
  locale: Parameters<typeof translateArticle>[1];
  original: Original | null;
  asker: Asker;
}

/** @throws UserError if the file has changed since the run was planned */
export async function rewriteArticle(
  writing: WritingContext,
  job: ArticleJob & { rewrite: Rewrite },
  locale: LocaleContext,
  source: Source,
): Promise<ArticleRecord> {
  const { config, clock } = writing;
  const { rewrite } = job;
  const path = join(config.root, rewrite.file);
  const before = parseArticleFile(readRegularFile(path).toString());
  if (!before?.origin) throw changedArticle(rewrite.file);
  const context = withoutArticle(locale, rewrite.file);
  const body = before.content.slice(before.bodyStart);
  const placed = splitSections(body);
  const { keep } = rewrite;
  const answered = await compose(writing, job, context, source, before, placed);
  const at = clock.now();
  // An incomplete answer replaces nothing.
  const wanted = keep?.filter((kept) => kept === null).length ?? 1;
  if (answered.sections.length < wanted)
    return describeRecord(job, at, 'rejected', null, answered.title, answered.findings);
  const { original, asker } = source;
  const merged = mergeSections(answered.sections, placed, keep, before.origin);
  const rendered = original && (await renderTranslatedLinks(original, source.locale, merged, context));
  const composition = {
    ...answered,
    sections: rendered?.sections ?? merged,
    linked: rendered ? [...rendered.linked, ...keptTargets(placed, keep)] : (answered.linked ?? []),
  };
  const { sections, linked } = composition;
  const verdict = await judgeArticle(composition, asker, context);
  const written = { composition, original, asker, verdict };
  const origin = {
    ...createOrigin(writing, job, context, written, at),
    ...(original
      ? { originalParts: mergeParts(hashParts(original), before.origin.originalParts, rewrite) }
      : {}),
  };
  const head = before.content.slice(0, before.bodyStart);
  const { title, description } = composition;
  const text = keep ? renderMerged(sections, body, placed, keep) : `${renderBody(sections)}\n`;
  const { findings, content, status } = await finishDraft(
    origin,
    async (changed) =>
      `${await editFrontMatter(head, { title, ...(description && { description }), draft: 'true' }, changed)}${text}`,
    false,
    findUnjudged(context, written) ?? composition.findings,
    (checked) => {
      const duplicates = [
        ...context.corpus.checkTitle(composition.title),
        ...context.corpus.checkText(sections),
      ];
      return checkArticle({ file: rewrite.file, ...checked, original, duplicates, linked }, context);
    },
  );
  // An earlier version kept no approved text. Readers get it until the new one is approved.
  const sha256 = hashArticle(before.data, body);
  if (loadApprovedTexts(config.root, true)?.files.get(rewrite.file) === sha256)
    keepText(config.root, sha256, before.content);
  await replaceArticle(config.root, rewrite.file, before.content, content).catch((error: unknown) => {
    throw diskError(path, error);
  });
  const record = describeRecord(job, at, status, rewrite.file, composition.title, findings);
  return { ...record, text: content, replaces: hash('sha256', before.content, 'hex') };
}

/** Leaves the article itself out of the search for duplicates. */
function withoutArticle(context: LocaleContext, file: string): LocaleContext {
  const { corpus } = context;
  return {
    ...context,
    corpus: {
      ...corpus,
      checkTitle: (title) => corpus.checkTitle(title, file),
      checkText: (sections) => corpus.checkText(sections, file),
    },
  };
}

/** Asks for what is written again. @returns only the new sections if the job keeps some. */
async function compose(
  writing: WritingContext,
  job: ArticleJob & { rewrite: Rewrite },
  context: LocaleContext,
  { locale, original, asker }: Source,
  { data, origin }: ArticleFile,
  placed: readonly PlacedSection[],
): Promise<Composition> {
  const { topic } = job;
  const { keep, seo, note } = job.rewrite;
  const [title, description] = [String(data.title ?? ''), String(data.description ?? '')];
  const numbers = (keep ?? []).flatMap((kept, index) => (kept === null ? [index + 1] : []));
  const kept = keep && { numbers: new Set(numbers), seo: seo ? null : { title, description } };
  if (original) return translateArticle(original, locale, asker, context, kept);
  const { config, run } = writing;
  const brief = await createBrief(context, topic, config, run.plan.created, job.rewrite.file);
  if (!keep) return composeArticle(brief, asker, context);
  const { passages = [], links = [] } = brief;
  const evidence = [origin?.topic, factsOf(topic), ...placed.map(({ text }) => text)].join('\n');
  const allowed = new Set([
    ...links.map(({ id }) => id),
    ...placed.flatMap(({ text }) => [...findTargets(text)]),
  ]);
  const known = { ...context, rules: addEvidence(context.rules, evidence, allowed) };
  const written = await rewriteSections(brief, { title, sections: placed, numbers, note }, asker, known);
  // These are the sources of the article, so each has its number in the list.
  const cited = (origin?.sources ?? []).map(({ file, url = null, sha256 }) => ({ file, url, sha256 }));
  const { sections } = renderCitations(written.sections, passages, cited);
  return {
    title,
    description,
    entities: [],
    findings: written.findings,
    sections: renderLinks(sections, links),
    cited,
    linked: [...allowed, ...links.map(({ address }) => address)],
    cover: origin?.cover,
  };
}

/** Puts new and kept sections in order, with the calculations that are recorded for them. */
function mergeSections(
  written: readonly Section[],
  placed: readonly PlacedSection[],
  keep: Rewrite['keep'],
  { calculations = [] }: Origin,
): Section[] {
  if (!keep) return [...written];
  return keep.flatMap((kept, index): Section[] => {
    const number = index + 1;
    if (kept === null) return written.filter((section) => section.number === number);
    const own = calculations
      .filter(({ section }) => section === kept)
      .map(({ expression, value, unit }) => ({ expression, value, unit }));
    return placed
      .filter((section) => section.number === kept)
      .map(({ heading, text }) => ({ number, heading, text, calculations: own }));
  });
}

/** The hashes of the parts of the original that the translation is made of; undefined if they are not known. */
function mergeParts(now: readonly string[], before: readonly string[] | undefined, { keep, seo }: Rewrite) {
  if (!keep) return [...now];
  if (!before) return undefined;
  const [head = '', ...parts] = now;
  return [
    seo ? head : (before[0] ?? ''),
    ...parts.map((part, index) => {
      const kept = keep[index] ?? null;
      return kept === null ? part : (before[kept] ?? '');
    }),
  ];
}

/** Targets that an earlier translation, or an editor, has given to sections that stay. */
function keptTargets(placed: readonly PlacedSection[], keep: Rewrite['keep']): string[] {
  return placed.filter(({ number }) => keep?.includes(number)).flatMap(({ text }) => [...findTargets(text)]);
}

/** Kept sections stay byte for byte. */
function renderMerged(
  merged: readonly Section[],
  body: string,
  placed: readonly PlacedSection[],
  keep: readonly (number | null)[],
): string {
  const starts = placed.map(({ heading, headingStart }) =>
    heading ? body.lastIndexOf('\n', headingStart) + 1 : 0,
  );
  const raw = (number: number) => body.slice(starts[number - 1], starts[number] ?? body.length).trim();
  const parts = merged.map((section) => {
    const kept = keep[section.number - 1] ?? null;
    return kept === null ? renderBody([section]) : raw(kept);
  });
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
