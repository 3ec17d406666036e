/** Gives an article another address or file, and keeps the old address as an alias. */
import { existsSync } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readSite } from '../build/read-site.ts';
import { readPublished } from '../build/state/published.ts';
import { loadConfig } from '../config/load-config.ts';
import { aliasPath } from '../config/page-path.ts';
import { parseSlug } from '../content/article/article-fields.ts';
import { guessSlug } from '../content/article/parse-article.ts';
import { articleFolder } from '../content/article/scan-sources.ts';
import { rewriteFrontMatter } from '../content/front-matter/edit-field.ts';
import { createProblems, UserError } from '../foundation/errors.ts';
import { makeFolder } from '../foundation/make-folder.ts';
import { isWithin, relativePath } from '../foundation/paths.ts';
import { createFile, replaceFile } from '../foundation/replace-file.ts';
import type { Reporter } from '../foundation/report.ts';
import { isOutsideContent, OUTSIDE_CONTENT } from '../foundation/site-files.ts';
import type { Moved } from '../results/tool-results.ts';
import { type Addressed, articlePath } from '../site/article-path.ts';
import { articleId } from '../site/feed-ids.ts';
import { listOldAddresses } from '../site/old-addresses.ts';
import { RESERVED_SEGMENTS, trimSlashes } from '../site/routes.ts';
import type { Article, Site } from '../site/site.ts';

/** @throws UserError where there is no such article, or the new place is taken */
export async function moveArticle(
  root: string,
  from: string,
  to: string,
  reporter: Reporter,
): Promise<Moved> {
  const config = await loadConfig(root);
  // Problems of other articles are ignored.
  const site = await readSite(config, { drafts: true, future: true, reporter }, createProblems());
  const successor = findSuccessor(site, from, to);
  if (successor) return keepPublished(site, successor, trimSlashes(from));
  const article = findArticle(site, root, from);
  return to.endsWith('.md')
    ? moveFile(site, article, toRelative(root, to), reporter)
    : moveAddress(site, article, to);
}

/** The article at the new address, where readers know the old one and nothing answers there: its slug has changed already. */
function findSuccessor(site: Site, from: string, to: string): Article | undefined {
  const old = trimSlashes(from);
  const articles = site.editions.flatMap((edition) => edition.articles);
  if (!readPublished(site.config.root).includes(old) || articles.some(({ path }) => path === old))
    return undefined;
  if ([...listOldAddresses(site)].some((address) => trimSlashes(address.from) === old)) return undefined;
  return articles.find(({ path, meta }) => path === trimSlashes(to) || meta.file === to);
}

async function keepPublished(site: Site, article: Article, from: string): Promise<Moved> {
  const { meta, path } = article;
  refuseTaken(site, article, from);
  const file = join(site.config.root, meta.file);
  const aliases = [...new Set([...meta.aliases, from])];
  await replaceFile(file, await writeAliases(await readFile(file), article, aliases));
  return { file: meta.file, from, to: path, aliases };
}

function findArticle(site: Site, root: string, from: string): Article {
  const articles = site.editions.flatMap((edition) => edition.articles);
  const file = from.endsWith('.md') ? toRelative(root, from) : null;
  const found = articles.find(({ path, meta }) =>
    file === null ? path === trimSlashes(from) : meta.file === file,
  );
  if (found) return found;
  const old = [...listOldAddresses(site)].find((address) => trimSlashes(address.from) === trimSlashes(from));
  throw new UserError(
    old
      ? {
          code: 'unknown-article',
          message: `${from} is an old address already`,
          hint: `name ${old.to ?? 'the page'} instead`,
        }
      : {
          code: 'unknown-article',
          message: `there is no article at ${from}, or it has problems`,
          hint: 'name an address such as /articles/old-slug, or a file; run `articles check`. Other pages keep an address with "aliases" in their own file',
        },
  );
}

/** The path from the root. @param path relative to the current folder or to the root */
function toRelative(root: string, path: string): string {
  const absolute = resolve(path);
  return relativePath(root, isWithin(root, absolute) ? absolute : resolve(root, path));
}

async function moveAddress(site: Site, article: Article, to: string): Promise<Moved> {
  const { meta, edition } = article;
  if (meta.editorial.permalink !== null) return moveTo(site, article, to, 'permalink', to);
  const slug = to.slice(to.lastIndexOf('/') + 1);
  const address = addressOf(site, article, { slug });
  if (to.includes('/') && trimSlashes(to) !== address) {
    const isPath = aliasPath.safeParse(to).success;
    const permalink = isPath
      ? `, or give the article a permalink: \`articles edit --set permalink=${to}\``
      : '';
    throw new UserError({
      code: 'invalid-option-value',
      message: `an article of ${edition.locale} cannot have the address ${to}`,
      hint: `write ${addressOf(site, article, { slug: 'SLUG' })}${permalink}`,
    });
  }
  if (parseSlug(slug) !== slug || RESERVED_SEGMENTS.has(slug)) {
    const hint = 'use lower-case letters, digits and hyphens, such as "betting-exchange-commission"';
    throw new UserError({ code: 'invalid-option-value', message: `"${slug}" is not a valid slug`, hint });
  }
  return moveTo(site, article, address, 'slug', slug);
}

