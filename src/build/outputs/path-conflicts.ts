/** Finds paths that are claimed twice, by pages, aliases, outputs or files of public/. */
import { type Finding, finding, type Problem } from '../../foundation/errors.ts';
import { listPages, listReserved } from '../../pages/page-registry.ts';
import { collectCollisions } from '../../site/collisions.ts';
import { listOldAddresses } from '../../site/old-addresses.ts';
import type { Site } from '../../site/site.ts';
import { listOwned } from './output-registry.ts';
import { findSecretFiles, listPublic } from './public-files.ts';
import { fileOf } from './redirects.ts';

/** Finds pages and aliases that take the path of another page, or of an output. */
export function findPathConflicts(site: Site): Finding[] {
  const owned = listOwned(site);
  const outputs = createOwned(owned);
  const reserved = listReserved(site).map((start) => start.toLowerCase());
  return collectCollisions(site, {
    pages: listPages(site),
    files: Array.from(owned, (path) => `/${path}`).filter((path) => !path.includes('*')),
    isReserved: (path) =>
      outputs.has(path.slice(1)) ||
      outputs.hasBelow(path.slice(1)) ||
      reserved.some((start) => path.startsWith(start)),
  });
}

/** Finds files of public/ that take the place of a file or folder of the build, or that look like secrets. */
export function findPublicConflicts(site: Site): Problem[] {
  const { files, problems } = listPublic(site);
  if (files.length === 0) return problems;
  const outputs = createOwned(listOwned(site));
  // Other files cannot take the path of a page, so the list of all pages is not needed for them.
  const isPageLike = files.some(({ name }) => /\.(html|md)(\/|$)|(^|\/)[^./]+$/i.test(name));
  const pages = createOwned(isPageLike ? listPageFiles(site) : []);
  const isTaken = (name: string): boolean => {
    const file = name.toLowerCase();
    return [outputs, pages].some(
      (owned) =>
        owned.has(file) || owned.hasBelow(file) || foldersOf(file).some((folder) => owned.hasFile(folder)),
    );
  };
  return [
    ...files
      .filter(({ name }) => isTaken(name))
      .map(({ path: file }) => {
        const message = `${file} is made by the build, or is where the build needs a folder`;
        return finding('path-taken', message, 'remove the file, or give it another name', {
          file: `public/${file}`,
        });
      }),
    ...problems,
    ...findSecretFiles(site),
  ];
}

function* listPageFiles(site: Site): Iterable<string> {
  const { markdown } = site.config.agents;
  for (const { kind, path } of listPages(site)) {
    yield site.routes.file(path);
    if (markdown && (kind === 'article' || kind === 'info')) yield site.routes.twinFile(path);
  }
  for (const { from, to } of listOldAddresses(site)) if (to !== null) yield fileOf(site.routes, from).path;
}

/** Looks up paths in lower case. @param paths as `OutputGenerator.owns` gives them */
function createOwned(paths: Iterable<string>) {
  const files = new Set<string>();
  const folders = new Set<string>();
  const patterns: [start: string, end: string][] = [];
  for (const path of paths) {
    const [start = '', end] = path.toLowerCase().split('*');
    if (end === undefined) files.add(start);
    else patterns.push([start, end]);
    for (const folder of foldersOf(start)) folders.add(folder);
  }
  return {
    /** True if the path is a file, or may be one. */
    has: (path: string) =>
      files.has(path) ||
      patterns.some(
        ([start, end]) =>
          path.startsWith(start) && path.endsWith(end) && path.length >= start.length + end.length,
      ),
    hasFile: (path: string) => files.has(path),
    /** True if files are, or may be, in a folder of this path. */
    hasBelow: (folder: string) => folders.has(folder),
  };
}

/** `a/b/c` → `a/b`, `a`. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    folders.push(path.slice(0, end));
  return folders;
}
