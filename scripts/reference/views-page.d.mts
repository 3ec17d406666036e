/**
 * @param root absolute path of the project
 * @param config absolute path of the tsconfig.json of a program that has src/templates/public.ts
 * @returns the page as Markdown
 */
export function describeViews(root: string, config: string): string;
