/** Draws the cover of an article without an image: an abstract SVG, always the same for the same input. */
import { hash } from 'node:crypto';
import { drawDensity, drawLattice, drawLedger, drawWalks } from './cover-motifs-chance.ts';
import { drawCards, drawDice, drawQuarters, drawRings } from './cover-motifs-play.ts';
import type { Draw, Motif, Scheme } from './strokes.ts';

/** Category and subcategory are keys instead of titles, so that translations have related covers. */
export interface CoverInput {
  title: string;
  category: string;
  subcategory: string | null;
}

/** View box and intrinsic size of every cover. */
export const COVER_WIDTH = 960;
export const COVER_HEIGHT = 540;

/** Part of every file name. Raise it when a drawing changes, since files are cached as immutable. */
const VERSION = 1;

/** Seed, chosen so that the categories of both sample sites get different compositions. */
const CATEGORY_SEED = 12;

const HEAD = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COVER_WIDTH} ${COVER_HEIGHT}" fill="none">`;

// Changing the order of these lists changes the drawings.
const SCHEMES: readonly [Scheme, ...Scheme[]] = [
  { ground: '#e6dac0', quiet: '#d2c19b', second: '#2f6650', main: '#22303d', accent: '#b0442b' },
  { ground: '#1f5241', quiet: '#2e6653', second: '#7fa58e', main: '#ece2cb', accent: '#d8714f' },
  { ground: '#26353f', quiet: '#384a56', second: '#7d94a0', main: '#e8dcc3', accent: '#cf6243' },
  { ground: '#a5432c', quiet: '#b65a41', second: '#e0a488', main: '#f1e6d0', accent: '#26323c' },
  { ground: '#c4d0bd', quiet: '#adbda6', second: '#4c7a66', main: '#1e3a32', accent: '#b0442b' },
  { ground: '#d9b99a', quiet: '#c9a482', second: '#8f4a35', main: '#26323c', accent: '#1f5f4b' },
];

const COMPOSITIONS: readonly [Motif, ...Motif[]] = [
  drawDensity,
  drawDice,
  drawQuarters,
  drawCards,
  drawWalks,
  drawRings,
  drawLattice,
  drawLedger,
];

/**
 * Draws a cover. The category selects the composition, the subcategory three colour schemes, and the title one of the three
 * and the geometry. A cover takes at most 1.5 kB, and has no text, no ids and no external references.
 */
export function drawCover({ title, category, subcategory }: CoverInput): string {
  const family = hashText(category, CATEGORY_SEED);
  const draw = createDraw(hashText(title, family));
  const compose = pick(COMPOSITIONS, family);
  const scheme = pick(SCHEMES, (family >>> 8) + hashText(subcategory ?? '', 0) + draw(0, 2));
  return `${HEAD}<path fill="${scheme.ground}" d="M0 0h960v540H0z"/>${compose(draw, scheme)}</svg>`;
}

/** Returns the file name of the cover without drawing it. */
export function coverName(input: CoverInput): string {
  const identity = JSON.stringify([VERSION, input.title, input.category, input.subcategory]);
  return `${hash('sha256', identity, 'hex').slice(0, 16)}.svg`;
}

function pick<T>(list: readonly [T, ...T[]], index: number): T {
  return list[index % list.length] ?? list[0];
}

/** FNV-1a hash over UTF-16 units, with the finalizer of MurmurHash3. */
function hashText(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Returns a generator of integers (mulberry32), repeatable for a seed. */
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
