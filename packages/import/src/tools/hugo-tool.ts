/** Hugo: `content/`, page bundles, `permalinks`, `url`, `slug` and `aliases`. */
import { globOfExpression } from '../read/globs.ts';
import { FIELD_NAMES } from '../read/post-fields.ts';
import { isMap, isTrue, listAt, nameKeys, textAt, type Values, valueAt } from '../read/values.ts';
import { datePartsOf, fillPattern, joinPath, permalinkOf, urlize, withoutIndex } from './addresses.ts';
import { type ContentFolder, type Entry, type FolderTool, SITE_FIELDS } from './folder-tool.ts';

const folderOf = (config: Values, field: string, fallback: string) =>
  (textAt(config, field) ?? fallback).replace(/^\.?\/|\/$/g, '');

const NAMES = new Map(
  [
    ...FIELD_NAMES,
    ...Object.values(SITE_FIELDS).flat(),
    'permalinks',
    'page',
    'params',
    'languages',
    'module',
    'mounts',
    'source',
    'target',
    'lang',
    'excludeFiles',
    'files',
    'ignoreFiles',
    'contentDir',
    'staticDir',
    'assetDir',
    'uglyURLs',
    'build',
    'render',
    'headless',
    'cascade',
    'defaultContentLanguageInSubdir',
  ]
    .flatMap((name) => name.split('.'))
    .filter((name) => name !== 'baseurl')
    .map((name) => [name.toLowerCase(), name]),
);

/** Path below which the texts in a language are served. */
function languageMount(config: Values, language: string): string {
  const main = textAt(config, 'defaultContentLanguage') ?? 'en';
  const isBare =
    language.toLowerCase() === main.toLowerCase() && !isTrue(config, 'defaultContentLanguageInSubdir');
  return isBare ? '' : `/${language.toLowerCase()}`;
}

/** Languages that have a content folder of their own. */
function languageFolders(config: Values): ContentFolder[] {
  const languages = valueAt(config, 'languages');
  return Object.entries(isMap(languages) ? languages : {}).flatMap(([language, settings]) => {
    const folder = isMap(settings) ? textAt(settings, 'contentDir') : null;
    if (folder === null) return [];
    const mount = languageMount(config, language);
    return [{ folder: folder.replace(/^\.?\/|\/$/g, ''), kind: 'article', mount, language }];
  });
}

/** Folders of the source that stand for `content` or a folder below it. */
function mountsOf(
  config: Values,
): { folder: string; mount: string; language?: string; patterns: string[] }[] {
  const mounts = valueAt(config, 'module.mounts');
  return (Array.isArray(mounts) ? mounts : []).flatMap((mount) => {
    const values = isMap(mount) ? mount : {};
    const [source, target] = [textAt(values, 'source'), textAt(values, 'target')];
    const path = target === null ? undefined : /^\/?content(\/.*?)?\/?$/.exec(target);
    if (source === null || !path) return [];
    const folder = source.replace(/^\.?\/|\/$/g, '');
    const language = textAt(values, 'lang');
    const patterns = [
      ...listAt(values, ['excludeFiles'], /(?!)/),
      ...listAt(values, ['files'], /(?!)/).flatMap((pattern) => /^! *(.+)/.exec(pattern)?.[1] ?? []),
    ];
    const address = (language === null ? '' : languageMount(config, language)) + (path[1] ?? '');
    return [{ folder, mount: address, ...(language !== null && { language }), patterns }];
  });
}

/** The text of a section. */
const SECTION = /(?:^|\/)_index(?:\.[\w-]+)?\.(?:md|markdown|html)$/;

