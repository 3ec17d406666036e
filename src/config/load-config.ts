/** Owns reading site-config.json: from text to a validated, frozen configuration, or problems with line and column. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { hasCode, refusalOf, sortProblems, UserError } from '../foundation/errors.ts';
import { type SiteConfig, siteConfigSchema } from './config-schema.ts';
import { createLocator, parseJsonFile } from './read-json.ts';

export const CONFIG_FILE = 'site-config.json';

/**
 * @param root absolute path of the site's folder
 * @param basePath replaces the file's basePath; null keeps it
 * @throws UserError when the file is missing, is not JSON or breaks the schema; every problem at once
 */
export async function loadConfig(root: string, basePath: string | null = null): Promise<SiteConfig> {
  const bytes = readConfigFile(root);
  const parsed = await parseJsonFile(CONFIG_FILE, bytes, siteConfigSchema);
  const faults = findFaults(parsed.ok ? parsed.value : readSound(bytes));
  if (!parsed.ok || faults.length > 0) {
    const locate = faults.length > 0 ? await createLocator(bytes.toString('utf8')) : () => ({});
    const problems = faults.map(({ path, ...fault }) => ({
      file: CONFIG_FILE,
      ...locate(path, false),
      ...fault,
    }));
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

function readConfigFile(root: string): Buffer {
  try {
    return readFileSync(join(root, CONFIG_FILE));
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) {
      const refusal = refusalOf(error, CONFIG_FILE);
      throw refusal ? new UserError(refusal) : error;
    }
    throw new UserError({
      message: `there is no ${CONFIG_FILE} in ${root}`,
      hint: 'run `articles init DIR` to make a site, or name its folder with --root DIR',
    });
  }
}

interface Fault {
  path: (string | number)[];
  message: string;
  hint: string;
}

type Checked = Pick<SiteConfig, 'url' | 'locales' | 'timeZone'>;

/** The settings that are looked at below, as far as the schema has no complaint of them. */
function readSound(bytes: Buffer): Checked {
  const { url, locales, timeZone } = siteConfigSchema.shape;
  const data = z.looseObject({}).safeParse(attemptJson(bytes.toString('utf8'))).data ?? {};
  return {
    url: url.safeParse(data.url).data ?? 'https://example.com',
    locales: locales.safeParse(data.locales).data ?? [],
    timeZone: timeZone.safeParse(data.timeZone).data ?? 'UTC',
  };
}

function attemptJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function findFaults({ url, locales, timeZone }: Checked): Fault[] {
  const faults: Fault[] = [];
  const { pathname, search, hash, username, password } = new URL(url);
  if (username || password) {
    const hint = 'leave out what stands before "@": every page would show it';
    faults.push({ path: ['url'], message: 'url has a name or a password', hint });
  }
  if (pathname !== '/' || search || hash) {
    const hint = 'give the origin only and put the path in basePath';
    faults.push({ path: ['url'], message: `url has a path: "${url}"`, hint });
  }
  const twice = locales.findIndex((locale, index) => locales.indexOf(locale) < index);
  if (twice >= 0) {
    const message = 'locales names a locale twice';
    faults.push({ path: ['locales', twice], message, hint: 'name each locale once' });
  }
  // Asking loads the time zones, which takes longer than all other checks.
  if (timeZone !== 'UTC' && !isTimeZone(timeZone)) {
    const hint = 'give an IANA name such as "Asia/Kolkata"';
    faults.push({ path: ['timeZone'], message: `timeZone "${timeZone}" is not known`, hint });
  }
  return faults;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value))
    if (typeof child === 'object' && child !== null) deepFreeze(child);
  return Object.freeze(value);
}

function parseBasePath(text: string): string {
  const parsed = siteConfigSchema.shape.basePath.safeParse(text === '/' ? '' : text);
  if (parsed.success) return parsed.data;
  throw new UserError({
    message: `--base-path "${text}" is not a path`,
    hint: 'start it with "/" and end it without one, such as /blog',
  });
}
