/** Finds the layers that site-config.json names, and merges their settings. The settings of the site win. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix, resolve } from 'node:path';
import * as z from 'zod';
import { attempt } from '../foundation/attempt.ts';
import { finding, type Problem, refusalOf, UserError } from '../foundation/errors.ts';
import { type Layer, LOOKS, lookPackage, setLayers } from '../foundation/layers.ts';
import { hintNear } from '../foundation/near-names.ts';
import { packageFile } from '../foundation/package-files.ts';
import { relativePath } from '../foundation/paths.ts';
import { isOutside, OUTSIDE_CONTENT, readRegularFile } from '../foundation/site-files.ts';
import { CONFIG_FILE } from './config-file.ts';
import { siteConfigSchema } from './config-schema.ts';
import { type LayerSettings, SHARED_SETTINGS } from './layers-schema.ts';
import { createLocator, type Locate, parseJsonFile } from './read-json.ts';

type Settings = Readonly<Record<string, unknown>>;

/** A file with settings, as it is written. */
interface Source {
  file: string;
  text: string;
  data: Settings;
}

export interface LayeredSettings {
  data: Settings;
  /** Finds a setting in the file that it comes from. */
  createLocate(): Promise<Locate>;
}

/**
 * Reads the layers of a site, which are used from now on.
 * @param bytes of site-config.json. @returns null for a site without layers
 * @throws UserError for layers that cannot be used
 */
export async function loadLayers(root: string, bytes: Buffer): Promise<LayeredSettings | null> {
  const text = bytes.toString('utf8');
  // `loadConfig` parses the file afterwards, and reports its errors.
  const read = text.includes('"layers"') ? LAYERED.safeParse(attempt(() => JSON.parse(text))) : null;
  const layers = read?.success ? await findLayers(root, read.data.layers, text) : [];
  const sources: Source[] = [{ file: CONFIG_FILE, text, data: read?.data ?? {} }];
  for (const { folder } of layers) sources.push(...(await readSettings(root, folder)));
  // Only now: another thread of work may be reading the site.
  setLayers(root, layers);
  if (layers.length === 0) return null;
  return {
    data: sources.reduceRight<Settings>((below, { data }) => mergeMaps(below, data), {}),
    createLocate: () => createSourceLocator(sources),
  };
}

const LAYERED = z.looseObject({ layers: siteConfigSchema.shape.layers });

async function findLayers(root: string, settings: LayerSettings, text: string): Promise<Layer[]> {
  const packages = readDependencies(root);
  const problems: Problem[] = [];
  const layers: Layer[] = [];
  const locate = await createLocator(text);
  for (const [index, setting] of settings.entries()) {
    const { from, without } = typeof setting === 'string' ? { from: setting, without: [] } : setting;
    const report = (message: string, hint: string) =>
      problems.push(
        finding('invalid-value', message, hint, { file: CONFIG_FILE, ...locate(['layers', index]) }),
      );
    const isFolder = from.startsWith('.');
    const look = packages.has(from) ? undefined : LOOKS.find((name) => from === lookPackage(name));
    if (!isFolder && !packages.has(from) && look === undefined) {
      const hint = hintNear(from, LOOKS.map(lookPackage), `run: npm install ${from}`);
      report(`the package "${from}" is not in the package.json of the site`, hint);
      continue;
    }
    const folder = isFolder
      ? posix.normalize(from).replace(/\/$/, '')
      : look === undefined
        ? findPackage(root, from)
        : relativePath(root, packageFile(`packages/look-${look}`));
    const real = folder === null ? undefined : attempt(() => realpathSync(join(root, folder)));
    if (folder === null || real === undefined || !statSync(real).isDirectory())
      report(
        `there is no layer "${from}"`,
        isFolder ? 'name a folder, as seen from the site' : 'run: npm install',
      );
    else if (real === realpathSync(root)) report('the site is a layer of itself', 'name another folder');
    else if (layers.some((layer) => layer.folder === folder))
      report(`the layer "${from}" stands here twice`, 'remove one of the two');
    else layers.push({ folder, without });
  }
  if (problems.length > 0) throw new UserError(problems);
  return layers;
}

/** Names of the packages in the site's own package.json: others come and go with what they belong to. */
function readDependencies(root: string): Set<string> {
  const names = z.record(z.string(), z.unknown()).default({});
  const file = join(root, 'package.json');
  const data: unknown = attempt(() => JSON.parse(readRegularFile(file).toString()));
  const read = z.looseObject({ dependencies: names, devDependencies: names }).safeParse(data);
  return new Set(Object.keys({ ...read.data?.dependencies, ...read.data?.devDependencies }));
}

function findPackage(root: string, name: string): string | null {
  const folders = createRequire(resolve(root, 'package.json')).resolve.paths(name) ?? [];
  const found = folders.map((folder) => join(folder, name)).find((folder) => existsSync(folder));
  return found === undefined ? null : relativePath(root, found);
}

/** Settings that only the site itself may have are left out. @throws UserError for what is no setting at all */
async function readSettings(root: string, folder: string): Promise<Source[]> {
  const file = `${folder}/${CONFIG_FILE}`;
  if (!existsSync(join(root, file))) return [];
  if (isOutside(join(root, folder), join(root, file))) throw new UserError({ ...OUTSIDE_CONTENT, file });
  let bytes: Buffer;
  try {
    bytes = readRegularFile(join(root, file));
  } catch (error) {
    const refusal = refusalOf(error, file);
    throw refusal ? new UserError(refusal) : error;
  }
  const known = Object.fromEntries(Object.keys(siteConfigSchema.shape).map((name) => [name, z.unknown()]));
  const parsed = await parseJsonFile(file, bytes, z.strictObject(known).partial());
  if (!parsed.ok) throw new UserError(parsed.problems);
  const shared = Object.entries(parsed.value).filter(([name]) => SHARED_SETTINGS.has(name));
  return [{ file, text: bytes.toString('utf8'), data: Object.fromEntries(shared) }];
}

/** Maps merge by key, and `null` removes. Any other value replaces the one below. */
function mergeMaps(below: Settings, above: Settings): Settings {
  const merged = new Map(Object.entries(below));
  for (const [key, value] of Object.entries(above)) {
    const old = merged.get(key);
    if (value === null) merged.delete(key);
    else merged.set(key, isMap(value) ? mergeMaps(isMap(old) ? old : {}, value) : value);
  }
  return Object.fromEntries(merged);
}

function isMap(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A setting that is in no file is reported in the file of the site. */
async function createSourceLocator(sources: readonly Source[]): Promise<Locate> {
  const located = await Promise.all(
    sources.map(async ({ file, text, data }) => ({ file, data, locate: await createLocator(text) })),
  );
  return (path, atKey) => {
    const has = ({ data }: { data: unknown }) => {
      let value = data;
      for (const part of path) {
        if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return false;
        value = Reflect.get(value, part);
      }
      return true;
    };
    const source = located.find(has) ?? located[0];
    return source ? { file: source.file, ...source.locate(path, atKey) } : {};
  };
}
