/** Makes web images from the photographs and drawings of articles: a fallback and smaller, modern variants. */

import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import * as z from 'zod';
import { FileRefusal, hasCode, messageOf, UserError } from '../foundation/errors.ts';
import { createFileCache, type FileCache } from '../foundation/file-cache.ts';
import { installedKey } from '../foundation/installed-packages.ts';
import { parseJson } from '../foundation/json.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { cleanSvg } from './clean-svg.ts';

/** Formats of the variants, in the order in which browsers take them. */
export const IMAGE_FORMATS = ['avif', 'webp'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** The cached record of the fallback, or of the files of one format. Its files are stored beside it. */
const recordSchema = z.array(z.object({ width: z.number(), height: z.number(), name: z.string() }));

/** A file, and its size in pixels. */
type Rendition = z.infer<typeof recordSchema>[number] & { bytes: Uint8Array };

export interface ResponsiveImage {
  /** Size of the fallback in pixels, after rotation by its orientation. */
  width: number;
  height: number;
  fallback: Rendition;
  /** AVIF before WebP, each from narrow to wide. Empty for animations and SVG, which are not converted. */
  variants: (Rendition & { type: `image/${ImageFormat}` })[];
  /** Names of its files and records in the cache. */
  kept: string[];
}

const OTHER_ENCODING = /^\s*<\?xml[^>]*encoding\s*=\s*["'](?!(?:utf-?8|us-ascii|iso-8859-1)["'])/i;

const MAX_WIDTH = 1600;
const WIDTHS = [480, 800, 1200, MAX_WIDTH];
/** Photos of authors are shown at 48 to 96 CSS pixels. */
const SMALL_WIDTHS = [96, 192, 384];
/** Maximum number of pixels of all frames. A small file may expand to more than fits into memory. */
const MAX_PIXELS = 268_402_689;

// From effort 4 on, AVIF takes ten times as long and saves a few per cent.
const VARIANTS = { avif: { quality: 52, effort: 2 }, webp: { quality: 76, effort: 4 } };
const FALLBACK = {
  jpeg: { quality: 80, mozjpeg: true },
  png: { compressionLevel: 9 },
  webp: { quality: 80 },
};

/** Part of every cache key. Raise it when sizes, qualities or the checks of drawings change. */
const VERSION = 5;

interface ImageOptions {
  cacheFolder: string;
  formats: readonly ImageFormat[];
  /** Name of the file in messages; default: its path. */
  shown?: string;
  /** True for the photo of an author. */
  isSmall?: boolean;
  /** True to take the file as it is. */
  isCopied?: boolean;
  /** True to read a copy whole, so that a damaged one is found. */
  isChecked?: boolean;
  /** Called before a picture is encoded that is not in the cache. */
  onEncode?: () => void;
}

/**
 * Makes the web images of a file. Their names contain a hash of the bytes. Metadata is removed; orientation and colour
 * profile are applied.
 * @param file absolute path
 * @throws UserError if the file is missing or is not a readable image
 */
export async function processImage(
  file: string,
  {
    cacheFolder,
    formats,
    shown = file,
    isSmall = false,
    isCopied = false,
    isChecked = false,
    onEncode,
  }: ImageOptions,
): Promise<ResponsiveImage> {
  const source = await readSource(file, shown);
  const digest = hash('sha256', source, 'hex');
  const steps = isSmall ? SMALL_WIDTHS : WIDTHS;
  const cache = createFileCache(cacheFolder);
  const installed = installedKey('sharp');
  const kept: string[] = [];
  const encode = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      throw describeError(error, shown);
    });
  /** Returns the files of the cache, or makes them; null for a copy that the cache does not have. */
  const keep = async (part: string, make: () => Promise<Rendition[]>) => {
    const key = `${[digest.slice(0, 32), VERSION, installed, part, ...(isSmall ? ['small'] : [])].join('-')}.json`;
    let files = readCached(cache, key);
    if (!files) {
      if (isCopied) return null;
      onEncode?.();
      files = await encode(make());
      writeCached(cache, key, files);
    }
    kept.push(key, ...files.map(({ name }) => name));
    return files;
  };
  const own = await keep('own', async () => [await makeFallback(source, shown, steps)]);
  if (!own && isChecked) await encode(readPixels(source));
  const fallback = own?.[0] ?? (await encode(makeFallback(source, shown, [])));
  const { width, height } = fallback;
  const variants: ResponsiveImage['variants'] = [];
  const isConverted = !fallback.name.endsWith('.svg') && !fallback.name.startsWith(nameOf(digest));
  for (const format of IMAGE_FORMATS.filter((one) => isConverted && formats.includes(one))) {
    const made = (await keep(format, () => makeVariants(source, format, widthsOf(width, steps)))) ?? [];
    // The original of a flat drawing can be the smallest file. A larger alternative would only cost the reader.
    if ((made.at(-1)?.bytes.length ?? 0) < fallback.bytes.length)
      variants.push(...made.map((file) => ({ type: `image/${format}` as const, ...file })));
  }
  return { width, height, fallback, variants, kept };
}

/** Returns the reason why `processImage` would refuse an image; null if it would not. Reads every pixel. */
export async function findImageProblem(source: Buffer): Promise<string | null> {
  try {
    if ((await readPixels(source)) === 'svg') cleanDrawing(source, 'the drawing');
    return null;
  } catch (error) {
    if (error instanceof UserError) return error.problems[0]?.message ?? error.message;
    return messageOf(error).split('\n')[0] ?? '';
  }
}

