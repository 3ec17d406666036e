/**
 * Draws the photographs of examples/own and examples/journal from noise and simple optics, so that they are of the project's
 * own making.
 *
 * node scripts/draw-photographs.mjs [NAME...]
 */
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { PORTRAITS, photographDay, SCENES } from './photographs/garden.mjs';
import { NIGHTS, photographNight } from './photographs/night.mjs';

const names = process.argv.slice(2);
const imageOf = (pixels, width, height) => sharp(pixels, { raw: { width, height, channels: 3 } });
const fileOf = (example, file) =>
  resolve(import.meta.dirname, '../examples', join(example, 'content/images', file));

/** Photographs of the scenes that were asked for, or of all. */
async function drawAll(scenes, draw) {
  for (const [name, scene] of Object.entries(scenes))
    if (names.length === 0 || names.includes(name)) await draw(name, scene);
}

const drawDay = (width, height) => (name, scene) =>
  imageOf(photographDay(scene, width, height), width, height)
    .blur(0.6)
    .jpeg({ quality: 58, mozjpeg: true, chromaSubsampling: '4:2:0' })
    .toFile(fileOf('own', `${name}.jpg`));

await drawAll(SCENES, drawDay(1200, 800));
await drawAll(PORTRAITS, drawDay(320, 320));
await drawAll(NIGHTS, (name, night) =>
  imageOf(photographNight(night, 1920, 1280), 1920, 1280)
    .webp({ quality: 62, effort: 6 })
    .toFile(fileOf('journal', `${name}.webp`)),
);
