/** Gatsby: the folders of the official starters and of the Markdown source plugins. */
import { addressesOf, mapName, withoutDay, withoutIndex } from './addresses.ts';
import {
  type ContentFolder,
  type FolderTool,
  LISTINGS,
  PROJECT_FILE,
  SITE_FIELDS,
  syntaxByExtension,
} from './folder-tool.ts';

export const gatsbyTool: FolderTool = {
  marks: [/^gatsby-config\.[cm]?[jt]s$/],
  configs: ['gatsby-config.js', 'gatsby-config.ts', 'gatsby-config.mjs'],
  site: SITE_FIELDS,
  contents(_config, files) {
    const top = ['content', 'src/posts', 'src/content', 'posts', 'blog', 'src/pages'].find((folder) =>
      files.some((file) => file.startsWith(`${folder}/`) && /\.mdx?$/.test(file)),
    );
    if (top === undefined) return [];
    // In the starters, the folder of the posts is not a part of their addresses.
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
  listings: LISTINGS,
  syntax: syntaxByExtension,
  cleanPath: (path) => mapName(withoutIndex(path), withoutDay),
  ignores: ({ file }) => PROJECT_FILE.test(file),
  addresses: addressesOf(['slug', 'path', 'permalink', 'fields.slug'], withoutIndex),
};
