/** Next.js: MDX pages of the router, and folders of texts below a dynamic route. */
import { PROJECT_FILE } from '../read/project-files.ts';
import { addressesOf, datePartsOf, fillPattern, mapName, withoutDay, withoutIndex } from './addresses.ts';
import { type ContentFolder, type FolderTool, SITE_FIELDS, syntaxByExtension } from './folder-tool.ts';

/** Usual folders of texts. Where one of them is there, other folders contain files about the project. */
const CONTENT =
  /^(?:src\/)?_?(?:app|pages|content|contents|data|posts?|blog|articles|docs|notes|markdown|mdx)$/;
const ROUTER = /^(?:src\/)?(?:app|pages)$/;
/** The parts of a date may stand before the name. */
const DYNAMIC =
  /^(?:src\/)?(?:app|pages)\/((?:[^[\]]+\/)?(?:\[(?:year|month|day)\]\/)*)\[{1,2}(?:\.{3})?\w+\]{1,2}(?:\/page)?\.[jt]sx?$/;
const TEXT = /\.(?:mdx?|markdown)$/;

/** `app/(site)/blog/[year]/[slug]/page.tsx` → `/blog/:year`. */
const withoutGroups = (route: string) =>
  `/${route}`
    .replace(/\/(?:\([^/]*\)|@[^/]*)(?=\/|$)/g, '')
    .replace(/\[(\w+)\]/g, ':$1')
    .replace(/\/$/, '');

export const nextTool: FolderTool = {
  marks: [/^next\.config\.[cm]?[jt]s$/],
  configs: ['site.config.js', 'data/siteMetadata.js', 'src/config/site.ts', 'config/site.ts', 'package.json'],
  site: { ...SITE_FIELDS, title: [...SITE_FIELDS.title, 'siteConfig.name', 'name'] },
  contents(_config, files) {
    const routes = new Set(files.flatMap((file) => DYNAMIC.exec(file)?.[1] ?? []).map(withoutGroups));
    const texts = files.filter((file) => TEXT.test(file) && !PROJECT_FILE.test(file));
    const folders = [...new Set(texts.flatMap((file) => /^((?:src\/)?[^/]+)\//.exec(file)?.[1] ?? []))];
    const usual = folders.filter((folder) => CONTENT.test(folder));
    const tops = usual.length > 0 ? usual : folders;
    return tops.flatMap((top): ContentFolder[] => {
      if (ROUTER.test(top))
        return [{ folder: top, kind: 'article', mount: '', only: /(?:^|\/)page\.mdx?$|^(?!.*\/page\.)/ }];
      const below = new Set(
        texts.flatMap((file) =>
          file.startsWith(`${top}/`) ? (/^[^/]+(?=\/)/.exec(file.slice(top.length + 1))?.[0] ?? []) : [],
        ),
      );
      // A folder with the name of a route has its texts there: data/blog/ below /blog.
      const named = [...below]
        .filter((name) => [...routes].some((route) => route.endsWith(`/${name}`)))
        .map(
          (name): ContentFolder => ({
            folder: `${top}/${name}`,
            kind: 'article',
            mount: [...routes].find((route) => route.endsWith(`/${name}`)) ?? '',
          }),
        );
      const own = [...routes].find((route) =>
        route.endsWith(`/${top.replace(/^.*\//, '').replace(/^_/, '')}`),
      );
      const [single] = routes.size === 1 ? routes : [];
      return [...named, { folder: top, kind: 'article', mount: own ?? single ?? '' }];
    });
  },
  assets: () => [
    { folder: 'public', mount: '' },
    { folder: '', mount: '@' },
  ],
  authorFiles: ['data/authors.json', 'content/authors.json'],
  syntax: syntaxByExtension,
  cleanPath,
  ignores: ({ file }) => PROJECT_FILE.test(file),
  addresses: (entry) => {
    const parts = datePartsOf(entry.day);
    const hasDate = entry.content.mount.includes(':');
    const toPath = (path: string) => (hasDate ? mapName(cleanPath(path), withoutDay) : cleanPath(path));
    return addressesOf(['slug', 'permalink', 'url'], toPath)(entry).map((at) => fillPattern(at, parts) ?? at);
  },
};

function cleanPath(path: string): string {
  return withoutGroups(withoutIndex(path.replace(/(?:^|\/)page$/, ''))).slice(1);
}
