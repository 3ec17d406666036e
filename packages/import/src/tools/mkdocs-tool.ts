/** MkDocs: `docs_dir`, the navigation as the order of the texts, and addresses that are folders. */
import { isMap, textAt, type Value, type Values, valueAt } from '../read/values.ts';
import { addressesOf, joinPath, withoutIndex } from './addresses.ts';
import { type FolderTool, SITE_FIELDS } from './folder-tool.ts';

const rootOf = (config: Values) => (textAt(config, 'configFile') ?? '').replace(/[^/]*$/, '');
const folderOf = (config: Values) =>
  joinPath(rootOf(config), (textAt(config, 'docs_dir') ?? 'docs').replace(/^\.\/?/, '')).slice(1);

export const mkdocsTool: FolderTool = {
  marks: [/^(?:docs\/(?:en\/)?)?mkdocs\.ya?ml$/],
  configs: ['', 'docs/', 'docs/en/'].flatMap((root) => [`${root}mkdocs.yml`, `${root}mkdocs.yaml`]),
  site: {
    ...SITE_FIELDS,
    title: ['site_name'],
    url: ['site_url'],
    description: ['site_description'],
    author: ['site_author'],
    language: ['theme.language', 'theme.locale'],
  },
  contents: (config) => [{ folder: folderOf(config), kind: 'article', mount: '' }],
  assets: (config) => [{ folder: folderOf(config), mount: '' }],
  syntax: () => 'markdown',
  cleanPath: withoutIndex,
  hasBareLanguage: true,
  ignores: ({ path }) => /(?:^|\/)(?:404|CLAUDE|AGENTS)$/i.test(path),
  // One pattern a line, as in .gitignore.
  excludes: (config) =>
    (textAt(config, 'exclude_docs') ?? '').split('\n').flatMap((line) => {
      const pattern = line.trim().replace(/\/$/, '/**');
      if (pattern === '' || /^[#!]/.test(pattern)) return [];
      return joinPath(folderOf(config), pattern.startsWith('/') ? pattern : `**/${pattern}`).slice(1);
    }),
  navigation: (config) => filesIn(valueAt(config, 'nav') ?? null),
  addresses: addressesOf(['permalink'], withoutIndex),
};

/** `[{ Guide: [{ One: one.md }] }, two.md]` → the files in their order. */
function filesIn(nav: Value): string[] {
  if (typeof nav === 'string') return /\.md$/.test(nav) ? [nav] : [];
  return (Array.isArray(nav) ? nav : isMap(nav) ? Object.values(nav) : []).flatMap(filesIn);
}
