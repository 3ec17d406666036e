/** Owns public/: files that are shipped as they are (verification files, CNAME, downloads). */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '../../config/config-schema.ts';
import { readFolder } from '../../content/article/scan-sources.ts';
import type { Problem } from '../../foundation/errors.ts';
import { createKeyFold } from '../../foundation/hash.ts';
import { ANY_LANGUAGE } from '../../locales/codes.ts';
import type { OutputPath } from '../../site/page.ts';
import { urlPath } from '../../site/routes.ts';
import type { Site } from '../../site/site.ts';
import { listRoutes } from '../plan/route-list.ts';
import type { OutputInput, TextFile, TextGroup } from './output-generator.ts';

const FEED = new RegExp(`^(${ANY_LANGUAGE}/)?(rss\\.xml|feed\\.(xml|json))$`, 'i');

/** GitHub Pages runs Jekyll over a site that does not have it, and Jekyll drops files. */
const NO_JEKYLL: TextFile = { path: '.nojekyll' as OutputPath, kind: 'file', content: '' };

export function publicFiles({ site, baseKey }: OutputInput): TextGroup {
  const folder = publicFolder(site);
  const paths = listPublic(site).files.filter((path) => path !== NO_JEKYLL.path);
  const fold = createKeyFold().add(baseKey);
  for (const path of paths) {
    const { size, mtimeMs, ctimeMs } = statSync(join(folder, path));
    fold.add(path).add(size).add(mtimeMs).add(ctimeMs);
  }
  return {
    name: 'public',
    key: fold.key(),
    files: () => [
      NO_JEKYLL,
      ...paths.map(
        (path): TextFile => ({
          path: path as OutputPath,
          kind: 'file',
          content: readFileSync(join(folder, path)),
        }),
      ),
    ],
  };
}

/** What the build makes itself: a file of public/ would take its place, go under, or stand where a folder belongs. */
export function findTaken(site: Site): Problem[] {
  const { files, links } = listPublic(site);
  const taken = files.filter(createTakenTest(site, files)).map((file) => ({
    file: `public/${file}`,
    message: `${file} is made by the build, or stands in the way of what it makes`,
    hint: 'remove the file, or give it another name',
  }));
  const passedOver = links.map((link) => ({
    file: `public/${link}`,
    message: 'a symbolic link is not followed, for it may lead out of the site',
    hint: 'put the file or folder itself there',
  }));
  return [...taken, ...passedOver];
}

function createTakenTest(site: Site, files: readonly string[]): (file: string) => boolean {
  const { routes, editions, config } = site;
  const pages = new Set<string>();
  const folders = new Set<string>();
  // Most sites have none that could meet a page.
  if (files.some((file) => /\.html(\/|$)|(^|\/)[^./]+$/i.test(file))) {
    const add = (page: string) => {
      const path = page.toLowerCase();
      pages.add(path);
      for (const folder of foldersOf(path)) folders.add(folder);
    };
    for (const path of listRoutes(site)) add(routes.file(urlPath(path)));
    for (const { locale } of editions)
      for (const kind of ['404', '500', 'offline'] as const) add(routes.file(routes.error(locale, kind)));
  }
  return (name) => {
    const file = name.toLowerCase();
    if (isMade(name, config.features) || pages.has(file) || folders.has(file)) return true;
    return foldersOf(file).some((folder) => pages.has(folder) || isMade(folder, config.features));
  };
}

/** `a/b/c` → `a/b`, `a`. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    folders.push(path.slice(0, end));
  return folders;
}

/** Files beside the pages; what a switch of the configuration turns off is free for others. */
function isMade(file: string, { navigation, search, feeds, serviceWorker }: SiteConfig['features']): boolean {
  return (
    /^(assets|icons)(\/|$)|^(robots\.txt|sitemap(-\d+)?\.xml|manifest\.webmanifest|favicon\.ico)$/i.test(
      file,
    ) ||
    (navigation && /^(page-data|slice-data)(\/|$)/i.test(file)) ||
    (search && /^search(\/|$)/i.test(file)) ||
    (feeds && FEED.test(file)) ||
    (serviceWorker !== false && /^sw\.js$/i.test(file))
  );
}

function publicFolder({ config }: Site): string {
  return join(config.root, 'public');
}

/** Paths below public/, of files and of symbolic links. */
function listPublic(site: Site): { files: string[]; links: string[] } {
  const found: { files: string[]; links: string[] } = { files: [], links: [] };
  const visit = (prefix: string): void => {
    for (const entry of readFolder(join(publicFolder(site), prefix))) {
      const path = prefix + entry.name;
      if (entry.isDirectory()) visit(`${path}/`);
      else if (entry.isFile()) found.files.push(path);
      else if (entry.isSymbolicLink()) found.links.push(path);
    }
  };
  visit('');
  return found;
}
