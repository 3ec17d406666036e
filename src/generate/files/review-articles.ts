/** Owns the gate between a generated text and the site: what waits, what a person decided. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '../../config/config-schema.ts';
import { scanSources } from '../../content/article/scan-sources.ts';
import { isError, parseFrontMatter } from '../../content/front-matter/front-matter.ts';
import { UserError } from '../../foundation/errors.ts';
import { languageOf } from '../../locales/codes.ts';
import { GENERATION_LOCALES, type GenerationLocale } from '../../locales/generation.ts';
import { checkLine, checkText } from '../checks/check-answers.ts';
import { findTargets, stripInvisible } from '../checks/check-markdown.ts';
import type { Finding } from '../checks/finding.ts';
import { openShops } from '../write/locale-context.ts';
import { replaceFile } from './article-file.ts';
import { type Origin, type OriginStatus, originSchema } from './origin.ts';

/** A generated article, as the file says now. */
export interface Reviewed {
  /** Relative to the root. */
  file: string;
  locale: GenerationLocale;
  title: string;
  description: string;
  origin: Origin;
  /** The whole file. */
  content: string;
  bodyStart: number;
}

/** Every generated article of the site, by path. */
export function loadReviewed(config: SiteConfig): Reviewed[] {
  const locales = GENERATION_LOCALES.filter((locale) => config.locales.includes(locale));
  return [...scanSources(config.root, locales)].flatMap(({ file, locale }) => {
    const reviewed = readReviewed(config.root, file);
    const known = locales.find((candidate) => candidate === locale);
    return reviewed && known ? [{ ...reviewed, locale: known }] : [];
  });
}

function readReviewed(root: string, file: string): Omit<Reviewed, 'locale'> | null {
  const content = readFileSync(join(root, file), 'utf8');
  const offset = content.charCodeAt(0) === 0xfeff ? 1 : 0;
  const front = parseFrontMatter(content.slice(offset));
  if (isError(front)) return null;
  const origin = originSchema.safeParse(front.data.origin);
  if (!origin.success) return null;
  const { title, description } = front.data;
  return {
    file,
    title: String(title ?? ''),
    description: String(description ?? ''),
    origin: origin.data,
    content,
    bodyStart: front.bodyStart + offset,
  };
}

/** Finds articles by path, slug or file name. @throws UserError for what is not there */
export function findReviewed(all: readonly Reviewed[], names: readonly string[]): Reviewed[] {
  return names.map((name) => {
    const plain = name.replace(/^\.\//, '').replace(/\.md$/, '');
    const found = all.filter(({ file }) => file === `${plain}.md` || file.endsWith(`/${plain}.md`));
    const [only] = found;
    if (only && found.length === 1) return only;
    throw new UserError(
      only
        ? {
            message: `"${name}" is the name of ${found.length} articles`,
            hint: `give the path: ${found.map(({ file }) => file).join(', ')}`,
          }
        : { message: `no generated article is called "${name}"`, hint: 'see `articles review` for the list' },
    );
  });
}

/** Checks the text again, as it is now: a person may have mended it, or broken it. */
export async function checkReviewed(
  config: SiteConfig,
  articles: readonly Reviewed[],
): Promise<Map<string, Finding[]>> {
  const shops = await openShops(
    config,
    [...new Set(articles.map(({ locale }) => locale))],
    config.generate.model,
  );
  return new Map(
    articles.map((article) => {
      const shop = shops.get(article.locale);
      if (!shop) return [article.file, []];
      const { judge, rules } = shop.workshop(undefined);
      const links = {
        ...rules.links,
        allowed:
          article.origin.translatedFrom === undefined
            ? new Set<string>()
            : targetsOf(config.root, article.origin.translatedFrom),
      };
      const body = article.content.slice(article.bodyStart);
      const textRules = { ...rules, language: languageOf(article.locale), links };
      return [
        article.file,
        [
          ...checkLine('the title', article.title, textRules),
          ...checkLine('the description', article.description, textRules),
          ...checkText(body, judge, textRules),
        ],
      ];
    }),
  );
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
 * @throws UserError where the fields are gone, or somebody edits the file right now
 */
export async function decide(
  root: string,
  article: Reviewed,
  status: OriginStatus,
  reviewer: string,
): Promise<void> {
  const changed = await rewrite(article, [
    { path: ['draft'], value: String(status !== 'approved') },
    { path: ['origin', 'status'], value: status },
    { path: ['origin', 'reviewer'], value: JSON.stringify(stripInvisible(reviewer)) },
  ]);
  if (await replaceFile(join(root, article.file), article.content, changed)) return;
  throw new UserError({
    file: article.file,
    message: 'the file changed while it was decided on',
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
    // Without `draft` the article counts as published.
    if (path[0] === 'draft' && document.get('draft') === undefined)
      return { start: 0, end: 0, value: `\ndraft: ${value}` };
    throw new UserError({
      file,
      message: `the front matter has no ${path.join('.')}`,
      hint: 'restore the record of origin, or decide by editing the file: remove `origin` and `draft`',
    });
  });
  let changed = head;
  for (const { start, end, value } of edits.sort((a, b) => b.start - a.start))
    changed = changed.slice(0, start) + value + changed.slice(end);
  return content.slice(0, open) + changed + content.slice(open + head.length);
}
