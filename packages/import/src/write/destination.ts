/** Describes the site that an import writes into, which may not exist yet. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  builtInOf,
  CONFIG_FILE,
  chooseLocale,
  createProblems,
  createRoutes,
  createShortName,
  DEFAULT_PERMALINK,
  type EditionParts,
  guessSlug,
  INTERFACE_LOCALES,
  isTimeZone,
  type LocaleCode,
  loadConfig,
  loadEditionParts,
  parseLocale,
  type Routes,
  type SiteConfig,
  scanSources,
  siteConfigSchema,
  UserError,
} from '../core.ts';
import type { ImportedSite } from '../imported-site.ts';
import type { Listings } from '../tools/folder-tool.ts';
import type { ImportRecord } from './import-record.ts';

export interface Destination {
  root: string;
  locale: LocaleCode;
  routes: Routes;
  config: SiteConfig;
  /** The content of site-config.json for a new site; null if the site exists. */
  newConfig: object | null;
  /** Existing data files of the edition; null for each that is missing. */
  edition: EditionParts;
  /** Slugs of articles that no import wrote: slug → file. */
  slugs: ReadonlyMap<string, string>;
  /** Prefix of old addresses: the path of the old home page, or '' if the new site has the same. */
  oldBase: string;
}

/** @param asked the value of --locale. @throws UserError if the files of the site have problems */
export async function openDestination(
  root: string,
  imported: ImportedSite,
  asked: string | undefined,
  record: ImportRecord,
): Promise<Destination> {
  const isNew = !existsSync(join(root, CONFIG_FILE));
  const draft = isNew ? await createConfig(imported, asked) : null;
  const config = draft ? { ...siteConfigSchema.parse(draft), root } : await loadConfig(root);
  const locale = chooseLocale(config, asked);
  const problems = createProblems();
  const hasEdition = existsSync(join(root, `content/${locale}`));
  const edition = hasEdition
    ? await loadExisting(config, locale)
    : { locale, tree: null, authors: null, seo: null };
  problems.throwIfAny();
  const slugs = new Map<string, string>();
  for (const { file, key } of scanSources(root, [locale])) {
    if (record.files.has(file)) continue;
    const slug = guessSlug(key, readFileSync(join(root, file), 'utf8'));
    if (slug !== null) slugs.set(slug, file);
  }
  const oldPath = imported.url === null ? '' : new URL(imported.url).pathname.replace(/\/$/, '');
  return {
    root,
    locale,
    routes: createRoutes(config),
    config,
    newConfig: draft,
    edition,
    slugs,
    oldBase: oldPath === config.basePath ? '' : oldPath,
  };
}

/**
 * Gives a new site the addresses of the old one.
 * @param article the pattern of articles
 * @param hasSidebar true for articles that stand in an order, such as chapters
 */
export function fitNewSite(
  destination: Destination,
  { article, hasSidebar, author, tag }: Listings & { article: string; hasSidebar: boolean },
): Destination {
  const { newConfig, root } = destination;
  if (newConfig === null) return destination;
  const permalinks = {
    ...(article !== DEFAULT_PERMALINK && { article }),
    ...(author !== '/authors/' && { author: `${author}{slug}` }),
    ...(tag !== '/tags/' && { tag: `${tag}{slug}` }),
  };
  const fitted = {
    ...newConfig,
    ...(Object.keys(permalinks).length > 0 && { permalinks }),
    ...(hasSidebar && { navigation: { sidebar: true } }),
  };
  const config = { ...siteConfigSchema.parse(fitted), root };
  return { ...destination, newConfig: fitted, config, routes: createRoutes(config) };
}

/** Loads the data files of an edition. They must be valid; missing ones are created later. */
async function loadExisting(config: SiteConfig, locale: LocaleCode): Promise<EditionParts> {
  const problems = createProblems();
  const parts = await loadEditionParts(config, locale, problems);
  const wrong = problems.errors.filter(
    ({ file }) => file !== undefined && existsSync(join(config.root, file)),
  );
  if (wrong.length > 0) throw new UserError(wrong);
  return parts;
}

async function createConfig(
  { title, description, url, language, timeZone, formerWorkers = [] }: ImportedSite,
  asked: string | undefined,
): Promise<object> {
  const host = url === null ? null : new URL(url).hostname.replace(/^www\./, '');
  const name = (title ?? host ?? 'My Site').replace(/\s+/g, ' ').trim().slice(0, 120) || 'My Site';
  const wanted = asked ?? language ?? 'en';
  const tag = parseLocale(wanted);
  const locale = tag === null ? undefined : builtInOf(tag);
  if (!locale && asked !== undefined)
    throw new UserError({
      code: 'unknown-locale',
      message: `there is no locale "${asked}"`,
      hint: `use one of ${INTERFACE_LOCALES.join(', ')}`,
    });
  const parsed = url === null ? null : new URL(url);
  const path = parsed?.pathname.replace(/\/$/, '') ?? '';
  const config = {
    $schema: './site-config.schema.json',
    title: name,
    shortName: await createShortName([name, host ?? ''], 'en'),
    ...(description && { description: description.replace(/\s+/g, ' ').trim().slice(0, 300) }),
    url: parsed?.origin ?? 'https://example.com',
    ...(siteConfigSchema.shape.basePath.safeParse(path).success && path !== '' && { basePath: path }),
    locales: [locale ?? 'en_US'],
    timeZone: timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC',
    ...(parsed && { feeds: { authority: parsed.hostname } }),
    ...(formerWorkers.length > 0 && { formerWorkers }),
  };
  siteConfigSchema.parse(config);
  return config;
}
