/** Hexo: `source/`, `_posts` and `_drafts`, permalinks with any field of a post. */
import { listAt, textAt, type Values } from '../read/values.ts';
import {
  datePartsOf,
  fillPattern,
  joinPath,
  mapName,
  permalinkOf,
  urlize,
  withoutDay,
  withoutIndex,
} from './addresses.ts';
import { type Entry, type FolderTool, SITE_FIELDS } from './folder-tool.ts';

const sourceOf = (config: Values) => (textAt(config, 'source_dir') ?? 'source').replace(/^\.?\/|\/$/g, '');

export const hexoTool: FolderTool = {
  marks: [/^scaffolds\/\w+\.md$/, { file: /^_config\.ya?ml$/, contains: /^(?:new_post_name|source_dir):/m }],
  configs: ['_config.yml', '_config.yaml'],
  site: SITE_FIELDS,
  contents: (config) => [
    { folder: `${sourceOf(config)}/_posts`, kind: 'article', mount: '' },
    { folder: `${sourceOf(config)}/_drafts`, kind: 'article', mount: '' },
    { folder: sourceOf(config), kind: 'page', mount: '', only: /^(?!_|.*\/_)/ },
  ],
  assets: (config) => [{ folder: sourceOf(config), mount: '' }],
  dataFolder: 'source/_data',
  // Nunjucks and Liquid have the same tags.
  syntax: () => 'liquid',
  hasCategoryPaths: true,
  header: 'mark',
  hasBareLanguage: true,
  cleanPath: (path) => mapName(withoutIndex(path), withoutDay),
  isDraft: ({ content }) => content.folder.endsWith('/_drafts'),
  feedId: permalinkOf,
  addresses: (entry) => [joinPath(entry.content.mount, addressOf(entry))],
};

function addressOf({ fields, config, content, path, day, title }: Entry): string {
  const own = textAt(fields, 'permalink');
  if (own !== null) return own.replace(/(?:^|\/)index\.html$/, '');
  if (content.kind === 'page') {
    const plain = withoutIndex(path);
    return plain === path ? `${path}.html` : plain;
  }
  const hasDate = /:day/.test(textAt(config, 'new_post_name') ?? '');
  const name = hasDate ? mapName(path, withoutDay) : path;
  const categories = listAt(fields, ['categories', 'category']).map(urlize).join('/');
  const parts = {
    ...Object.fromEntries(Object.keys(fields).map((field) => [field, textAt(fields, field) ?? ''])),
    ...datePartsOf(day),
    title: name,
    name: name.slice(name.lastIndexOf('/') + 1),
    post_title: urlize(title),
    category: categories || (textAt(config, 'default_category') ?? 'uncategorized'),
  };
  return fillPattern(textAt(config, 'permalink') ?? ':year/:month/:day/:title/', parts) ?? name;
}
