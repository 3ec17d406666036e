/** Owns public/: files that are shipped as they are (verification files, CNAME, downloads). */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '../../config/schema.ts';
import { readFolder } from '../../content/source.ts';
import type { Problem } from '../../errors.ts';
import { createKeyFold } from '../../hash.ts';
import type { OutputPath } from '../../site/page.ts';
import { urlPath } from '../../site/routes.ts';
import type { Site } from '../../site/site.ts';
import { listRoutes } from '../route-list.ts';
import type { OutputInput, TextFile, TextGroup } from './output.ts';

/** GitHub Pages runs Jekyll over a site that does not have it, and Jekyll drops files. */
const NO_JEKYLL: TextFile = { path: '.nojekyll' as OutputPath, kind: 'file', content: '' };

export function publicFiles({ site, baseKey }: OutputInput): TextGroup {
  const folder = publicFolder(site);
  const paths = listFiles(folder, '').filter((path) => path !== NO_JEKYLL.path);
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

/** What the build makes itself: a file of public/ would take its place, or go under. */
export function findTaken(site: Site): Problem[] {
  const { routes, editions } = site;
  const files = listFiles(publicFolder(site), '');
  const pages = new Set<string>();
  if (files.some((file) => file.toLowerCase().endsWith('.html'))) {
    for (const path of listRoutes(site)) pages.add(routes.file(urlPath(path)).toLowerCase());
    for (const { locale } of editions)
      for (const kind of ['404', '500', 'offline'] as const)
        pages.add(routes.file(routes.error(locale, kind)).toLowerCase());
  }
  return files
    .filter((file) => isMade(file, site.config.features) || pages.has(file.toLowerCase()))
    .map((file) => ({
      file: `public/${file}`,
      message: `${file} is made by the build`,
      hint: 'remove the file, or give it another name',
    }));
}

/** Files beside the pages; what a switch of the configuration turns off is free for others. */
function isMade(file: string, { navigation, search, feeds, serviceWorker }: SiteConfig['features']): boolean {
  return (
    /^(assets|icons)\/|^(robots\.txt|sitemap(-\d+)?\.xml|manifest\.webmanifest|favicon\.ico)$/i.test(file) ||
    (navigation && /^(page-data|slice-data)\//i.test(file)) ||
    (search && /^search\//i.test(file)) ||
    (feeds && /^((en|ru|tr|ko)\/)?(rss\.xml|feed\.(xml|json))$/i.test(file)) ||
    (serviceWorker !== false && /^sw\.js$/i.test(file))
  );
}

function publicFolder({ config }: Site): string {
  return join(config.root, 'public');
}

function listFiles(folder: string, prefix: string): string[] {
  return readFolder(join(folder, prefix)).flatMap((entry) => {
    const path = prefix + entry.name;
    if (entry.isDirectory()) return listFiles(folder, `${path}/`);
    return entry.isFile() ? [path] : [];
  });
}
