/** Docusaurus: docs and blog, `slug` and `id`, numbers that sort files, dates in paths. */
import { isMap, isTrue, listAt, textAt, type Value, type Values } from '../read/values.ts';
import { joinPath } from './addresses.ts';
import { type ContentFolder, type Entry, type FolderTool, SITE_FIELDS } from './folder-tool.ts';

/** Matches the number in `01-intro`, but not a version such as `7.0-foo` and not a date. */
const NUMBER = /^(?!\d+[-_.]\d+)\d+\s*[-_.]+\s*(?=[^-_.\s])/;
const DATED = /^(.*\/)?(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/]?(.*?)(?:\/index)?$/;

/** Finds a section anywhere in the settings, because presets and plugins nest their options. */
function find(value: Value, section: string): Values | null {
  if (Array.isArray(value))
    return value.map((item) => find(item, section)).find((found) => found !== null) ?? null;
  if (!isMap(value)) return null;
  const own = value[section];
  if (isMap(own)) return own;
  return (
    Object.values(value)
      .map((inner) => find(inner, section))
      .find((found) => found !== null) ?? null
  );
}

const optionsOf = (config: Values, section: string) => find({ presets: config.presets ?? null }, section);
const optionOf = (config: Values, section: string, option: string) => {
  const found = optionsOf(config, section);
  return found && textAt(found, option);
};

/** Further docs and blogs: `['@docusaurus/plugin-content-docs', { id, path, routeBasePath }]`. */
function pluginFolders(config: Values): { path: string; route: string; options: Values }[] {
  const plugins = config.plugins ?? null;
  return (Array.isArray(plugins) ? plugins : []).flatMap((plugin) => {
    const [name, options] = Array.isArray(plugin) ? plugin : [];
    const section = typeof name === 'string' ? /content-(docs|blog)$/.exec(name)?.[1] : undefined;
    const path = isMap(options) ? textAt(options, 'path') : null;
    if (section === undefined || !isMap(options) || path === null) return [];
    return [{ path, route: textAt(options, 'routeBasePath') ?? section, options }];
  });
}

/** Patterns that the options of a section give, below its folder. */
const patternsOf = (options: Values | null, folder: string) =>
  options ? listAt(options, ['exclude'], /(?!)/).map((pattern) => joinPath(folder, pattern).slice(1)) : [];

/** Paths of the settings begin at the folder of the settings. */
const resolve = (config: Values, path: string) => {
  const site = textAt(config, 'configFile')?.startsWith('website/') ? 'website/' : '';
  return path.startsWith('../') && site ? path.slice(3) : site + path.replace(/^\.\//, '');
};

const baseOf = (config: Values) => (textAt(config, 'baseUrl') ?? '').replace(/\/$/, '');

export const docusaurusTool: FolderTool = {
  marks: [/^(?:website\/)?docusaurus\.config\.[cm]?[jt]s$/],
  configs: [
    'docusaurus.config.js',
    'docusaurus.config.ts',
    'docusaurus.config.mjs',
    'website/docusaurus.config.js',
    'website/docusaurus.config.ts',
  ],
  site: { ...SITE_FIELDS, description: ['tagline', ...SITE_FIELDS.description] },
  contents(config): ContentFolder[] {
    const route = (section: string) =>
      joinPath(optionOf(config, section, 'routeBasePath') ?? section).replace(/^\/$/, '');
    return [
      ...pluginFolders(config).map(({ path, route }) => ({
        folder: resolve(config, path),
        kind: 'article' as const,
        mount: joinPath(route).replace(/^\/$/, ''),
      })),
      {
        folder: resolve(config, optionOf(config, 'blog', 'path') ?? 'blog'),
        kind: 'article',
        mount: route('blog'),
      },
      {
        folder: resolve(config, optionOf(config, 'docs', 'path') ?? 'docs'),
        kind: 'article',
        mount: route('docs'),
      },
      { folder: resolve(config, 'src/pages'), kind: 'page', mount: '' },
    ];
  },
  assets: (config) => [
    { folder: 'static', mount: '' },
    { folder: 'static', mount: baseOf(config) },
    { folder: 'website/static', mount: '' },
    { folder: '', mount: '@site' },
    { folder: 'website', mount: '@site' },
  ],
  authorFiles: ['blog/authors.yml', 'blog/authors.yaml', 'blog/authors.json', 'website/blog/authors.yml'],
  listings: { category: '/docs/category/', tag: '/blog/tags/', author: '/blog/authors/' },
  syntax: () => 'docusaurus',
  cleanPath(path) {
    const dated = DATED.exec(path);
    if (dated) return `${dated[1] ?? ''}${dated[5] || [dated[2], dated[3], dated[4]].join('-')}`;
    return withoutNumbers(path);
  },
  excludes: (config) => [
    ...['docs', 'blog'].flatMap((section) =>
      patternsOf(optionsOf(config, section), resolve(config, optionOf(config, section, 'path') ?? section)),
    ),
    ...patternsOf(optionsOf(config, 'pages'), resolve(config, 'src/pages')),
    ...pluginFolders(config).flatMap(({ path, options }) => patternsOf(options, resolve(config, path))),
  ],
  ignores: ({ file, path }) => /(?:^|\/)_/.test(path) || /\/versioned_|\/i18n\//.test(file),
  isDraft: ({ fields }) => isTrue(fields, 'unlisted'),
  feedId: (_post, address, url) => url + address,
  addresses(entry) {
    const { content, fields } = entry;
    const slug = textAt(fields, 'slug');
    const isBlog = /(?:^|\/)blog$/.test(content.folder);
    if (slug !== null)
      return [
        joinPath(
          content.mount,
          slug.startsWith('/') || isBlog ? slug : `${folderOf(withoutNumbers(entry.path))}/${slug}`,
        ),
      ];
    return [joinPath(content.mount, isBlog ? blogPath(entry) : docPath(entry))];
  },
};

function blogPath({ path }: Entry): string {
  const dated = DATED.exec(path);
  if (!dated) return path.replace(/\/index$/, '');
  const [, before = '', year, month, day, rest] = dated;
  return [before.replace(/\/$/, ''), year, month?.padStart(2, '0'), day?.padStart(2, '0'), rest]
    .filter(Boolean)
    .join('/');
}

function docPath({ path, fields }: Entry): string {
  const id = textAt(fields, 'id');
  const folder = folderOf(path);
  const isIndex = withoutNumbers(path).split('/').length < path.split('/').length;
  if (id !== null && !isIndex)
    return `${folder
      .split('/')
      .map((part) => part.replace(NUMBER, ''))
      .join('/')}/${id}`;
  return withoutNumbers(path);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Removes sort numbers, and shortens `guide/guide`, `guide/index` and `guide/README` to `guide`. */
function withoutNumbers(path: string): string {
  const plain = path
    .split('/')
    .map((part) => part.replace(NUMBER, ''))
    .join('/');
  return plain.replace(/(?:^|\/)(?:index|readme)$/i, '').replace(/(^|\/)([^/]+)\/\2$/, '$1$2');
}
