/**
 * Learns addresses from the links between texts. Where the code of a site makes its routes, no setting shows them, but
 * links such as `/blog/2024/01/02/title.html` do.
 */
import { groupBy } from '../core.ts';
import type { ImportedPost } from '../imported-site.ts';
import { decodeAddress } from './decode-address.ts';

/** Number of texts that must be linked at addresses of one pattern. */
const LEAST = 3;

const LINK = /(?:\]\(|\]:[ \t]*|\b(?:href|to)=["'])(\/(?!\/)[^\s()<>"'#?]{1,300})/g;

/**
 * Gives posts the addresses at which others link to them, if most links to their folder follow one pattern.
 * @param base path of the old home page, which addresses do not contain
 */
export function learnAddresses(posts: readonly ImportedPost[], base: string): ImportedPost[] {
  const known = new Set(posts.flatMap(({ addresses }) => addresses.map(plain)));
  const linked = new Set<string>();
  for (const { body } of posts)
    for (const [, path = ''] of body.matchAll(LINK))
      linked.add(plain(path.startsWith(`${base}/`) ? path.slice(base.length) : path));
  const unknown = [...linked].filter((path) => !known.has(path));
  const byName = groupBy(unknown, (path) => path.slice(path.lastIndexOf('/') + 1));

  /** Folder → pattern → number of posts that are linked there. */
  const votes = new Map<string, Map<string, number>>();
  const isLinked = ({ addresses: [address] }: ImportedPost) =>
    address !== undefined && linked.has(plain(address));
  for (const post of posts) {
    const counts = votes.get(folderOf(post)) ?? new Map<string, number>();
    votes.set(folderOf(post), counts);
    const found = isLinked(post)
      ? ['']
      : (byName.get(nameOf(post)) ?? []).map((path) => patternOf(path, post));
    for (const pattern of new Set(found)) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  return posts.map((post) => {
    const [[pattern, count] = ['', 0]] = [...(votes.get(folderOf(post)) ?? [])].sort(([, a], [, b]) => b - a);
    if (pattern === '' || count < LEAST || isLinked(post)) return post;
    const address = fill(pattern, post);
    return address === null ? post : { ...post, addresses: [address, ...post.addresses.slice(1)] };
  });
}

/** The form of an address in which addresses of two tools can be compared. */
const plain = (address: string) => decodeAddress(address).replace(/(?:\/|\/index)?(?:\.html?)?$/, '');

const nameOf = ({ path }: ImportedPost) => path.slice(path.lastIndexOf('/') + 1);

const folderOf = ({ file }: ImportedPost) => file.split('/').slice(0, -1).slice(0, 2).join('/');

function partsOf({ date, folders }: ImportedPost): [token: string, value: string | undefined][] {
  const [year, month, day] = date?.slice(0, 10).split('-') ?? [];
  return [
    ['{folders}', folders.join('/') || undefined],
    ['{year}/{month}/{day}', day && `${year}/${month}/${day}`],
    ['{year}/{month}', month && `${year}/${month}`],
    ['{year}', year],
  ];
}

/** `/blog/2024/01/02/title` → `/blog/{year}/{month}/{day}/`. */
function patternOf(path: string, post: ImportedPost): string {
  let pattern = path.slice(0, path.lastIndexOf('/') + 1);
  for (const [token, value] of partsOf(post))
    if (value !== undefined) pattern = pattern.replace(`/${value}/`, `/${token}/`);
  return pattern;
}

/** @returns null for a post that lacks a part of the pattern */
function fill(pattern: string, post: ImportedPost): string | null {
  let filled = pattern;
  for (const [token, value] of partsOf(post)) if (value !== undefined) filled = filled.replace(token, value);
  return filled.includes('{') ? null : filled + nameOf(post);
}
