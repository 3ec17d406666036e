/** Validates a path of the site that people write: an alias, or one side of a redirect. */
import * as z from 'zod';

const NO_PATH = 'an alias must be a path of the site such as /articles/old-slug';

/** No empty segment, none that leaves the folder, no character that a URL or a disk refuses. */
const PAGE_PATH = /^(?:\/+|(?:\/(?!\.)[^/?#%\\:*"<>|\s\p{C}]+)+\/*)$/u;

/** An old address of a page. It may become a file. */
export const aliasPath = z
  .string()
  .regex(PAGE_PATH, { error: NO_PATH, abort: true })
  .refine(fitsDisk, NO_PATH)
  .meta({ examples: ['/articles/old-slug'] });

/** In JSON files; front matter allows an empty field too. */
export const aliasPaths = z
  .array(aliasPath)
  .optional()
  .describe('Old addresses of the page. They lead to it.');

/** Bytes; file names have at most 255, the extension included. */
const MAX_SEGMENT = 200;

export function fitsFileName(segment: string): boolean {
  return Buffer.byteLength(segment) <= MAX_SEGMENT;
}

function fitsDisk(path: string): boolean {
  // The build may write a file of that name, so it cannot be a folder.
  const isBelowFile = /\.(html|xml|json|txt|js|ico|webmanifest)\//i.test(path.replace(/\/+$/, ''));
  return !isBelowFile && path.split('/').every(fitsFileName);
}
