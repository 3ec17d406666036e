/** Types of a cover drawing of 960×540: its random numbers, its colours, and helpers for SVG paths. */

/** Returns an integer from minimum to maximum, both included, repeatable for one cover. */
export type Draw = (minimum: number, maximum: number) => number;

/** Colours of one cover. `main` contrasts most with `ground`, `quiet` least. `accent` is used sparingly. */
export interface Scheme {
  ground: string;
  quiet: string;
  second: string;
  main: string;
  accent: string;
}

export type Motif = (draw: Draw, scheme: Scheme) => string;

export const ROUND = ' stroke-linecap="round"';

export function line(colour: string, width: number, d: string, more = ''): string {
  return `<path stroke="${colour}" stroke-width="${width}"${more} d="${d}"/>`;
}

export function area(colour: string, d: string): string {
  return d && `<path fill="${colour}" d="${d}"/>`;
}
