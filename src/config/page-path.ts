/** Validates a path of the site that people write: an alias, or one side of a redirect. */
import * as z from 'zod';

/** An old address of a page. It may become a file. */
export const aliasPath = z
  .string()
  .refine(isPagePath, 'an alias must be a path of the site such as /articles/old-slug');

/** In JSON files; front matter allows an empty field too. */
export const aliasPaths = z.array(aliasPath).optional();

/** Bytes; file names have at most 255, the extension included. */
const MAX_SEGMENT = 200;

export function fitsFileName(segment: string): boolean {
  return Buffer.byteLength(segment) <= MAX_SEGMENT;
}

/** Aliases become files: no empty segment, none that leaves the folder, no character that a URL or a disk refuses. */
function isPagePath(path: string): boolean {
  const segments = path.replace(/\/+$/, '').split('/').slice(1);
  return (
    path.startsWith('/') &&
    !/[?#%\\:*"<>|\s\p{C}]/u.test(path) &&
    // The build may write a file of that name, so it cannot be a folder.
    !/\.(html|xml|json|txt|js|ico|webmanifest)\//i.test(path.replace(/\/+$/, '')) &&
    segments.every((segment) => segment !== '' && !segment.startsWith('.') && fitsFileName(segment))
  );
}
