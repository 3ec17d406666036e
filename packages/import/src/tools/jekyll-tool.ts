/** Jekyll: `_posts`, `_drafts`, collections, permalink styles and dates in names. */
import { ANY } from '../read/globs.ts';
import { PROJECT_FILE } from '../read/project-files.ts';
import { isFalse, isMap, listAt, textAt, type Values, valueAt } from '../read/values.ts';
import { datePartsOf, fillPattern, joinPath, mapName, urlize, withoutDay } from './addresses.ts';
import { type ContentFolder, type Entry, type FolderTool, SITE_FIELDS } from './folder-tool.ts';

const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
};

export const jekyllTool: FolderTool = {
  marks: [/^_config\.(?:yml|yaml|toml)$/, /(?:^|\/)_posts\//],
  configs: ['_config.yml', '_config.yaml', '_config.toml'],
  site: { ...SITE_FIELDS, title: [...SITE_FIELDS.title, 'name'], url: ['url'] },
  contents(config, files) {
    const collections = valueAt(config, 'collections');
    const top = (textAt(config, 'collections_dir') ?? '').replace(/^\/|\/$/g, '');
    const named = isMap(collections)
      ? Object.keys(collections)
      : Array.isArray(collections)
        ? collections.map(String)
        : [];
    const below = (folder: string) => (top ? `${top}/${folder}` : folder);
    const posts = new Set(files.flatMap((file) => /^(?:.*\/)?_(?:posts|drafts)(?=\/)/.exec(file)?.[0] ?? []));
    return [
      ...[...posts].map((folder): ContentFolder => ({ folder, kind: 'article', mount: '' })),
      ...named
        .filter((name) => name !== 'posts')
        .map((name): ContentFolder => ({ folder: below(`_${name}`), kind: 'article', mount: `/${name}` })),
      {
        folder: '',
        // The pages of a documentation are its articles.
        kind: posts.size > 0 || named.length > 0 ? 'page' : 'article',
        mount: '',
        only: /^(?!_|.*\/_|(?:readme|404|index)\b)/i,
      },
    ];
  },
  assets: () => [{ folder: '', mount: '' }],
  authorFiles: ['_data/authors.yml', '_data/authors.yaml', '_data/authors.json'],
  dataFolder: '_data',
  defaults: defaultFields,
  syntax: () => 'liquid',
  separator: /\s+/,
  cleanPath: (path) => mapName(path, withoutDay),
  isDraft: ({ content, fields }) => /(?:^|\/)_drafts$/.test(content.folder) || isFalse(fields, 'published'),
  // Jekyll copies a file without front matter as it is, but GitHub Pages has a plugin for such texts.
  needsFields: /^(?!_|.*\/_)/,
  ignores: ({ file, fields, content }) =>
    content.folder === '' && Object.keys(fields).length === 0 && PROJECT_FILE.test(file),
  // A star matches slashes, too, and a path is the start of others.
  excludes: (config) =>
    listAt(config, ['exclude'], /(?!)/).flatMap((written) => {
      const pattern = written.replace(/^\//, '').replaceAll('*', ANY);
      return pattern === '' ? [] : [pattern, pattern + ANY];
    }),
  categories: ({ content }) =>
    content.folder.split('/').filter((part) => !part.startsWith('_') && part !== ''),
  // The folder of the address, and the slug.
  feedId: ({ slug, path }, address, url) =>
    `${url}${address.slice(0, address.lastIndexOf('/') + 1)}${slug ?? path.slice(path.lastIndexOf('/') + 1)}`,
  addresses: (entry) =>
    [addressOf(entry), ...listAt(entry.fields, ['redirect_from'])].map((address) =>
      joinPath(address.replace(/\/index\.html$/, '/')),
    ),
};

function addressOf(entry: Entry): string {
  const { fields, config, content, path, day } = entry;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const slug = textAt(fields, 'slug') ?? withoutDay(name);
  const categories = [
    ...(jekyllTool.categories?.(entry) ?? []),
    ...listAt(fields, ['categories'], /\s+/),
    ...(textAt(fields, 'categories') === null ? listAt(fields, ['category']) : []),
  ];
  const parts = {
    ...datePartsOf(day),
    categories: categories.map((category) => category.toLowerCase().replaceAll(' ', '%20')).join('/'),
    // As Jekyll does it: capitals stay.
    title: slug.replace(/[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu, '-').replace(/^-|-$/g, ''),
    slug: urlize(slug),
    name: urlize(name),
    path,
    collection: content.mount.slice(1),
    output_ext: '.html',
  };
  const isPost = /(?:^|\/)_(?:posts|drafts)$/.test(content.folder);
  const own = textAt(fields, 'permalink');
  const collection = textAt(config, `collections.${content.mount.slice(1)}.permalink`);
  const style = own ?? collection ?? (isPost ? textAt(config, 'permalink') : null);
  const pattern = style === null ? null : (STYLES[style] ?? style);
  if (isPost) return fillPattern(pattern ?? STYLES.date ?? '', parts) ?? `/${parts.title}`;
  const filled = pattern === null || Object.hasOwn(STYLES, style ?? '') ? null : fillPattern(pattern, parts);
  const plain = `${content.mount}/${path.replace(/(?:^|\/)index$/, '')}`;
  const isPretty = textAt(config, 'permalink') === 'pretty' || plain.endsWith('/');
  return filled ?? (isPretty ? plain : `${plain}.html`);
}

/** The values of `defaults` whose scope has the text; a more exact path counts more. */
function defaultFields(file: string, content: ContentFolder, config: Values): Values {
  const defaults = valueAt(config, 'defaults');
  const isPost = /(?:^|\/)_posts$/.test(content.folder);
  const isDraft = /(?:^|\/)_drafts$/.test(content.folder);
  const types = [
    isPost || isDraft ? 'posts' : content.mount === '' ? 'pages' : content.mount.slice(1),
    ...(isDraft ? ['drafts'] : []),
  ];
  const found = (Array.isArray(defaults) ? defaults : []).filter(isMap).flatMap((item) => {
    const path = (textAt(item, 'scope.path') ?? '').replace(/^\/|\/$/g, '');
    const type = textAt(item, 'scope.type');
    const values = valueAt(item, 'values');
    return isMap(values) && (type === null || types.includes(type)) && isInScope(file, path)
      ? [{ path, type, values }]
      : [];
  });
  const weight = ({ path, type }: { path: string; type: string | null }) =>
    path.length * 2 + (type === null ? 0 : 1);
  return Object.assign({}, ...found.sort((a, b) => weight(a) - weight(b)).map(({ values }) => values));
}

function isInScope(file: string, path: string): boolean {
  if (path === '' || file === path || file.startsWith(`${path}/`)) return true;
  if (!path.includes('*')) return false;
  const pattern = path
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, (stars) => (stars.length > 1 ? '.*' : '[^/]*'));
  return new RegExp(`^${pattern}(?:/|$)`).test(file);
}
