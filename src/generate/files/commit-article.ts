/** Owns the end of an article: status, slug, file, and the record that it is done. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isError, parseFrontMatter } from '../../content/front-matter/front-matter.ts';
import { languageOf } from '../../locales/codes.ts';
import type { CategoryTree } from '../../site/category-tree.ts';
import type { Usage } from '../calls/money.ts';
import type { Corpus } from '../checks/corpus.ts';
import type { Finding } from '../checks/finding.ts';
import { createSignature } from '../checks/similarity.ts';
import { diskError } from '../run/journal.ts';
import type { ArticleRecord } from '../run/journal-records.ts';
import type { Job } from '../run/run-folders.ts';
import { checkDuplicateText } from '../write/ask-sections.ts';
import { type Composition, checkTitle } from '../write/compose-article.ts';
import type { Claims } from '../write/slug-reservations.ts';
import { renderArticle, renderBody, writeNewFile } from './article-file.ts';
import { createSlug } from './article-slug.ts';
import { type Origin, originSchema } from './origin.ts';

export interface Commit {
  root: string;
  run: string;
  job: Job;
  composition: Composition;
  publish: boolean;
  author: string;
  model: string;
  promptHash: string;
  usage: Usage;
  usd: number | null;
  now: number;
  today: string;
  tree: CategoryTree;
  corpus: Corpus;
  claims: Claims;
}

/**
 * Writes the file of an article. One with findings is kept as `needs-review`, which is never built.
 * @returns the record for the journal
 */
export async function commitArticle(commit: Commit): Promise<ArticleRecord> {
  const { job, composition, corpus, claims, run, root } = commit;
  const { sections, title } = composition;
  const done = (
    status: ArticleRecord['status'],
    file: string | null,
    findings: readonly Finding[],
  ): ArticleRecord => ({
    type: 'article',
    at: commit.now,
    article: job.id,
    status,
    file,
    title,
    findings: findings.map(({ code, message }) => ({ code, message })),
  });
  if (sections.length === 0) return done('rejected', null, composition.findings);
  const findings = [...composition.findings];
  // Others may have been written since this article's own checks.
  for (const finding of [...checkTitle(title, corpus), ...checkDuplicateText(sections, corpus)]) {
    if (!findings.some(({ code }) => code === finding.code)) findings.push(finding);
  }
  corpus.addText(title, createSignature(renderBody(sections)));

  const language = languageOf(job.locale);
  const taken = new Set(
    Object.values(commit.tree).flatMap((group) => [
      group.slug,
      ...Object.values(group.children).map(({ slug }) => slug),
    ]),
  );
  for (let attempt = 0; ; attempt++) {
    const slug = await createSlug(
      title,
      language,
      (candidate) => taken.has(candidate) || corpus.hasSlug(candidate),
    );
    taken.add(slug);
    const file = job.original
      ? translatedPath(job)
      : `content/${job.locale}/articles/${folderOf(composition)}/${slug}.md`;
    const claimed = await claims.claim({
      at: commit.now,
      run,
      article: job.id,
      locale: job.locale,
      slug,
      title,
    });
    // The first claim decides: later ones stand behind those that lost to it.
    if (claimed.titleTaken && attempt === 0 && !findings.some(({ code }) => code === 'duplicate-title')) {
      findings.push({
        code: 'duplicate-title',
        message: 'another article with nearly this title is being written',
        hint: 'choose another title',
      });
    }
    if (claimed.slugTaken) continue;
    const status = findings.length > 0 ? 'needs-review' : commit.publish ? 'published' : 'draft';
    const origin: Origin = {
      status,
      reviewer: null,
      model: commit.model,
      prompt: commit.promptHash,
      run,
      article: job.id,
      topic: job.topic.topic,
      date: new Date(commit.now).toISOString(),
      tokens: commit.usage,
      usd: commit.usd,
      ...(job.original ? { translatedFrom: job.original } : {}),
      problems: findings.map(({ code, message }) => `${code}: ${message}`),
    };
    const content = await renderArticle({
      title: /[\p{L}\p{N}]/u.test(title) ? title : job.topic.topic,
      slug,
      description: composition.description,
      author: commit.author,
      date: commit.today,
      draft: status !== 'published',
      entities: composition.entities,
      origin,
      sections,
    });
    const isNew = await writeNewFile(join(root, file), content, run).catch((error: unknown) => {
      throw diskError(join(root, file), error);
    });
    if (!isNew && !isOwn(join(root, file), run, job.id)) {
      if (job.original) return done('skipped', null, []);
      continue;
    }
    corpus.add({ title, slug, file, origin });
    return done(status, file, findings);
  }
}

/** Whether the file there is this very article, written before a crash; whatever a person made of it since. */
function isOwn(path: string, run: string, article: string): boolean {
  const front = parseFrontMatter(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  if (isError(front)) return false;
  const origin = originSchema.safeParse(front.data.origin);
  return origin.success && origin.data.run === run && origin.data.article === article;
}

/** A translation stands at its original's path. */
export function translatedPath(job: Pick<Job, 'original' | 'locale'>): string {
  return (job.original ?? '').replace(/^content\/[^/]+\//, `content/${job.locale}/`);
}

/** `bettingStrategies` → `betting-strategies` */
function folderOf({ entities }: Composition): string {
  const key = entities[0]?.category ?? 'other';
  return (
    key
      .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1-$2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'other'
  );
}
