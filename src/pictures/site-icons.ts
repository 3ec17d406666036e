/** Makes the icons of a site from its logo: web manifest, home screens, browser tabs and the header. */

import { hash } from 'node:crypto';
import type { Rgb } from '../foundation/color.ts';
import { hasCode, messageOf, UserError } from '../foundation/errors.ts';
import { createFileCache } from '../foundation/file-cache.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { type IconDrawing, wrapIco } from './raster.ts';

/** The icon of a site without a logo: a page with a headline and lines on a green tile. */
export const DEFAULT_LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="72" height="72" viewBox="0 0 72 72">' +
  '<rect width="72" height="72" rx="14" fill="#14532d"/>' +
  '<path fill="#f3ead6" d="M18 18h36v10H18zM18 36h36v4H18zM18 44h36v4H18zM18 52h24v4H18z"/></svg>\n';

export interface Icon {
  /** Path below the output folder. */
  name: string;
  /** The promised bytes. If nothing awaits them, a rejection is not reported as unhandled. @throws UserError if drawing fails */
  bytes: Promise<Uint8Array>;
  /** Hash of the inputs; it changes with the bytes. */
  key: string;
  /** `any` and `maskable` are purposes of the web manifest; the others are for <head> and header. */
  purpose: 'any' | 'maskable' | 'apple' | 'logo' | 'favicon';
  type: 'image/png' | 'image/svg+xml' | 'image/x-icon';
  /** Value of the `sizes` attribute: "192x192", or "any" for SVG. */
  sizes: string;
  /** Width of a logo divided by its height. */
  ratio?: number;
}

/** Part of every cache key. Raise it when the drawing of icons changes. */
const VERSION = 4;

/** Twice the height in the header, for high-density screens. */
const LOGO_HEIGHT = 144;

/** The square inside the safe circle of every launcher's mask: 80 % of the width divided by the square root of two. */
const SAFE_ZONE = 0.8 / Math.SQRT2;

/**
 * Returns the icons, the best one of each purpose first. Their bytes are promises, so that pages need not wait for them.
 * @param logoFile absolute path of an SVG or PNG; null for the default logo
 * @param themeColor such as "#14532d": background of icons that must not be transparent, unless the logo vanishes on it
 * @throws UserError that names the file if it is missing or is neither SVG nor PNG
 */
export async function createIcons(options: {
  logoFile: string | null;
  themeColor: string;
  cacheFolder: string;
  /** A read-only cache folder; null for none. */
  shippedFolder: string | null;
  drawing: IconDrawing;
}): Promise<Icon[]> {
  const { logoFile, themeColor, cacheFolder, shippedFolder, drawing } = options;
  const logo = logoFile === null ? Buffer.from(DEFAULT_LOGO) : await readLogo(logoFile);
  const svg = isSvg(logo);
  if (!svg && !isPng(logo)) throw brokenLogo(logoFile, 'is neither SVG nor PNG');
  const key = hash('sha256', `${VERSION}\n${themeColor}\n${hash('sha256', logo, 'hex')}`, 'hex').slice(0, 24);
  const cache = createFileCache(cacheFolder);
  const shipped = shippedFolder === null ? null : createFileCache(shippedFolder);
  let ground: Promise<Rgb> | undefined;

  const attempt = async (make: () => Promise<Uint8Array>) => {
    try {
      return await make();
    } catch (error) {
      throw brokenLogo(logoFile, `cannot be read: ${messageOf(error).split('\n')[0]}`);
    }
  };
  const start = (bytes: Promise<Uint8Array>) => {
    bytes.catch(() => undefined);
    return bytes;
  };
  const icon = (name: string, purpose: Icon['purpose'], size: number, scale: number | null = null): Icon => {
    const file = `${key}-${name.slice(name.lastIndexOf('/') + 1)}`;
    const make = async () => {
      ground ??= drawing.pickBackground({ logo, svg, themeColor });
      const fill = scale === null ? null : { scale, ground: await ground };
      const png = await drawing.renderIcon({ logo, svg, size, fill });
      return name.endsWith('.ico') ? wrapIco(png, size) : png;
    };
    const read = async () => shipped?.read(file) ?? cache.once(file, () => attempt(make));
    const type = name.endsWith('.ico') ? 'image/x-icon' : 'image/png';
    return { name, bytes: start(read()), key, purpose, type, sizes: `${size}x${size}` };
  };

  const made = [
    icon('icons/icon-192.png', 'any', 192),
    icon('icons/icon-512.png', 'any', 512),
    icon('icons/icon-maskable-512.png', 'maskable', 512, SAFE_ZONE),
    icon('icons/apple-touch-icon.png', 'apple', 180, 0.68),
    // Browsers and feed readers request this address even without a link to it.
    icon('favicon.ico', 'favicon', 32),
  ];
  const ratio = svg ? measureSvg(logo) : measurePng(logo);
  if (!svg) {
    const size = { width: Math.round(LOGO_HEIGHT * Math.max(ratio, 1)), height: LOGO_HEIGHT };
    const bytes = start(
      cache.once(`${key}-logo.png`, () => attempt(() => drawing.resizeLogo({ logo, size }))),
    );
    const sizes = `${size.width}x${size.height}`;
    return [
      ...made,
      { name: 'icons/logo.png', bytes, key, purpose: 'logo', type: 'image/png', sizes, ratio },
    ];
  }
  const vector = {
    bytes: Promise.resolve<Uint8Array>(logo),
    key,
    type: 'image/svg+xml',
    sizes: 'any',
  } as const;
  return [
    { name: 'icons/favicon.svg', purpose: 'favicon', ...vector },
    { name: 'icons/logo.svg', purpose: 'logo', ...vector, ratio },
    ...made,
  ];
}

/** Width divided by height of the root element; 1 if it has no size. */
function measureSvg(bytes: Buffer): number {
  const root = /<svg\b[^>]*>/.exec(bytes.toString('utf8'))?.[0] ?? '';
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"'%]*)["']`).exec(root)?.[1];
  const box = attribute('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .slice(2);
  const [width = 0, height = 0] = (box ?? [attribute('width'), attribute('height')]).map((length = '') =>
    Number.parseFloat(length),
  );
  return width > 0 && height > 0 ? width / height : 1;
}

/** Width divided by height, from the first chunk. */
function measurePng(bytes: Buffer): number {
  return bytes.length < 24 ? 1 : bytes.readUInt32BE(16) / bytes.readUInt32BE(20) || 1;
}

async function readLogo(file: string): Promise<Buffer> {
  try {
    return readRegularFile(file);
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES')) throw error;
    throw brokenLogo(file, 'cannot be opened');
  }
}

function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
}

function isSvg(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 4000).toString('utf8');
  return /^\uFEFF?\s*</.test(start) && /<svg[\s>]/.test(start);
}

function brokenLogo(file: string | null, what: string): Error {
  if (file === null) return new Error(`the default logo ${what}`);
  return new UserError({
    file,
    code: 'unreadable-image',
    message: `the logo ${what}`,
    hint: 'set "logo" in site-config.json to a square SVG or PNG file, or remove it',
  });
}
