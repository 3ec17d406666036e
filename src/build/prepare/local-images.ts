/** Processes the local images that the content names. */

import { existsSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import { LIES_ELSEWHERE, liesElsewhere } from '../../content/data/site-files.ts';
import { isAbsoluteUrl } from '../../content/markdown/safe-urls.ts';
import { attempt } from '../../foundation/attempt.ts';
import { type Problem, type Problems, UserError } from '../../foundation/errors.ts';
import { toSlashes } from '../../foundation/paths.ts';
import { createSilentReporter, type Phase, type Reporter } from '../../foundation/report.ts';
import { processImage, type ResponsiveImage } from '../../pictures/responsive.ts';
import type { Site } from '../../site/site.ts';
import { cacheFolder } from '../state/build-state.ts';

const IMAGE_FOLDER = 'content/images';

export interface PictureOptions {
  /** Shows the progress where pictures are encoded, which takes longer than all other steps together. */
  reporter: Reporter;
  /** True to serve pictures as they are. */
  isCopied: boolean;
}

/** Number of pictures between two lines of progress where no line can be updated in place. */
const PER_LINE = 100;

/** Returns the images by the target in the content. Targets outside the folder and missing files are left out. */
export async function processLocalImages(
  site: Site,
  { reporter, isCopied }: PictureOptions,
): Promise<Map<string, ResponsiveImage>> {
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
  const wanted = [...new Set([...targets, ...photos])].sort();
  const progress = createProgress(reporter, wanted.length);
  for (const [index, target] of wanted.entries()) {
    progress.next(index);
    const name = localName(target);
    if (name === null || !existsSync(join(root, IMAGE_FOLDER, name))) continue;
    const file = `${IMAGE_FOLDER}/${name}`;
    try {
      if (liesElsewhere(root, file)) throw new UserError({ file, ...LIES_ELSEWHERE });
      found.set(
        target,
        await processImage(join(root, file), {
          cacheFolder: folder,
          formats: site.config.images.formats,
          shown: file,
          isSmall: !targets.has(target),
          isCopied,
          onEncode: progress.start,
        }),
      );
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(...error.problems);
    }
  }
  progress.end(wanted.length);
  if (problems.length > 0) throw new UserError(problems);
  return found;
}

/** Shows the progress of a build that encodes pictures, from the first such picture on. */
function createProgress(reporter: Reporter, total: number) {
  let phase: Phase | null = null;
  let done = 0;
  return {
    start(): void {
      phase ??= reporter.phase('pictures', total, done);
    },
    next(count: number): void {
      done = count;
      phase?.update(count);
      if (phase && !reporter.live && count % PER_LINE === 0) reporter.info(`pictures: ${count} of ${total}`);
    },
    end(count: number): void {
      phase?.update(count);
      phase?.end();
    },
  };
}

/** Reports the images that cannot be read. */
export async function collectBrokenImages(site: Site, problems: Problems): Promise<void> {
  try {
    await processLocalImages(site, { reporter: createSilentReporter(), isCopied: false });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    for (const problem of error.problems) problems.error(problem);
  }
}

/** Returns the path below the images folder; null for any other target. */
function localName(target: string): string | null {
  if (isAbsoluteUrl(target)) return null;
  const decoded = attempt(() => decodeURIComponent(target.replace(/[?#].*$/, '')));
  if (decoded === undefined) return null;
  const path = toSlashes(normalize(decoded.replace(/^\/?images\//, '')));
  return path.startsWith('..') || isAbsolute(path) || path === '.' || path.includes('\0') ? null : path;
}
