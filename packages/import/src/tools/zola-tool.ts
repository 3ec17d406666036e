/** Zola: `content/`, `path`, `slug` and `aliases`, dates in file names, TOML front matter. */
import { isFalse, listAt, textAt } from '../read/values.ts';
import { joinPath, mapName, permalinkOf, urlize, withoutIndex } from './addresses.ts';
import { type FolderTool, SITE_FIELDS } from './folder-tool.ts';

/** Zola takes the date from the start of a name, with a hyphen or an underscore after it. */
const withoutDate = (path: string) =>
  mapName(withoutIndex(path), (name) => name.replace(/^\d{4}-\d{1,2}-\d{1,2}(?:T[^_-]*)?[-_](?=.)/, ''));

/** The text of a section. Its list has a page here anyway. */
const SECTION = /(?:^|\/)_index(?:\.\w+)?\.md$/;

export const zolaTool: FolderTool = {
  marks: [{ file: /^(?:zola|config)\.toml$/, contains: /^[ \t]*base_url[ \t]*=/m }],
  configs: ['zola.toml', 'config.toml'],
  site: { ...SITE_FIELDS, language: ['default_language'] },
  contents: () => [
    { folder: 'content', kind: 'page', mount: '', only: SECTION },
    { folder: 'content', kind: 'article', mount: '' },
  ],
  assets: () => [
    { folder: 'static', mount: '' },
    { folder: 'content', mount: '' },
  ],
  syntax: () => 'tera',
  cleanPath: withoutDate,
  hasBareLanguage: true,
  ignores: ({ file, fields, path, isEmpty }) =>
    (SECTION.test(file) && (isEmpty || !path.includes('/'))) || isFalse(fields, 'render'),
  feedId: permalinkOf,
  addresses({ fields, path, content }) {
    const own = textAt(fields, 'path');
    const slug = textAt(fields, 'slug');
    const plain = withoutDate(path).split('/').map(urlize).join('/');
    const address = own ?? (slug === null ? plain : mapName(plain, () => slug));
    const aliases = listAt(fields, ['aliases']).map((alias) => joinPath(alias));
    return [joinPath(content.mount, address), ...aliases];
  },
};
