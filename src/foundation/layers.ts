/**
 * Keeps which layers each site has: folders whose files are used where the site has none of the same path. `loadConfig` sets
 * them. `site-folders.ts` finds files by them; nothing else needs to know that there are layers.
 */
import { join, resolve } from 'node:path';

export interface Layer {
  /** Relative to the root, with "/": "../house" or "node_modules/look". */
  folder: string;
  /** Files and folders of the layer that the site has switched off. */
  without: readonly string[];
}

/** Looks that the program brings: `articles-look-NAME` is a layer of every site, without an entry in its package.json. */
export const LOOKS = ['quiet'] as const;
export const lookPackage = (look: string) => `articles-look-${look}`;

const NONE: readonly Layer[] = [];
const known = new Map<string, readonly Layer[]>();

/** @param layers in the order in which they hide each other */
export function setLayers(root: string, layers: readonly Layer[]): void {
  if (layers.length > 0) known.set(resolve(root), layers);
  else known.delete(resolve(root));
}

export function layersOf(root: string): readonly Layer[] {
  return known.size === 0 ? NONE : (known.get(resolve(root)) ?? NONE);
}

/** What layers may hold. A layer has no articles, and no code outside of theme/. */
const SHARED =
  /^(?:theme|prompts|public)\/.|^content\/(?:(?:data|offers)\/.|(?:offers|notices)\.(?:yaml|json)$|\w+\/(?:(?:authors|seo|strings|categories)\.json$|categories\.yaml$|(?:info|pages)\/.+\.md$))/;

/** Files of public/ that hosts read as rules, and those that speak for the owner of the host: only the site itself has them. */
const HELD_BACK =
  /^public\/(?:(?:.*\/)?[._]|CNAME$|middleware\.[jt]s$|(?:api|(?:edge-)?functions)\/|[^/]+\.(?:json|toml|config)$|(?:app-)?ads\.txt$|robots\.txt$|sw\.js$)/i;

/** True for a path at which the file of a layer counts. */
export function isShared(path: string): boolean {
  return SHARED.test(path) && !HELD_BACK.test(path);
}

export function isSwitchedOff({ without }: Layer, path: string): boolean {
  return without.some((off) => path === off || path.startsWith(`${off}/`));
}

/** The layer of a file, and the file's path in it. @param file relative to the root */
export function splitLayer(root: string, file: string): { layer: Layer | null; path: string } {
  let found: Layer | null = null;
  // One layer may be within another.
  for (const layer of layersOf(root))
    if (file.startsWith(`${layer.folder}/`) && layer.folder.length > (found?.folder.length ?? 0))
      found = layer;
  return { layer: found, path: found ? file.slice(found.folder.length + 1) : file };
}

/** The path that a file has in its layer, which is the one by which texts name it. */
export function logicalPath(root: string, file: string): string {
  return splitLayer(root, file).path;
}

/** The folder that holds a file, absolute: the site, or the layer. */
export function folderOf(root: string, file: string): string {
  const { layer } = splitLayer(root, file);
  return layer ? join(root, layer.folder) : root;
}
