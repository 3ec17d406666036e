/** Processes the local images that the content names. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isAbsolute, join, normalize } from 'node:path';
import { isAbsoluteUrl } from '../../content/markdown/safe-urls.ts';
import { attempt } from '../../foundation/attempt.ts';
import { type Problem, type Problems, UserError } from '../../foundation/errors.ts';
import { removeUnused } from '../../foundation/file-cache.ts';
import { toSlashes } from '../../foundation/paths.ts';
import { createSilentReporter, type Phase, type Reporter } from '../../foundation/report.ts';
import { mapAhead } from '../../foundation/run-concurrently.ts';
import { LIES_ELSEWHERE, liesElsewhere } from '../../foundation/site-files.ts';
import { processImage, type ResponsiveImage } from '../../pictures/responsive.ts';
import type { Site } from '../../site/site.ts';
import { cacheFolder } from '../state/build-state.ts';

const IMAGE_FOLDER = 'content/images';

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

/** A file of the images folder, and the targets in the content that name it. */
interface NamedFile {
  file: string;
  targets: string[];
  isSmall: boolean;
}

/** Returns the images by the target in the content. Targets outside the folder and missing files are left out. */
export async function processLocalImages(
  site: Site,
  { reporter, isCopied, isChecked = false, isWhole }: PictureOptions,
): Promise<Map<string, ResponsiveImage>> {
  const { root, images } = site.config;
  const cache = join(cacheFolder(root), 'images');
  const problems: Problem[] = [];
  const files = listFiles(site);
  const progress = createProgress(reporter, files.length);
  const processFile = async ({ file, targets, isSmall }: NamedFile) => {
    if (liesElsewhere(root, file)) throw new UserError({ file, ...LIES_ELSEWHERE });
    const image = await processImage(join(root, file), {
      cacheFolder: cache,
      formats: images.formats,
      shown: file,
      isSmall,
      isCopied,
      isChecked,
      onEncode: progress.start,
    });
    return targets.map((target) => [target, image] as const);
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
    } else for (const [target, image] of result) found.set(target, image);
    progress.next(++done);
  }
  progress.end(done);
  if (problems.length > 0) throw new UserError(problems);
  if (isWhole) await removeUnused(cache, new Set([...found.values()].flatMap(({ kept }) => kept)));
  return found;
}

/** Lists the files that the content names, in the order of their first targets. */
function listFiles({ config: { root }, editions }: Site): NamedFile[] {
  const targets = new Set<string>();
  const photos = new Set<string>();
  for (const { articles, info, pages, authors } of editions) {
    for (const { photo } of authors) if (photo !== undefined) photos.add(photo);
    for (const { images } of [...Object.values(info), ...pages])
      for (const target of images) targets.add(target);
    for (const { meta } of articles) {
      if (meta.image !== null) targets.add(meta.image);
      for (const target of meta.images) targets.add(target);
    }
  }
  const files = new Map<string, NamedFile>();
  for (const target of [...new Set([...targets, ...photos])].sort()) {
    const name = findImage(root, localName(target));
    if (name === null) continue;
    const isSmall = !targets.has(target);
    const key = `${isSmall} ${name}`;
    const known = files.get(key);
    if (known) known.targets.push(target);
    else files.set(key, { file: `${IMAGE_FOLDER}/${name}`, targets: [target], isSmall });
  }
  return [...files.values()];
}

/** A Mac writes names in another Unicode form than keyboards do. Two files never differ in it alone. */
function findImage(root: string, name: string | null): string | null {
  const forms = name === null ? [] : [name, name.normalize('NFC'), name.normalize('NFD')];
  return forms.find((form) => existsSync(join(root, IMAGE_FOLDER, form))) ?? null;
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
    await processLocalImages(site, { reporter, isCopied: true, isChecked: true, isWhole: false });
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
