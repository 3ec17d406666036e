/** Eleventy: the input folder, `permalink` templates, and data files of folders. */
import { isFalse, textAt, toValues, type Values } from '../read/values.ts';
import { joinPath, mapName, permalinkOf, urlize, withoutDay } from './addresses.ts';
import { type Entry, type FolderTool, SITE_FIELDS } from './folder-tool.ts';

/** Folders and files that Eleventy does not publish. */
const NOT_CONTENT =
  /^(?:\.|(?:readme|changelog|license|contributing|code_of_conduct|security|404)\b)|(?:^|\/)(?:node_modules|_includes|_layouts|_data|_config)\//i;

const inputOf = (config: Values) => (textAt(config, 'dir.input') ?? '').replace(/^\.?\/?|\/$/g, '');

export const eleventyTool: FolderTool = {
  marks: [/^(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$/, /\.11tydata\.(?:[cm]?js|json)$/],
  // Files of the folder of data, under the names that most sites give to what describes the site.
  configs: [],
  configParts: /^(?:[^/]+\/)?_?data\/(?<name>metadata|meta|site|global|config)\.(?:json|ya?ml|toml|[cm]?js)$/,
  normalize(values) {
    const parts = ['metadata', 'meta', 'site', 'global', 'config'].map((name) =>
      toValues(values[name] ?? null),
    );
    return Object.assign({}, ...parts.toReversed(), values);
  },
  site: {
    ...SITE_FIELDS,
    title: [...SITE_FIELDS.title, 'name', 'siteName'],
    url: [...SITE_FIELDS.url, 'domain', 'paths.site', 'baseUrl', 'homepage'],
  },
  contents(config, files) {
    const named = inputOf(config);
    const folder =
      named ||
      (['content', 'src', 'site', 'posts'].find((name) =>
        files.some((file) => file.startsWith(`${name}/`) && /\.(?:md|markdown)$/.test(file)),
      ) ??
        '');
    const input = folder === 'posts' ? '' : folder;
    const posts = ['blog', 'posts', 'post', 'articles', 'notes', 'writing'].map((name) =>
      input ? `${input}/${name}` : name,
    );
    const found = posts.filter((name) => files.some((file) => file.startsWith(`${name}/`)));
    return [
      ...found.map((name) => ({
        folder: name,
        kind: 'article' as const,
        mount: `/${name.slice(input ? input.length + 1 : 0)}`,
      })),
      {
        folder: input,
        kind: found.length > 0 ? 'page' : 'article',
        mount: '',
        only: new RegExp(`^(?!.*(?:${NOT_CONTENT.source}))`, 'i'),
      },
    ];
  },
  assets: (config) => [
    { folder: 'public', mount: '' },
    { folder: 'static', mount: '' },
    { folder: inputOf(config), mount: '' },
    { folder: 'src', mount: '' },
    { folder: '', mount: '' },
  ],
  folderData: {
    folderOf(file) {
      const [, folder = '', name = ''] =
        /^(.*?)([^/]+)\.(?:11tydata\.(?:json|[cm]?js)|json|ya?ml|toml)$/.exec(file) ?? [];
      if (name === '') return null;
      const isRoot = folder === '' && file.includes('.11tydata.');
      return isRoot || `/${folder}`.endsWith(`/${name}/`) ? folder : `${folder}${name}.`;
    },
    pick: (values) => values,
  },
  authorFiles: ['_data/authors.json', '_data/authors.js', 'src/_data/authors.json'],
  // Eleventy runs Markdown through Liquid.
  syntax: () => 'liquid',
  cleanPath,
  technicalTags: /^(?:all|nav|posts?|blog|notes?|articles?|pages?|featured)$/i,
  isDraft: ({ fields }) => isFalse(fields, 'permalink'),
  feedId: permalinkOf,
  addresses(entry) {
    const { fields, content } = entry;
    const permalink = textAt(fields, 'permalink');
    if (permalink === 'false') return [];
    const clean = cleanPath(entry.path);
    const filled = permalink && fillTemplate(permalink, entry, clean);
    if (filled) return [joinPath(filled.replace(/\/index\.html$/, '/'))];
    return [joinPath(content.mount, clean)];
  },
};

/** Removes the date, and shortens `post/post` and `post/index` to `post`. */
function cleanPath(path: string): string {
  const plain = mapName(path, withoutDay).replace(/(?:^|\/)index$/, '');
  return plain.replace(/(^|\/)([^/]+)\/\2$/, '$1$2');
}

/** Fills in the usual variables of a permalink. @returns null if it contains other code */
function fillTemplate(permalink: string, { title, fields }: Entry, clean: string): string | null {
  const fileSlug = clean.slice(clean.lastIndexOf('/') + 1);
  const filled = permalink.replace(
    /\{\{-?\s*([\w.]+)\s*(?:\|\s*slug(?:ify)?\s*)?-?\}\}/g,
    (all, name: string) => {
      if (name === 'page.fileSlug') return fileSlug;
      if (name === 'page.filePathStem') return `/${clean}`;
      if (name === 'title') return urlize(title);
      return textAt(fields, name) ?? all;
    },
  );
  return /\{[{%]/.test(filled) ? null : filled;
}
