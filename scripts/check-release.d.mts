/** @returns what is wrong with a release of this tag, in words */
export function checkRelease(tag: string): string[];
