/** Groups the content types of files, for servers whose own tables have other ones. */
import { groupBy } from '../foundation/group-by.ts';
import { contentTypeOf } from '../foundation/response-headers.ts';

const EXTENSIONS =
  'html css js mjs json webmanifest xml xsl txt md csv svg png jpg jpeg gif webp avif ico woff woff2 ttf otf pdf mp3 mp4 webm ogg zip';

export const bareTypeOf = (name: string): string => contentTypeOf(name).replace(/;.*/, '');
export const isText = (type: string): boolean => /^text\/|[/+](?:json|xml)$/.test(type);

/** Extensions by content type. */
export function groupTypes(): [type: string, extensions: string[]][] {
  return [...groupBy(EXTENSIONS.split(' '), (extension) => bareTypeOf(`a.${extension}`))];
}
