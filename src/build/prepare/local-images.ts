/** Processes the local images that the content names. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createNamedFiles, isPicture, type NamedFiles } from '../../content/data/named-files.ts';
import { type Problem, type Problems, UserError } from '../../foundation/errors.ts';
import { removeUnused } from '../../foundation/file-cache.ts';
import { createSilentReporter, type Phase, type Reporter } from '../../foundation/report.ts';
import { mapAhead } from '../../foundation/run-concurrently.ts';
import { isOutsideContent, OUTSIDE_CONTENT } from '../../foundation/site-files.ts';
import { processImage, type ResponsiveImage } from '../../pictures/responsive.ts';
import type { Site } from '../../site/site.ts';
import { cacheFolder } from '../state/build-state.ts';
import { listAuthorFiles, listTexts } from './listed-texts.ts';

export interface PictureOptions {
  /** Shows the progress where pictures are encoded, which takes longer than all other steps together. */
  reporter: Reporter;
  /** True to serve pictures as they are. */
  isCopied: boolean;
  /** True to read pictures that are served as they are, so that damaged ones are found. */
  isChecked?: boolean;
  /** True for all articles of the site: what none of them has used for long is removed from the cache. */
  isWhole: boolean;
}

/** Number of pictures between two lines of progress where no line can be updated in place. */
const PER_LINE = 25;

/** Number of pictures in work at a time: Node runs four such jobs at once. */
const CONCURRENCY = Math.min(availableParallelism(), 4);

/** A picture of the content, relative to the root. `isSmall` if its only use is the photo of an author. */
interface NamedPicture {
  file: string;
  isSmall: boolean;
}

/** Returns the images by their file. Targets without a file are left out. */
export async function processLocalImages(
  site: Site,
  named: NamedFiles,
  { reporter, isCopied, isChecked = false, isWhole }: PictureOptions,
): Promise<Map<string, ResponsiveImage>> {
  const { root, images } = site.config;
  const cache = join(cacheFolder(root), 'images');
  const problems: Problem[] = [];
  const files = listPictures(site, named);
  const progress = createProgress(reporter, files.length);
  const processFile = async ({ file, isSmall }: NamedPicture) => {
    if (isOutsideContent(root, file)) throw new UserError({ file, ...OUTSIDE_CONTENT });
    const image = await processImage(join(root, file), {
      cacheFolder: cache,
      formats: images.formats,
      shown: file,
      isSmall,
      isCopied,
      isChecked,
      onEncode: progress.start,
    });
    return [file, image] as const;
  };
  const found = new Map<string, ResponsiveImage>();
  let done = 0;
  const results = mapAhead(files, CONCURRENCY, (file) =>
    processFile(file).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      return error;
    }),
  );
  for await (const result of results) {
    if (result instanceof UserError) {
      for (const problem of result.problems) problems.push(problem);
    } else found.set(...result);
    progress.next(++done);
  }
  progress.end(done);
  if (problems.length > 0) throw new UserError(problems);
  if (isWhole) await removeUnused(cache, new Set([...found.values()].flatMap(({ kept }) => kept)));
  return found;
}

/** Lists the pictures that the content names, in the order of their paths. */
function listPictures(site: Site, named: NamedFiles): NamedPicture[] {
  const files = new Map<string, boolean>();
  const add = (file: string | null, isSmall: boolean) => {
    if (file !== null) files.set(file, isSmall && files.get(file) !== false);
  };
  for (const { file, images, links } of listTexts(site)) {
    for (const target of images) add(named.picture(file, target), false);
    // A link to a picture leads to the copy without metadata.
    for (const target of links) {
      const linked = named.download(file, target);
      if (linked !== null && isPicture(linked)) add(linked, false);
    }
  }
  for (const { file, photo } of listAuthorFiles(site)) add(named.picture(file, photo), true);
  return [...files].map(([file, isSmall]) => ({ file, isSmall })).sort((a, b) => (a.file < b.file ? -1 : 1));
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
    const reporter = createSilentReporter();
    const { root, locales } = site.config;
    await processLocalImages(site, createNamedFiles(root, locales), {
      reporter,
      isCopied: true,
      isChecked: true,
      isWhole: false,
    });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    for (const problem of error.problems) problems.error(problem);
  }
}
