/** Icons: every size is real, masks cut nothing off, the logo is seen on its ground, and they are made once only. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { UserError } from '../../src/foundation/errors.ts';
import { iconDrawing } from '../../src/pictures/raster.ts';
import { createIcons, DEFAULT_LOGO, type Icon } from '../../src/pictures/site-icons.ts';
import { stampsOf, temporaryFolder } from './folder.ts';

type DrawnIcon = Omit<Icon, 'bytes'> & { bytes: Uint8Array };

const root = temporaryFolder();
let folders = 0;
const freshFolder = () => join(root, `cache-${folders++}`);
const at = (name: string) => join(root, name);
const themeColor = '#14532d';
const draw = async (options: Omit<Parameters<typeof createIcons>[0], 'drawing'>): Promise<DrawnIcon[]> => {
  const icons = await createIcons({ ...options, drawing: iconDrawing });
  return Promise.all(icons.map(async (icon) => ({ ...icon, bytes: await icon.bytes })));
};
const make = (logo: string | null, cacheFolder = freshFolder()) =>
  draw({ logoFile: logo && at(logo), themeColor, cacheFolder, shippedFolder: null });

beforeAll(async () => {
  const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${body}</svg>`;
  writeFileSync(
    at('bright.svg'),
    `<?xml version="1.0"?>\n${svg('<rect width="100" height="100" rx="9" fill="#f0c040"/>')}`,
  );
  writeFileSync(at('theme.svg'), svg(`<circle cx="50" cy="50" r="45" fill="${themeColor}"/>`));
  writeFileSync(at('broken.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0');
  writeFileSync(at('text.svg'), 'a logo, some day');
  const square = { width: 200, height: 200, channels: 4, background: '#c03020' } as const;
  await sharp({ create: square }).png().toFile(at('plain.png'));
  await sharp({ create: { ...square, width: 300, height: 150 } })
    .png()
    .toFile(at('wide.png'));
});

function find(icons: DrawnIcon[], name: string): DrawnIcon {
  const icon = icons.find((candidate) => candidate.name === name);
  if (!icon) throw new Error(`no ${name} among ${icons.map((candidate) => candidate.name).join(', ')}`);
  return icon;
}

/** Colour at a place as "r,g,b,a". */
async function colourAt(bytes: Uint8Array, x: number, y: number): Promise<string> {
  const { data } = await sharp(bytes)
    .ensureAlpha()
    .extract({ left: x, top: y, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data].join();
}

const THEME = '20,83,45,255';

describe('createIcons', { timeout: 60_000 }, () => {
  it.each([null, 'bright.svg', 'plain.png', 'wide.png'])('makes every size from %s as told', async (logo) => {
    const icons = await make(logo);
    const vector = logo?.endsWith('.png') !== true;
    expect(icons.map(({ name, purpose }) => `${purpose} ${name}`)).toEqual([
      ...(vector ? ['favicon icons/favicon.svg', 'logo icons/logo.svg'] : []),
      'any icons/icon-192.png',
      'any icons/icon-512.png',
      'maskable icons/icon-maskable-512.png',
      'apple icons/apple-touch-icon.png',
      'favicon favicon.ico',
      ...(vector ? [] : ['logo icons/logo.png']),
    ]);
    for (const icon of icons.filter(({ type }) => type === 'image/png')) {
      const { format, width, height } = await sharp(icon.bytes).metadata();
      expect({ format, sizes: `${width}x${height}` }, icon.name).toEqual({
        format: 'png',
        sizes: icon.sizes,
      });
    }
  });

  it('keeps an SVG logo as it is', async () => {
    const icons = await make(null);
    for (const name of ['icons/logo.svg', 'icons/favicon.svg']) {
      expect(Buffer.from(find(icons, name).bytes).toString()).toBe(DEFAULT_LOGO);
    }
  });

  it('fills the maskable icon with the theme and keeps the logo within the safe circle', async () => {
    const { bytes } = find(await make('bright.svg'), 'icons/icon-maskable-512.png');
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    let farthest = 0;
    for (let index = 0; index < info.width * info.height; index++) {
      const [r, g, b, alpha] = data.subarray(index * 4, index * 4 + 4);
      if (`${r},${g},${b},${alpha}` === THEME) continue;
      const x = (index % 512) - 255.5;
      const y = Math.floor(index / 512) - 255.5;
      farthest = Math.max(farthest, Math.hypot(x, y));
    }
    expect(farthest).toBeLessThanOrEqual(512 * 0.4 + 1);
    expect(farthest).toBeGreaterThan(512 * 0.3);
  });

  it('gives home screens an opaque icon, tabs a transparent one', async () => {
    const icons = await make('bright.svg');
    expect(await colourAt(find(icons, 'icons/apple-touch-icon.png').bytes, 0, 0)).toBe(THEME);
    expect(await colourAt(find(icons, 'icons/icon-512.png').bytes, 0, 0)).toMatch(/,0$/);
    expect(await colourAt(find(icons, 'icons/icon-512.png').bytes, 256, 256)).toBe('240,192,64,255');
  });

  it('takes white for a logo that would vanish on the theme, and the own ground of one that has it', async () => {
    const vanishing = find(await make('theme.svg'), 'icons/icon-maskable-512.png').bytes;
    expect(await colourAt(vanishing, 2, 2)).toBe('255,255,255,255');
    expect(await colourAt(vanishing, 256, 256)).toBe(THEME);
    const plain = find(await make('plain.png'), 'icons/icon-maskable-512.png').bytes;
    expect(await colourAt(plain, 2, 2)).toBe('192,48,32,255');
  });

  it('does not stretch a logo that is not square', async () => {
    const { bytes } = find(await make('wide.png'), 'icons/icon-192.png');
    expect(await colourAt(bytes, 96, 20)).toMatch(/,0$/);
    expect(await colourAt(bytes, 96, 96)).toBe('192,48,32,255');
  });

  it('wraps a real PNG of 32×32 in favicon.ico', async () => {
    const ico = Buffer.from(find(await make(null), 'favicon.ico').bytes);
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4), ico[6], ico[7]]).toEqual([
      0, 1, 1, 32, 32,
    ]);
    const [size, offset] = [ico.readUInt32LE(14), ico.readUInt32LE(18)];
    expect(offset + size).toBe(ico.length);
    const { format, width, height } = await sharp(ico.subarray(offset)).metadata();
    expect([format, width, height]).toEqual(['png', 32, 32]);
  });

  it.each(['broken.svg', 'text.svg', 'missing.png'])('names %s in the error', async (name) => {
    const error = await make(name).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(UserError);
    expect(error instanceof UserError && error.problems.map(({ file }) => file)).toEqual([at(name)]);
  });

  it('makes them once, and anew for another logo or colour', async () => {
    const cacheFolder = freshFolder();
    const first = await make('bright.svg', cacheFolder);
    const stamps = stampsOf(cacheFolder);
    expect(await make('bright.svg', cacheFolder)).toEqual(first);
    expect(stampsOf(cacheFolder)).toEqual(stamps);
    const other = await draw({
      logoFile: at('bright.svg'),
      themeColor: '#203060',
      cacheFolder,
      shippedFolder: null,
    });
    expect(await colourAt(find(other, 'icons/apple-touch-icon.png').bytes, 0, 0)).toBe('32,48,96,255');
    expect(stampsOf(cacheFolder)).toMatchObject(stamps);
  });
});
