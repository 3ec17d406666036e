/** Names the code that runs beside the compiled program: packages as they are installed here, and the data of Node's Intl. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageFile } from './package-files.ts';

/** The packages that shape the bytes of a site and are not compiled in. An installation chooses their versions itself. */
export const SHAPING_PACKAGES = [
  'esbuild',
  'fontkitten',
  'gray-matter',
  'harfbuzzjs',
  'highlight.js',
  'katex',
  'sharp',
  'subset-font',
  'transliteration',
  'yaml',
  // The code of a site may import it.
  'zod',
] as const;

type ShapingPackage = (typeof SHAPING_PACKAGES)[number];

/** A process keeps the code that it has loaded. */
const keys = new Map<string, string>();

/** Hash of the versions of the packages, and of all that they depend on. */
export function installedKey(...names: readonly ShapingPackage[]): string {
  const id = names.join(' ');
  const known = keys.get(id) ?? readVersions(names);
  keys.set(id, known);
  return known;
}

function readVersions(names: readonly ShapingPackage[]): string {
  const found = new Map<string, string>();
  for (const name of names) addPackage(found, name, dirname(packageFile('package.json')));
  return hash('sha1', [...found.values()].sort().join('\n'), 'base64url').slice(0, 10);
}

/** The versions of Node's tables of dates, plural forms, time zones and letters. */
export function intlKey(): string {
  const { icu, cldr, tz, unicode } = process.versions;
  return [icu, cldr, tz, unicode].join(' ');
}

/** @param from folder of the package that imports this one */
function addPackage(found: Map<string, string>, name: string, from: string): void {
  const folder = findPackage(name, from);
  // An optional dependency is often one of another platform.
  if (folder === null || found.has(folder)) return;
  const { version, dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  found.set(folder, `${name}@${version}`);
  for (const next of Object.keys({ ...dependencies, ...optionalDependencies }))
    addPackage(found, next, folder);
}

/** Looks where Node looks. */
function findPackage(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const home = join(folder, 'node_modules', name);
    if (existsSync(join(home, 'package.json'))) return realpathSync(home);
    if (dirname(folder) === folder) return null;
  }
}