/** Reads a picture whole; drawings have no pixels. @returns its format. @throws for a damaged picture */
async function readPixels(source: Buffer): Promise<string | undefined> {
  const { default: sharp } = await import('sharp');
  const image = sharp(source, { limitInputPixels: MAX_PIXELS });
  const { format } = await image.metadata();
  if (format !== 'svg') await image.resize({ width: 8, height: 8, fit: 'inside' }).raw().toBuffer();
  return format;
}

async function readSource(file: string, shown: string): Promise<Buffer> {
  try {
    return readRegularFile(file);
  } catch (error) {
    if (error instanceof FileRefusal) throw new UserError({ file: shown, ...error.problem });
    if (!hasCode(error, 'ENOENT', 'EISDIR', 'EACCES', 'ENOTDIR')) throw error;
    throw new UserError({
      file: shown,
      code: 'missing-image',
      message: hasCode(error, 'ENOENT', 'ENOTDIR') ? 'there is no such image' : 'the image cannot be opened',
      hint: 'add the file or correct its name in the article',
    });
  }
}

function describeError(error: unknown, shown: string): UserError {
  if (error instanceof UserError) return error;
  const message = `the image cannot be read: ${messageOf(error).split('\n')[0]}`;
  const hint = message.endsWith('exceeds pixel limit')
    ? `reduce it: all of its frames together may have ${Math.floor(MAX_PIXELS / 1e6)} million pixels`
    : 'replace it with a complete JPEG, PNG, WebP, AVIF, GIF or SVG file';
  return new UserError({ file: shown, code: 'unreadable-image', message, hint });
}

/** @param steps widths of the variants; empty to take the image as it is */
async function makeFallback(source: Buffer, shown: string, steps: readonly number[]): Promise<Rendition> {
  const { default: sharp } = await import('sharp');
  const original = sharp(source, { limitInputPixels: MAX_PIXELS });
  const { format, pages = 1, hasAlpha, autoOrient } = await original.metadata();
  if (format === 'svg') return named(cleanDrawing(source, shown), '.svg', autoOrient);
  if (pages > 1 || steps.length === 0) return named(source, `.${format}`, autoOrient);
  const target = format === 'png' || format === 'webp' ? format : hasAlpha ? 'png' : 'jpeg';
  const { data, info } = await original
    .autoOrient()
    .resize({ width: Math.min(autoOrient.width, ...steps.slice(-1)) })
    .toFormat(target, FALLBACK[target])
    .toBuffer({ resolveWithObject: true });
  return named(data, target === 'jpeg' ? '.jpg' : `.${target}`, info);
}

/** The steps below the width of the fallback, and that width itself if no step is near it. */
function widthsOf(widest: number, steps: readonly number[]): number[] {
  return [...steps.filter((width) => width < widest * 0.9), widest];
}

async function makeVariants(
  source: Buffer,
  format: ImageFormat,
  widths: readonly number[],
): Promise<Rendition[]> {
  const { default: sharp } = await import('sharp');
  const upright = sharp(source, { limitInputPixels: MAX_PIXELS }).autoOrient();
  const made: Rendition[] = [];
  for (const width of widths) {
    const { data, info } = await upright
      .clone()
      .resize({ width })
      .toFormat(format, VARIANTS[format])
      .toBuffer({ resolveWithObject: true });
    made.push(named(data, `.${format}`, info));
  }
  return made;
}

/** @throws UserError for a drawing that may run or load something */
function cleanDrawing(source: Buffer, file: string): Buffer {
  // A browser that assumes another encoding may find other tags.
  const isText =
    isUtf8(source) && !source.includes(0) && !OTHER_ENCODING.test(source.toString('latin1', 0, 200));
  const cleaned = isText ? cleanSvg(source.toString('utf8')) : { active: 'an encoding other than UTF-8' };
  if ('svg' in cleaned) return Buffer.from(cleaned.svg);
  throw new UserError({
    file,
    code: 'unsafe-image',
    message: `the drawing contains ${cleaned.active}; a picture must not run or load anything`,
    hint: 'remove that part, or save the drawing as PNG',
  });
}

function named(bytes: Uint8Array, extension: string, { width, height }: { width: number; height: number }) {
  return { width, height, name: `${nameOf(hash('sha256', bytes, 'hex'))}${extension}`, bytes };
}

const nameOf = (digest: string) => digest.slice(0, 16);

/** Returns null unless the record and all of its files exist. */
function readCached(cache: FileCache, key: string): Rendition[] | null {
  const { data: record } = recordSchema.safeParse(parseJson(String(cache.read(key) ?? '')));
  if (!record) return null;
  const files: Rendition[] = [];
  for (const file of record) {
    const bytes = cache.read(file.name);
    if (!bytes) return null;
    files.push({ ...file, bytes });
  }
  return files;
}

function writeCached(cache: FileCache, key: string, files: readonly Rendition[]): void {
  for (const { name, bytes } of files) cache.write(name, bytes);
  // The record is written last, so that its files exist.
  cache.write(key, Buffer.from(JSON.stringify(recordSchema.parse(files))));
}
