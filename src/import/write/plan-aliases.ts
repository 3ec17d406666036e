/** Plans which old addresses become aliases: each leads to one page, and none takes the place of a page. */
import { aliasPath } from '../../config/page-path.ts';
import { RESERVED_SEGMENTS, trimEnding } from '../../site/routes.ts';
import type { Notes } from '../notes.ts';

/** Folders of files that the build makes. */
const BUILT = /^\/(?:assets|icons|page-data|slice-data)(?:\/|$)/;

/** The further pages of a listing are below it. */
const LISTING_PART = /^(.*?)\/page\//;

/** @param pages paths of the new site @param base comes before each old address */
export function createAliasPlan(pages: Iterable<string>, base: string, notes: Notes) {
  const taken = new Map<string, string>();
  for (const path of pages) taken.set(path.toLowerCase(), 'a page of the new site');
  /** @param place of the post; null to leave out what is taken without a note */
  return (
    addresses: readonly string[],
    url: string,
    place: { file: string; line: number } | null,
  ): string[] => {
    const aliases: string[] = [];
    const note = ({ message }: { message: string }) => {
      if (place !== null) notes.add({ file: place.file, line: place.line, message });
    };
    for (const address of addresses) {
      const alias = (base + decode(address))
        .normalize('NFC')
        .replace(/(.)\/+$/, '$1')
        .replace(/\/index\.html$/, '');
      const key = trimEnding(alias).toLowerCase();
      if (key === url.toLowerCase() || alias === '' || alias === '/' || aliases.includes(alias)) continue;
      const owner = taken.get(key);
      const listing = LISTING_PART.exec(key)?.[1];
      const isReserved =
        BUILT.test(key) ||
        RESERVED_SEGMENTS.has(key.slice(1)) ||
        (listing !== undefined && taken.has(listing));
      if (owner !== undefined || isReserved) {
        note({
          message: `old address ${alias} is that of ${owner ?? 'a route of the site'}: no alias`,
        });
      } else if (!aliasPath.safeParse(alias).success) {
        note({ message: `old address ${alias} cannot be an alias` });
      } else {
        taken.set(key, 'another post');
        aliases.push(alias);
      }
    }
    return aliases;
  };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
