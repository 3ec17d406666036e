/** Pelican: fields above the text, settings in Python, and addresses with `{slug}` and `{date:%Y}`. */
import { textAt, type Values } from '../read/values.ts';
import { joinPath, mapName, permalinkOf, urlize, withoutDay, withoutIndex } from './addresses.ts';
import { type Entry, type FolderTool, SITE_FIELDS } from './folder-tool.ts';

const folderOf = (config: Values) => (textAt(config, 'PATH') ?? 'content').replace(/^\.?\/|\/$/g, '');

export const pelicanTool: FolderTool = {
  marks: [/^pelicanconf\.py$/],
  configs: ['publishconf.py', 'pelicanconf.py'],
  site: {
    ...SITE_FIELDS,
    title: ['SITENAME'],
    url: ['SITEURL'],
    description: ['SITESUBTITLE'],
    language: ['DEFAULT_LANG'],
    timeZone: ['TIMEZONE'],
    author: ['AUTHOR'],
  },
  contents: (config) => [
    { folder: `${folderOf(config)}/pages`, kind: 'page', mount: '/pages' },
    { folder: folderOf(config), kind: 'article', mount: '' },
  ],
  assets: (config) => [
    { folder: folderOf(config), mount: '' },
    { folder: `${folderOf(config)}/extra`, mount: '' },
  ],
  listings: { category: '/category/', tag: '/tag/', author: '/author/' },
  syntax: () => 'markdown',
  header: 'blank line',
  // Pelican ignores the case of fields. Its settings are in capitals.
  normalize: (values) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [/[a-z]/.test(name) ? name.toLowerCase() : name, value]),
    ),
  cleanPath: (path) => mapName(withoutIndex(path), withoutDay),
  // A text without fields is no article.
  ignores: ({ fields }) => Object.keys(fields).length === 0,
  categories: ({ fields, path, content }) =>
    textAt(fields, 'category') === null && content.kind === 'article' && path.includes('/')
      ? [path.slice(0, path.indexOf('/'))]
      : [],
  // A tag of the address, RFC 4151.
  feedId(post, address, url) {
    const { hostname, pathname } = new URL(permalinkOf(post, address, url));
    return `tag:${hostname},${post.date?.slice(0, 10)}:${pathname}/`;
  },
  addresses: (entry) => [joinPath(addressOf(entry).replace(/(?:^|\/)index\.html$/, '/'))],
};

function addressOf({ fields, config, path, title, day, content }: Entry): string {
  const own = textAt(fields, 'url', 'save_as');
  if (own !== null) return own;
  const [year = '', month = '', date = ''] = (day ?? '').split('-');
  const slug = textAt(fields, 'slug') ?? (urlize(title) || path);
  const parts: Readonly<Record<string, string>> = {
    slug,
    category: urlize(textAt(fields, 'category') ?? ''),
    author: urlize(textAt(fields, 'author') ?? ''),
    lang: textAt(fields, 'lang') ?? '',
  };
  const pattern =
    content.kind === 'page'
      ? (textAt(config, 'PAGE_URL') ?? 'pages/{slug}.html')
      : (textAt(config, 'ARTICLE_URL') ?? '{slug}.html');
  return pattern
    .replace(/\{date:([^}]*)\}/g, (_all, format: string) =>
      format.replaceAll('%Y', year).replaceAll('%m', month).replaceAll('%d', date),
    )
    .replace(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole);
}
