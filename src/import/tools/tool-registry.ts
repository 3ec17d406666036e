/** The tools that can be imported from, and which of them made a source. */
import { docusaurusTool } from './docusaurus-tool.ts';
import { eleventyTool } from './eleventy-tool.ts';
import type { FolderTool } from './folder-tool.ts';
import { hugoTool } from './hugo-tool.ts';
import { jekyllTool } from './jekyll-tool.ts';
import { astroTool, gatsbyTool, markdownTool } from './site-generator-tools.ts';

/** In the order in which their marks are looked for. */
export const FOLDER_TOOLS = {
  docusaurus: docusaurusTool,
  astro: astroTool,
  gatsby: gatsbyTool,
  eleventy: eleventyTool,
  hugo: hugoTool,
  jekyll: jekyllTool,
  markdown: markdownTool,
} as const satisfies Readonly<Record<string, FolderTool>>;

export type FolderToolName = keyof typeof FOLDER_TOOLS;
export type ToolName = FolderToolName | 'wordpress' | 'ghost';

/** Where exports list categories, tags and authors. */
export const EXPORT_LISTINGS: Readonly<Record<'wordpress' | 'ghost', FolderTool['listings']>> = {
  wordpress: { category: '/category/', tag: '/tag/', author: '/author/' },
  ghost: { category: '/tag/', tag: '/tag/', author: '/author/' },
};

/** The tool whose marks are in the folder; Markdown where there is none. */
export function detectTool(files: readonly string[]): FolderToolName {
  const names = Object.keys(FOLDER_TOOLS).filter((name): name is FolderToolName => name in FOLDER_TOOLS);
  return (
    names.find((name) => FOLDER_TOOLS[name].marks.some((mark) => files.some((file) => mark.test(file)))) ??
    'markdown'
  );
}
