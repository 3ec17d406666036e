/** Lists which file of which layer a site uses, what hides what, and what has no effect. */
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import * as z from 'zod';
import { attempt } from '../foundation/attempt.ts';
import { finding, type Problem } from '../foundation/errors.ts';
import { isShared, isSwitchedOff, layersOf } from '../foundation/layers.ts';
import { isNear } from '../foundation/near-names.ts';
import { readSiteFile } from '../foundation/site-files.ts';
import { siteFiles } from '../foundation/site-folders.ts';
import { walkDirectory } from '../foundation/walk-directory.ts';
import type { LayeredFile } from '../results/tool-results.ts';
import { CONFIG_FILE } from './config-file.ts';
import { isMerged, SHARED_SETTINGS } from './layers-schema.ts';

const FOLDERS = ['content', 'prompts', 'public', 'theme'];

/** Settings that say who the site is. A layer that is a site itself has its own. */
const OF_ONE_SITE = [
  '$schema',
  'title',
  'shortName',
  'description',
  'url',
  'basePath',
  'logo',
  'layers',
  'deploy',
];

/** Every path that a layer has, in order. */
export function listLayered(root: string): LayeredFile[] {
  const paths = new Set<string>();
  for (const layer of layersOf(root))
    for (const path of listPaths(root, layer.folder))
      if (isShared(path) && !isSwitchedOff(layer, path)) paths.add(path);
  const settings = [CONFIG_FILE, ...layersOf(root).map(({ folder }) => `${folder}/${CONFIG_FILE}`)];
  const files = [...paths]
    .sort()
    .map((path) => ({ path, files: siteFiles(root, path), merged: isMerged(path) }));
  const merged = settings.filter((file) => existsSync(posix.join(root, file)));
  return merged.length > 1 ? [{ path: CONFIG_FILE, files: merged, merged: true }, ...files] : files;
}

function listPaths(root: string, layer: string): string[] {
  const paths: string[] = [];
  for (const folder of FOLDERS)
    walkDirectory(posix.join(root, layer, folder), (entry, prefix) => {
      if (entry.isFile()) paths.push(`${folder}/${prefix}${entry.name}`);
    });
  return paths;
}

/** Warnings of `articles check`. */
export function findWithoutEffect(root: string): Problem[] {
  const layers = layersOf(root);
  if (layers.length === 0) return [];
  const report = (file: string, message: string, hint: string) =>
    finding('without-effect', message, hint, { file }, 'warning');
  const found: Problem[] = [];
  const known = listLayered(root);
  const own = listPaths(root, '.').filter(
    (path) => isShared(path) && !known.some((one) => one.path === path),
  );
  for (const path of own) {
    const meant = known.find((one) => looksLike(path, one.path));
    if (!meant) continue;
    const message = `this looks like a replacement of ${meant.files[0]}, and hides nothing`;
    found.push(report(path, message, `name it ${meant.path}, or give it a name of its own`));
  }
  for (const { folder } of layers) {
    for (const path of listPaths(root, folder))
      if (path.startsWith('public/') && !isShared(path)) {
        const message =
          'no site takes this file from a layer: hosts read such files as rules, or as the word of the owner';
        found.push(
          report(
            `${folder}/${path}`,
            message,
            `copy it to ${path} of each site that needs it, and remove it here`,
          ),
        );
      }
    const file = `${folder}/${CONFIG_FILE}`;
    const data: unknown = attempt(() => JSON.parse(readSiteFile(root, file).toString()));
    for (const name of Object.keys(z.looseObject({}).safeParse(data).data ?? {}))
      if (!SHARED_SETTINGS.has(name) && !OF_ONE_SITE.includes(name)) {
        const message = `no site takes "${name}" from a layer`;
        found.push(
          report(
            file,
            message,
            `write it in the ${CONFIG_FILE} of each site that needs it, and remove it here`,
          ),
        );
      }
  }
  return found;
}

/** True for a name that is misspelt, has another ending, or, in a theme, is in another folder. */
function looksLike(path: string, other: string): boolean {
  const [a, b] = [posix.parse(path), posix.parse(other)];
  if (a.dir !== b.dir)
    return a.base === b.base && a.name !== 'index' && /^theme\//.test(path) && /^theme\//.test(other);
  // Numbered files of public/ are no misspelt names.
  if (path.startsWith('public/') || /\d/.test(a.name)) return a.base.toLowerCase() === b.base.toLowerCase();
  return a.name === b.name || (a.name.length > 3 && isNear(a.name.toLowerCase(), b.name.toLowerCase()));
}
