/** Owns the registry of targets: URL → place. To add one, write its file and add its line. */
import { UserError } from '../../foundation/errors.ts';
import { openDirectory } from './directory/directory-target.ts';
import { openGcs } from './gcs/gcs-target.ts';
import type { OpenOptions, OpenTarget, Target } from './target.ts';

const PLACES: Readonly<Record<string, OpenTarget>> = {
  'gs:': openGcs,
  'file:': openDirectory,
};

export const DEFAULT_OPEN_OPTIONS = { timeout: 60_000, retryDelay: 250, chunkBytes: 8 * 1024 * 1024 };

/**
 * @param location `gs://bucket[/prefix]` or `file:///path`
 * @throws UserError for a URL that no place understands
 */
export async function openTarget(location: string, options: OpenOptions): Promise<Target> {
  // Bucket names may hold underscores and dots, which URL parsing of an unknown scheme leaves alone.
  const url = URL.canParse(location) ? new URL(location) : null;
  const open = url ? PLACES[url.protocol] : undefined;
  if (!url || !open || url.search || url.hash || url.username) {
    throw new UserError({
      message: `"${location}" is not a place to deploy to`,
      hint: 'give gs://BUCKET, gs://BUCKET/PREFIX or file:///absolute/folder',
    });
  }
  return open(url, options);
}
