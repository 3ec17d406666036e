/** Groups the content types of files, for servers whose own tables have other ones. */
import { contentTypeOf } from '../foundation/response-headers.ts';

const EXTENSIONS =
  'html css js mjs json webmanifest xml xsl txt md csv svg png jpg jpeg gif webp avif ico woff woff2 ttf otf pdf mp3 mp4 webm ogg zip';

export const bareTypeOf = (name: string): string => contentTypeOf(name).replace(/;.*/, '');
export const isText = (type: string): boolean => /^text\/|[/+](?:json|xml)$/.test(type);

/** Extensions by content type. */
export function groupTypes(): [type: string, extensions: string[]][] {
  const groups = new Map<string, string[]>();
  for (const extension of EXTENSIONS.split(' ')) {
    const type = bareTypeOf(`a.${extension}`);
    groups.set(type, [...(groups.get(type) ?? []), extension]);
  }
  return [...groups];
}
