/** Validates site paths that people write: aliases, and both sides of redirects. */
import * as z from 'zod';

const NO_PATH = 'an address must be a path of the site such as /articles/old-slug';

/** Refuses empty segments, `..`, and characters that are invalid in URLs or file names. */
export const SEGMENTS = String.raw`(?:\/(?!\.)[^/?#%\\:*"<>|^\s\p{C}]+)+`;
const PAGE_PATH = new RegExp(String.raw`^(?:\/+|${SEGMENTS}\/*)$`, 'u');

/** An old address of a page. The build may write a file for it. */
export const aliasPath = z
  .string()
  .regex(PAGE_PATH, { error: NO_PATH, abort: true })
  .refine(fitsDisk, NO_PATH)
  .meta({ examples: ['/articles/old-slug'] });

/** Aliases in JSON files. In front matter the field may also be empty. */
export const aliasPaths = z
  .array(aliasPath)
  .optional()
  .describe('Old addresses of the page. They lead to it.');

/** Bytes. File systems allow 255, including the extension. */
const MAX_SEGMENT = 200;

export function fitsFileName(segment: string): boolean {
  return Buffer.byteLength(segment) <= MAX_SEGMENT;
}

function fitsDisk(path: string): boolean {
  // The build may write a file with that name, so it cannot also be a folder.
  const isBelowFile = /\.(html|xml|json|txt|js|ico|webmanifest)\//i.test(path.replace(/\/+$/, ''));
  return !isBelowFile && path.split('/').every(fitsFileName);
}
