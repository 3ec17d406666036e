/** Responsive images: real sizes, upright, without metadata, made once only; broken files are named. */
import { hash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { UserError } from '../../src/foundation/errors.ts';
import { removeUnused } from '../../src/foundation/file-cache.ts';
import { processImage, type ResponsiveImage } from '../../src/pictures/responsive.ts';
import { stampsOf, temporaryFolder } from './folder.ts';

const root = temporaryFolder();
let folders = 0;
const freshFolder = () => join(root, `cache-${folders++}`);
const at = (name: string) => join(root, name);
const formats = ['avif', 'webp'] as const;
const cacheOfAll = freshFolder();
const processInCache = (file: string, shown = file) =>
  processImage(file, { cacheFolder: cacheOfAll, formats, shown });

/** A picture with something of a photograph's detail: left half red, right half blue, over soft noise. */
function photograph(width: number, height: number): Sharp {
  const half = (fill: string, x: number) =>
    `<rect x="${x}" width="${width / 2}" height="${height}" fill="${fill}"/>`;
  const halves = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${half('#c03020', 0)}${half('#2040c0', width / 2)}</svg>`;
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .composite([{ input: Buffer.from(halves), blend: 'overlay' }])
    .blur(1.5);
}

beforeAll(async () => {
  await Promise.all([
    photograph(1800, 600).jpeg({ quality: 95 }).toFile(at('large.jpg')),
    photograph(700, 400).png().toFile(at('middle.png')),
    photograph(300, 200).jpeg().toFile(at('small.jpg')),
    photograph(1000, 600)
      .withExif({ IFD0: { Copyright: 'Someone', Artist: 'SECRET-NAME' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toFile(at('turned.jpg')),
  ]);
  const frames = [...Buffer.alloc(40 * 30 * 3 * 2).keys()].map((value) => (value < 3600 ? 20 : 220));
  await sharp(Buffer.from(frames), { raw: { width: 40, height: 60, channels: 3, pageHeight: 30 } })
    .gif({ delay: [100, 100] })
    .toFile(at('moving.gif'));
  writeFileSync(
    at('drawing.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180"><path d="M0 0h9v9z"/></svg>',
  );
  writeFileSync(at('broken.jpg'), 'this is no picture');
  const whole = await sharp(at('large.jpg')).toBuffer();
  writeFileSync(at('half.jpg'), whole.subarray(0, whole.length / 2));
}, 30_000);

/** Width, height and format of bytes, read back by another reader than the one that made the claim. */
async function read(bytes: Uint8Array) {
  const { width, height, format } = await sharp(bytes).metadata();
  return { width, height, format };
}

/** All of an image, its bytes by their hash. */
function outline({ width, height, fallback, variants }: ResponsiveImage) {
  const files = [fallback, ...variants].map(({ bytes, ...rest }) => ({
    ...rest,
    hash: hash('sha256', bytes),
  }));
  return { width, height, files };
}

describe('processImage', { timeout: 60_000 }, () => {
  it('makes AVIF and WebP at 480, 800, 1200 and 1600 whose real sizes are as told, each smaller than the fall-back', async () => {
    const image = await processInCache(at('large.jpg'));
    expect(image.variants.map(({ type, width }) => `${type} ${width}`)).toEqual([
      ...[480, 800, 1200, 1600].map((width) => `image/avif ${width}`),
      ...[480, 800, 1200, 1600].map((width) => `image/webp ${width}`),
    ]);
    for (const variant of image.variants) {
      const format = variant.type === 'image/avif' ? 'heif' : 'webp';
      expect(await read(variant.bytes)).toEqual({
        width: variant.width,
        height: Math.round((variant.width * 600) / 1800),
        format,
      });
      expect(variant.bytes.length).toBeLessThan(image.fallback.bytes.length);
    }
    const { width, height } = image;
    expect(await read(image.fallback.bytes)).toEqual({ width, height, format: 'jpeg' });
    expect(width).toBe(1600);
  });

  it('never enlarges: the widest variant is the original itself where it lies between steps', async () => {
    const middle = await processInCache(at('middle.png'));
    expect(new Set(middle.variants.map(({ width }) => width))).toEqual(new Set([480, 700]));
    expect(await read(middle.fallback.bytes)).toEqual({ width: 700, height: 400, format: 'png' });
    const small = await processInCache(at('small.jpg'));
    expect(new Set(small.variants.map(({ width }) => width))).toEqual(new Set([300]));
  });

  it('names files by their bytes and type', async () => {
    const { fallback, variants } = await processInCache(at('middle.png'));
    for (const { name } of [fallback, ...variants]) expect(name).toMatch(/^[0-9a-f]{16}\.(avif|webp|png)$/);
    const names = [fallback, ...variants].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const again = await processImage(at('middle.png'), { cacheFolder: freshFolder(), formats });
    expect([again.fallback, ...again.variants].map(({ name }) => name)).toEqual(names);
  });

  it('turns what the camera says is turned and tells nothing of who took it', async () => {
    const source = await sharp(at('turned.jpg')).metadata();
    expect(source.orientation).toBe(6);
    expect(source.exif?.includes('SECRET-NAME')).toBe(true);
    const image = await processInCache(at('turned.jpg'));
    expect([image.width, image.height]).toEqual([600, 1000]);
    for (const { bytes } of [image.fallback, ...image.variants]) {
      const { width = 0, height = 0, exif, xmp, orientation = 1 } = await sharp(bytes).metadata();
      expect(height).toBeGreaterThan(width);
      expect([exif, xmp, orientation]).toEqual([undefined, undefined, 1]);
      expect(Buffer.from(bytes).includes('SECRET-NAME')).toBe(false);
    }
    // Orientation 6 is a quarter turn clockwise: the red left half comes to the top.
    const { data } = await sharp(image.fallback.bytes)
      .resize(1, 2, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(data[2] ?? 0);
    expect(data[5]).toBeGreaterThan(data[3] ?? 0);
  });

  it.each(['moving.gif', 'drawing.svg'])('passes %s unchanged', async (name) => {
    const image = await processInCache(at(name));
    expect(image.variants).toEqual([]);
    expect(basename(image.fallback.name)).toMatch(name.endsWith('.gif') ? /\.gif$/ : /\.svg$/);
    expect([image.width, image.height]).toEqual(name.endsWith('.gif') ? [40, 30] : [320, 180]);
    expect(Buffer.compare(image.fallback.bytes, readFileSync(at(name)))).toBe(0);
  });

  it.each([
    ['<script>alert(1)</script>', '<script>'],
    ['<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>', '<x:script>'],
    ['<g onclick = "alert(1)"/>', 'onclick'],
    ['<foreignObject width="9" height="9"/>', '<foreignObject>'],
    ['<a href="&#106;avascript:alert(1)"><path d="M0 0h9v9z"/></a>', 'href="javascript:alert(1)"'],
    ['<use href="https://other.example/x.svg#y"/>', 'href="https://other.example/x.svg#y"'],
    ['<a><animate attributeName="href" values="x"/></a>', '<animate>'],
    ['<a href="#"><set attributeName="&#104;ref" to="javascript:alert(1)"/></a>', '<set>'],
    ['<?x <a b=" ?><script>alert(1)</script><?x "> ?>', '<script>'],
    ['<?x <!-- ?><script>alert(1)</script><?x --> ?>', '<script>'],
    ['<?x <![CDATA[ ?><g onclick="alert(1)"/><?x ]]> ?>', 'onclick'],
    ['<path style="fill:url(http://other.example/)" d="M0 0h9v9z"/>', 'style="url(http://other.example/)"'],
    ['<path fill="\\75rl(http://other.example/)" d="M0 0h9v9z"/>', 'fill="\\"'],
    ['<style>@import "http://other.example/"</style>', '@import'],
    ['<style>a{b:"/*";fill:url(//other.example);b:"*/"}</style>', 'url(//other.example)'],
    ['<style>path{fill:image-set("//other.example" 1x)}</style>', 'image-set('],
    ['<image href="data:image/svg+xml,x"/>', 'href="data:image/svg+xml,x"'],
  ])('a drawing with %s is refused', async (part, told) => {
    for (const name of ['active.svg', 'active.png']) {
      writeFileSync(at(name), `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 18">${part}</svg>`);
      await expect(processInCache(at(name), name)).rejects.toThrow(`the drawing contains ${told}`);
    }
  });

  it('a drawing is written again from the parts that a picture has', async () => {
    const drawing = `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:e="urn:editor" viewBox="0 0 320 180" e:zoom="2"><!-- <script> onclick="" -->
      <style><![CDATA[g > path { fill: #123 } /* a@b f(x) */ @media (prefers-color-scheme: dark) { g { fill: url("#p") } }]]></style>
      <title>On &lt;script&gt; &amp; more</title><metadata><e:work/></metadata><e:guide/><x:meta xmlns:x="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0"/>
      <path id="p" d="M0 0h9v9z"/><use xlink:href="#p" aria-label="it's &quot;f(x)&quot;"/><a href="https://other.example"><image href="data:image/png;base64,AA=="/></a></svg>`;
    writeFileSync(at('still.svg'), drawing);
    const { fallback } = await processInCache(at('still.svg'));
    expect(
      Buffer.from(fallback.bytes)
        .toString()
        .replace(/\s*\n\s*/g, ''),
    ).toBe(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 320 180">\
<style>g &gt; path { fill: #123 } /* a@b f(x) */ @media (prefers-color-scheme: dark) { g { fill: url(&quot;#p&quot;) } }</style>\
<title>On &lt;script&gt; &amp; more</title>\
<path id="p" d="M0 0h9v9z"/><use xlink:href="#p" aria-label="it&#x27;s &quot;f(x)&quot;"/><a><image href="data:image/png;base64,AA=="/></a></svg>`);
  });

  it.each(['broken.jpg', 'half.jpg', 'missing.jpg'])(
    'names %s in the error and leaves nothing behind',
    async (name) => {
      const cacheFolder = freshFolder();
      const attempt = processImage(at(name), { cacheFolder, formats, shown: `images/${name}` });
      const error = await attempt.then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(UserError);
      if (!(error instanceof UserError)) return;
      expect(error.problems).toHaveLength(1);
      expect(error.problems[0]?.file).toBe(`images/${name}`);
      expect(error.problems[0]?.message).not.toContain('\n');
      expect(error.problems[0]?.hint).not.toBe('');
      expect(() => readdirSync(cacheFolder)).toThrow(/ENOENT/);
    },
  );

  it('makes what is in the cache no second time, under any file name, and mends what is missing', async () => {
    const cacheFolder = freshFolder();
    const first = await processImage(at('middle.png'), { cacheFolder, formats });
    const stamps = stampsOf(cacheFolder);
    copyFileSync(at('middle.png'), at('copy.png'));
    const second = await processImage(at('copy.png'), { cacheFolder, formats });
    expect(outline(second)).toEqual(outline(first));
    expect(stampsOf(cacheFolder)).toEqual(stamps);
    rmSync(join(cacheFolder, first.variants[0]?.name ?? ''));
    const mended = await processImage(at('middle.png'), { cacheFolder, formats });
    expect(outline(mended)).toEqual(outline(first));
    expect(Object.keys(stampsOf(cacheFolder))).toEqual(Object.keys(stamps));
  });

  it('makes the formats that are asked for, and keeps each choice', async () => {
    const cacheFolder = freshFolder();
    const typesOf = async (formats: ('avif' | 'webp')[]) => {
      const { variants } = await processImage(at('middle.png'), { cacheFolder, formats });
      return [...new Set(variants.map(({ type }) => type))];
    };
    expect(await typesOf(['webp'])).toEqual(['image/webp']);
    const first = stampsOf(cacheFolder);
    expect(await typesOf(['webp', 'avif'])).toEqual(['image/avif', 'image/webp']);
    // One more format is one more encoding.
    const both = stampsOf(cacheFolder);
    expect(both).toMatchObject(first);
    expect(Object.keys(both).filter((name) => !(name in first) && !/avif/.test(name))).toEqual([]);
    expect(await typesOf([])).toEqual([]);
    expect(await typesOf(['webp'])).toEqual(['image/webp']);
    expect(stampsOf(cacheFolder)).toEqual(both);
  });

  it('removes what no build has used for thirty days', async () => {
    const cacheFolder = freshFolder();
    const options = { cacheFolder, formats };
    const gone = await processImage(at('small.jpg'), options);
    const { kept } = await processImage(at('middle.png'), options);
    const day = 86_400_000;
    const age = (days: number) => {
      const past = new Date(Date.now() - days * day);
      for (const name of readdirSync(cacheFolder)) utimesSync(join(cacheFolder, name), past, past);
    };
    const namesAfter = async (days: number) => {
      age(days);
      await removeUnused(cacheFolder, new Set(kept));
      return readdirSync(cacheFolder).sort();
    };
    expect(await namesAfter(29)).toEqual([...new Set([...kept, ...gone.kept])].sort());
    expect(await namesAfter(31)).toEqual([...new Set(kept)].sort());
    // A file that is used is young again.
    await removeUnused(cacheFolder, new Set());
    expect(readdirSync(cacheFolder).sort()).toEqual([...new Set(kept)].sort());
  });

  it('makes a changed picture anew', async () => {
    const cacheFolder = freshFolder();
    await photograph(200, 100).jpeg().toFile(at('changing.jpg'));
    const first = await processImage(at('changing.jpg'), { cacheFolder, formats });
    await photograph(260, 100).jpeg().toFile(at('changing.jpg'));
    const second = await processImage(at('changing.jpg'), { cacheFolder, formats });
    expect(second.width).toBe(260);
    expect(second.fallback.name).not.toBe(first.fallback.name);
  });
});
