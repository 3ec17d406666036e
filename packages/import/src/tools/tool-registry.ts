/** Lists the tools that sites can be imported from, and finds the tool that made a source. */
import type { ImportResult } from '../core.ts';
import type { SourceFolder } from '../read/source-folder.ts';
import { astroTool } from './astro-tool.ts';
import { docusaurusTool } from './docusaurus-tool.ts';
import { eleventyTool } from './eleventy-tool.ts';
import { EXPORT_TOOLS } from './export-tools.ts';
import type { FolderTool } from './folder-tool.ts';
import { gatsbyTool } from './gatsby-tool.ts';
import { hexoTool } from './hexo-tool.ts';
import { hugoTool } from './hugo-tool.ts';
import { jekyllTool } from './jekyll-tool.ts';
import { markdownTool } from './markdown-tool.ts';
import { mkdocsTool } from './mkdocs-tool.ts';
import { nextTool } from './next-tool.ts';
import { pelicanTool } from './pelican-tool.ts';
import { rspressTool } from './rspress-tool.ts';
import { vitepressTool } from './vitepress-tool.ts';
import { zolaTool } from './zola-tool.ts';

/** Tools whose sites are folders. Detection tries them in this order. */
export const FOLDER_TOOLS: Readonly<Record<FolderToolName, FolderTool>> = {
  vitepress: vitepressTool,
  rspress: rspressTool,
  mkdocs: mkdocsTool,
  pelican: pelicanTool,
  docusaurus: docusaurusTool,
  astro: astroTool,
  gatsby: gatsbyTool,
  eleventy: eleventyTool,
  next: nextTool,
  zola: zolaTool,
  hexo: hexoTool,
  hugo: hugoTool,
  jekyll: jekyllTool,
  markdown: markdownTool,
};

export type ToolName = ImportResult['from'];
type ExportToolName = keyof typeof EXPORT_TOOLS;
type FolderToolName = Exclude<ToolName, ExportToolName>;

export function isExportTool(name: ToolName): name is ExportToolName {
  return Object.hasOwn(EXPORT_TOOLS, name);
}

/** The first tool with a mark among the files; Markdown if there is none. */
export function detectTool({ files, has, text }: SourceFolder): FolderToolName {
  const names = Object.keys(FOLDER_TOOLS).filter((name): name is FolderToolName => name in FOLDER_TOOLS);
  const isMadeBy = (name: FolderToolName) => {
    const { marks } = FOLDER_TOOLS[name];
    return marks.some((mark) => {
      if (mark instanceof RegExp) return files.some((file) => mark.test(file));
      if ('path' in mark) return has(mark.path);
      return files.some((file) => mark.file.test(file) && mark.contains.test(text(file) ?? ''));
    });
  };
  return names.find(isMadeBy) ?? 'markdown';
}
