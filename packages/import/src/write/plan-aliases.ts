/** Decides which old addresses become aliases: each leads to one page, and none replaces a page. */
import { aliasPath, RESERVED_SEGMENTS, trimEnding } from '../core.ts';
import type { Notes } from '../notes.ts';
import { decodeAddress } from '../read/decode-address.ts';

/** Folders that the build fills. */
const BUILT = /^\/(?:assets|icons|page-data|search|slice-data)(?:\/|$)/;

/** Captures the address of the list to which a further page belongs. */
const LISTING_PART = /^(.*?)\/page\//;

/** @param place position of the post, for notes; null to skip addresses that are taken without a note */
export type AliasPlan = (
  addresses: readonly string[],
  url: string,
  place: { file: string; line: number } | null,
) => string[];

/**
 * Creates the function that returns the aliases of a page. It remembers them, so that no two pages get the same one.
 * @param pages paths of the new site
 * @param base prefix of every old address
 */
export function createAliasPlan(pages: Iterable<string>, base: string, notes: Notes): AliasPlan {
  const owners = new Map<string, string>();
  for (const path of pages) owners.set(path.toLowerCase(), 'a page of the new site');
  const findOwner = (key: string): string | undefined => {
    const listing = LISTING_PART.exec(key)?.[1];
    const isReserved =
      BUILT.test(key) ||
      RESERVED_SEGMENTS.has(key.slice(1)) ||
      (listing !== undefined && owners.has(listing));
    return owners.get(key) ?? (isReserved ? 'a route of the site' : undefined);
  };

  return (addresses, url, place) => {
    const aliases: string[] = [];
    const taken = new Set<string>();
    const note = (message: string) => {
      if (place !== null) notes.add({ file: place.file, line: place.line, message });
    };
    for (const address of addresses) {
      const alias = normalizeAlias(base + decodeAddress(address));
      const key = trimEnding(alias).toLowerCase();
      if (key === trimEnding(url).toLowerCase() || alias === '' || alias === '/' || taken.has(key)) continue;
      const owner = findOwner(key);
      if (owner !== undefined) note(`no alias for the old address ${alias}: it belongs to ${owner}`);
      else if (!aliasPath.safeParse(alias).success)
        note(`no alias for the old address ${alias}: an alias cannot have this form`);
      else {
        owners.set(key, 'another post');
        aliases.push(alias);
        taken.add(key);
      }
    }
    return aliases;
  };
}

/** The form of an old address without a slash or an index at the end. */
export function normalizeAlias(address: string): string {
  return address
    .normalize('NFC')
    .replace(/(.)\/+$/, '$1')
    .replace(/\/index(?:\.html)?$/, '');
}