export const hugoTool: FolderTool = {
  marks: [
    /^(?:config\/_default\/)?hugo\.(?:toml|ya?ml|json)$/,
    /^(?:config\/_default\/)?config\.toml$/,
    {
      file: /^(?:config\/_default\/)?config\.(?:ya?ml|json)$/,
      contains: /^[ \t]*["']?(?:baseURL|contentDir|defaultContentLanguage|languageCode)["']?[ \t]*:/im,
    },
  ],
  configs: ['hugo', 'config', 'config/_default/hugo', 'config/_default/config'].flatMap((name) =>
    ['toml', 'yaml', 'yml', 'json'].map((extension) => `${name}.${extension}`),
  ),
  configParts:
    /^config\/_default\/(?<name>languages|module|params|permalinks)(?:\.(?<language>[\w-]+))?\.(?:toml|ya?ml|json)$/,
  // Hugo ignores the case of keys.
  normalize: (values) => nameKeys(values, NAMES),
  site: SITE_FIELDS,
  contents: (config) =>
    [
      ...languageFolders(config),
      ...mountsOf(config).map(({ patterns: _patterns, ...mount }) => ({
        ...mount,
        kind: 'article' as const,
      })),
      { folder: folderOf(config, 'contentDir', 'content'), kind: 'article' as const, mount: '' },
    ].flatMap((content): ContentFolder[] => [{ ...content, kind: 'page', only: SECTION }, content]),
  assets: (config) => [
    { folder: folderOf(config, 'staticDir', 'static'), mount: '' },
    { folder: folderOf(config, 'assetDir', 'assets'), mount: '' },
    // Files beside the texts are published with them.
    ...languageFolders(config).map(({ folder, mount }) => ({ folder, mount })),
    ...mountsOf(config).map(({ folder, mount }) => ({ folder, mount })),
    { folder: folderOf(config, 'contentDir', 'content'), mount: '' },
  ],
  excludes: (config, unknown) => [
    ...mountsOf(config).flatMap(({ folder, patterns }) =>
      patterns.map((pattern) => joinPath(folder, pattern).slice(1)),
    ),
    ...listAt(config, ['ignoreFiles']).flatMap((expression) => {
      const pattern = globOfExpression(expression);
      if (pattern === null) unknown(expression);
      return pattern ?? [];
    }),
  ],
  folderData: {
    folderOf: (file) => /^(.*?)_index(?:\.[\w-]+)?\.(?:md|markdown)$/.exec(file)?.[1] ?? null,
    pick: cascadeOf,
  },
  defaults: (_file, _content, config) => cascadeOf(config),
  authorFiles: ['data/authors.yaml', 'data/authors.yml', 'data/authors.toml', 'data/authors.json'],
  syntax: () => 'hugo',
  cleanPath: withoutIndex,
  hasBareLanguage: true,
  // The list of a section has a page here anyway. A text above it is a page of its own.
  ignores: ({ file, fields, path, isEmpty }) =>
    (SECTION.test(file) && (isEmpty || !path.includes('/'))) ||
    isTrue(fields, 'headless') ||
    textAt(fields, 'build.render') === 'never',
  feedId: permalinkOf,
  addresses(entry) {
    const { fields, config, path } = entry;
    const aliases = listAt(fields, ['aliases']).map((alias) =>
      alias.startsWith('/') ? alias : joinPath(withoutName(withoutIndex(path)), alias),
    );
    return [addressOf(entry, config), ...aliases];
  },
};

function addressOf({ fields, path, title, day, content }: Entry, config: Values): string {
  const url = textAt(fields, 'url');
  if (url !== null) return joinPath(url);
  const bundle = withoutIndex(path);
  if (content.kind === 'page') return joinPath(content.mount, ...bundle.split('/').map(urlize));
  const name = bundle.slice(bundle.lastIndexOf('/') + 1);
  const sections = bundle.split('/').slice(0, -1);
  const slug = textAt(fields, 'slug');
  const permalinks = valueAt(config, 'permalinks.page') ?? valueAt(config, 'permalinks');
  const section = sections[0] ?? '';
  const pattern = isMap(permalinks) ? textAt(permalinks, section, `/${section}/`) : null;
  const filename = urlize(name);
  const parts = {
    ...datePartsOf(day),
    section,
    sections: sections.join('/'),
    title: urlize(title),
    slug: slug ?? urlize(title),
    filename,
    contentbasename: filename,
    slugorfilename: slug ?? filename,
    slugorcontentbasename: slug ?? filename,
  };
  const filled = pattern && fillPattern(pattern, parts);
  const address = joinPath(content.mount, filled ?? [...sections.map(urlize), slug ?? filename].join('/'));
  return isTrue(config, 'uglyURLs') ? `${address}.html` : address;
}

/** Fields that a section passes on to the texts below it. Those for some of them only are left out. */
function cascadeOf(values: Values): Values {
  const cascade = valueAt(values, 'cascade');
  const parts = (Array.isArray(cascade) ? cascade : [cascade]).filter((part) => isMap(part));
  return Object.assign({}, ...parts.filter((part) => !('_target' in part || 'target' in part)));
}

function withoutName(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
