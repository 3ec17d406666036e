/** Finds the service workers that a source gave to its readers: browsers keep them when the site has moved (`formerWorkers`). */
import type { AssetFolder } from '../imported-site.ts';
import type { SourceFolder } from './source-folder.ts';

/** Packages that write a worker, and where they write it unless a site names another address. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'gatsby-plugin-offline': ['/sw.js'],
  '@docusaurus/plugin-pwa': ['/sw.js'],
  'vite-plugin-pwa': ['/sw.js'],
  '@vite-pwa/vitepress': ['/sw.js'],
  '@vite-pwa/astro': ['/sw.js'],
  '@vuepress/plugin-pwa': ['/service-worker.js'],
  'vuepress-plugin-pwa2': ['/service-worker.js'],
  'next-pwa': ['/sw.js'],
  '@ducanh2912/next-pwa': ['/sw.js'],
  '@serwist/next': ['/sw.js'],
  'react-scripts': ['/service-worker.js'],
  'hexo-offline': ['/service-worker.js'],
  'hexo-pwa': ['/sw.js'],
  'hexo-swpp': ['/sw.js'],
  'eleventy-plugin-pwa': ['/service-worker.js'],
  'jekyll-pwa-plugin': ['/service-worker.js'],
  'jekyll-theme-chirpy': ['/sw.js', '/sw.min.js'],
};

/** Files that list packages. */
const LISTS = /^(?:(?:website|docs|site)\/)?package\.json$|^Gemfile$/;

/** Usual names of workers that keep pages. Workers for notifications have others. */
const WORKER = /^(?:sw|service-?worker|ngsw-worker)(?:\.min)?\.js$/i;

/** @returns paths on the old site, sorted */
export function findFormerWorkers(source: SourceFolder, assets: readonly AssetFolder[]): string[] {
  const found = new Set<string>();
  for (const file of source.files.filter((name) => LISTS.test(name)))
    for (const [, name = ''] of (source.text(file) ?? '').matchAll(/["']([@\w/.-]+)["']/g))
      for (const path of Object.hasOwn(PACKAGES, name) ? (PACKAGES[name] ?? []) : []) found.add(path);
  for (const file of source.files) {
    // Themes of Hexo and Hugo have folders of the same names.
    const [, folder = '', name = ''] = /^(?:themes\/[^/]+\/)?(?:(.*)\/)?([^/]+)$/.exec(file) ?? [];
    if (!WORKER.test(name)) continue;
    for (const asset of assets)
      if (asset.folder === folder && !/[@~]/.test(asset.mount)) found.add(`${asset.mount}/${name}`);
  }
  return [...found].sort();
}
