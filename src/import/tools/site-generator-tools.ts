/** Astro, Gatsby, and folders of Markdown of any other tool. */
import { listAt, textAt } from '../read/values.ts';
import {
  type ContentFolder,
  type Entry,
  type FolderTool,
  joinPath,
  mapName,
  SITE_FIELDS,
  urlize,
  withoutDay,
  withoutIndex,
} from './folder-tool.ts';

const NOT_TEXT = /(?:^|\/)(?:_|(?:readme|license|changelog|contributing|code_of_conduct|security)\b)/i;
const isMdx = (file: string) => /\.mdx$/.test(file);

/** The permalink of a field where there is one, else the path of the file. */
function addressesOf(fields: readonly string[], toPath: (path: string) => string) {
  return (entry: Entry): string[] => {
    const own = textAt(entry.fields, ...fields);
    const path = toPath(entry.path);
    const at = own?.startsWith('/') ? own : joinPath(entry.content.mount, own ?? path);
    const aliases = listAt(entry.fields, ['aliases', 'redirect_from', 'redirects']).filter((alias) =>
      alias.startsWith('/'),
    );
    return [joinPath(at), ...aliases.map((alias) => joinPath(alias))];
  };
}

/** Folders below `folder`, each of them with a mount; and what remains of it. */
function subfolders(files: readonly string[], folder: string, kind: ContentFolder['kind']): ContentFolder[] {
  const names = new Set(
    files.flatMap((file) =>
      file.startsWith(`${folder}/`) && /\.mdx?$/.test(file)
        ? (file.slice(folder.length + 1).match(/^[^/]+(?=\/)/) ?? [])
        : [],
    ),
  );
  return [...names].map((name) => ({ folder: `${folder}/${name}`, kind, mount: `/${name}` }));
}

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
  site: {
    ...SITE_FIELDS,
    title: [...SITE_FIELDS.title, 'SITE_TITLE', 'SITE.title', 'SITE.TITLE'],
    description: [...SITE_FIELDS.description, 'SITE_DESCRIPTION', 'SITE.description', 'SITE.desc'],
    url: ['site', 'SITE.website', 'SITE.url', 'url'],
    author: [...SITE_FIELDS.author, 'SITE.author'],
  },
  contents: (_config, files) => [
    ...subfolders(files, 'src/content', 'article').filter(
      ({ folder }) => !/\/(?:authors?|config|pages?|tags?|categories)$/.test(folder),
    ),
    { folder: 'src/content/pages', kind: 'page', mount: '' },
    ...subfolders(files, 'src/pages', 'article').filter(({ folder }) =>
      /\/(?:blog|posts?|articles|news)$/.test(folder),
    ),
    { folder: 'src/pages', kind: 'page', mount: '', only: /^(?!.*\/?(?:_|404|500|index\.))/ },
    { folder: 'src/data/blog', kind: 'article', mount: '/blog' },
  ],
  assets: () => [
    { folder: 'public', mount: '' },
    { folder: 'src', mount: '/src' },
    { folder: 'src', mount: '/@' },
    { folder: 'src', mount: '~' },
    { folder: 'src/assets', mount: '@assets' },
  ],
  authorFiles: ['src/content/authors.json', 'src/data/authors.json'],
  listings: { category: '/categories/', tag: '/tags/', author: '/authors/' },
  syntax: (file) => (isMdx(file) ? 'mdx' : 'markdown'),
  cleanPath: withoutIndex,
  addresses: addressesOf(['slug', 'permalink', 'url'], (path) =>
    withoutIndex(path).split('/').map(urlize).join('/'),
  ),
};

export const gatsbyTool: FolderTool = {
  marks: [/^gatsby-config\.[cm]?[jt]s$/],
  configs: ['gatsby-config.js', 'gatsby-config.ts', 'gatsby-config.mjs'],
  site: SITE_FIELDS,
  contents(_config, files) {
    const top = ['content', 'src/posts', 'src/content', 'posts', 'blog', 'src/pages'].find((folder) =>
      files.some((file) => file.startsWith(`${folder}/`) && /\.mdx?$/.test(file)),
    );
    if (top === undefined) return [];
    // The starters make addresses below the folder that holds the posts.
    const posts = ['blog', 'posts', 'articles']
      .map((name) => `${top}/${name}`)
      .filter((folder) => files.some((file) => file.startsWith(`${folder}/`)));
    return [
      ...posts.map((folder): ContentFolder => ({ folder, kind: 'article', mount: '' })),
      { folder: `${top}/pages`, kind: 'page', mount: '' },
      { folder: top, kind: top === 'src/pages' ? 'page' : 'article', mount: '' },
    ];
  },
  assets: () => [{ folder: 'static', mount: '' }],
  authorFiles: [
    'content/authors.yml',
    'content/authors.yaml',
    'content/author.yaml',
    'content/authors.json',
    'src/data/authors.json',
    'data/authors.json',
  ],
  listings: { category: '/categories/', tag: '/tags/', author: '/authors/' },
  syntax: (file) => (isMdx(file) ? 'mdx' : 'markdown'),
  cleanPath: (path) => mapName(withoutIndex(path), withoutDay),
  ignores: ({ file }) => NOT_TEXT.test(file),
  addresses: addressesOf(['slug', 'path', 'permalink', 'fields.slug'], withoutIndex),
};

export const markdownTool: FolderTool = {
  marks: [],
  configs: ['site.json', 'site.yml', 'site.yaml', 'mkdocs.yml'],
  site: {
    ...SITE_FIELDS,
    title: [...SITE_FIELDS.title, 'site_name'],
    url: [...SITE_FIELDS.url, 'site_url'],
    description: [...SITE_FIELDS.description, 'site_description'],
  },
  contents(_config, files) {
    const isText = (file: string) => /\.mdx?$/.test(file) && !NOT_TEXT.test(file);
    const folder = ['content', 'pages', 'src/content', 'src/pages', 'posts', 'docs'].find((name) =>
      files.some((file) => file.startsWith(`${name}/`) && isText(file)),
    );
    return [{ folder: folder ?? '', kind: 'article', mount: '' }];
  },
  assets: () => ['public', 'static', 'assets', ''].map((folder) => ({ folder, mount: '' })),
  authorFiles: ['authors.json', 'authors.yml', 'authors.yaml'],
  listings: { category: '/categories/', tag: '/tags/', author: '/authors/' },
  syntax: (file) => (isMdx(file) ? 'mdx' : 'markdown'),
  cleanPath: (path) => mapName(withoutIndex(path), withoutDay),
  ignores: ({ file }) => NOT_TEXT.test(file),
  addresses: addressesOf(['permalink', 'url', 'slug'], (path) => mapName(withoutIndex(path), withoutDay)),
};
