/** Astro: content collections, pages, `public/` and the constants that starters put into `src/`. */

import { isMap, isTrue, textAt, toValues, type Values, valueAt } from '../read/values.ts';
import { addressesOf, permalinkOf, urlize, withoutIndex } from './addresses.ts';
import { type ContentFolder, type FolderTool, SITE_FIELDS, syntaxByExtension } from './folder-tool.ts';

const POSTS = /\/(?:blog|posts?|articles|news|notes)$/;

export const astroTool: FolderTool = {
  marks: [/^astro\.config\.[cm]?[jt]s$/, /^src\/content(?:\.config|\/config)\.[cm]?[jt]s$/],
  configs: [
    'src/consts.ts',
    'src/config.ts',
    'src/site.config.ts',
    'astro.config.mjs',
    'astro.config.ts',
    'astro.config.js',
  ],
  normalize: withStarlight,
  site: {
    ...SITE_FIELDS,
    title: [...SITE_FIELDS.title, 'SITE_TITLE', 'SITE.title', 'SITE.TITLE'],
    description: [...SITE_FIELDS.description, 'SITE_DESCRIPTION', 'SITE.description', 'SITE.desc'],
    url: ['site', 'SITE.website', 'SITE.url', 'url'],
    author: [...SITE_FIELDS.author, 'SITE.author'],
  },
  contents: (config, files) => [
    // The documents of Starlight stand at the root.
    ...(isTrue(config, 'isStarlight') || files.some((file) => /^src\/content\/docs\/index\.mdx?$/.test(file))
      ? [{ folder: 'src/content/docs', kind: 'article' as const, mount: '' }]
      : []),
    ...subfolders(files, 'src/content', 'article').filter(
      ({ folder }) => !/\/(?:authors?|config|pages?|tags?|categories)$/.test(folder),
    ),
    { folder: 'src/content/pages', kind: 'page', mount: '' },
    ...subfolders(files, 'src/pages', 'article').filter(({ folder }) => POSTS.test(folder)),
    { folder: 'src/pages', kind: 'page', mount: '', only: /^(?!.*\/?(?:_|404|500|index\.))/ },
    ...['src/data', 'content'].flatMap((folder) =>
      subfolders(files, folder, 'article').filter((content) => POSTS.test(content.folder)),
    ),
    ...['src/posts', 'src/blog', 'posts', 'blog'].map(
      (folder): ContentFolder => ({ folder, kind: 'article', mount: mountOf(folder, files) }),
    ),
  ],
  assets: () => [
    { folder: 'public', mount: '' },
    { folder: 'src', mount: '/src' },
    { folder: 'src', mount: '/@' },
    { folder: 'src', mount: '~' },
    { folder: 'src/assets', mount: '@assets' },
  ],
  authorFiles: ['src/content/authors.json', 'src/data/authors.json'],
  syntax: syntaxByExtension,
  cleanPath: withoutIndex,
  // Astro leaves out names that begin so.
  ignores: ({ path }) => /(?:^|\/)_/.test(path),
  feedId: permalinkOf,
  addresses: addressesOf(['slug', 'permalink', 'url'], (path) =>
    withoutIndex(path).split('/').map(urlize).join('/'),
  ),
};

/** The path of a page for each text: `src/pages/blog/[slug].astro` → `/blog`. */
function mountOf(folder: string, files: readonly string[]): string {
  const routes = files.flatMap(
    (file) => /^src\/pages((?:\/[^/[\]]+)*)\/\[(?!(?:\.{3})?page\])[^/]+\]\.\w+$/.exec(file)?.[1] ?? [],
  );
  const name = folder.replace(/^.*\//, '').replace(/s$/, '');
  const own = routes.find((route) => route.replace(/s$/, '').endsWith(`/${name}`));
  return own ?? (routes.includes('') ? '' : folder.replace(/^.*(?=\/)|^/, '/').replace('//', '/'));
}

/** Moves the settings of Starlight, which is an integration, to the site. */
function withStarlight(config: Values): Values {
  const integrations = valueAt(config, 'integrations');
  const starlight = (Array.isArray(integrations) ? integrations : []).find(
    (item) => isMap(item) && ('title' in item || 'sidebar' in item),
  );
  if (!isMap(starlight)) return config;
  const { title = null, description = null, locales = null, defaultLocale = null } = starlight;
  const first = isMap(title) ? (Object.values(title)[0] ?? null) : title;
  const language = (isMap(locales) && textAt(toValues(locales), 'root.lang')) || defaultLocale;
  return { isStarlight: 'true', ...config, title: first, description, locales, language };
}

/** The folders directly below `folder` that contain Markdown, each mounted at its name. */
function subfolders(files: readonly string[], folder: string, kind: ContentFolder['kind']): ContentFolder[] {
  const names = new Set(
    files.flatMap((file) =>
      file.startsWith(`${folder}/`) && /\.mdx?$/.test(file)
        ? (file.slice(folder.length + 1).match(/^[^/]+(?=\/)/) ?? [])
        : [],
    ),
  );
  return [...names].map((name) => {
    const own = `${folder}/${name}`;
    return { folder: own, kind, mount: folder === 'src/pages' ? `/${name}` : mountOf(own, files) };
  });
}
