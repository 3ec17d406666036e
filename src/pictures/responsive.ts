/** Owns local photographs and drawings of articles: one file → a fall-back and smaller, modern variants. */
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import * as z from 'zod';
import { hasCode, messageOf, UserError } from '../foundation/errors.ts';
import { findActivePart } from './active-svg.ts';
import { createPictureCache, type PictureCache } from './cache.ts';

export interface ResponsiveImage {
  /** Pixels of the fall-back, upright. */
  width: number;
  height: number;
  fallback: { name: string; bytes: Uint8Array };
  /** AVIF before WebP, each from narrow to wide; empty for animations and SVG, which pass unchanged. */
  variants: { type: VariantType; width: number; name: string; bytes: Uint8Array }[];
}

export interface ResponsiveImages {
  /**
   * Names hold a hash of their bytes. Metadata is stripped; orientation and colour profile are applied.
   * @param file absolute path
   * @param shown how messages name the file; default: its path
   * @throws UserError when the file is missing or is not an image that can be read
   */
  process(file: string, shown?: string): Promise<ResponsiveImage>;
}

type VariantType = 'image/avif' | 'image/webp';

const WIDTHS = [480, 800, 1200, 1600];
const WIDEST = 1600;

/** Part of every key: raise it when sizes, qualities or what is refused change. */
const VERSION = 2;

const recordSchema = z.object({
  width: z.number(),
  height: z.number(),
  fallback: z.string(),
  variants: z.array(
    z.object({ type: z.enum(['image/avif', 'image/webp']), width: z.number(), name: z.string() }),
  ),
});

type ImageRecord = z.infer<typeof recordSchema>;

export function createResponsiveImages(options: { cacheFolder: string }): ResponsiveImages {
  const cache = createPictureCache(options.cacheFolder);
  const pending = new Map<string, Promise<ResponsiveImage>>();

  async function process(file: string, shown: string): Promise<ResponsiveImage> {
    const source = await readSource(file, shown);
    const key = `${hash('sha256', source, 'hex').slice(0, 32)}-${VERSION}.json`;
    const cached = await readCached(cache, key);
    if (cached) return cached;
    const { default: sharp } = await import('sharp');
    let image: ResponsiveImage;
    try {
      image = await makeImage(sharp(source), source, shown);
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new UserError({
        file: shown,
        message: `the image cannot be read: ${messageOf(error).split('\n')[0]}`,
        hint: 'replace it with a whole JPEG, PNG, WebP, AVIF, GIF or SVG file',
      });
    }
    await writeCached(cache, key, image);
    return image;
  }

  return {
    process(file, shown = file) {
      const running = pending.get(file);
      if (running) return running;
      const started = process(file, shown).finally(() => pending.delete(file));
      pending.set(file, started);
      return started;
    },
  };
}

async function readSource(file: string, shown: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'EISDIR', 'EACCES', 'ENOTDIR')) throw error;
    throw new UserError({
      file: shown,
      message: hasCode(error, 'ENOENT', 'ENOTDIR') ? 'there is no such image' : 'the image cannot be opened',
      hint: 'put the file there or correct its name in the article',
    });
  }
}

async function makeImage(original: Sharp, source: Buffer, shown: string): Promise<ResponsiveImage> {
  const { format, pages = 1, hasAlpha, autoOrient } = await original.metadata();
  if (format === 'svg') refuseActive(source, shown);
  if (format === 'svg' || pages > 1) {
    return { ...autoOrient, fallback: named(source, `.${format}`), variants: [] };
  }
  const upright = original.autoOrient();
  const widest = Math.min(autoOrient.width, WIDEST);
  const target = format === 'png' || format === 'webp' ? format : hasAlpha ? 'png' : 'jpeg';
  const { data, info } = await encode(upright.clone().resize({ width: widest }), target).toBuffer({
    resolveWithObject: true,
  });
  const fallback = named(data, target === 'jpeg' ? '.jpg' : `.${target}`);
  const variants: ResponsiveImage['variants'] = [];
  for (const type of ['image/avif', 'image/webp'] as const) {
    const made: ResponsiveImage['variants'] = [];
    for (const width of widthsBelow(autoOrient.width)) {
      const resized = upright.clone().resize({ width });
      const bytes = await (type === 'image/avif'
        ? // From 4 on the encoder takes ten times as long for a few per cent.
          resized.avif({ quality: 52, effort: 2 })
        : resized.webp({ quality: 76, effort: 4 })
      ).toBuffer();
      made.push({ type, width, ...named(bytes, type === 'image/avif' ? '.avif' : '.webp') });
    }
    // Flat drawings can be smallest as they are; a larger alternative would only cost the reader.
    if ((made.at(-1)?.bytes.length ?? 0) < fallback.bytes.length) variants.push(...made);
  }
  return { width: info.width, height: info.height, fallback, variants };
}

/** A drawing is shipped as it is, and a reader can open it by its address. */
function refuseActive(source: Buffer, file: string): void {
  const active = isUtf8(source) ? findActivePart(source.toString('utf8')) : 'another encoding than UTF-8';
  if (active === null) return;
  throw new UserError({
    file,
    message: `the drawing holds ${active}, and a picture may neither run nor load anything`,
    hint: 'remove that part, or save the drawing as PNG',
  });
}

function encode(image: Sharp, target: 'jpeg' | 'png' | 'webp'): Sharp {
  if (target === 'jpeg') return image.jpeg({ quality: 80, mozjpeg: true });
  return target === 'png' ? image.png({ compressionLevel: 9 }) : image.webp({ quality: 80 });
}

/** The steps below the original's width, and that width itself where no step is near it. */
function widthsBelow(original: number): number[] {
  const widest = Math.min(original, WIDEST);
  return [...WIDTHS.filter((width) => width < widest * 0.9), widest];
}

function named(bytes: Uint8Array, extension: string): { name: string; bytes: Uint8Array } {
  return { name: `${hash('sha256', bytes, 'hex').slice(0, 16)}${extension}`, bytes };
}

/** null unless the record and every file that it names are there. */
async function readCached(cache: PictureCache, key: string): Promise<ResponsiveImage | null> {
  const text = await cache.read(key);
  const record = text && recordSchema.safeParse(parseJson(Buffer.from(text).toString('utf8'))).data;
  if (!record) return null;
  const { width, height } = record;
  const names = [record.fallback, ...record.variants.map((variant) => variant.name)];
  const [fallback, ...files] = await Promise.all(names.map((name) => cache.read(name)));
  if (!fallback) return null;
  const variants: ResponsiveImage['variants'] = [];
  for (const [index, variant] of record.variants.entries()) {
    const bytes = files[index];
    if (!bytes) return null;
    variants.push({ ...variant, bytes });
  }
  return { width, height, fallback: { name: record.fallback, bytes: fallback }, variants };
}

/** The record is written last, so that it never names a file that is not there. */
async function writeCached(cache: PictureCache, key: string, image: ResponsiveImage): Promise<void> {
  const { width, height, fallback, variants } = image;
  await Promise.all([fallback, ...variants].map(({ name, bytes }) => cache.write(name, bytes)));
  const record: ImageRecord = {
    width,
    height,
    fallback: fallback.name,
    variants: variants.map(({ type, width, name }) => ({ type, width, name })),
  };
  await cache.write(key, Buffer.from(JSON.stringify(record)));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
