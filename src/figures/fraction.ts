/** Writes a number as a fraction of small whole numbers. */
import { round } from './functions.ts';

/** Bookmakers write no larger denominators. */
const MAX_DENOMINATOR = 1000;

/** Finds the fraction with the smallest denominator that equals the value after rounding, such as [10, 11] for 0.91. */
export function toFraction(value: number, digits = 2): [numerator: number, denominator: number] {
  for (let denominator = 1; denominator < MAX_DENOMINATOR; denominator++) {
    const numerator = Math.round(value * denominator);
    if (numerator > 0 && round(numerator / denominator, digits) === round(value, digits))
      return [numerator, denominator];
  }
  return [Math.round(value * MAX_DENOMINATOR), MAX_DENOMINATOR];
}
