/** Reads site-config.json: returns a validated, frozen configuration, or throws every problem with line and column. */

import { join } from 'node:path';
import * as z from 'zod';
import { attempt } from '../foundation/attempt.ts';
import { type Finding, finding, hasCode, refusalOf, sortProblems, UserError } from '../foundation/errors.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { siteFileExists } from '../foundation/site-folders.ts';
import { type LocaleCode, newestOf, parseLocale, segmentOf } from '../locales/codes.ts';
import { builtInOf, INTERFACE_LOCALES } from '../locales/locale-registry.ts';
import { accentContrast, readableShade, TEXT_CONTRAST } from './accent-palette.ts';
import { CONFIG_FILE } from './config-file.ts';
import { DEFAULT_THEME_COLOR, type SiteConfig, siteConfigSchema } from './config-schema.ts';
import { type LayeredSettings, loadLayers } from './load-layers.ts';
import { createLocator, parseJsonFile, parseValue } from './read-json.ts';

/** The file with the interface strings of a language that the program lacks. */
export function localeFile(locale: LocaleCode): string {
  return `theme/locales/${newestOf(locale)}.json`;
}

/**
 * @param root absolute path of the site's folder
 * @param basePath replaces the file's basePath; null keeps it
 * @throws UserError when the file is missing, is not JSON or breaks the schema
 */
export async function loadConfig(root: string, basePath: string | null = null): Promise<SiteConfig> {
  const bytes = readConfigFile(root);
  const layered = await loadLayers(root, bytes);
  const parsed = layered
    ? await parseValue(CONFIG_FILE, siteConfigSchema, layered.data, layered.createLocate)
    : await parseJsonFile(CONFIG_FILE, bytes, siteConfigSchema);
  const found = checkSettings(root, parsed.ok ? parsed.value : readValidSettings(bytes, layered));
  if (!parsed.ok || found.length > 0) {
    const locate = layered ? await layered.createLocate() : await createLocator(bytes.toString('utf8'));
    const problems = found.map(({ field = [], ...problem }) => ({ ...problem, ...locate(field) }));
    throw new UserError(sortProblems([...(parsed.ok ? [] : parsed.problems), ...problems]));
  }
  const config = parsed.value;
  return deepFreeze({
    ...config,
    basePath: basePath === null ? config.basePath : parseBasePath(basePath),
    url: new URL(config.url).origin,
    root,
  });
}

/**
 * The edition that a name such as "ru_RU" or "ru" means.
 * @param asked undefined for the default edition
 * @throws UserError where the site has no such edition
 */
export function chooseLocale(
  { locales }: Pick<SiteConfig, 'locales'>,
  asked: string | undefined,
): LocaleCode {
  const isAsked = (locale: LocaleCode) =>
    asked === undefined || locale === parseLocale(asked) || segmentOf(locale) === asked.toLowerCase();
  const found = locales.find(isAsked);
  if (found) return found;
  throw new UserError({
    code: 'unknown-locale',
    message: `the site has no locale "${asked}"`,
    hint: `use one of ${locales.join(', ')}, or add it to site-config.json`,
  });
}

function readConfigFile(root: string): Buffer {
  try {
    return readRegularFile(join(root, CONFIG_FILE));
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) {
      const hint = 'run `articles init DIR` to make a site, or name its folder with --root DIR';
      throw new UserError({ code: 'missing-site', message: `there is no ${CONFIG_FILE} in ${root}`, hint });
    }
    const refusal = refusalOf(error, CONFIG_FILE);
    throw refusal ? new UserError(refusal) : error;
  }
}

type Checked = Pick<SiteConfig, 'url' | 'locales' | 'timeZone' | 'themeColor'>;

/** The settings that `checkSettings` needs, of a file that breaks the schema. Valid values replace the wrong ones. */
function readValidSettings(bytes: Buffer, layered: LayeredSettings | null): Checked {
  const { url, locales, timeZone, themeColor } = siteConfigSchema.shape;
  let data: Readonly<Record<string, unknown>> = {};
  try {
    data = layered?.data ?? z.looseObject({}).safeParse(JSON.parse(bytes.toString('utf8'))).data ?? {};
  } catch {
    // `parseJsonFile` has reported it.
  }
  return {
    url: url.safeParse(data.url).data ?? 'https://example.com',
    locales: locales.safeParse(data.locales).data ?? [],
    timeZone: timeZone.safeParse(data.timeZone).data ?? 'UTC',
    themeColor: themeColor.safeParse(data.themeColor).data ?? DEFAULT_THEME_COLOR,
  };
}

/** Rules that the schema cannot express. */
function checkSettings(root: string, { url, locales, timeZone, themeColor }: Checked): Finding[] {
  const found: Finding[] = [];
  const report = (field: PropertyKey[], message: string, hint: string) =>
    found.push(finding('invalid-value', message, hint, { file: CONFIG_FILE, field }));
  const { pathname, search, hash, username, password } = new URL(url);
  if (username || password)
    report(['url'], 'url has a name or a password', 'remove the part before "@": every page would show it');
  if (pathname !== '/' || search || hash)
    report(['url'], `url has a path: "${url}"`, 'give the origin only and put the path in basePath');
  for (const [index, locale] of locales.entries()) {
    const newest = newestOf(locale);
    if (newest !== locale && !locales.slice(0, index).includes(newest)) {
      const message = `"${locale}" is an older version of "${newest}", which does not stand before it`;
      report(['locales', index], message, `write "${newest}" before it`);
    }
    if (builtInOf(locale) || siteFileExists(root, localeFile(locale))) continue;
    const message = `the program has no texts in the language of "${locale}"; it has ${INTERFACE_LOCALES.join(', ')}`;
    const hint = `run \`articles locale ${locale}\`, which writes ${localeFile(locale)} for you to translate`;
    report(['locales', index], message, hint);
  }
  const segments = locales.map((locale) => segmentOf(locale));
  const shared = segments.findIndex((segment, index) => segments.indexOf(segment) < index);
  if (shared >= 0 && new Set(locales).size === locales.length) {
    const message = `two locales are the same edition: both would be at /${segments[shared]}`;
    report(['locales', shared], message, 'remove one of them');
  }
  const twice = locales.findIndex((locale, index) => locales.indexOf(locale) < index);
  if (twice >= 0)
    report(['locales', twice], `"${locales[twice]}" is in locales twice`, 'list each locale once');
  // Loading the time zones takes longer than all other checks.
  if (timeZone !== 'UTC' && !isTimeZone(timeZone))
    report(['timeZone'], `timeZone "${timeZone}" does not exist`, 'give an IANA name such as "Asia/Kolkata"');
  const ratio = accentContrast(themeColor);
  if (ratio < TEXT_CONTRAST) {
    const message = `themeColor "${themeColor}" has too little contrast with the page for links: ${ratio.toFixed(1)}, and at least ${TEXT_CONTRAST} is needed`;
    report(['themeColor'], message, `use a darker shade such as "${readableShade(themeColor)}"`);
  }
  return found;
}

export function isTimeZone(name: string): boolean {
  return attempt(() => new Intl.DateTimeFormat('en', { timeZone: name })) !== undefined;
}

function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value))
    if (typeof child === 'object' && child !== null) deepFreeze(child);
  return Object.freeze(value);
}

function parseBasePath(text: string): string {
  const parsed = siteConfigSchema.shape.basePath.safeParse(text === '/' ? '' : text);
  if (parsed.success) return parsed.data;
  const hint = 'start it with "/" and end it without one, such as /blog';
  throw new UserError({ code: 'invalid-option-value', message: `--base-path "${text}" is not a path`, hint });
}
