/** Processes the local images that the content names. */
import { existsSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import { LIES_ELSEWHERE, liesElsewhere } from '../../content/data/site-files.ts';
import { isAbsoluteUrl } from '../../content/markdown/safe-urls.ts';
import { type Problem, type Problems, UserError } from '../../foundation/errors.ts';
import { toSlashes } from '../../foundation/paths.ts';
import { processImage, type ResponsiveImage } from '../../pictures/responsive.ts';
import type { Site } from '../../site/site.ts';
import { cacheFolder } from '../state/build-state.ts';

const IMAGE_FOLDER = 'content/images';

/** Returns the images by the target in the content. Targets outside the folder and missing files are left out. */
export async function processLocalImages(site: Site): Promise<Map<string, ResponsiveImage>> {
  const { root } = site.config;
  const targets = new Set<string>();
  const photos = new Set<string>();
  for (const { articles, info, pages, authors } of site.editions) {
    for (const { photo } of authors) if (photo !== undefined) photos.add(photo);
    for (const { images } of [...Object.values(info), ...pages])
      for (const target of images) targets.add(target);
    for (const { meta } of articles) {
      if (meta.image !== null) targets.add(meta.image);
      for (const target of meta.images) targets.add(target);
    }
  }
  const found = new Map<string, ResponsiveImage>();
  const folder = join(cacheFolder(root), 'images');
  const problems: Problem[] = [];
  for (const target of [...new Set([...targets, ...photos])].sort()) {
    const name = localName(target);
    if (name === null || !existsSync(join(root, IMAGE_FOLDER, name))) continue;
    const file = `${IMAGE_FOLDER}/${name}`;
    try {
      if (liesElsewhere(root, file)) throw new UserError({ file, ...LIES_ELSEWHERE });
      found.set(
        target,
        await processImage(join(root, file), {
          cacheFolder: folder,
          shown: file,
          isSmall: !targets.has(target),
        }),
      );
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new UserError(problems);
  return found;
}

/** Reports the images that cannot be read. */
export async function collectBrokenImages(site: Site, problems: Problems): Promise<void> {
  try {
    await processLocalImages(site);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    for (const problem of error.problems) problems.error(problem);
  }
}

/** Returns the path below the images folder; null for any other target. */
function localName(target: string): string | null {
  if (isAbsoluteUrl(target)) return null;
  let decoded: string;
  try {
    decoded = decodeURIComponent(target.replace(/[?#].*$/, ''));
  } catch {
    return null;
  }
  const path = toSlashes(normalize(decoded.replace(/^\/?images\//, '')));
  return path.startsWith('..') || isAbsolute(path) || path === '.' || path.includes('\0') ? null : path;
}
