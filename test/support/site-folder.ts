/** Makes small built sites: files on disk and the manifest that a build would have written for them. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Manifest } from '../../src/build/write/manifest.ts';
import type { OutputKind } from '../../src/foundation/response-headers.ts';

export type SiteFiles = Readonly<Record<string, string | Buffer>>;

/** Writes the files, and only them. */
export async function writeSite(folder: string, files: SiteFiles): Promise<Manifest> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return scanSite(folder);
}

/** The manifest of what stands in a folder. */
export async function scanSite(folder: string): Promise<Manifest> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const outputs = await Promise.all(
    entries
      .filter((entry) => !entry.isDirectory())
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name);
        const bytes = await readFile(file);
        const path = relative(folder, file).split(sep).join('/');
        return {
          path,
          kind: guessKind(path),
          hash: createHash('sha256').update(bytes).digest('base64url'),
          size: bytes.length,
        };
      }),
  );
  outputs.sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    version: 1,
    site: 'example',
    basePath: '',
    layout: 'file',
    shard: { index: 1, total: 1 },
    include: { drafts: false, future: false },
    time: 0,
    early: [],
    times: { changes: [], ended: [] },
    offers: [],
    outputs,
  };
}

function guessKind(path: string): OutputKind {
  if (path.startsWith('assets/')) return 'asset';
  if (path.startsWith('page-data/')) return 'data';
  if (path === 'sw.js') return 'worker';
  if (/^(404|500|offline)\.html$/.test(path)) return 'error';
  if (/^articles\/.*\.html$/.test(path)) return 'article';
  if (path.endsWith('.html')) return 'page';
  if (/^(sitemap\.xml|robots\.txt|feed\.xml|rss\.xml|feed\.json)$/.test(path)) return 'index';
  return 'file';
}

/** A whole site whose HTML refers to hashed assets; `edition` changes assets and text. */
export function createSiteFiles(edition: string, articles = 3): Record<string, string> {
  const asset = (name: string, extension: string) =>
    `assets/${name}-${createHash('sha256').update(edition).digest('hex').slice(0, 8)}.${extension}`;
  const style = asset('style', 'css');
  const script = asset('main', 'js');
  const page = (title: string) =>
    `<!doctype html><html lang="en"><head><title>${title}</title><link rel="stylesheet" href="/${style}"><script type="module" src="/${script}"></script></head><body><h1>${title}</h1><p>${`${edition} `.repeat(300)}</p></body></html>`;
  const files: Record<string, string> = {
    [style]: `body { --edition: "${edition}" }`,
    [script]: `console.log(${JSON.stringify(edition)})`,
    'index.html': page('Home'),
    '404.html': page('Not found'),
    '500.html': page('Error'),
    'authors.html': page('Authors'),
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'page-data/index/page-data.json': JSON.stringify({ path: '/', edition }),
    'sw.js': `// ${edition}`,
    'sitemap.xml': `<urlset><!-- ${edition} --></urlset>`,
    'robots.txt': 'User-agent: *\n',
  };
  for (let index = 1; index <= articles; index++) {
    files[`articles/article-${index}.html`] = page(`Article ${index}`);
  }
  return files;
}
