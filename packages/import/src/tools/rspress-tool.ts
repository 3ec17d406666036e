/** Rspress: MDX below `docs`, a folder for each language. */
import { PROJECT_FILE } from '../read/project-files.ts';
import { isMap, listAt, textAt, type Values, valueAt } from '../read/values.ts';
import { addressesOf, joinPath, withoutIndex } from './addresses.ts';
import { type FolderTool, SITE_FIELDS } from './folder-tool.ts';
import { linksIn } from './vitepress-tool.ts';

const rootOf = (config: Values) => (textAt(config, 'configFile') ?? '').replace(/[^/]*$/, '');
const folderOf = (config: Values) =>
  rootOf(config) +
  (textAt(config, 'root') ?? 'docs').replace(/^.*__dirname.*$/, 'docs').replace(/^\.?\/|\/$/g, '');

export const rspressTool: FolderTool = {
  marks: [/^(?:website\/|docs\/)?rspress\.config\.[cm]?[jt]s$/],
  configs: ['', 'website/', 'docs/'].flatMap((root) =>
    ['ts', 'mts', 'js', 'mjs'].map((extension) => `${root}rspress.config.${extension}`),
  ),
  // Locales are a list of maps with the name of the language.
  normalize(values) {
    const locales = valueAt(values, 'locales') ?? valueAt(values, 'themeConfig.locales');
    const names = (Array.isArray(locales) ? locales : []).flatMap((locale) =>
      isMap(locale) ? (textAt(locale, 'lang') ?? []) : [],
    );
    return names.length > 0 ? { ...values, locales: names } : values;
  },
  site: { ...SITE_FIELDS, url: ['siteUrl', 'url'], language: ['lang'] },
  contents: (config) => [{ folder: folderOf(config), kind: 'article', mount: '' }],
  assets: (config) => [
    { folder: `${folderOf(config)}/public`, mount: '' },
    { folder: folderOf(config), mount: '' },
  ],
  syntax: () => 'docusaurus',
  cleanPath: withoutIndex,
  hasBareLanguage: true,
  ignores: ({ file, fields }) =>
    PROJECT_FILE.test(file) || /^(?:home|custom|404)$/.test(textAt(fields, 'pageType') ?? ''),
  excludes: (config) =>
    listAt(config, ['route.exclude'], /(?!)/).map((pattern) => joinPath(folderOf(config), pattern).slice(1)),
  navigation: (config) => linksIn(valueAt(config, 'themeConfig.sidebar') ?? null, ''),
  addresses: addressesOf(['permalink'], withoutIndex),
};
