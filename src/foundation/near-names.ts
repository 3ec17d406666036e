/** Finds the known name that a misspelt name most likely means. */

/** @returns null if no known name is within one typing error */
export function findNear(name: string, known: Iterable<string>): string | null {
  for (const other of known) if (isNear(name.toLowerCase(), other.toLowerCase())) return other;
  return null;
}

/** A hint with the near name and the fix that writes it; the hint `otherwise` if no name is near. */
export function suggestNear(
  name: string,
  known: Iterable<string>,
  otherwise: string,
): { hint: string; fix?: { old: string; new: string } } {
  const near = findNear(name, known);
  return near === null
    ? { hint: otherwise }
    : { hint: `did you mean "${near}"?`, fix: { old: name, new: near } };
}

/** Only the hint, for names that are not in a text. */
export const hintNear = (name: string, known: Iterable<string>, otherwise: string): string =>
  suggestNear(name, known, otherwise).hint;

/** True if one letter is changed, added or left out, or two neighbours are swapped. */
export function isNear(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const restA = a.slice(start, a.length - end);
  const restB = b.slice(start, b.length - end);
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}