/** Writes the field that gives the article its new address. */
async function moveTo(
  site: Site,
  article: Article,
  address: string,
  field: 'slug' | 'permalink',
  value: string,
): Promise<Moved> {
  const { meta, path } = article;
  if (field === 'permalink' && !aliasPath.safeParse(value).success) {
    const message = `"${value}" is not an address`;
    throw new UserError({
      code: 'invalid-option-value',
      message,
      hint: 'write one such as /2026/05/new-slug',
    });
  }
  if (address === path) return { file: meta.file, from: path, to: path, aliases: meta.aliases };
  refuseTaken(site, article, address);
  const file = join(site.config.root, meta.file);
  const aliases = keepAddress(article, address);
  const bytes = await rewriteFrontMatter(await readFile(file), field, value);
  await replaceFile(file, await writeAliases(bytes, article, aliases));
  return { file: meta.file, from: path, to: address, aliases };
}

async function moveFile(site: Site, article: Article, to: string, reporter: Reporter): Promise<Moved> {
  const { root } = site.config;
  const { meta, edition, path } = article;
  const folder = articleFolder(edition.locale);
  if (!to.startsWith(`${folder}/`)) {
    throw new UserError({
      code: 'invalid-option-value',
      message: `${to} is not in ${folder}`,
      hint: `choose a file below ${folder}`,
    });
  }
  const target = join(root, to);
  if (existsSync(target)) throw createExistsError(to);
  const source = join(root, meta.file);
  const bytes = await readFile(source);
  const slug = guessSlug(to.slice(folder.length + 1, -'.md'.length), bytes.toString('utf8'));
  if (slug === null || RESERVED_SEGMENTS.has(slug)) {
    throw new UserError({
      code: 'invalid-option-value',
      message: `the name of ${to} is not a valid slug`,
      hint: 'use lower-case letters, digits and hyphens',
    });
  }
  const key = to.slice(folder.length + 1, -'.md'.length);
  const address = addressOf(site, article, { slug, key });
  makeFolder(dirname(target));
  if (isOutsideContent(root, dirname(to))) throw new UserError({ file: to, ...OUTSIDE_CONTENT });
  const translations = site.translations.get(meta.key) ?? [];
  if (translations.length > 0) {
    const others = translations.filter((other) => other !== article).map((other) => other.meta.file);
    reporter.warn({
      code: 'separated-translation',
      message: `${others.join(', ')} is no longer a translation of it: translations have the same path in each locale`,
      hint: 'move the others in the same way',
    });
  }
  const isKept = address === path;
  if (!isKept) refuseTaken(site, article, address);
  const aliases = isKept ? meta.aliases : keepAddress(article, address);
  // Feed readers know the article by its file, until its front matter has an id.
  const known = meta.editorial.id === null && site.config.features.feeds;
  const named = known
    ? await rewriteFrontMatter(bytes, 'id', articleId(site.config, edition.locale, meta))
    : bytes;
  if (isKept && !known) {
    await rename(source, target);
    return { file: to, from: path, to: path, aliases };
  }
  const changed = isKept ? named : await writeAliases(named, article, aliases);
  // After a crash between the two steps both files exist, and the next build reports them.
  const { mode } = await stat(source);
  if (!(await createFile(target, changed, { mode }))) throw createExistsError(to);
  await rm(source);
  return { file: to, from: path, to: address, aliases };
}

function createExistsError(file: string): UserError {
  const hint = 'choose another name';
  return new UserError({ file, code: 'existing-file', message: 'there is a file already', hint });
}

/** The address of the article with other fields. */
function addressOf(site: Site, { meta, edition, path }: Article, change: Partial<Addressed>): string {
  return articlePath(site.routes, edition.tree, edition.locale, { ...meta, ...change }) ?? path;
}

/** The aliases of an article after it has moved. */
function keepAddress({ meta, path }: Article, address: string): string[] {
  const kept = meta.aliases.filter((alias) => ![address, path].includes(trimSlashes(alias)));
  // Nobody has linked to a draft.
  return meta.status === 'published' ? [...kept, path] : kept;
}

async function writeAliases(
  bytes: Uint8Array,
  { meta }: Article,
  aliases: readonly string[],
): Promise<Uint8Array> {
  return aliases.join() === meta.aliases.join() ? bytes : rewriteFrontMatter(bytes, 'aliases', aliases);
}

function refuseTaken(site: Site, article: Article, address: string): void {
  const isSame = (other: string) => trimSlashes(other).toLowerCase() === address.toLowerCase();
  const other = site.editions
    .flatMap(({ articles, claims }) => [...articles, ...claims])
    .find(({ path, meta }) => meta.file !== article.meta.file && isSame(path));
  const old = [...listOldAddresses(site)].find(
    ({ from, source }) => source.file !== article.meta.file && isSame(from),
  );
  const file = other?.meta.file ?? old?.source.file;
  if (file === undefined) return;
  throw new UserError({
    file,
    code: 'address-taken',
    message: `${address} is taken`,
    hint: 'choose another slug, or free the address in that file',
  });
}
