/** Makes web images from the photographs and drawings of articles: a fallback and smaller, modern variants. */
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { hasCode, messageOf, UserError } from '../foundation/errors.ts';
import { createFileCache, type FileCache } from '../foundation/file-cache.ts';
import { parseJson } from '../foundation/json.ts';
import { findActivePart } from './active-svg.ts';

/** Formats of the variants, in the order in which browsers take them. */
export const IMAGE_FORMATS = ['avif', 'webp'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** The cached record of an image, which is stored beside its files. */
const recordSchema = z.object({
  width: z.number(),
  height: z.number(),
  fallback: z.string(),
  variants: z.array(
    z.object({ type: z.enum(['image/avif', 'image/webp']), width: z.number(), name: z.string() }),
  ),
});
type ImageRecord = z.infer<typeof recordSchema>;

interface NamedBytes {
  name: string;
  bytes: Uint8Array;
}

export interface ResponsiveImage {
  /** Size of the fallback in pixels, after rotation by its orientation. */
  width: number;
  height: number;
  fallback: NamedBytes;
  /** AVIF before WebP, each from narrow to wide. Empty for animations and SVG, which are not converted. */
  variants: (NamedBytes & ImageRecord['variants'][number])[];
}

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
const VERSION = 2;

interface ImageOptions {
  cacheFolder: string;
  formats: readonly ImageFormat[];
  /** Name of the file in messages; default: its path. */
  shown?: string;
  /** True for the photo of an author. */
  isSmall?: boolean;
  /** True to take the file as it is. */
  isCopied?: boolean;
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
  { cacheFolder, formats, shown = file, isSmall = false, isCopied = false, onEncode }: ImageOptions,
): Promise<ResponsiveImage> {
  const source = await readSource(file, shown);
  const cache = createFileCache(cacheFolder);
  const wanted = IMAGE_FORMATS.filter((format) => formats.includes(format));
  const key = `${[hash('sha256', source, 'hex').slice(0, 32), VERSION, ...wanted, ...(isSmall ? ['small'] : [])].join('-')}.json`;
  const cached = await readCached(cache, key);
  if (cached) return cached;
  if (!isCopied) onEncode?.();
  const steps = isCopied ? [] : isSmall ? SMALL_WIDTHS : WIDTHS;
  const image = await makeImage(source, shown, steps, wanted).catch((error: unknown) => {
    if (error instanceof UserError) throw error;
    const message = `the image cannot be read: ${messageOf(error).split('\n')[0]}`;
    const hint = message.endsWith('exceeds pixel limit')
      ? `reduce it: all of its frames together may have ${Math.floor(MAX_PIXELS / 1e6)} million pixels`
      : 'replace it with a complete JPEG, PNG, WebP, AVIF, GIF or SVG file';
    throw new UserError({ file: shown, code: 'unreadable-image', message, hint });
  });
  if (isCopied) return image;
  const files = [image.fallback, ...image.variants];
  await Promise.all(files.map(({ name, bytes }) => cache.write(name, bytes)));
  // The record is written last, so that its files exist.
  const record = recordSchema.parse({ ...image, fallback: image.fallback.name });
  await cache.write(key, Buffer.from(JSON.stringify(record)));
  return image;
}

/** Returns the reason why `processImage` would refuse an image; null if it would not. Reads every pixel. */
export async function findImageProblem(source: Buffer): Promise<string | null> {
  try {
    const { default: sharp } = await import('sharp');
    const image = sharp(source, { limitInputPixels: MAX_PIXELS });
    const { format } = await image.metadata();
    if (format === 'svg') refuseActive(source, 'the drawing');
    else await image.resize({ width: 8, height: 8, fit: 'inside' }).raw().toBuffer();
    return null;
  } catch (error) {
    if (error instanceof UserError) return error.problems[0]?.message ?? error.message;
    return messageOf(error).split('\n')[0] ?? '';
  }
}

async function readSource(file: string, shown: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'EISDIR', 'EACCES', 'ENOTDIR')) throw error;
    throw new UserError({
      file: shown,
      code: 'missing-image',
      message: hasCode(error, 'ENOENT', 'ENOTDIR') ? 'there is no such image' : 'the image cannot be opened',
      hint: 'add the file or correct its name in the article',
    });
  }
}

/** @param steps widths of the variants; empty to take the image as it is */
async function makeImage(
  source: Buffer,
  shown: string,
  steps: readonly number[],
  formats: readonly ImageFormat[],
): Promise<ResponsiveImage> {
  const { default: sharp } = await import('sharp');
  const original = sharp(source, { limitInputPixels: MAX_PIXELS });
  const { format, pages = 1, hasAlpha, autoOrient } = await original.metadata();
  if (format === 'svg') refuseActive(source, shown);
  if (format === 'svg' || pages > 1 || steps.length === 0) {
    return { ...autoOrient, fallback: named(source, `.${format}`), variants: [] };
  }
  const upright = original.autoOrient();
  const widest = Math.min(autoOrient.width, ...steps.slice(-1));
  const target = format === 'png' || format === 'webp' ? format : hasAlpha ? 'png' : 'jpeg';
  const { data, info } = await upright
    .clone()
    .resize({ width: widest })
    .toFormat(target, FALLBACK[target])
    .toBuffer({ resolveWithObject: true });
  const fallback = named(data, target === 'jpeg' ? '.jpg' : `.${target}`);
  // Use the steps below the width of the original, and that width itself if no step is near it.
  const widths = [...steps.filter((width) => width < widest * 0.9), widest];
  const variants: ResponsiveImage['variants'] = [];
  for (const format of formats) {
    const made: ResponsiveImage['variants'] = [];
    for (const width of widths) {
      const encoded = await upright.clone().resize({ width }).toFormat(format, VARIANTS[format]).toBuffer();
      made.push({ type: `image/${format}`, width, ...named(encoded, `.${format}`) });
    }
    // The original of a flat drawing can be the smallest file. A larger alternative would only cost the reader.
    if ((made.at(-1)?.bytes.length ?? 0) < fallback.bytes.length) variants.push(...made);
  }
  return { width: info.width, height: info.height, fallback, variants };
}

/** Refuses active drawings: the site serves a drawing unchanged, and a reader can open it by its address. */
function refuseActive(source: Buffer, file: string): void {
  const active = isUtf8(source) ? findActivePart(source.toString('utf8')) : 'an encoding other than UTF-8';
  if (active === null) return;
  throw new UserError({
    file,
    code: 'unsafe-image',
    message: `the drawing contains ${active}; a picture must not run or load anything`,
    hint: 'remove that part, or save the drawing as PNG',
  });
}

function named(bytes: Uint8Array, extension: string): NamedBytes {
  return { name: `${hash('sha256', bytes, 'hex').slice(0, 16)}${extension}`, bytes };
}

/** Returns null unless the record and all of its files exist. */
async function readCached(cache: FileCache, key: string): Promise<ResponsiveImage | null> {
  const { data: record } = recordSchema.safeParse(parseJson(String((await cache.read(key)) ?? '')));
  const bytes = record && (await cache.read(record.fallback));
  if (!bytes) return null;
  const variants: ResponsiveImage['variants'] = [];
  for (const variant of record.variants) {
    const bytes = await cache.read(variant.name);
    if (!bytes) return null;
    variants.push({ ...variant, bytes });
  }
  return { ...record, fallback: { name: record.fallback, bytes }, variants };
}
