/**
 * Finds files of a site, and of its layers where the site has none of that path. The paths that it returns are those of the
 * real files, relative to the root, so that messages name them and keys see which file it is.
 */
import { type Dirent, existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from './attempt.ts';
import { UserError } from './errors.ts';
import { isShared, isSwitchedOff, type Layer, layersOf } from './layers.ts';
import { isOutside, OUTSIDE_CONTENT } from './site-files.ts';
import { readFolder } from './walk-directory.ts';

/** The file of a path: in the site, or else in the first layer that has it. Returns the path itself if no file exists. */
export function siteFile(root: string, path: string): string {
  return siteFiles(root, path)[0] ?? path;
}

/** All files of a path, in order of precedence. Without layers it is the file of the site, which may be missing. */
export function siteFiles(root: string, path: string): string[] {
  if (layersOf(root).length === 0) return [path];
  const below = isShared(path) ? layersOf(root).filter((layer) => !isSwitchedOff(layer, path)) : [];
  const files = [path, ...below.map((layer) => inLayer(root, layer, path))];
  return files.filter((file) => attempt(() => lstatSync(join(root, file)))?.isDirectory() === false);
}

export function siteFileExists(root: string, path: string): boolean {
  return existsSync(join(root, siteFile(root, path)));
}

/** True if the site or a layer has the folder. */
export function siteFolderExists(root: string, folder: string): boolean {
  return [folder, ...layersOf(root).map((layer) => `${layer.folder}/${folder}`)].some((path) =>
    existsSync(join(root, path)),
  );
}

/** @throws UserError for a symbolic link that leads out of the layer: its data never comes from elsewhere */
function inLayer(root: string, { folder }: Layer, path: string): string {
  const file = `${folder}/${path}`;
  if (isOutside(join(root, folder), join(root, file))) throw new UserError({ ...OUTSIDE_CONTENT, file });
  return file;
}

interface Listed {
  entry: Dirent;
  /** The real path of the entry, relative to the root. */
  file: string;
}

/** The entries of one folder, ordered by name. */
export function listFolder(root: string, folder: string): Listed[] {
  const found = new Map<string, Listed>();
  for (const entry of readFolder(join(root, folder)))
    found.set(entry.name, { entry, file: `${folder}/${entry.name}` });
  const layers = layersOf(root);
  if (layers.length === 0) return [...found.values()];
  for (const layer of layers)
    for (const entry of readFolder(join(root, inLayer(root, layer, folder)))) {
      const path = `${folder}/${entry.name}`;
      const counts = entry.isDirectory() || isShared(path);
      if (counts && !found.has(entry.name) && !isSwitchedOff(layer, path))
        found.set(entry.name, { entry, file: `${layer.folder}/${path}` });
    }
  return [...found.values()].sort((a, b) => (a.entry.name < b.entry.name ? -1 : 1));
}

/**
 * Visits everything below a folder of the site and its layers except the folders themselves, in the order of `walkDirectory`.
 * @param visit `path` is relative to the folder, `file` is the real path, relative to the root
 */
export function walkSite(
  root: string,
  folder: string,
  visit: (entry: Dirent, path: string, file: string) => void,
): void {
  const walk = (prefix: string) => {
    for (const { entry, file } of listFolder(
      root,
      prefix === '' ? folder : `${folder}/${prefix.slice(0, -1)}`,
    )) {
      if (entry.isDirectory()) walk(`${prefix}${entry.name}/`);
      else visit(entry, `${prefix}${entry.name}`, file);
    }
  };
  walk('');
}
