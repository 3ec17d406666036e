/** Owns the drawn cover of an article that has no image: input → abstract SVG, always the same for the same input. */
import { hash } from 'node:crypto';
import { COMPOSITIONS, SCHEMES } from './compositions.ts';
import type { Draw } from './strokes.ts';

/** Give the keys of category and subcategory rather than their titles, so that translations look related. */
export interface CoverInput {
  title: string;
  category: string;
  subcategory: string | null;
}

/** ViewBox of every cover; also its intrinsic size. */
export const COVER_WIDTH = 960;
export const COVER_HEIGHT = 540;

/** Part of every name: raise it when a drawing changes, since the names are cached as immutable. */
const VERSION = 1;

/** Chosen so that the categories of both sample sites get different compositions. */
const CATEGORY_SEED = 12;

const HEAD = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COVER_WIDTH} ${COVER_HEIGHT}" fill="none">`;

/**
 * The category chooses the composition, the subcategory three of the colour schemes, the title one of these and the
 * geometry: a series of prints. At most 1.5 kB; without text, ids or anything to load.
 */
export function drawCover({ title, category, subcategory }: CoverInput): string {
  const family = hashText(category, CATEGORY_SEED);
  const draw = createDraw(hashText(title, family));
  const compose = pick(COMPOSITIONS, family);
  const scheme = pick(SCHEMES, (family >>> 8) + hashText(subcategory ?? '', 0) + draw(0, 2));
  return `${HEAD}<path fill="${scheme.ground}" d="M0 0h960v540H0z"/>${compose(draw, scheme)}</svg>`;
}

/** File name of the cover, without drawing it. */
export function coverName(input: CoverInput): string {
  const identity = JSON.stringify([VERSION, input.title, input.category, input.subcategory]);
  return `${hash('sha256', identity, 'hex').slice(0, 16)}.svg`;
}

function pick<T>(list: readonly [T, ...T[]], index: number): T {
  return list[index % list.length] ?? list[0];
}

/** FNV-1a over UTF-16 units, with the last mixing steps of MurmurHash3. */
function hashText(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Whole numbers from mulberry32, the same for the same seed. */
function createDraw(seed: number): Draw {
  let state = seed;
  return (minimum, maximum) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value ^= value + Math.imul(value ^ (value >>> 7), 61 | value);
    const fraction = ((value ^ (value >>> 14)) >>> 0) / 4294967296;
    return minimum + Math.floor(fraction * (maximum - minimum + 1));
  };
}
