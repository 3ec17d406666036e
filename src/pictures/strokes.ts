/** The parts of a cover drawing: chance, colours and SVG paths on a ground of 960×540. */

/** A whole number from minimum to maximum, both included; repeatable for one cover. */
export type Draw = (minimum: number, maximum: number) => number;

/** Colours of one cover. `main` contrasts most with `ground`, `quiet` least; `accent` is used sparingly. */
export interface Scheme {
  ground: string;
  quiet: string;
  second: string;
  main: string;
  accent: string;
}

export type Composition = (draw: Draw, scheme: Scheme) => string;

export const ROUND = ' stroke-linecap="round"';

export function line(colour: string, width: number, d: string, more = ''): string {
  return `<path stroke="${colour}" stroke-width="${width}"${more} d="${d}"/>`;
}

export function area(colour: string, d: string): string {
  return d && `<path fill="${colour}" d="${d}"/>`;
}
