/** Writes a number as a fraction of small whole numbers. */
import { round } from './functions.ts';

/** No bookmaker writes larger ones. */
const MAX_DENOMINATOR = 1000;

/** The fraction with the smallest denominator that is the value when both are rounded: 1.91 → [191, 100] or 0.91 → [10, 11]. */
export function toFraction(value: number, digits = 2): [numerator: number, denominator: number] {
  for (let denominator = 1; denominator < MAX_DENOMINATOR; denominator++) {
    const numerator = Math.round(value * denominator);
    if (numerator > 0 && round(numerator / denominator, digits) === round(value, digits))
      return [numerator, denominator];
  }
  return [Math.round(value * MAX_DENOMINATOR), MAX_DENOMINATOR];
}
