/** VitePress and VuePress: the folder with `.vitepress` or `.vuepress`, `srcDir`, locales by folder, and the sidebar as the order of the texts. */
import { PROJECT_FILE } from '../read/project-files.ts';
import { isMap, listAt, textAt, type Value, type Values, valueAt } from '../read/values.ts';
import { addressesOf, joinPath, withoutIndex } from './addresses.ts';
import { type FolderTool, SITE_FIELDS } from './folder-tool.ts';

/** Places of the folder with the configuration. */
const ROOTS = ['', 'docs/', 'src/', 'website/', 'documentation/', 'packages/docs/'];
const configs = ROOTS.flatMap((root) =>
  ['.vitepress/config', '.vitepress/config/index', '.vuepress/config'].flatMap((name) =>
    ['ts', 'mts', 'js', 'mjs'].map((extension) => `${root}${name}.${extension}`),
  ),
);

const rootOf = (config: Values) =>
  (textAt(config, 'configFile') ?? '').replace(/\.(?:vite|vue)press\/.*$/, '').replace(/\/$/, '');

/** The folder of the texts. */
function folderOf(config: Values): string {
  const folder = (textAt(config, 'srcDir') ?? '').replace(/^\.?\/|\/$/g, '').replace(/^\.$/, '');
  return [rootOf(config), folder].filter(Boolean).join('/');
}

export const vitepressTool: FolderTool = {
  marks: configs.map((path) => ({ path })),
  configs,
  site: {
    ...SITE_FIELDS,
    title: ['title', 'locales.root.title', 'locales./.title'],
    description: ['description', 'locales.root.description', 'locales./.description'],
    url: ['sitemap.hostname', 'url'],
    language: ['lang', 'locales.root.lang', 'locales./.lang'],
    author: [],
  },
  contents: (config) => [{ folder: folderOf(config), kind: 'article', mount: '' }],
  assets: (config) => {
    const folder = folderOf(config);
    return [
      { folder: [folder, '.vuepress/public'].filter(Boolean).join('/'), mount: '' },
      { folder: [folder, 'public'].filter(Boolean).join('/'), mount: '' },
      { folder, mount: '' },
    ];
  },
  syntax: () => 'vue',
  cleanPath: withoutIndex,
  hasBareLanguage: true,
  // The home page is made of settings.
  ignores: ({ file, fields, isEmpty }) =>
    (PROJECT_FILE.test(file) && !/\/readme\./i.test(file)) ||
    (isEmpty && textAt(fields, 'layout') === 'home'),
  excludes: (config) =>
    listAt(config, ['srcExclude'], /(?!)/).map((pattern) => joinPath(folderOf(config), pattern).slice(1)),
  navigation: (config) => linksIn(valueAt(config, 'themeConfig.sidebar') ?? null, ''),
  addresses: addressesOf(['permalink'], withoutIndex),
};

/** The links of a sidebar in their order. Groups may have a folder for the links in them. */
export function linksIn(value: Value, base: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => linksIn(item, base));
  if (typeof value === 'string') return /^(?!https?:)\S*\/\S*$|\.mdx?$/.test(value) ? [base + value] : [];
  if (!isMap(value)) return [];
  const own = textAt(value, 'base') ?? base;
  const link = textAt(value, 'link');
  const inner = link === null && !('items' in value) ? Object.values(value) : [value.items ?? null];
  return [...(link === null ? [] : [own + link]), ...inner.flatMap((item) => linksIn(item, own))];
}
