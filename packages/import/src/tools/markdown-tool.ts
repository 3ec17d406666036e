/** A folder of Markdown files without the configuration of a tool that we know. */
import { PROJECT_FILE } from '../read/project-files.ts';
import { addressesOf, mapName, withoutDay, withoutIndex } from './addresses.ts';
import { type FolderTool, SITE_FIELDS, syntaxByExtension } from './folder-tool.ts';

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
    const isText = (file: string) => /\.mdx?$/.test(file) && !PROJECT_FILE.test(file);
    const folder = ['content', 'pages', 'src/content', 'src/pages', 'posts', 'docs'].find((name) =>
      files.some((file) => file.startsWith(`${name}/`) && isText(file)),
    );
    return [{ folder: folder ?? '', kind: 'article', mount: '' }];
  },
  assets: () => ['public', 'static', 'assets', ''].map((folder) => ({ folder, mount: '' })),
  authorFiles: ['authors.json', 'authors.yml', 'authors.yaml'],
  syntax: syntaxByExtension,
  cleanPath: (path) => mapName(withoutIndex(path), withoutDay),
  // Below the top, a README is the text of its folder.
  ignores: ({ file, path }) => PROJECT_FILE.test(file) && !/\/readme$/i.test(path),
  addresses: addressesOf(['permalink', 'url', 'slug'], (path) => mapName(withoutIndex(path), withoutDay)),
};
