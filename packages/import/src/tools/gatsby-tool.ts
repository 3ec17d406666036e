/** Gatsby: the folders of the official starters and of the Markdown source plugins. */
import { countEach } from '../core.ts';
import { PROJECT_FILE } from '../read/project-files.ts';
import { addressesOf, mapName, permalinkOf, withoutDay, withoutIndex } from './addresses.ts';
import { type ContentFolder, type FolderTool, SITE_FIELDS, syntaxByExtension } from './folder-tool.ts';

export const gatsbyTool: FolderTool = {
  marks: [/^gatsby-config\.[cm]?[jt]s$/],
  configs: ['gatsby-config.js', 'gatsby-config.ts', 'gatsby-config.mjs'],
  site: SITE_FIELDS,
  contents(_config, files) {
    const texts = files.filter((file) => /\.mdx?$/.test(file) && !PROJECT_FILE.test(file));
    const folders = ['content', 'src/posts', 'src/content', 'posts', 'blog', 'src/pages'];
    // A theme may have its texts anywhere: the folder with the most texts has them.
    const counts = countEach(texts.flatMap((file) => /^[^/]+(?=\/)/.exec(file)?.[0] ?? []));
    const others = [...counts].sort(([, a], [, b]) => b - a).map(([folder]) => folder);
    const top = [...folders, ...others].find((folder) => texts.some((file) => file.startsWith(`${folder}/`)));
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
  syntax: syntaxByExtension,
  cleanPath: (path) => mapName(withoutIndex(path), withoutDay),
  ignores: ({ file }) => PROJECT_FILE.test(file),
  feedId: permalinkOf,
  addresses: addressesOf(['slug', 'path', 'permalink', 'fields.slug'], withoutIndex),
};
