/** Lists the images of an article's text. */
import { decodeEntities } from '../markdown/html-text.ts';
import { safeUrl } from '../markdown/safe-urls.ts';
import { readTokens, walkTokens } from '../markdown/tokens.ts';

/** Targets of Markdown images as the renderer resolves them, without duplicates. */
export function findImages(markdown: string): string[] {
  if (!markdown.includes('![')) return [];
  const found = new Set<string>();
  const { blocks, notes } = readTokens(markdown);
  walkTokens([...blocks, ...notes], (token) => {
    const target = token.type === 'image' ? safeUrl(decodeEntities(token.href)) : null;
    if (target) found.add(target);
  });
  return [...found];
}
