/** The tools whose sites can be imported. The command line names them without loading what reads them. */
export const IMPORT_TOOLS = [
  'hugo',
  'jekyll',
  'eleventy',
  'astro',
  'docusaurus',
  'gatsby',
  'next',
  'zola',
  'hexo',
  'vitepress',
  'rspress',
  'mkdocs',
  'pelican',
  'markdown',
  'wordpress',
  'ghost',
] as const;
