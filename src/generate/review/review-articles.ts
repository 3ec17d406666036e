/** Lists generated articles for review, checks them again, and records decisions in their front matter. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteConfig } from '../../config/config-schema.ts';
import { scanSources } from '../../content/article/scan-sources.ts';
import { UserError } from '../../foundation/errors.ts';
import { replaceFile } from '../../foundation/replace-file.ts';
import { GENERATION_LOCALES } from '../../locales/generation.ts';
import { checkLine, checkText } from '../checks/check-answers.ts';
import { findTargets, stripInvisible } from '../checks/check-markdown.ts';
import type { Finding } from '../checks/finding.ts';
import { type OriginStatus, readArticleFile } from '../files/origin.ts';
import { loadLocaleContexts } from '../write/locale-context.ts';

/** A generated article, as its file is now; `file` is relative to the root. */
export type Reviewed = ReturnType<typeof loadReviewed>[number];

/** Every generated article of the site, by path. */
export function loadReviewed(config: SiteConfig) {
  const locales = GENERATION_LOCALES.filter((locale) => config.locales.includes(locale));
  return locales.flatMap((locale) =>
    [...scanSources(config.root, [locale])].flatMap(({ file }) => {
      const article = readArticleFile(join(config.root, file));
      if (!article?.origin) return [];
      const { content, bodyStart, origin, data } = article;
      const [title, description] = [String(data.title ?? ''), String(data.description ?? '')];
      return [{ content, bodyStart, file, locale, title, description, origin }];
    }),
  );
}

/** Finds articles by path or file name. @throws UserError for an unknown or ambiguous name */
export function findReviewed(all: readonly Reviewed[], names: readonly string[]): Reviewed[] {
  return names.map((name) => {
    const plain = name.replace(/^\.\//, '').replace(/\.md$/, '');
    const found = all.filter(({ file }) => file === `${plain}.md` || file.endsWith(`/${plain}.md`));
    const [only] = found;
    if (only && found.length === 1) return only;
    const none = {
      message: `there is no generated article "${name}"`,
      hint: 'list them with `articles review`',
    };
    if (!only) throw new UserError(none);
    const hint = `give the path: ${found.map(({ file }) => file).join(', ')}`;
    throw new UserError({ message: `${found.length} articles have the name "${name}"`, hint });
  });
}

/** Checks articles again, because a person may have edited them. @returns the findings by file */
export async function checkReviewed(config: SiteConfig, articles: readonly Reviewed[]) {
  const locales = [...new Set(articles.map(({ locale }) => locale))];
  const contexts = await loadLocaleContexts(config, locales, config.generate.model);
  const findings = new Map<string, Finding[]>();
  for (const { file, locale, title, description, origin, content, bodyStart } of articles) {
    const context = contexts.get(locale);
    if (!context) continue;
    const allowed = origin.translatedFrom ? targetsOf(config.root, origin.translatedFrom) : new Set<string>();
    const rules = { ...context.rules, links: { ...context.rules.links, allowed } };
    findings.set(file, [
      ...checkLine('the title', title, rules),
      ...checkLine('the description', description, rules),
      ...checkText(content.slice(bodyStart), rules),
    ]);
  }
  return findings;
}

function targetsOf(root: string, file: string): Set<string> {
  try {
    return findTargets(readFileSync(join(root, file), 'utf8'));
  } catch {
    return new Set();
  }
}

/**
 * Writes a decision into the front matter; no other byte of the file changes.
 * @throws UserError where the fields are missing, or the file changed since it was read
 */
export async function decide(root: string, article: Reviewed, status: OriginStatus, reviewer: string) {
  const changed = await rewrite(article, [
    { path: ['draft'], value: String(status !== 'approved') },
    { path: ['origin', 'status'], value: status },
    { path: ['origin', 'reviewer'], value: JSON.stringify(stripInvisible(reviewer)) },
  ]);
  const path = join(root, article.file);
  const confirm = async () => (await readFile(path, 'utf8')) === article.content;
  if (await replaceFile(path, changed, { durable: true, confirm })) return;
  throw new UserError({
    file: article.file,
    message: 'the file changed since it was read',
    hint: 'read it again and repeat the command',
  });
}

async function rewrite(
  { file, content, bodyStart }: Reviewed,
  fields: readonly { path: string[]; value: string }[],
): Promise<string> {
  const { isNode, isScalar, parseDocument } = await import('yaml');
  const open = content.indexOf('---') + 3;
  const head = content.slice(open, content.lastIndexOf('---', bodyStart));
  const document = parseDocument(head, { schema: 'failsafe' });
  const edits = fields.map(({ path, value }) => {
    const node = document.getIn(path, true);
    if (isNode(node) && isScalar(node) && node.range)
      return { start: node.range[0], end: node.range[1], value };
    // Without `draft` the article would count as published.
    if (path[0] === 'draft' && document.get('draft') === undefined)
      return { start: 0, end: 0, value: `\ndraft: ${value}` };
    throw new UserError({
      file,
      message: `the front matter has no ${path.join('.')}`,
      hint: 'restore the `origin` fields, or approve by hand: remove `origin` and `draft`',
    });
  });
  let changed = head;
  for (const { start, end, value } of edits.sort((a, b) => b.start - a.start))
    changed = changed.slice(0, start) + value + changed.slice(end);
  return content.slice(0, open) + changed + content.slice(open + head.length);
}
